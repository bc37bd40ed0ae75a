// Package accept completes messages of tests whose senders accept the terms that the chain has.
package accept

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Terms returns a copy of a message that enters a game, with the terms of the game or of one opened now. It returns
// other messages, and those that name terms, as they are.
func Terms(ctx context.Context, k *keeper.Keeper, msg sdk.Msg) sdk.Msg {
	switch msg := msg.(type) {
	case *types.MsgCreateGame:
		accepted := *msg
		if msg.MaxFee == nil && msg.MaxHouseShareBps == 0 {
			accepted.MaxFee, accepted.MaxHouseShareBps = now(ctx, k, msg.Stake, msg.Casual)
		}
		return &accepted
	case *types.MsgMatchGame:
		return Match(ctx, k, msg)
	case *types.MsgCreateMelee:
		accepted := *msg
		if msg.MaxHouseShareBps == 0 {
			_, accepted.MaxHouseShareBps = now(ctx, k, msg.Stake, true)
		}
		return &accepted
	case *types.MsgJoinGame:
		accepted := *msg
		if msg.Terms == (types.AcceptedTerms{}) {
			accepted.Terms.Creator = msg.Sender
			if g, err := k.Records().Games.Get(ctx, msg.GameId); err == nil {
				accepted.Terms = g.Accepted()
			}
		}
		return &accepted
	case *types.MsgJoinMelee:
		accepted := *msg
		if msg.Terms == (types.AcceptedMeleeTerms{}) {
			accepted.Terms.Creator = msg.Sender
			if m, err := k.Records().Melees.Get(ctx, msg.GameId); err == nil {
				accepted.Terms = m.Accepted()
			}
		}
		return &accepted
	default:
		return msg
	}
}

// Match returns a copy of a message with the limits of a game opened now, unless it has some.
func Match(ctx context.Context, k *keeper.Keeper, msg *types.MsgMatchGame) *types.MsgMatchGame {
	accepted := *msg
	if msg.MaxFee == nil && msg.MaxHouseShareBps == 0 {
		accepted.MaxFee, accepted.MaxHouseShareBps = now(ctx, k, msg.Stake, msg.Casual)
	}
	return &accepted
}

// now returns the fee and the network's share of the pot of a game opened now.
func now(ctx context.Context, k *keeper.Keeper, stake *sdk.Coin, casual bool) (*sdk.Coin, uint32) {
	params, err := k.Params(ctx)
	if err != nil {
		panic(err)
	}
	rewards, err := k.Rewards(ctx)
	if err != nil {
		panic(err)
	}
	var share uint32
	if stake != nil {
		share = params.HouseShareBps
	}
	fee := rewards.Fee(params)
	if casual || !fee.IsPositive() {
		return nil, share
	}
	return &fee, share
}
