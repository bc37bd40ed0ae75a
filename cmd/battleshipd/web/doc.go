// Package web serves the page on which people play, and what the page asks of a node, as one origin:
//
//	GET  /                       the built page, with entity tags, under a strict content security policy
//	GET  /config.json            what else there is: {"live":"/web/live","faucet":true,"bot":"ship1..."}
//	GET  /battleship/, /cosmos/  the node's REST API; POST only to simulate and to hand in transactions
//	GET  /rpc/status             the node's RPC, for wallets
//	GET  /web/live               server-sent events: blocks, and the games in which something has happened
//	POST /web/faucet             on a devnet, coins
//
// Requests must name the server by an address or by a name that it was given, for another site can make its own name
// point here; those that a page sends must come from this one. However many watch, the node has one subscription. The
// package knows nothing of the chain but the names of addresses and events.
package web
