package keeper

import (
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// revealer is a player who opens a leaf of its board.
type revealer struct {
	scheme  scheme
	binding commitment.Binding
	board   types.BoardCommitment
	by      game.Seat
}

// toss opens the creator's toss leaf, which decides who shoots first unless the game is a rematch. In the block of the
// join it may not be opened: a proposer tries transactions before their block has a hash, so one that joined and opened
// would be tried with another toss than it gets.
func (r revealer) toss(
	ctx sdk.Context, g types.Game, s game.State, msg *types.MsgShootAndReveal,
) (game.State, []game.Event, error) {
	if height := ctx.BlockHeight(); g.JoinedHeight == height {
		return game.State{}, nil, errors.Wrapf(types.ErrTurn,
			"game %d was joined in block %d: expected the toss to be opened in a later one, got block %d",
			g.Id, g.JoinedHeight, height)
	}
	if msg.Sunk != nil {
		return game.State{}, nil, errors.Wrap(types.ErrInvalidMove,
			"expected no sunk ship with the opening of a toss, got one")
	}
	ctx.GasMeter().ConsumeGas(r.scheme.tossGas(), "toss hashes")
	first, err := r.scheme.tossFirst(*msg.Opening, g.Toss)
	if err != nil {
		return game.State{}, nil, err
	}
	next, events, err := step(ctx, s, game.RevealToss{By: r.by, First: g.FirstSeat(first)})
	if err != nil {
		return game.State{}, nil, err
	}
	if err := r.scheme.verifyToss(r.binding, r.board, *msg.Opening); err != nil {
		return game.State{}, nil, err
	}
	return next, events, nil
}

// answer opens the tile that was shot at.
func (r revealer) answer(
	ctx sdk.Context, s game.State, msg *types.MsgShootAndReveal,
) (game.State, []game.Event, error) {
	answer := game.Answer{By: r.by, Hit: msg.Opening.Content == types.CONTENT_SHIP}
	if msg.Sunk != nil {
		ship, err := msg.Sunk.Parse(s.Ruleset)
		if err != nil {
			return game.State{}, nil, err
		}
		answer.Sunk = &ship
	}
	// Unless a shot is pending and this player owes the answer, the step refuses; so the tile below is the one that
	// was shot at.
	next, events, err := step(ctx, s, answer)
	if err != nil {
		return game.State{}, nil, err
	}
	ctx.GasMeter().ConsumeGas(r.scheme.openingGas(s.Ruleset, s.Pending), "opening hashes")
	if err := r.scheme.verifyOpening(r.binding, r.board, s.Pending, *msg.Opening); err != nil {
		return game.State{}, nil, err
	}
	return next, events, nil
}
