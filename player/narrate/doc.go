// Package narrate tells a melee to people: its boards in a compact grid, and what happened as lines of text. It is
// pure: states and events of package melee go in, text comes out. Demo, commands and screens may share it.
package narrate
