// Package storeproof verifies records of a chain's store without a node.
//
// A store proof is an Item: a key, its value or absence, and the ICS-23 proofs up to the app hash of a header. A
// Trusted header vouches for headers: itself, and those signed by its validators. A File has both for one key, so that
// anyone with a trusted header can verify a result.
//
// The app hash of the state after block H is in the header of block H+1.
//
// The package is independent of the application and the types of its records: it uses CometBFT's types and light
// client, and ICS-23. The layout of a file, and its verification in another language, are in docs/interchain.md;
// vectors are in testdata.
package storeproof
