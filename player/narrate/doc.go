// Package narrate draws a melee for people: its boards in a compact grid, and its events in lines with their blocks, in
// the words of package text. It is pure: states and events of package melee go in, text comes out.
package narrate
