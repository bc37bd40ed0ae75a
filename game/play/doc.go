// Package play decides what the messages of players do: it turns a move or a claim into actions of the rules, and
// checks what the message shows of a hidden board against what its player committed to. The chain, a channel, a browser
// and a test that call it decide alike.
//
// The rules judge a message first, which is cheap; then its proof is checked. Before each check the caller is told what
// [Work] it takes, so that a chain can charge for it. That depends on nothing which the player chose freely.
//
// Either all of a message happens or nothing: a message that is refused gives an error and leaves the game as it was.
// Each error wraps one of the sentinel errors of this package, or of package game, commitment or verify. No message
// makes a function of this package panic.
//
// A [Board] knows how its player committed to it. There is one implementation for each commitment scheme: [MerkleRows]
// is that of package commitment, [ProvenBoard] that of package verify, which alone has proofs.
//
// [Melee] does the same for the messages of a melee, whose boards are committed to row by row.
//
// # Refusals
//
// The package knows no protobuf, gas, account or signature: whoever calls it has found out which player has sent the
// message, or who has sent it for that player. It imports the standard library, game, game/commitment,
// game/melee and game/zk/verify.
package play
