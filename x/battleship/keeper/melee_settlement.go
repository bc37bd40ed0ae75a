package keeper

import (
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/settlement"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// settleMelee divides the pot of a melee that is over, and makes all payments.
func (k *Keeper) settleMelee(ctx sdk.Context, t table) (settlement.Division, error) {
	o, over := t.state.Outcome()
	if !over {
		return settlement.Division{}, errors.Wrapf(types.ErrCorrupt, "melee %d: expected its end, got stage %s",
			t.Id, t.state.Stage)
	}
	var d settlement.Division
	if err := recoverPanic(func() error {
		d = settlement.Divide(t.Terms, o, types.Staked(t.state), len(t.state.Players))
		return nil
	}); err != nil {
		return d, err
	}
	notify := paymentEmitter(ctx, t.Id)
	if err := settlement.PayDues(ctx, k.escrow, settlement.Dues{House: d.House, Pooled: d.Pooled}, notify); err != nil {
		return d, err
	}
	var payees []settlement.Payee
	for i, share := range d.Shares {
		held := share.FromEscrow()
		if held.IsZero() {
			continue
		}
		who, err := k.addresses.Parse(t.AddressOf(melee.Seat(i)))
		if err != nil {
			return d, err
		}
		payees = append(payees, settlement.Payee{To: who, Held: held})
	}
	return d, settlement.PayPlayers(ctx, k.escrow, payees, notify)
}
