// Package light reads records from an untrusted node.
//
// A Chain starts at a header that the player trusts, verifies the newer headers of its node with CometBFT's light
// client, and every record that it reads by its store proof. A Conn is a connection for query clients that answers from
// such reads the queries that a program acts on: games, results, a player's record and the params. Other queries go to
// the node, which may lie in them: lists, prices, accounts, and whether a transaction is in a block. See Proven.
//
// The app hash of a block is in the header of the next one. So a read is as of the block before the newest, and never
// older than the blocks in which the node has shown a transaction of the program's.
package light
