// Parts of the first page that are drawn after it.

export { default as Boards } from "./Boards.svelte";
export { default as Last } from "./Last.svelte";
