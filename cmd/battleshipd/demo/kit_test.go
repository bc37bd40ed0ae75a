package demo_test

import (
	"github.com/battleship-chain/battleship/testutil/chain"
)

const (
	alice = chain.Alice
	bob   = chain.Bob
)
