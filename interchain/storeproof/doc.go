// Package storeproof verifies records of a battleship chain's store against an app hash, and reads results.
//
// A store proof is an Item: a key, its value or absence, and the ICS-23 proofs up to the app hash of a header. The app
// hash of the state after block H is in the header of block H+1. A light client vouches for the header: on a chain with
// IBC that of its 07-tendermint client, for a person that of package player/light/proof.
//
// The package imports neither the chain nor the SDK nor CometBFT, so a chain with any version of them can use it. The
// layout of keys, values and proofs is in docs/interchain.md; vectors are in testdata.
package storeproof
