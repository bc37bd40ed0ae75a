// Package proof verifies files that prove a record of the chain's store, without a node.
//
// A Trusted header vouches for headers: itself, and those signed by its validators. A File has a header and the proof
// of one key, so that anyone with a trusted header can verify a result. It uses CometBFT's types and light client, and
// package storeproof for the proof itself.
package proof
