package keeper

import (
	"context"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// JoinGame enters an open game with a committed board. From then on the creator owes the opening of its toss.
func (k *Keeper) JoinGame(ctx context.Context, msg *types.MsgJoinGame) error {
	joiner, err := k.parseAccount(msg.Sender)
	if err != nil {
		return errors.Wrap(err, "sender")
	}
	if err := commitment.ValidateTossBytes(msg.Toss); err != nil {
		return types.RuleError(err)
	}
	g, before, err := k.load(ctx, msg.GameId)
	if err != nil {
		return err
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	after, events, err := step(sdkCtx, before, game.Join{})
	if err != nil {
		return err
	}
	entrant, err := k.admit(ctx, joiner, msg.Entry, before.Ruleset)
	if err != nil {
		return err
	}
	g.Seats = append(g.Seats, entrant.seat)
	g.Toss, g.JoinedHeight = msg.Toss, sdkCtx.BlockHeight()
	if err := g.CheckSeats(); err != nil {
		return err
	}
	entrant.player.Games++
	if err := k.start(ctx, g, before, after, entrant); err != nil {
		return err
	}
	return k.emitEvents(ctx, g, before.Ruleset, events)
}

// start writes a game that was joined.
func (k *Keeper) start(ctx context.Context, g types.Game, before, after game.State, joiner entrant) error {
	if err := k.Games.Set(ctx, g.Id, g); err != nil {
		return err
	}
	if err := k.Matches.Set(ctx, g.Id, types.MatchOf(after)); err != nil {
		return err
	}
	if err := k.Expiries.Remove(ctx, collections.Join(before.Deadline, g.Id)); err != nil {
		return err
	}
	if err := k.Expiries.Set(ctx, collections.Join(after.Deadline, g.Id)); err != nil {
		return err
	}
	if err := k.OpenGames.Remove(ctx, collections.Join(g.RulesetId, g.Id)); err != nil {
		return err
	}
	if err := k.enter(ctx, g.Id, game.Joiner, joiner); err != nil {
		return err
	}
	_, err := k.updatePlayer(ctx, g.Seats[game.Creator], func(p *types.Player) { p.Games++ })
	return err
}
