package devnet

import (
	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// openDeposit is the creator's deposit on an open game, in uanchor: visible, and small beside a player's coins for
// fees.
const openDeposit = 10_000

// localParams returns the params of a devnet, at the pace of types.DefaultParams: those of a network on one machine.
func localParams() types.Params {
	p := types.LocalParams()
	p.OpenDeposit.Amount = math.NewInt(openDeposit)
	return p
}
