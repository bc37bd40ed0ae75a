package keeper

import (
	"context"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// UpdateParams replaces the params, if the authority asks. Unfinished games keep the clock they were created with. A
// changed initial reward is what the next full reward grows from.
func (k *Keeper) UpdateParams(ctx context.Context, msg *types.MsgUpdateParams) error {
	sender, err := k.parseAccount(msg.Authority)
	if err != nil {
		return errors.Wrap(err, "authority")
	}
	if err := msg.Params.Validate(); err != nil {
		return err
	}
	if sender.text != k.authority {
		return errors.Wrapf(types.ErrUnauthorized, "expected authority %s, got %s", k.authority, sender.text)
	}
	before, err := k.Params.Get(ctx)
	if err != nil {
		return err
	}
	if err := k.Params.Set(ctx, msg.Params); err != nil {
		return err
	}
	if !msg.Params.RewardInitial.Equal(before.RewardInitial) {
		rewards, err := k.Rewards.Get(ctx)
		if err != nil {
			return err
		}
		rewards.Payout = msg.Params.RewardInitial
		if err := k.Rewards.Set(ctx, rewards); err != nil {
			return err
		}
	}
	return emit(ctx, paramsUpdated(msg.Params))
}
