package keeper

import (
	"context"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// CreateGame opens a game with a committed board and returns its id. The game waits for an opponent until its
// deadline.
func (k *Keeper) CreateGame(ctx context.Context, msg *types.MsgCreateGame) (uint64, error) {
	creator, err := k.parseAccount(msg.Sender)
	if err != nil {
		return 0, errors.Wrap(err, "sender")
	}
	rules, err := types.RulesetByID(msg.RulesetId)
	if err != nil {
		return 0, err
	}
	clock, err := k.clock(ctx, msg.TurnBlocks)
	if err != nil {
		return 0, err
	}
	entrant, err := k.admit(ctx, creator, msg.Entry, rules)
	if err != nil {
		return 0, err
	}
	height := sdk.UnwrapSDKContext(ctx).BlockHeight()
	s, err := game.NewState(rules, clock, height)
	if err != nil {
		return 0, types.RuleError(err)
	}
	id, err := k.NextGameID.Next(ctx)
	if err != nil {
		return 0, err
	}
	g := types.Game{
		Id:            id,
		RulesetId:     rules.ID,
		Seats:         []types.Seat{entrant.seat},
		TurnBlocks:    clock.TurnBlocks,
		ClaimBlocks:   clock.ClaimBlocks,
		CreatedHeight: height,
	}
	if err := k.open(ctx, g, s, entrant); err != nil {
		return 0, err
	}
	return id, emit(ctx, gameCreated(g, s))
}

// clock returns the clock of a new game that asks for that many blocks for each obligation.
func (k *Keeper) clock(ctx context.Context, turnBlocks int64) (game.Clock, error) {
	params, err := k.Params.Get(ctx)
	if err != nil {
		return game.Clock{}, err
	}
	turnBlocks, err = params.TurnBlocks(turnBlocks)
	if err != nil {
		return game.Clock{}, err
	}
	return game.Clock{
		OpenBlocks:  params.OpenBlocks,
		TurnBlocks:  turnBlocks,
		ClaimBlocks: params.ClaimBlocks,
	}, nil
}

// open writes a new game.
func (k *Keeper) open(ctx context.Context, g types.Game, s game.State, creator entrant) error {
	if err := k.Games.Set(ctx, g.Id, g); err != nil {
		return err
	}
	if err := k.Matches.Set(ctx, g.Id, types.MatchOf(s)); err != nil {
		return err
	}
	if err := k.Expiries.Set(ctx, collections.Join(s.Deadline, g.Id)); err != nil {
		return err
	}
	if err := k.OpenGames.Set(ctx, collections.Join(g.RulesetId, g.Id)); err != nil {
		return err
	}
	return k.enter(ctx, g.Id, game.Creator, creator)
}
