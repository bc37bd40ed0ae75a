package keeper

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Claimed is the result of a claim.
type Claimed struct {
	// Settlement is the settlement of the game, if the claim has ended it.
	Settlement types.Settlement
	// Deadline is the last height at which the first claimant can still come first, if the game has not ended; else 0.
	Deadline int64
}

// ClaimWin proves that a player has committed to an honest board and played it honestly. It ends the game and pays what
// it was played for, unless the other player still comes first. A claim that fails changes nothing; it can be sent
// again until the deadline.
func (k *Keeper) ClaimWin(ctx context.Context, msg *types.MsgClaimWin) (Claimed, error) {
	if len(msg.BoardSecret) != commitment.SecretSize {
		return Claimed{}, errors.Wrapf(types.ErrClaim, "board secret: expected %d bytes, got %d",
			commitment.SecretSize, len(msg.BoardSecret))
	}
	g, before, err := k.load(ctx, msg.GameId)
	if isOtherKind(err) {
		return k.claimMelee(ctx, msg)
	}
	if err != nil {
		return Claimed{}, err
	}
	all, named := actorsOf(g)
	seat, err := k.provenAmong(all, named, msg)
	if err != nil {
		return Claimed{}, err
	}
	by := game.Seat(seat)
	fleet, err := before.State.Ruleset.ParseFleet(msg.Fleet)
	if err != nil {
		return Claimed{}, types.WithCode(types.ErrClaim, err)
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	paid := prepay(sdkCtx, claimGas, "claim")
	submitted, err := k.submitForClaim(sdkCtx, g, before, msg)
	if err != nil {
		return Claimed{}, err
	}
	board, err := k.boardOf(sdkCtx, g.Participants[by], before.State.Ruleset)
	if err != nil {
		return Claimed{}, err
	}
	after := submitted.after
	var events []game.Event
	after.State, events, err = g.Play(after.State).Claim(play.Player{Seat: by, Board: board},
		play.Claim{Fleet: fleet, Secret: msg.BoardSecret}, sdkCtx.BlockHeight(), workMeter(sdkCtx))
	switch {
	case err != nil:
		return Claimed{}, types.RuleError(err)
	case submitted.endsPlay:
		settled, err := k.close(paid, g, submitted, after.State, events, fleet)
		return Claimed{Settlement: settled}, err
	case !after.State.Phase.Ended():
		return Claimed{Deadline: after.State.Deadline}, k.apply(paid, g, before, after, events)
	default:
		settled, err := k.finish(paid, g, before.State, after.State, events, fleet)
		return Claimed{Settlement: settled}, err
	}
}
