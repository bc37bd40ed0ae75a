package duel

import (
	"context"
	stderrors "errors"
	"slices"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// rematch is an ended game that is to be played again.
type rematch struct {
	// of is the ended game, 0 for none.
	of uint64
	// opponent is the opponent of the game before.
	opponent *account.Account
	// first shoots first this time: the player who did not the last time.
	first types.Seat
}

// rematch returns the game that a creator wants to play again. It returns ErrRematch unless that game has ended, was
// one of the creator's under the same rules, and is not being played again already.
func (k *Keeper) rematch(ctx context.Context, creator account.Account, msg *types.MsgCreateGame) (rematch, error) {
	if msg.RematchOf == 0 {
		return rematch{}, nil
	}
	result, err := k.results.Get(ctx, msg.RematchOf)
	if stderrors.Is(err, collections.ErrNotFound) {
		return rematch{}, errors.Wrapf(types.ErrRematch,
			"game %d was not joined, or has not ended", msg.RematchOf)
	}
	if err != nil {
		return rematch{}, err
	}
	seat := slices.Index(result.Players, creator.Text)
	if seat < 0 {
		return rematch{}, errors.Wrapf(types.ErrUnauthorized, "rematch of game %d: expected %s or %s, got %s",
			msg.RematchOf, result.Players[0], result.Players[1], creator.Text)
	}
	if result.RulesetId != msg.RulesetId {
		return rematch{}, errors.Wrapf(types.ErrRematch, "game %d: expected its ruleset, %d, got %d",
			msg.RematchOf, result.RulesetId, msg.RulesetId)
	}
	id, err := k.rematches.Get(ctx, msg.RematchOf)
	if err == nil {
		return rematch{}, errors.Wrapf(types.ErrRematch, "game %d has one already: game %d",
			msg.RematchOf, id)
	}
	if !stderrors.Is(err, collections.ErrNotFound) {
		return rematch{}, err
	}
	opponent, err := k.Addresses.Parse(result.Players[types.PlayersPerGame-1-seat])
	if err != nil {
		return rematch{}, err
	}
	r := rematch{of: msg.RematchOf, opponent: &opponent, first: types.SEAT_CREATOR}
	if result.First == types.SeatOf(game.Seat(seat)) {
		r.first = types.SEAT_JOINER
	}
	return r, nil
}
