// Package interchain acts on one chain for an account whose owner is on another: an interchain account. The owner's
// program makes the messages, so what is secret of a board stays where the owner is, and only what anybody may read
// travels in packets. A relayer brings them.
package interchain
