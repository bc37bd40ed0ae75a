package keeper

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ClaimWin proves that the claimant has committed to an honest board and played it honestly, ends the game and pays
// what it was played for. It returns what was paid, and the winner. A claim that fails changes nothing; the claimant
// can try again until its deadline.
func (k *Keeper) ClaimWin(ctx context.Context, msg *types.MsgClaimWin) (types.Settlement, game.Seat, error) {
	if len(msg.BoardSecret) != commitment.SecretSize {
		return types.Settlement{}, 0, errors.Wrapf(types.ErrClaim, "board secret: expected %d bytes, got %d",
			commitment.SecretSize, len(msg.BoardSecret))
	}
	g, before, err := k.load(ctx, msg.GameId)
	if err != nil {
		return types.Settlement{}, 0, err
	}
	by, err := k.seatOf(g, msg, msg.Sender)
	if err != nil {
		return types.Settlement{}, 0, err
	}
	fleet, err := before.Ruleset.ParseFleet(msg.Fleet)
	if err != nil {
		return types.Settlement{}, 0, types.WithCode(types.ErrClaim, err)
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	after, events, err := step(sdkCtx, before, game.Claim{By: by, Fleet: fleet})
	if err != nil {
		return types.Settlement{}, 0, err
	}
	if err := k.audit(sdkCtx, g.Seats[by], before.Ruleset, fleet, msg.BoardSecret); err != nil {
		return types.Settlement{}, 0, err
	}
	settled, err := k.finish(sdkCtx, g, before, after, events, fleet)
	return settled, by, err
}

// audit checks that the player of a seat committed to this fleet with this secret.
func (k *Keeper) audit(ctx sdk.Context, seat types.Seat, r *game.Ruleset, f game.Fleet, secret []byte) error {
	scheme, err := schemeOf(seat.Board)
	if err != nil {
		return err
	}
	binding, err := k.bindingOf(ctx, seat, r)
	if err != nil {
		return err
	}
	ctx.GasMeter().ConsumeGas(scheme.auditGas(r), "audit hashes")
	return scheme.audit(binding, seat.Board, f, secret)
}
