// Package faucet gives away the coins of a test chain over HTTP: the same amount for each request, up to a limit for
// each address and one for all together. It is independent of the chain: the payment is a function of its options.
//
//	GET /       the amount, and the rest of the budget
//	POST /fund  {"address": "ship1..."}, answered once the payment is in a block
//
// Both answer with JSON, an error as {"error": "..."}. A page of another site that is open in a browser on this machine
// gets nothing: requests must name the server by a loopback address, which a page that rebinds its own name cannot, and
// those of pages must come from a page on this machine.
package faucet
