// Package types has the messages, the state and the errors of the example module wager.
package types

import "cosmossdk.io/collections"

const (
	// ModuleName is the name of the module and of its account, which holds the stakes.
	ModuleName = "wager"
	// StoreKey is the name of the module's store.
	StoreKey = ModuleName
)

// Prefixes of the store.
var (
	ParamsPrefix    = collections.NewPrefix(0)
	NextBetIDPrefix = collections.NewPrefix(1)
	BetsPrefix      = collections.NewPrefix(2)
)
