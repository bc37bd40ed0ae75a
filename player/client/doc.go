// Package client is a player's thin line to a chain: it asks, and it sends signed transactions and waits until they are
// in a block.
//
// It speaks gRPC services only, through whatever carries them: a gRPC connection, or a node's RPC address, over which
// the same services travel as ABCI queries. It knows nothing of games; package session does.
//
// A transaction is sent until a block has it: again after each block and after a temporary error, and for a higher fee
// if blocks leave it out. The Stage of a Progress is the reason.
//
// A Client holds at most one key. It reads the chain's answers and its own keyring, and keeps no state on disk. It is
// not safe for use by several goroutines at once; make one for each player.
package client
