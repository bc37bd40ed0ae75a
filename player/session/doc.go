// Package session plays one game for one player. It has what games of all kinds share: the player, its board and keys
// in a game, the delivery of its messages, and [Run], which plays a [Game] to its end. A package below
// implements Game for each kind.
//
// A session decides with the rules that the chain applies, so it knows the result of a move before it sends it, and
// refuses a move that the chain would refuse. It holds nothing that could be lost: before every act it reads the game
// from the chain, recovers the player's own board from the sealed recovery field by the wallet's signature, and checks
// it against the commitment on the chain. So it can be dropped anywhere and opened again from any machine that holds
// the key.
//
// A session trusts its connection. A lying node can make it open tiles that were not shot at, or claim a game that is
// not won and so show its whole board, to the node alone: the chain would refuse such a transaction. Play over a node
// that you trust, or over a connection of package light, which proves the records that a session acts on.
package session
