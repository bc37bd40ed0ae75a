package duel

import (
	"cmp"
	"context"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Decline refuses a game that was offered to the player alone. Its creator gets its coins back.
func (s *Session) Decline(ctx context.Context) (session.Done, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if err := v.fits(text.ActDecline, s.Address()); err != nil {
		return session.Done{}, err
	}
	if _, _, err := game.Step(v.State, game.Decline{}, v.next()); err != nil {
		return session.Done{}, session.InGame(s.ID, err)
	}
	if only := v.invited(); only != s.Address().String() {
		return session.Done{}, fmt.Errorf("decline game %d: %w: expected %s, got %s",
			s.ID, text.ErrNotInvited, cmp.Or(only, text.OpenToAll), s.Address())
	}
	i := text.Intent{Act: text.ActDecline, GameID: s.ID, Players: []string{v.player(game.Creator)}}
	receipt, err := s.Player.Send(ctx, i, session.Delivery{}, &types.MsgDeclineGame{Sender: s.Sender(), GameId: s.ID})
	if err != nil {
		return session.Done{}, fmt.Errorf("decline game %d: %w", s.ID, err)
	}
	return session.Done{
		Receipt: receipt, GameID: s.ID, Act: text.ActDecline, Ruleset: v.State.Ruleset,
		Result: text.Returned{Back: v.Game.Hold(), Creator: v.player(game.Creator)},
	}, nil
}

// SetDelegate sets the address that may act for the player in this game, in place of the earlier one. An empty address
// removes it.
func (s *Session) SetDelegate(ctx context.Context, delegate string) (session.Done, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return session.Done{}, err
	}
	seat, err := s.seat(v)
	if err != nil {
		return session.Done{}, err
	}
	i := text.Intent{Act: text.ActSetDelegate, GameID: s.ID, Delegate: delegate}
	receipt, err := s.Player.Send(ctx, i, session.Delivery{}, &types.MsgSetDelegate{
		Sender: s.Sender(), GameId: s.ID, Delegate: delegate,
	})
	if err != nil {
		return session.Done{}, fmt.Errorf("set the delegate in game %d: %w", s.ID, err)
	}
	return s.Done(receipt, text.ActSetDelegate, v.State.Ruleset, seat, text.Delegated{Delegate: delegate}), nil
}
