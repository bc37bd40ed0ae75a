// Package player is the room of what a person holds: a key, the secrets of its boards, and programs that play with
// them. It holds no code of its own, but the tests that play whole games with everything in it.
//
//   - vault finds the secret of a board again, from the wallet alone
//   - prover proves boards, and answers ahead of the shots
//   - client sends transactions and waits for them
//   - session plays one game, deciding with the rules
//   - bot chooses targets
//   - watch reads what everybody can see
//   - play stages a whole game to watch
//   - cli is the command line over all of these
//
// Nothing here imports the chain's keeper or the application: a player talks to a node over the network.
package player
