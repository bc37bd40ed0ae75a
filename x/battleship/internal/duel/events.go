package duel

import (
	"context"

	"github.com/cosmos/gogoproto/proto"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/payoff"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// emitEvents emits the events of the rules in a game, in order, and then the other events.
func (k *Keeper) emitEvents(
	ctx context.Context, g types.Game, r *game.Ruleset, events []game.Event, after ...proto.Message,
) error {
	all := make([]proto.Message, 0, len(events)+len(after))
	for _, event := range events {
		typed, err := typedEvent(g, r, event)
		if err != nil {
			return err
		}
		if typed != nil {
			all = append(all, typed)
		}
	}
	return core.Emit(ctx, append(all, after...)...)
}

// typedEvent returns the typed event of an event of the rules. It returns nil for the end of a game, which gameOver
// covers.
func typedEvent(g types.Game, r *game.Ruleset, event game.Event) (proto.Message, error) {
	switch event.(type) {
	case game.Joined:
		return &types.EventGameJoined{
			GameId:         g.Id,
			Creator:        g.Participants[game.Creator].Address,
			Joiner:         g.Participants[game.Joiner].Address,
			Participant:    g.Participants[game.Joiner],
			Toss:           g.Toss,
			ChannelTimeout: g.ChannelTimeout(),
		}, nil
	case game.Over:
		return nil, nil
	}
	typed := types.NewEvent(g.Id, r, func(seat game.Seat) string { return g.Participants[seat].Address }, event)
	if typed == nil {
		return nil, errors.Wrapf(types.ErrCorrupt, "expected an event of the rules, got %T", event)
	}
	return typed, nil
}

// gameCreated is the event of an opened game.
func gameCreated(g types.Game, s game.State) *types.EventGameCreated {
	return &types.EventGameCreated{
		GameId:               g.Id,
		Creator:              g.Participants[game.Creator].Address,
		RulesetId:            g.RulesetId,
		TurnBlocks:           g.TurnBlocks,
		ClaimBlocks:          g.ClaimBlocks,
		Deadline:             s.Deadline,
		Participant:          g.Participants[game.Creator],
		Terms:                g.Terms,
		Offer:                *g.Offer,
		RematchOf:            g.RematchOf,
		First:                g.First,
		ChannelTimeoutBlocks: g.ChannelTimeoutBlocks,
	}
}

// stateSubmitted is the event of an off-chain game that continues from another state. The sender, and the player for
// which it submitted the state, are empty if the channel timeout has passed.
func stateSubmitted(g types.Game, sender string, of *game.Seat, x channel.ChainState) *types.EventStateSubmitted {
	submitted := &types.EventStateSubmitted{GameId: g.Id, Sender: sender, Progress: types.ProgressIn(x)}
	if of != nil {
		submitted.Seat = types.SeatOf(*of)
	}
	return submitted
}

// gameOver is the event of an ended game, with all payments; the fleet is the winner's.
func gameOver(
	result types.Result, terms types.Terms, fleet string, s payoff.Settlement, ratings []uint32,
) *types.EventGameOver {
	return &types.EventGameOver{
		GameId:   result.GameId,
		Result:   result,
		Terms:    terms,
		Fleet:    fleet,
		Withheld: s.Withheld,
		Shares:   s.Shares,
		House:    s.House,
		Burned:   s.Burned,
		Pooled:   s.Pooled,
		Ratings:  ratings,
	}
}

// delegateSet is the event of a player's new delegate.
func delegateSet(g types.Game, by game.Seat) *types.EventDelegateSet {
	participant := g.Participants[by]
	return &types.EventDelegateSet{GameId: g.Id, Player: participant.Address, Delegate: participant.Delegate}
}
