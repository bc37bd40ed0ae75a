package melee_test

import (
	"slices"

	"github.com/battleship-chain/battleship/game/melee"
)

// replay is the state after a step, made from the state before and what happened, without melee.Step: as an indexer
// would do it that sees nothing but events.
func replay(s melee.State, events []melee.Event) melee.State {
	s.Players = slices.Clone(s.Players)
	drop := func() {
		for i := range s.Players {
			s.Players[i].HasTarget, s.Players[i].Target = false, 0
		}
	}
	fold := func() {
		s.Bombed = s.Bombed.Union(s.Volley())
		drop()
	}
	for _, event := range events {
		switch e := event.(type) {
		case melee.Joined:
			s.Players[e.By].Standing, s.Withdrawn = melee.Afloat, false
		case melee.Declined:
			s.Players[e.Place].Standing = melee.Closed
		case melee.Left:
			s.Owes = s.Owes.Without(e.By)
			s.Players[e.By].Standing = melee.Absent
			if s.Stage == melee.StageOpen {
				s.Players[e.By].Standing = melee.Vacant
			}
		case melee.Withdrawn:
			s.Withdrawn, s.Deadline = true, e.Deadline
		case melee.Confirmed:
			s.Owes = s.Owes.Without(e.By)
		case melee.Cancelled:
			s.Stage, s.Owes, s.Deadline, s.Withdrawn = melee.StageCancelled, 0, 0, false
		case melee.StageBegan:
			if e.Stage == melee.StageAim {
				fold()
			}
			s.Stage, s.Round, s.Owes, s.Deadline = e.Stage, e.Round, e.Owes, e.Deadline
			s.Extended, s.Withdrawn = false, false
		case melee.StageExtended:
			s.Extended, s.Deadline = true, e.Deadline
		case melee.Aimed:
			s.Owes = s.Owes.Without(e.By)
		case melee.Fired:
			s.Owes = s.Owes.Without(e.By)
			s.Players[e.By].HasTarget, s.Players[e.By].Target = true, e.Tile
		case melee.Reported:
			s.Owes = s.Owes.Without(e.By)
			s.Players[e.By].Hits = s.Players[e.By].Hits.Union(e.Hits)
		case melee.Strike:
			s.Owes, s.Struck = s.Owes.Without(e.By), s.Struck.With(e.By)
		case melee.Lost:
			s.Owes = s.Owes.Without(e.By)
			s.Players[e.By].Standing, s.Players[e.By].Round = e.How, e.Round
		case melee.Forfeited:
			s.Kept = e.Kept
		case melee.PlayEnded:
			switch {
			case s.Stage != melee.StageReport:
				drop()
			case e.Unreported == 0:
				fold()
			}
			s.Unreported, s.Emptied = e.Unreported, e.Emptied
		case melee.Proven:
			s.Proven, s.Owes = s.Proven.With(e.By), e.Owes
			if s.Unreported.Has(e.By) {
				s.Unreported = s.Unreported.Without(e.By)
				tiles, _ := s.Ruleset.FleetTiles(e.Fleet)
				s.Players[e.By].Hits = tiles.Intersect(s.Bombed.Union(s.Volley()))
			}
		case melee.Over:
			s.Stage, s.Owes, s.Deadline, s.Extended = melee.StageOver, 0, 0, false
		}
	}
	return s
}
