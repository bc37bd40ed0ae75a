// The screens of melees are loaded together, so that joining a melee never waits for the screen to play it.

export { default as EnterMelee } from "./Enter.svelte";
export { default as Melee } from "./Page.svelte";
