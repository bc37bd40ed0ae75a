// Package types is what x/battleship and its clients share: messages, state and events as they travel and are stored,
// with their limits and errors, and the translation between them and the values of package game.
package types
