// The screens of games.

export { default as Enter } from "./Enter.svelte";
export { default as Page } from "./Page.svelte";
export { default as Practice } from "./Practice.svelte";
export { default as Replay } from "./Replay.svelte";
