// Package session plays one game for one player.
//
// A session decides with package game, the same rules that the chain applies, so it knows what a move will lead to
// before it sends it, and refuses what the chain would refuse. It holds nothing that could be lost: before every act it
// reads the game from the chain, recovers the player's own board from the sealed recovery field by the wallet's
// signature, and checks it against the commitment that the chain keeps. So it can be dropped anywhere and opened again
// from any machine that holds the key.
//
// A session believes its connection. A node that lies can make it open tiles that nobody shot at, or claim a game that
// is not won and so show its whole board, to the node alone: the chain would refuse such a transaction. Play over a
// node that you trust, or over a connection of package light, which proves what a session acts on.
//
// # Melees
//
// A [Melee] is one melee of a player, in the same way: package melee decides. A node that lies about one can see an aim
// before all have aimed, and tiles that nobody fired at, as many as there are seats with each report.
//
// # At sea
//
// A game whose players have channel keys is played where it is: by letters over a relay while it is at sea, on chain
// once it is ashore. A session takes part as soon as it acts, and holds the game's log and line until Close; package
// channel has the log, package conduct decides what is due. What is newer than the chain is posted before anything
// else.
package session
