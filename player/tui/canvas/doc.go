// Package canvas draws texts and boards into the cells of a terminal.
package canvas
