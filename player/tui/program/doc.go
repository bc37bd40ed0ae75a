// Package program joins the screens into one program: a lobby, the forms of a game, the placing of a fleet, and the
// screen of each kind of game.
package program
