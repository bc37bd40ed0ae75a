package duel

import (
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// SubmitGas and ClaimGas are charged before a state or a claim of a duel is checked, for the records that it changes if
// it is accepted. A refused message takes almost as long as an accepted one, so it must not cost much less.
const (
	SubmitGas = 12_000
	ClaimGas  = 40_000
)

// entryGas returns the least gas of entering a game. The players of an off-chain game share the cost of its channel
// timeout.
func entryGas(e types.Entry) storetypes.Gas {
	if e.Channel == nil {
		return core.SettlementGas
	}
	return core.SettlementGas + core.SettlementGas/2
}
