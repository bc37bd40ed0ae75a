// Package live is a chain behind the terminal screens: what [tui.Backend] asks for, done with the sessions of one
// player.
//
// One goroutine follows the node: it asks for the last block several times in each, says how the line is, and wakes
// the others. One goroutine plays each game: it looks at the game with each block, does what the player owes, and aims
// where the player says. A runner does what is the same in a duel and in a melee; what is not, it asks of a contest.
// There is no stream of events that could break; what has happened comes from the results of each block, and from the
// node's index of events for what was before.
//
// No secret is kept on disk, only which moves were signed, by the vault. A [Backend] that was ended, or killed, is made
// again from the player's wallet and the chain.
package live
