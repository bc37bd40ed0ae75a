// The screens of melees.

export { default as Enter } from "./Enter.svelte";
export { default as Page } from "./Page.svelte";
