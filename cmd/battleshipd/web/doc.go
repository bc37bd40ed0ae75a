// Package web serves the page on which people play, and its requests to a node, as one origin:
//
//	GET  /                       the built page, with entity tags, under a strict content security policy
//	GET  /config.json            the available services: {"live":"/web/live","faucet":true,"bot":"ship1..."}
//	GET  /battleship/, /cosmos/  the node's REST API; POST only to simulate and to hand in transactions
//	GET  /rpc/status             the node's RPC, for wallets
//	GET  /web/proofs             a header with commit, validators and proofs of records, for the page's light client
//	GET  /web/witness            optional: the same without records, of a second node
//	GET  /web/live               server-sent events: blocks, the games with events in them, and the view of one game
//	POST /web/faucet             on a devnet, coins
//
// Requests must name the server by an address or by a name that it was given, for another site can make its own name
// point here; those of pages must come from this one. The node has one subscription for any number of watchers. The
// package depends on the chain only by the names of addresses and events.
package web
