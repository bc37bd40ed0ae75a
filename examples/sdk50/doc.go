// Package sdk50 shows that a chain on SDK 0.50 with CometBFT 0.38 and ibc-go v8 can use the module interchain: its
// tests check the recorded proofs with the light client's code of that version.
package sdk50
