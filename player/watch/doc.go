// Package watch is a spectator: it reads blocks, the transactions in them and the module's typed events from a node, in
// order, and needs neither a key nor an account.
package watch
