// Package play decides the effect of the messages of players: it turns a move or a claim into actions of the rules, and
// checks the openings of a hidden board in it against its player's commitment. The chain, a channel, a browser and a
// test that call it decide alike.
//
// The rules judge a message first, which is cheap; then its proof is checked. Before each check the caller receives its
// [Work], so that a chain can charge for it. The work depends on nothing that the player chose freely.
//
// A message takes effect as a whole or not at all: a refused message returns an error and leaves the game as it was.
// Each error wraps one of the sentinel errors of this package, or of package game, commitment or verify. No message
// makes a function of this package panic.
//
// A [Board] is specific to a commitment scheme: [MerkleRows] implements that of package commitment, [ProvenBoard] that
// of package verify, which alone has proofs.
//
// # Limits
//
// The package has no protobuf, gas, account or signature: its caller has identified the player that sent the message,
// or for which it was sent. It imports the standard library, the rules of all kinds of games, game/commitment and
// game/zk/verify.
package play
