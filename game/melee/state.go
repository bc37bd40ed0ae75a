package melee

import (
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
)

// State is the complete state of a melee. It is a value; Step makes new ones. State.Validate lists the invariants of
// every reachable state.
type State struct {
	// Ruleset is the variant that is played. It must not change while a state points to it.
	Ruleset *game.Ruleset
	// Clock is how long players have. OpenBlocks is 0, as in a duel's state.
	Clock game.Clock
	// Stage is the stage of the melee.
	Stage Stage
	// Extended reports whether most seats have missed the stage's first deadline and the stage has another clock. There is
	// no third one.
	Extended bool
	// Withdrawn reports whether the last player at an open table asked to leave. The melee can be joined until the
	// deadline.
	Withdrawn bool
	// Emptied reports whether the silence of all seats afloat has ended play. Then a seat that had lost before has no
	// rank.
	Emptied bool
	// Round counts from 1. It is 0 before the first.
	Round int
	// Deadline is the last height for the obligation of the stage, or for joining an open melee. It is 0 after the end.
	Deadline int64
	// Owes are the seats that owe the stage's obligation: a confirmation, an aim, the opening of an aim, a report. In a
	// claim they are those that may still win by proving their boards.
	Owes Seats
	// Struck are the seats that have missed an aim. Another one is the end.
	Struck Seats
	// Unreported are the seats that were afloat and had not reported the last volley when play ended, and have not proven
	// their boards since. Their boards will show its hits.
	Unreported Seats
	// Proven are the seats that have proven honest boards.
	Proven Seats
	// Kept is how much of the pot is left. The rest went with seats that were scuttled while most of a table was silent.
	Kept Fraction
	// Bombed are the tiles that were bombed and reported, the same on every board. It does not hold the volley that is
	// still to be reported.
	Bombed game.Set
	// Players are the seats.
	Players []Player
}

// NewState opens a melee for a number of players at a height. The creator sits on seat 0. The error is an ErrRuleset,
// an ErrClock or an ErrPlayers.
func NewState(r *game.Ruleset, c game.Clock, players int, height int64) (State, error) {
	if err := checkRuleset(r); err != nil {
		return State{}, err
	}
	if players < r.MinPlayers || players > r.MaxPlayers {
		return State{}, fmt.Errorf("%w: expected %d to %d, got %d", ErrPlayers, r.MinPlayers, r.MaxPlayers, players)
	}
	if err := game.CheckBlocks("an open melee's wait", c.OpenBlocks); err != nil {
		return State{}, err
	}
	if err := game.CheckHeight(height); err != nil {
		return State{}, err
	}
	s := State{
		Ruleset:  r,
		Clock:    game.Clock{TurnBlocks: c.TurnBlocks, ClaimBlocks: c.ClaimBlocks},
		Stage:    StageOpen,
		Deadline: height + c.OpenBlocks,
		Kept:     whole,
		Players:  make([]Player, players),
	}
	s.Players[0].Standing = Afloat
	return s, s.Validate()
}

// clone shares no memory with s that either may write.
func (s State) clone() State {
	s.Players = slices.Clone(s.Players)
	return s
}

// Seats are the seats with a standing.
func (s State) Seats(want Standing) Seats {
	var seats Seats
	for i, p := range s.Players {
		if p.Standing == want {
			seats = seats.With(Seat(i))
		}
	}
	return seats
}

// Volley are the targets that were fired at in this round and are not among the bombed tiles yet. They are complete
// once reports are owed.
func (s State) Volley() game.Set {
	var tiles game.Set
	for _, p := range s.Players {
		if p.HasTarget {
			tiles = tiles.With(p.Target)
		}
	}
	return tiles
}

// Aimed are the seats whose aims of this round can still be opened. The caller of Step keeps these aims.
func (s State) Aimed() Seats {
	switch s.Stage {
	case StageAim:
		return s.Seats(Afloat) &^ s.Owes
	case StageFire:
		return s.Owes
	default:
		return 0
	}
}

// Free are the tiles that can still be aimed at.
func (s State) Free() game.Set {
	var tiles game.Set
	for t := range s.Ruleset.Tiles() {
		tiles = tiles.With(game.Tile(t))
	}
	return tiles.Minus(s.Bombed)
}

// Side is the public part of a seat's board: its answers and hits. The board of a seat that has lost is known as far as
// it reported, so for a seat that is not afloat only the hits are answers. The error is an ErrSeat.
func (s State) Side(seat Seat) (game.Side, error) {
	if err := s.checkSeat(seat); err != nil {
		return game.Side{}, err
	}
	p := s.Players[seat]
	if p.Standing != Afloat {
		return game.Side{Answered: p.Hits, Hits: p.Hits}, nil
	}
	if s.reported(seat) {
		return game.Side{Answered: s.Bombed.Union(s.Volley()), Hits: p.Hits}, nil
	}
	return game.Side{Answered: s.Bombed, Hits: p.Hits}, nil
}

// reported reports whether a seat that is afloat has reported the volley.
func (s State) reported(seat Seat) bool {
	switch {
	case s.Stage == StageReport:
		return !s.Owes.Has(seat)
	case s.Stage.claims() || s.Stage == StageOver:
		return !s.Unreported.Has(seat)
	default:
		return false
	}
}

// sinks reports whether all ships of a seat are hit.
func (s State) sinks(seat Seat) bool { return s.Players[seat].Hits.Len() == s.Ruleset.ShipTiles() }

// counted are the seats afloat, without those whose report of this round was their last: all their ships are hit, or
// every tile is bombed and ships are missing. Such a seat owes nothing more and does not count as silent or present.
func (s State) counted() Seats {
	last := s.lastVolley()
	var seats Seats
	for seat := range s.Seats(Afloat).All() {
		if !s.sinks(seat) && !(last && s.reported(seat)) {
			seats = seats.With(seat)
		}
	}
	return seats
}

// CanEndUnclaimed reports whether this stage may end the melee without a possible claimant: the last volley is
// reported, and no seat has sunk before.
func (s State) CanEndUnclaimed() bool { return s.lastVolley() && s.Seats(Sunk) == 0 }

// lastVolley reports whether this stage is the report of the volley with which all tiles are bombed.
func (s State) lastVolley() bool {
	return s.Stage == StageReport && s.Bombed.Union(s.Volley()).Len() == s.Ruleset.Tiles()
}

// owed returns an ErrSeat or ErrTurn unless a seat owes the stage's obligation.
func (s State) owed(by Seat) error {
	if err := s.checkSeat(by); err != nil {
		return err
	}
	if !s.Owes.Has(by) {
		return fmt.Errorf("%w: seat %d, which is %s, owes nothing in stage %s",
			game.ErrTurn, int(by), s.Players[by].Standing, s.Stage)
	}
	return nil
}
