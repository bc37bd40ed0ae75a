package simulation

import (
	"errors"
	"fmt"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// simulatedNames is how many names the accounts contend for.
const simulatedNames = 12

// MsgSetNameFactory sets names, of which there are fewer than accounts, changes them and gives them up.
func MsgSetNameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgSetName], error) {
		sender, err := s.Somebody()
		if err != nil {
			return core.Attempt[*types.MsgSetName]{}, err
		}
		params, err := k.Params(s.Ctx)
		if err != nil {
			return core.Attempt[*types.MsgSetName]{}, err
		}
		a := core.Attempt[*types.MsgSetName]{Sender: sender, Msg: &types.MsgSetName{Sender: sender.AddressBech32}}
		if s.Dice.Intn(4) > 0 {
			a.Msg.Name, a.Msg.MaxPrice = fmt.Sprintf("captain-%d", s.Dice.Intn(simulatedNames)), params.NamePrice
		}
		if a.Refusal, err = nameRefusal(s, a.Msg, sender, params); err != nil {
			return a, err
		}
		if a.Refusal == nil && a.Msg.Name != "" {
			price := sdk.NewCoins(types.RewardCoin(math.NewIntFromUint64(params.NamePrice)))
			if a.Refusal, err = s.Afford(&a.Sender, price); err != nil {
				return a, err
			}
		}
		if a.Refusal == nil && s.Slips() {
			a.Slip(s.Dice, []core.Slip[*types.MsgSetName]{
				{Err: types.ErrInvalidName, Do: func(msg *types.MsgSetName) { msg.Name = "Captain" }},
				{Err: types.ErrInvalidName, Do: func(msg *types.MsgSetName) { msg.Name = "admin" }},
			})
		}
		return a, nil
	})
}

// nameRefusal returns the error with which the chain must refuse a change of a name for what is in its records.
func nameRefusal(s core.Scene, msg *types.MsgSetName, sender simsx.SimAccount, params types.Params) (error, error) {
	before, err := s.Keeper.Records().Names.Get(s.Ctx, sender.Address)
	changed := err == nil
	if err != nil && !errors.Is(err, collections.ErrNotFound) {
		return nil, err
	}
	taken, err := s.Keeper.Records().NameOwners.Has(s.Ctx, msg.Name)
	switch {
	case err != nil:
		return nil, err
	case msg.Name == before.Name:
		return types.ErrInvalidName, nil
	case changed && s.Ctx.BlockHeight() < before.ChangedHeight+params.NamePeriodBlocks:
		return types.ErrNamePeriod, nil
	case taken:
		return types.ErrNameTaken, nil
	}
	return nil, nil
}
