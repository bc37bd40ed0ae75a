// Package melee is the screen of a melee.
package melee
