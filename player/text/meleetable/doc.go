// Package meleetable draws the boards of a melee in characters, and writes its events in lines.
package meleetable
