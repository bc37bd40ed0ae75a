package melee

import (
	"context"

	"cosmossdk.io/errors"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Claim implements kind.Kind: it proves that a player has committed to an honest board and played it honestly. It ends
// the melee and makes its payments, unless others could still rank before or beside that player.
func (k *Keeper) Claim(ctx context.Context, msg *types.MsgClaimWin) (*types.MsgClaimWinResponse, error) {
	before, err := k.loadTable(ctx, msg.GameId)
	if err != nil {
		return nil, err
	}
	all, named := before.actors()
	seat, err := k.ProvenAmong(all, named, msg)
	if err != nil {
		return nil, err
	}
	if msg.Proof != nil {
		return nil, errors.Wrapf(types.ErrNotChannel, "melee %d: expected no state proof, got one", before.Id)
	}
	fleet, err := before.state.Ruleset.ParseFleet(msg.Fleet)
	if err != nil {
		return nil, types.WithCode(types.ErrClaim, err)
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	player, err := k.playerOf(sdkCtx, before, melee.Seat(seat))
	if err != nil {
		return nil, err
	}
	paid := core.Prepay(sdkCtx, endingGas(before), "ending")
	state, events, err := before.play().Claim(player, play.Claim{Fleet: fleet, Secret: msg.BoardSecret},
		sdkCtx.BlockHeight(), core.WorkMeter(sdkCtx))
	if err != nil {
		return nil, types.RuleError(err)
	}
	shares, err := k.applyClaim(paid, before, before.then(state), stepEffects{events: events})
	if err != nil {
		return nil, err
	}
	if state.Deadline > 0 {
		return &types.MsgClaimWinResponse{Deadline: state.Deadline}, nil
	}
	return &types.MsgClaimWinResponse{Shares: shares}, nil
}

// endingGas is the least gas of a claim, without the audit: about that of paying and clearing all seats of the
// melee. Otherwise a claim would run out of gas if it ends the melee because of another one since it was simulated. It
// is also the least gas, beside the openings, of the last reports if they may leave no claimant.
func endingGas(t table) storetypes.Gas {
	each := storetypes.Gas(6_000)
	if t.Terms.Stake != nil {
		each = 24_000
	}
	return 25_000 + each*storetypes.Gas(len(t.Players))
}

// finish ends a melee that has begun: it makes its payments, writes the result and prunes the rest. It returns the
// event of its end.
func (k *Keeper) finish(ctx sdk.Context, t table) (*types.EventMeleeOver, error) {
	settled, err := k.settle(ctx, t)
	if err != nil {
		return nil, err
	}
	result := types.NewMeleeResult(t.Melee, t.state, ctx.BlockHeight())
	if err := k.results.Set(ctx, t.Id, result); err != nil {
		return nil, err
	}
	if err := k.prune(ctx, t); err != nil {
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
