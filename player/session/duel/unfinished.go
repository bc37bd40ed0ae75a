package duel

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// UnfinishedError means that a player who asks for a match has such a game already: it waits in it, or plays it. A
// match whose receipt was lost is found in this way.
type UnfinishedError struct {
	Game types.GameSummary
}

// Error implements error.
func (e *UnfinishedError) Error() string {
	return text.Voice{}.OneMore(e.Game)
}

// Unfinished returns the player's games that have not ended, the first types.MaxPageItems by id.
func Unfinished(ctx context.Context, p session.Player) ([]types.GameSummary, error) {
	res, err := types.NewQueryClient(p.Chain.Conn()).Games(ctx, &types.QueryGamesRequest{
		Player:     p.Key().Address.String(),
		Pagination: &query.PageRequest{Limit: types.MaxPageItems},
	})
	if err != nil {
		return nil, fmt.Errorf("look for your unfinished games: %w", err)
	}
	return res.Games, nil
}

// unfinished returns an *UnfinishedError if the player has an unfinished game of the kind that it asks for.
func unfinished(ctx context.Context, p session.Player, w Wish, q session.Quote) error {
	games, err := Unfinished(ctx, p)
	if err != nil {
		return err
	}
	for _, g := range games {
		if !w.fits(g, q) {
			continue
		}
		if game.Phase(g.Phase) == game.PhaseOpen {
			v, err := Open(p, g.Id).Look(ctx)
			if err != nil || v.invited() != "" || v.State.Withdrawn() {
				continue // it is for one opponent alone, or about to end
			}
		}
		return &UnfinishedError{Game: g}
	}
	return nil
}

// fits reports whether a game is of the ruleset, clock, stake and kind that a wish names, and is played where it says.
func (w Wish) fits(g types.GameSummary, q session.Quote) bool {
	return g.RulesetId == w.Ruleset.ID && g.TurnBlocks == q.TurnBlocks && w.SameStakes(g.Terms) &&
		(g.Channel == w.Channel || w.OrOnChain)
}

// SameStakes reports whether a game is played for what a wish names: its stake, and whether it is casual.
func (w Wish) SameStakes(t types.Terms) bool {
	same := w.Stake == nil && t.Stake == nil || w.Stake != nil && t.Stake != nil && w.Stake.Equal(*t.Stake)
	return same && w.Casual == t.Casual
}

// MaxReopened bounds how often in a row a program opens a game again that no opponent has joined in time, so that a
// player who has left it meets no opponents for ever: with types.LiveOffer, an hour.
const MaxReopened = 12

// WithdrawOffers withdraws some of the player's open games before its program ends, and returns the ids of those that
// are gone: an offer without a program behind it can only lose the game. A game with a clock for correspondence, which
// does not need one, stays open, and so does one that an opponent joins in the meantime.
func WithdrawOffers(ctx context.Context, p session.Player, ids []uint64) (gone []uint64, err error) {
	var withdrawn []*Session // all of them first: each ends some blocks later
	for _, id := range ids {
		s := Open(p, id)
		offered, failed := s.withdraw(ctx)
		if failed != nil {
			err = errors.Join(err, session.InGame(id, failed))
		} else if offered {
			withdrawn = append(withdrawn, s)
		}
	}
	for _, s := range withdrawn {
		ended, failed := s.endsOpen(ctx)
		if failed != nil {
			err = errors.Join(err, session.InGame(s.ID, failed))
		} else if ended {
			gone = append(gone, s.ID)
		}
	}
	return gone, err
}

// withdraw withdraws the game if it is the player's live offer, and reports whether it is.
func (s *Session) withdraw(ctx context.Context) (bool, error) {
	for {
		v, offered, err := s.liveOffer(ctx)
		if err == nil && offered && !v.State.Withdrawn() {
			if _, err = s.Cancel(ctx); err != nil {
				if _, still, again := s.liveOffer(ctx); again == nil && !still {
					return false, nil // an opponent was faster
				}
			}
		}
		if status.Code(err) == codes.NotFound {
			return false, nil
		}
		if err == nil || !client.MayPass(err) {
			return offered, err
		}
		if err := s.Sleep(ctx); err != nil {
			return false, err
		}
	}
}

// endsOpen waits until a withdrawn offer has ended or was joined, and reports whether it has ended.
func (s *Session) endsOpen(ctx context.Context) (bool, error) {
	for {
		_, offered, err := s.liveOffer(ctx)
		switch {
		case status.Code(err) == codes.NotFound:
			return true, nil
		case err == nil && !offered:
			return false, nil
		case err != nil && !client.MayPass(err):
			return false, err
		}
		if err := s.Sleep(ctx); err != nil {
			return false, err
		}
	}
}

// liveOffer looks at the game, and reports whether it is an open game of the player with a live clock.
func (s *Session) liveOffer(ctx context.Context) (View, bool, error) {
	v, err := s.Look(ctx)
	if errors.Is(err, session.ErrEnded) {
		return View{}, false, nil
	}
	if err != nil {
		return View{}, false, err
	}
	params, err := s.ChainParams(ctx)
	if err != nil {
		return View{}, false, err
	}
	seat, err := s.seat(v)
	mine := err == nil && seat == game.Creator
	return v, mine && params.Live(v.Game.TurnBlocks) && v.State.Phase == game.PhaseOpen, nil
}
