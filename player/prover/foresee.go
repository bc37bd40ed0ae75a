package prover

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/player/bot"
)

// outlook is a state of a game as one of its players sees it.
type outlook struct {
	state game.State
	me    game.Seat
}

// same reports whether the same shots can follow, with the same answers.
func (o outlook) same(other outlook) bool {
	mine, theirs := o.state.Sides[o.me], other.state.Sides[other.me]
	return o.me == other.me && o.shots() == other.shots() &&
		mine.Answered == theirs.Answered && mine.Hits == theirs.Hits && slices.Equal(mine.Sunk, theirs.Sunk)
}

// shots reports whether the next thing that the player answers is a shot that was not fired yet.
func (o outlook) shots() bool {
	playing := o.state.Phase.InPlay()
	return playing && !o.underFire()
}

// underFire reports whether the player owes an answer.
func (o outlook) underFire() bool { return o.state.Owes == game.OwesAnswer && o.state.Actor == o.me }

// foreseen is a statement that may be owed soon, with its key.
type foreseen struct {
	key       string
	statement verify.Answer
}

// foresee returns all statements one of which is owed after the next shot at the board, the likeliest first. It returns
// none if no shot can follow.
func (o outlook) foresee(by *order, b Board) []foreseen {
	if !o.shots() {
		return nil
	}
	var all []foreseen
	for _, tile := range by.of(o) {
		s := o.state
		s.Actor, s.Owes, s.HasPending, s.Pending = o.me, game.OwesAnswer, true, tile
		answer, err := s.TrueAnswer(b.Fleet)
		if err != nil {
			continue
		}
		statement := b.statement(s, answer)
		if key, err := keyOf(statement); err == nil {
			all = append(all, foreseen{key: key, statement: statement})
		}
	}
	return all
}

// order puts tiles into the order in which they are likely to be shot at.
type order struct{ density *bot.Density }

// of returns the possible next targets, first those that a good player would choose with the opponent's knowledge.
func (by *order) of(o outlook) []game.Tile {
	if by.density == nil {
		//nolint:gosec // the order of work ahead, of which nothing but its speed depends
		by.density = bot.NewDensity(rand.New(rand.NewPCG(1, 1)).IntN)
	}
	var tiles []game.Tile
	for i := range o.state.Ruleset.Tiles() {
		if tile := game.Tile(i); !o.state.Sides[o.me].Answered.Has(tile) {
			tiles = append(tiles, tile)
		}
	}
	if odds, ok := by.density.Odds(o.state, o.me.Other()); ok {
		slices.SortStableFunc(tiles, func(a, b game.Tile) int { return cmp.Compare(odds[b], odds[a]) })
	}
	return tiles
}
