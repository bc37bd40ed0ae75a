// Package session plays one game for one player.
//
// A session decides with package game, the same rules that the chain applies, so it knows what a move will lead to
// before it sends it, and refuses what the chain would refuse. It holds nothing that could be lost: before every act it
// reads the game from the chain, recovers the player's own board from the sealed recovery field by the wallet's
// signature, and checks it against the commitment that the chain keeps. So it can be dropped anywhere and opened again
// from any machine that holds the key.
//
// A session believes its node. A node that lies can make it open tiles that nobody shot at, or claim a game that is not
// won and so show its whole board, to the node alone: the chain would refuse such a transaction. Play over a node that
// you trust.
package session
