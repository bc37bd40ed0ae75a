// Package duel plays one duel for one player, on the chain or off it.
//
// A game whose players have channel keys is played by updates over a relay while it is off-chain, and by transactions
// once it is on-chain. A session takes part as soon as it acts, and holds the game's log and line until Close; package
// channel has the log, package channelpolicy decides the next act. A state newer than the chain's is submitted before
// anything else.
package duel
