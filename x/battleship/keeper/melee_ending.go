package keeper

import (
	"context"

	"cosmossdk.io/errors"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// claimMelee proves that a player of a melee has committed to an honest board and played it honestly. It ends the melee
// and makes its payments, unless others could still rank before or beside that player.
func (k *Keeper) claimMelee(ctx context.Context, msg *types.MsgClaimWin) (Claimed, error) {
	before, err := k.loadTable(ctx, msg.GameId)
	if err != nil {
		return Claimed{}, err
	}
	all, named := before.actors()
	seat, err := k.provenAmong(all, named, msg)
	if err != nil {
		return Claimed{}, err
	}
	if msg.Proof != nil {
		return Claimed{}, errors.Wrapf(types.ErrNotChannel, "melee %d: expected no state proof, got one", before.Id)
	}
	fleet, err := before.state.Ruleset.ParseFleet(msg.Fleet)
	if err != nil {
		return Claimed{}, types.WithCode(types.ErrClaim, err)
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	player, err := k.meleePlayer(sdkCtx, before, melee.Seat(seat))
	if err != nil {
		return Claimed{}, err
	}
	paid := prepay(sdkCtx, meleeEndingGas(before), "ending")
	state, events, err := before.play().Claim(player, play.Claim{Fleet: fleet, Secret: msg.BoardSecret},
		sdkCtx.BlockHeight(), workMeter(sdkCtx))
	if err != nil {
		return Claimed{}, types.RuleError(err)
	}
	shares, err := k.applyClaim(paid, before, before.then(state), stepEffects{events: events})
	return Claimed{Settlement: types.Settlement{Shares: shares}, Deadline: state.Deadline}, err
}

// meleeEndingGas is the least gas of a claim, without the audit: about that of paying and clearing all seats of the
// melee. Otherwise a claim would run out of gas if it ends the melee because of another one since it was simulated. It
// is also the least gas, beside the openings, of the last reports if they may leave no claimant.
func meleeEndingGas(t table) storetypes.Gas {
	each := storetypes.Gas(6_000)
	if t.Terms.Stake != nil {
		each = 24_000
	}
	return 25_000 + each*storetypes.Gas(len(t.Players))
}

// finishMelee ends a melee that has begun: it makes its payments, writes the result and prunes the rest. It returns the
// event of its end.
func (k *Keeper) finishMelee(ctx sdk.Context, t table) (*types.EventMeleeOver, error) {
	settled, err := k.settleMelee(ctx, t)
	if err != nil {
		return nil, err
	}
	result := types.NewMeleeResult(t.Melee, t.state, ctx.BlockHeight())
	if err := k.meleeResults.Set(ctx, t.Id, result); err != nil {
		return nil, err
	}
	if err := k.pruneMelee(ctx, t); err != nil {
		return nil, err
	}
	return &types.EventMeleeOver{
		GameId: t.Id,
		Result: result,
		Terms:  t.Terms,
		Shares: settled.Shares,
		House:  settled.House,
		Pooled: settled.Pooled,
	}, nil
}
