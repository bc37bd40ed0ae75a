package record_test

import (
	"github.com/battleship-chain/battleship/testutil/chain"
)

const (
	alice   = chain.Alice
	mallory = chain.Mallory
)
