// Package session plays one game for one player.
//
// A session decides with package game, the same rules that the chain applies, so it knows the result of a move before
// it sends it, and refuses a move that the chain would refuse. It holds nothing that could be lost: before every act it
// reads the game from the chain, recovers the player's own board from the sealed recovery field by the wallet's
// signature, and checks it against the commitment on the chain. So it can be dropped anywhere and opened again from any
// machine that holds the key.
//
// A session trusts its connection. A lying node can make it open tiles that were not shot at, or claim a game that is
// not won and so show its whole board, to the node alone: the chain would refuse such a transaction. Play over a node
// that you trust, or over a connection of package light, which proves the records that a session acts on.
//
// # Melees
//
// A [Melee] is one melee of a player, in the same way: package melee decides. A lying node can see an aim before all
// have aimed, and tiles that were not fired at, as many as there are seats with each report.
//
// # Off-chain
//
// A game whose players have channel keys is played by updates over a relay while it is off-chain, and by transactions
// once it is on-chain. A session takes part as soon as it acts, and holds the game's log and line until Close; package
// channel has the log, package channelpolicy decides the next act. A state newer than the chain's is submitted before
// anything else.
package session
