package duel

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/payoff"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Claim implements kind.Kind: it proves that a player has committed to an honest board and played it honestly. It ends
// the game and pays what it was played for, unless the other player still comes first. A claim that fails changes
// nothing; it can be sent again until the deadline.
func (k *Keeper) Claim(ctx context.Context, msg *types.MsgClaimWin) (*types.MsgClaimWinResponse, error) {
	g, before, err := k.load(ctx, msg.GameId)
	if err != nil {
		return nil, err
	}
	all, named := actorsOf(g)
	seat, err := k.ProvenAmong(all, named, msg)
	if err != nil {
		return nil, err
	}
	by := game.Seat(seat)
	fleet, err := before.State.Ruleset.ParseFleet(msg.Fleet)
	if err != nil {
		return nil, types.WithCode(types.ErrClaim, err)
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	paid := core.Prepay(sdkCtx, ClaimGas, "claim")
	submitted, err := k.submitForClaim(sdkCtx, g, before, msg)
	if err != nil {
		return nil, err
	}
	board, err := k.BoardOf(sdkCtx, g.Participants[by], before.State.Ruleset)
	if err != nil {
		return nil, err
	}
	after := submitted.after
	var events []game.Event
	after.State, events, err = g.Play(after.State).Claim(play.Player{Seat: by, Board: board},
		play.Claim{Fleet: fleet, Secret: msg.BoardSecret}, sdkCtx.BlockHeight(), core.WorkMeter(sdkCtx))
	if err != nil {
		return nil, types.RuleError(err)
	}
	if !submitted.endsPlay && !after.State.Phase.Ended() {
		return &types.MsgClaimWinResponse{Deadline: after.State.Deadline}, k.apply(paid, g, before, after, events)
	}
	var settled payoff.Settlement
	if submitted.endsPlay {
		settled, err = k.close(paid, g, submitted, after.State, events, fleet)
	} else {
		settled, err = k.finish(paid, g, before.State, after.State, events, fleet)
	}
	if err != nil {
		return nil, err
	}
	return &types.MsgClaimWinResponse{Withheld: settled.Withheld, Shares: settled.Shares}, nil
}
