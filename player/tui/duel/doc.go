// Package duel is the screen of a duel.
package duel
