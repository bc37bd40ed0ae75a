// Package watchtower answers disputes for players who are offline. It holds proofs that players have exported, each of
// an off-chain game up to the last state that both have signed, and follows the chain: if a player has brought a game
// on-chain with an older state, the watchtower submits its own, as any third party may.
//
// A watchtower starts no dispute, makes no moves and holds no secret of a game. It can submit only proofs signed by the
// players, so a dishonest one can do no more harm than a player; one that lags is as good as none.
//
// Files are read again at each new block of the chain, so that a new state is held as soon as it is written. The newest
// proof of a game is kept when its file is gone or older.
package watchtower
