package melee

import (
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/settlement"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// settle divides the pot of a melee that is over, and makes all payments.
func (k *Keeper) settle(ctx sdk.Context, t table) (division, error) {
	o, over := t.state.Outcome()
	if !over {
		return division{}, errors.Wrapf(types.ErrCorrupt, "melee %d: expected its end, got stage %s",
			t.Id, t.state.Stage)
	}
	var d division
	if err := core.RecoverPanic(func() error {
		d = divide(t.Terms, o, types.Staked(t.state), len(t.state.Players))
		return nil
	}); err != nil {
		return d, err
	}
	notify := core.PaymentEmitter(ctx, t.Id)
	if err := settlement.PayDues(ctx, k.Escrow, settlement.Dues{House: d.House, Pooled: d.Pooled}, notify); err != nil {
		return d, err
	}
	var payees []settlement.Payee
	for i, share := range d.Shares {
		held := share.FromEscrow()
		if held.IsZero() {
			continue
		}
		who, err := k.Addresses.Parse(t.AddressOf(melee.Seat(i)))
		if err != nil {
			return d, err
		}
		payees = append(payees, settlement.Payee{To: who, Held: held})
	}
	return d, settlement.PayPlayers(ctx, k.Escrow, payees, notify)
}
