// Package chainbackend implements [tui.Backend] over a chain, with the sessions of one player.
//
// One goroutine follows the node: it polls the last block several times per block, reports the state of the connection,
// and wakes the others. One goroutine plays each game: it reads the game at each block, meets the player's obligations,
// and aims at the player's target. A runner has what games of all kinds have, a gameDriver the difference.
// There is no event subscription that could break; events come from the results of each block, and earlier ones from
// the node's event index.
//
// The package keeps no secret on disk; the vault only records the signed moves. After an exit or a crash a [Backend] is
// restored from the player's wallet and the chain.
package chainbackend
