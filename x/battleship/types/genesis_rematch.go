package types

import (
	"slices"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
)

// rematches checks that each rematch, unfinished or not, is one of the game that it names, and that links and rematches
// correspond one to one.
func (v *genesisValidator) rematches() error {
	for _, g := range v.gs.Games {
		if err := v.unfinishedRematch(g); err != nil {
			return errors.Wrapf(err, "game %d", g.Game.Id)
		}
	}
	for _, r := range v.gs.Results {
		if err := v.finishedRematch(r); err != nil {
			return errors.Wrapf(err, "result %d", r.GameId)
		}
	}
	previous := uint64(0)
	for _, link := range v.gs.Rematches {
		if err := v.id(link.Of, previous); err != nil {
			return err
		}
		previous = link.Of
		of, ok := v.rematchOf[link.GameId]
		if !ok || of != link.Of {
			return invalidGenesis("game %d: expected a rematch that names it, got game %d, which is one of %d",
				link.Of, link.GameId, of)
		}
	}
	if links := len(v.gs.Rematches); links != len(v.rematchOf) {
		return invalidGenesis("expected a link to each of %d rematches, got %d", len(v.rematchOf), links)
	}
	return nil
}

// unfinishedRematch checks a game that has not ended, if it is a rematch.
func (v *genesisValidator) unfinishedRematch(g GenesisGame) error {
	if (g.Game.RematchOf > 0) != (g.Game.First != SEAT_UNSPECIFIED) {
		return invalidGenesis("expected rematch_of and first together, got %d, %s", g.Game.RematchOf, g.Game.First)
	}
	if g.Game.RematchOf == 0 {
		return nil
	}
	players := []string{g.Game.Participants[game.Creator].Address}
	if g.Game.Offer != nil {
		players = append(players, g.Game.Offer.Opponent)
	} else {
		players = append(players, g.Game.Participants[game.Joiner].Address)
	}
	first, err := v.rematch(rematch{
		id: g.Game.Id, of: g.Game.RematchOf, ruleset: g.Game.RulesetId, players: players, created: g.Game.CreatedHeight,
	})
	if err != nil {
		return err
	}
	if g.Game.First != first {
		return invalidGenesis("first: expected %s, who did not shoot first in game %d, got %s",
			first, g.Game.RematchOf, g.Game.First)
	}
	// A game that ends with its toss unopened counts the creator as first.
	tossed := g.Progress.Phase == PHASE_PLAY || g.Progress.answered()
	if g.Progress.hasFirst() && g.Progress.First != first && (tossed || g.Progress.First != SEAT_CREATOR) {
		return invalidGenesis("first of the progress: expected %s as in the game, got %s", first, g.Progress.First)
	}
	return nil
}

// answered reports whether any shot was answered.
func (p Progress) answered() bool {
	return slices.ContainsFunc(p.Sides, func(s Side) bool {
		return slices.ContainsFunc(s.Answered, func(bits byte) bool { return bits > 0 })
	})
}

// finishedRematch checks a game that has ended, if it was a rematch.
func (v *genesisValidator) finishedRematch(r Result) error {
	if r.RematchOf == 0 {
		return nil
	}
	first, err := v.rematch(rematch{
		id: r.GameId, of: r.RematchOf, ruleset: r.RulesetId, players: r.Players, created: r.CreatedHeight,
	})
	if err != nil {
		return err
	}
	// A game that ends with its toss unopened counts the creator as first.
	tossed := r.First != SEAT_CREATOR || r.Shots[game.Creator] > 0 || r.Shots[game.Joiner] > 0
	if r.First != first && tossed {
		return invalidGenesis("first: expected %s, who did not shoot first in game %d, got %s",
			first, r.RematchOf, r.First)
	}
	return nil
}

// rematch is the part of a rematch shared with the game before it.
type rematch struct {
	id, of  uint64
	ruleset uint32
	// players are the creator and its opponent.
	players []string
	created int64
}

// rematch records a rematch and returns the seat that shoots first in it: the one that did not the last time.
func (v *genesisValidator) rematch(r rematch) (Seat, error) {
	at, ok := v.ended[r.of]
	if !ok {
		return 0, invalidGenesis("rematch_of: expected a game that has ended, got %d", r.of)
	}
	last := v.gs.Results[at]
	v.rematchOf[r.id] = r.of
	same := r.players[0] == last.Players[0] && r.players[1] == last.Players[1]
	swapped := r.players[0] == last.Players[1] && r.players[1] == last.Players[0]
	if !same && !swapped {
		return 0, invalidGenesis("rematch of game %d: expected the players %v, got %v", r.of, last.Players, r.players)
	}
	if r.ruleset != last.RulesetId {
		return 0, invalidGenesis("rematch of game %d: expected its ruleset, %d, got %d", r.of, last.RulesetId, r.ruleset)
	}
	if r.id <= r.of || r.created < last.EndedHeight {
		return 0, invalidGenesis("expected a rematch created after game %d ended at height %d, got game %d of height %d",
			r.of, last.EndedHeight, r.id, r.created)
	}
	first, err := last.First.Parse()
	if err != nil {
		return 0, err
	}
	if last.Players[first] == r.players[game.Creator] {
		return SEAT_JOINER, nil
	}
	return SEAT_CREATOR, nil
}
