// Package playertest runs players against the real application in this process, for tests: no network, no waiting for
// blocks, and no clock but the heights that the test makes.
//
//	w := playertest.New(t)
//	id, first, second := w.Begun(game.Classic())
//	_, err := w.Open(first, id).Shoot(t.Context(), "B7")
//	require.NoError(t, err)
//	w.Node.Advance(200) // second lets its deadline pass
//
// A World is a chain, a node of it, and the keys of its players. Each Client, Player and Open returns a program of a
// player as after a restart. A transaction gets a block of its own at once.
//
// The node can misbehave:
//
//   - fields of Node make it silent, away, behind, full, dear or forgetful, and lose transactions or replies
//   - Lie returns a node that changes its answers to one query of the module
//   - Prove has it show signed headers and proofs to players who ask for them, and SignedNode forges these
//   - Index is the same node with an index of events, which a Node alone does not have
//
// NewOffChain adds a relay, and LoseUpdates replaces it by a LossyRelay.
package playertest
