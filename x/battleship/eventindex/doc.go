// Package eventindex keeps a node's record of the events of games, and serves it as the service battleship.v1.History.
// The record is written with each block and is no part of the state: the state machine never reads it.
package eventindex
