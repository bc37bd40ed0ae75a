package melee

import "slices"

// leavePlay ends play. Seats that missed its last deadline, if any, stay afloat: what their reports would have said,
// their boards will.
func (t *turn) leavePlay(missed Seats) {
	t.Emptied = missed != 0
	if t.Stage == StageReport {
		t.settleReports()
		t.Unreported = missed
	}
	switch {
	case t.Stage != StageReport:
		t.drop()
	case missed == 0:
		t.fold()
	}
	t.Owes = 0
	t.Stage = StageClaim
	t.emit(PlayEnded{Emptied: t.Emptied, Unreported: t.Unreported})
	if may := t.mayClaim(); may != 0 {
		t.enter(StageClaim, may, t.Clock.ClaimBlocks)
		return
	}
	t.over()
}

// afloatRank is the rank of a seat that is afloat. One that has sunk has the round as its rank.
const afloatRank = maxRounds + 1

// rank is the best and the worst possible rank of a seat's claim, the higher the better; they differ until the seat's
// last report is known. A seat that may not claim has 0: it fell silent, gave up, has shown an illegal board, or had
// lost before a silence that ended play.
func (s State) rank(seat Seat) (best, worst int) {
	switch p := s.Players[seat]; {
	case p.Standing == Afloat && s.Unreported.Has(seat):
		return afloatRank, s.Round
	case p.Standing == Afloat:
		return afloatRank, afloatRank
	case p.Standing == Sunk && (!s.Emptied || p.Round == s.Round):
		return p.Round, p.Round
	default:
		return 0, 0
	}
}

// mayClaim are the seats whose proofs count now. Seats that may rank first at the end of play may prove first, and the
// others at the second deadline. A seat that ranks below a proven one need not prove its board.
func (s State) mayClaim() Seats {
	least := 1
	for i := range s.Players {
		if _, worst := s.rank(Seat(i)); s.Stage == StageClaim || s.Proven.Has(Seat(i)) {
			least = max(least, worst)
		}
	}
	var seats Seats
	for i := range s.Players {
		if best, _ := s.rank(Seat(i)); best >= least && !s.Proven.Has(Seat(i)) {
			seats = seats.With(Seat(i))
		}
	}
	return seats
}

// Winners are the seats that share the pot if no other board is proven: of those that are, the ones that rank first.
func (s State) Winners() Seats {
	var winners Seats
	first := 0
	for seat := range s.Proven.All() {
		best, _ := s.rank(seat)
		if best > first {
			first, winners = best, 0
		}
		if best == first {
			winners = winners.With(seat)
		}
	}
	return winners
}

func (t *turn) claim(a Claim) error {
	if err := t.owed(a.By); err != nil {
		return err
	}
	side, err := t.Side(a.By)
	if err != nil {
		return err
	}
	if err := t.Ruleset.CheckSide(side, a.Fleet); err != nil {
		return err
	}
	tiles, err := t.Ruleset.FleetTiles(a.Fleet)
	if err != nil {
		return err
	}
	t.Proven = t.Proven.With(a.By)
	if t.Unreported.Has(a.By) {
		// The board replaces the missing report.
		t.Unreported = t.Unreported.Without(a.By)
		t.Players[a.By].Hits = tiles.Intersect(t.Bombed.Union(t.Volley()))
		if t.sinks(a.By) {
			t.lose(a.By, Sunk)
		}
	}
	t.Owes = t.mayClaim()
	t.emit(Proven{By: a.By, Fleet: slices.Clone(a.Fleet), Owes: t.Owes})
	if t.Owes == 0 {
		t.over()
	}
	return nil
}

// missClaim settles a deadline of claims. A seat that missed the first one keeps its priority over the others, except
// those of equal rank that did not miss it.
func (t *turn) missClaim() {
	if t.Stage == StageSecond || t.Proven != 0 && !t.outranked() {
		t.over()
		return
	}
	t.Stage = StageSecond
	t.enter(StageSecond, t.mayClaim(), t.Clock.ClaimBlocks)
}

// outranked reports whether a seat without a proven board may rank before all seats with one.
func (s State) outranked() bool {
	first := 0
	for seat := range s.Proven.All() {
		best, _ := s.rank(seat)
		first = max(first, best)
	}
	for seat := range s.Owes.All() {
		if best, _ := s.rank(seat); best > first {
			return true
		}
	}
	return false
}

// over ends a melee that has begun.
func (t *turn) over() {
	t.Stage, t.Owes, t.Deadline, t.Extended = StageOver, 0, 0, false
	t.emit(Over{Winners: t.Winners(), Kept: t.Kept})
}

// Outcome is the division of the pot of a melee that is over.
type Outcome struct {
	// Winners share the kept part of the pot equally; a remainder is for the lowest seat. It is empty if no board was
	// proven.
	Winners Seats
	// Kept is how much of the pot that is.
	Kept Fraction
	// Consoled are the seats that were sunk by their own reports and have not won.
	Consoled Seats
	// Refunded are the seats that get their stakes back because no board was proven: all that rank or have conceded, and
	// if silence has ended play, none of those that had lost before. The rest of the pot is forfeited.
	Refunded Seats
}

// Outcome returns the outcome of a melee, and false if it is not over. The stakes of absent seats are not in the pot.
func (s State) Outcome() (Outcome, bool) {
	if s.Stage != StageOver {
		return Outcome{}, false
	}
	o := Outcome{Winners: s.Winners(), Kept: s.Kept}
	if o.Winners == 0 {
		for i, p := range s.Players {
			if best, _ := s.rank(Seat(i)); best > 0 || p.Standing == Conceded && !s.Emptied {
				o.Refunded = o.Refunded.With(Seat(i))
			}
		}
		return o, true
	}
	o.Consoled = s.Seats(Sunk) &^ o.Winners
	return o, true
}

// Ranking returns the rank of each seat once play has ended, from 1, by the public state: first the winners, then those
// afloat, then those that sank, the later the better. Seats that may not claim come last and share a rank. It is 0 for
// seats that were not in the first round, and before play has ended.
func (s State) Ranking() []int {
	ranking := make([]int, len(s.Players))
	if !s.Stage.claims() && s.Stage != StageOver {
		return ranking
	}
	winners := s.Winners()
	key := func(seat Seat) int {
		best, _ := s.rank(seat)
		if winners.Has(seat) {
			best = afloatRank + 1
		}
		return best
	}
	for i, p := range s.Players {
		if p.Standing != Afloat && !p.Standing.lost() {
			continue
		}
		ranking[i] = 1
		for j, o := range s.Players {
			if (o.Standing == Afloat || o.Standing.lost()) && key(Seat(j)) > key(Seat(i)) {
				ranking[i]++
			}
		}
	}
	return ranking
}
