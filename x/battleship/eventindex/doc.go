// Package eventindex reads what has happened in games from a node's index of events, and serves it as the service
// battleship.v1.History. Nothing of it is part of the state, and nothing of the state machine uses it.
package eventindex
