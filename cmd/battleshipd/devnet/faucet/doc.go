// Package faucet gives away the coins of a chain for trying things out, over HTTP: the same amount to whoever asks, up
// to a limit for each address and one for all together. It knows no chain: paying is a function that it is given.
//
//	GET /       what it gives, and how much is left
//	POST /fund  {"address": "ship1..."}, answered once the payment is in a block
//
// Both answer with JSON, an error as {"error": "..."}. A page of another site that is open in a browser on this machine
// gets nothing: requests must name the server by a loopback address, which a page that rebinds its own name cannot, and
// those of pages must come from a page on this machine.
package faucet
