package session

import (
	"context"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Quote is what entering a game comes to on the chain as it is now.
type Quote struct {
	Params types.Params
	// TurnBlocks is the clock.
	TurnBlocks int64
	Terms      types.Terms
	// Deposit is what opening the game takes beside; it comes back when the game is no longer open.
	Deposit sdk.Coins
}

// feeMargin is the part of a fee by which it may have grown when the message arrives: each win that is paid in full
// makes the next reward dearer.
const feeMargin = 100

// MaxFee returns the largest fee that a player accepts who opens the game or asks for a match, or nil for none.
func (q Quote) MaxFee() *sdk.Coin {
	if q.Terms.Fee == nil {
		return nil
	}
	most := q.Terms.Fee.AddAmount(q.Terms.Fee.Amount.QuoRaw(feeMargin))
	return &most
}

// Params are the chain's.
func (p Player) Params(ctx context.Context) (types.Params, error) {
	res, err := types.NewQueryClient(p.Chain.Conn()).Params(ctx, &types.QueryParamsRequest{})
	if err != nil {
		return types.Params{}, fmt.Errorf("look up the params: %w", err)
	}
	return res.Params, nil
}

// Afford returns a *FundsError unless the player has what entering a game takes.
func (p Player) Afford(ctx context.Context, entry sdk.Coins) error {
	for _, need := range entry {
		have, err := p.Chain.Balance(ctx, p.sender(), need.Denom)
		if err != nil {
			return err
		}
		if have.IsLT(need) {
			return &FundsError{Name: p.Chain.Key().Name, Need: need, Have: have}
		}
	}
	return nil
}

// Opening is what opening the game takes: the entry and the deposit.
func (q Quote) Opening() sdk.Coins { return q.Terms.Entry().Add(q.Deposit...) }
