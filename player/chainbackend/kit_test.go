package chainbackend_test

import (
	"github.com/battleship-chain/battleship/testutil/chain"
)

const (
	alice   = chain.Alice
	bob     = chain.Bob
	mallory = chain.Mallory
)

// fleets are those of the players, by seat: they differ in the boat alone.
var fleets = []string{"A1h,A2h,A3h,A4h", "A1h,A2h,A3h,A5h", "A1h,A2h,A3h,A6h"}
