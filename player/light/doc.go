// Package light reads records from a node that need not be believed.
//
// A Chain starts at a header that the player trusts, verifies the newer headers that its node shows with CometBFT's
// light client, and every record that it reads by its store proof. A Conn is a connection for query clients that
// answers from such reads whatever a program acts on: games, results, a player's record and the params. The rest goes
// to the node, which may lie in it: lists, prices, accounts, and whether a transaction is in a block. See Proven.
//
// The app hash of a block stands in the header of the next one. So what is read is as of the block before the newest,
// and never older than the blocks in which the node has shown a transaction of the program's.
package light
