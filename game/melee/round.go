package melee

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// nextRound begins a round: every seat afloat owes an aim.
func (t *turn) nextRound() {
	t.Round++
	t.enter(StageAim, t.Seats(Afloat), t.Clock.TurnBlocks)
}

func (t *turn) aim(by Seat) error {
	if err := t.owed(by); err != nil {
		return err
	}
	t.Owes = t.Owes.Without(by)
	t.emit(Aimed{By: by})
	t.goOn(t.Seats(Afloat))
	return nil
}

func (t *turn) fire(a Fire) error {
	if err := t.owed(a.By); err != nil {
		return err
	}
	if int(a.Tile) >= t.Ruleset.Tiles() {
		return fmt.Errorf("%w: expected an index below %d, got %d", game.ErrTile, t.Ruleset.Tiles(), a.Tile)
	}
	if t.Bombed.Has(a.Tile) {
		return fmt.Errorf("%w: expected a tile that was not bombed in an earlier round, got %s",
			game.ErrTileTaken, t.Ruleset.TileName(a.Tile))
	}
	t.Owes = t.Owes.Without(a.By)
	t.Players[a.By].HasTarget, t.Players[a.By].Target = true, a.Tile
	t.emit(Fired{By: a.By, Tile: a.Tile})
	t.goOn(0)
	return nil
}

func (t *turn) report(a Report) error {
	if err := t.owed(a.By); err != nil {
		return err
	}
	if stray := a.Hits.Minus(t.Volley()); !stray.IsEmpty() {
		return fmt.Errorf("%w: expected hits among the %d targets of the round, got %d others",
			ErrReport, t.Volley().Len(), stray.Len())
	}
	hits := t.Players[a.By].Hits.Union(a.Hits)
	if hits.Len() > t.Ruleset.ShipTiles() {
		return fmt.Errorf("%w: expected at most %d hits on a board, got %d", ErrReport, t.Ruleset.ShipTiles(), hits.Len())
	}
	t.Players[a.By].Hits = hits
	t.Owes = t.Owes.Without(a.By)
	t.emit(Reported{By: a.By, Hits: a.Hits})
	t.goOn(0)
	return nil
}

// concede gives up. The last seat in play cannot, nor can a seat that has reported its own end.
func (t *turn) concede(by Seat) error {
	switch {
	case t.Players[by].Standing != Afloat || t.sinks(by):
		return fmt.Errorf("%w: seat %d has nothing left to give up", game.ErrTurn, int(by))
	case t.Seats(Afloat).Len() == 1:
		return fmt.Errorf("%w: seat %d is the last one", game.ErrTurn, int(by))
	}
	t.lose(by, Conceded)
	t.goOn(t.Seats(Afloat))
	return nil
}

// goOn enters the next stage if this one is complete, or only one player is left. Aimers are the seats that have aimed,
// if this stage is for that.
func (t *turn) goOn(aimers Seats) {
	switch {
	case t.Stage != StageReport && t.Seats(Afloat).Len() == 1:
		t.leavePlay(0)
	case t.Owes != 0:
	case t.Stage == StageAim:
		t.enter(StageFire, aimers, t.Clock.TurnBlocks)
	case t.Stage == StageFire && t.Volley().IsEmpty():
		t.nextRound()
	case t.Stage == StageFire:
		t.enter(StageReport, t.Seats(Afloat), t.Clock.TurnBlocks)
	default:
		t.endRound()
	}
}

// endRound sinks together all whose last ship was hit. It is the end of play if fewer than two stay afloat.
func (t *turn) endRound() {
	t.settleReports()
	if t.Seats(Afloat).Len() < 2 {
		t.leavePlay(0)
		return
	}
	t.fold()
	t.nextRound()
}

// settleReports puts out all whose reports of this round were their last.
func (t *turn) settleReports() {
	counted := t.counted()
	for seat := range t.Seats(Afloat).All() {
		switch {
		case counted.Has(seat):
		case t.sinks(seat):
			t.lose(seat, Sunk)
		default:
			t.lose(seat, Unproven)
		}
	}
}

// fold ends a volley that all have reported.
func (t *turn) fold() {
	t.Bombed = t.Bombed.Union(t.Volley())
	t.drop()
}

// drop forgets the targets of the round.
func (t *turn) drop() {
	for i := range t.Players {
		t.Players[i].HasTarget, t.Players[i].Target = false, 0
	}
}
