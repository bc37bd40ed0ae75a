// The screens of games.

export { default as Enter } from "./Enter.svelte";
export { default as Page } from "./Page.svelte";
