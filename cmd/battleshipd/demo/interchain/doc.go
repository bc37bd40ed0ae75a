// Package interchain acts on one chain for an account whose owner is on another: an interchain account. The owner's
// program makes the messages, so a board's secrets stay with the owner, and only public data travels in packets. A
// relayer delivers them.
package interchain
