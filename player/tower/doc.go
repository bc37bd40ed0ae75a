// Package tower answers disputes for players who sleep. It holds proofs that players have exported, each of a game at
// sea as far as both have signed it, and looks at the chain: where somebody has brought a game ashore with an older
// state, the tower posts its own, as any third party may.
//
// A tower starts no dispute, moves for nobody and holds no secret of a game. All that it can post was signed by the
// players, so one that lies can say no more than they have said; one that lags is as good as none.
//
// Files are read again each time the chain has a new block, so that what a player goes on to play is held as soon as it
// is written. The newest proof of a game stays held when its file is gone or older.
package tower
