package keeper

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// UpdateParams replaces the params, on behalf of the authority: that of the consensus params, if they name one, as in
// the SDK's modules, or else the module's own. Unfinished games keep their clocks. The next full reward grows from a
// changed initial reward.
func (k *Keeper) UpdateParams(ctx context.Context, msg *types.MsgUpdateParams) error {
	sender, err := k.core.Addresses.Parse(msg.Authority)
	if err != nil {
		return errors.Wrap(err, "authority")
	}
	if err := msg.Params.Validate(); err != nil {
		return err
	}
	if err := sdk.ValidateAuthority(sdk.UnwrapSDKContext(ctx), k.authority, sender.Text); err != nil {
		return types.WithCode(types.ErrUnauthorized, err)
	}
	return k.setParams(ctx, msg.Params)
}

// setParams replaces the params by valid ones.
func (k *Keeper) setParams(ctx context.Context, params types.Params) error {
	before, err := k.core.Params(ctx)
	if err != nil {
		return err
	}
	if err := k.core.SetParams(ctx, params); err != nil {
		return err
	}
	if !params.RewardInitial.Equal(before.RewardInitial) {
		rewards, err := k.core.Rewards(ctx)
		if err != nil {
			return err
		}
		rewards.Payout = params.RewardInitial
		if err := k.core.SetRewards(ctx, rewards); err != nil {
			return err
		}
	}
	return core.Emit(ctx, paramsUpdated(params))
}

// paramsUpdated is the event of new params.
func paramsUpdated(params types.Params) *types.EventParamsUpdated {
	return &types.EventParamsUpdated{Params: params}
}
