// Package storeproof checks, without a node, what the store of a chain holds.
//
// A store proof is an Item: a key, its value or that there is none, and the ICS-23 proofs that lead from there to the
// app hash of a header. A Trusted header says which headers are the chain's: itself, and those that validators have
// signed whom it knows. A File has both for one key, so that a result can be shown to anybody who has a trusted header.
//
// The state after block H stands in the header of block H+1.
//
// The package knows neither the application nor the types of its records: it is CometBFT's types and light client, and
// ICS-23. The layout of a file, and how to check one in another language, are in docs/interchain.md; vectors are in
// testdata.
package storeproof
