package game_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

func TestBadClocks(t *testing.T) {
	good := game.Clock{OpenBlocks: 1, TurnBlocks: 1, ClaimBlocks: 1}
	for name, tc := range map[string]struct {
		clock  game.Clock
		height int64
	}{
		"no open wait":              {game.Clock{TurnBlocks: 1, ClaimBlocks: 1}, 0},
		"no turn":                   {game.Clock{OpenBlocks: 1, ClaimBlocks: 1}, 0},
		"no claim":                  {game.Clock{OpenBlocks: 1, TurnBlocks: 1}, 0},
		"a negative turn":           {game.Clock{OpenBlocks: 1, TurnBlocks: -1, ClaimBlocks: 1}, 0},
		"a turn without bound":      {game.Clock{OpenBlocks: 1, TurnBlocks: math.MaxInt64, ClaimBlocks: 1}, 0},
		"a claim without bound":     {game.Clock{OpenBlocks: 1, TurnBlocks: 1, ClaimBlocks: game.MaxClockBlocks + 1}, 0},
		"an open wait out of range": {game.Clock{OpenBlocks: game.MaxClockBlocks + 1, TurnBlocks: 1, ClaimBlocks: 1}, 0},
		"a negative height":         {good, -1},
		"the greatest height":       {good, math.MaxInt64},
	} {
		t.Run(name, func(t *testing.T) {
			if s, err := game.NewState(game.Classic(), tc.clock, tc.height); !errors.Is(err, game.ErrClock) {
				t.Errorf("expected an ErrClock, got\n%s\nand error %v", s, err)
			}
		})
	}
}

// TestClocksDoNotOverflow plays at the greatest heights with the longest waits.
func TestClocksDoNotOverflow(t *testing.T) {
	clock := game.Clock{
		OpenBlocks: game.MaxClockBlocks, TurnBlocks: game.MaxClockBlocks, ClaimBlocks: game.MaxClockBlocks,
	}
	s, err := game.NewState(game.Classic(), clock, game.MaxBlockHeight)
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range []game.Action{game.Join{}, game.RevealToss{}, game.Shoot{}, game.Concede{}} {
		if s, _, err = game.Step(s, action, game.MaxBlockHeight); err != nil {
			t.Fatal(err)
		}
		if want := int64(game.MaxBlockHeight + game.MaxClockBlocks); s.Deadline != want {
			t.Errorf("%T: expected deadline %d, got %d", action, want, s.Deadline)
		}
		checkState(t, s)
	}
	for _, height := range []int64{math.MinInt64, -1, game.MaxBlockHeight + 1, math.MaxInt64} {
		if _, _, err := game.Step(s, game.Expire{}, height); !errors.Is(err, game.ErrClock) {
			t.Errorf("height %d: expected an ErrClock, got %v", height, err)
		}
	}
}

// TestNumbersAreFrozen pins the numbers that stored games and clients in other languages rely on, and their names.
func TestNumbersAreFrozen(t *testing.T) {
	for name, tc := range map[string]struct {
		names []string
		name  func(uint8) string
	}{
		"second claim": {
			[]string{"none", "open", "proven", "second claim 3"},
			func(n uint8) string { return game.SecondClaim(n).String() },
		},
		"phase": {
			[]string{"phase 0", "open", "toss", "play", "claim", "over", "cancelled", "phase 7"},
			func(n uint8) string { return game.Phase(n).String() },
		},
		"obligation": {
			[]string{"nothing", "toss-reveal", "answer", "shot", "claim", "obligation 5"},
			func(n uint8) string { return game.Obligation(n).String() },
		},
		"reason": {
			[]string{
				"none", "sunk", "conceded", "challenged", "timeout", "unproven", "cancelled", "void", "reason 8",
			},
			func(n uint8) string { return game.Reason(n).String() },
		},
		"cause of a cancelled game": {
			[]string{"cause 0", "withdrawn", "expired", "declined", "cause 4"},
			func(n uint8) string { return game.CancelCause(n).String() },
		},
		"seat": {
			[]string{"creator", "joiner", "seat 2"},
			func(n uint8) string { return game.Seat(n).String() },
		},
	} {
		for number, want := range tc.names {
			if got := tc.name(uint8(number)); got != want {
				t.Errorf("%s %d: expected %q, got %q", name, number, want, got)
			}
		}
	}
	if game.Creator.Other() != game.Joiner || game.Joiner.Other() != game.Creator {
		t.Error("expected each seat to be the other's other")
	}
}

func TestLate(t *testing.T) {
	for _, tc := range []struct {
		deadline, height int64
		want             bool
	}{{10, 9, false}, {10, 10, false}, {10, 11, true}, {0, 0, false}, {0, 1, true}} {
		if got := game.Late(tc.deadline, tc.height); got != tc.want {
			t.Errorf("deadline %d at %d: expected late %t, got %t", tc.deadline, tc.height, tc.want, got)
		}
	}
}

// pointerAction has the method of an action but is none.
type pointerAction struct{ game.Join }

func TestForeignActions(t *testing.T) {
	s, _ := playedState(t)
	var none *game.Join
	for name, action := range map[string]game.Action{
		"none": nil, "a pointer": &game.Join{}, "a nil pointer": none, "a struct around one": pointerAction{},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := game.Step(s, action, 1); !errors.Is(err, game.ErrAction) {
				t.Errorf("expected an ErrAction, got %v", err)
			}
		})
	}
}

// TestDamagedStates changes a valid state in every way that a damaged record could: Step and the encoders must refuse
// it.
func TestDamagedStates(t *testing.T) {
	for name, damage := range map[string]func(*game.State){
		"no ruleset":               func(s *game.State) { s.Ruleset = nil },
		"claims without proofs":    func(s *game.State) { s.ProvenClaims = true },
		"a claim in a proven game": func(s *game.State) { sunk(s); *s = unannounced(*s) },
		"a void proven game":       func(s *game.State) { over(s, game.Creator, game.ReasonVoid) },
		"an unproven proven game":  func(s *game.State) { over(s, game.Creator, game.ReasonUnproven) },
		"a challenged proven game": func(s *game.State) { over(s, game.Creator, game.ReasonChallenged) },
		"a proven game that the loser won": func(s *game.State) {
			over(s, game.Joiner, game.ReasonSunk)
			s.Actor = game.Creator
		},
		"a proven game with ships missing": func(s *game.State) {
			over(s, game.Joiner, game.ReasonSunk)
			s.Sides[0].Answered, s.Sides[0].Hits, s.Sides[1].Answered = full(100), full(16), full(100)
		},
		"a proven game with ships missing, given up": func(s *game.State) {
			over(s, game.Joiner, game.ReasonConceded)
			s.Sides[0].Answered, s.Sides[0].Hits, s.Sides[1].Answered = full(100), full(16), full(99)
		},
		"a challenged game with proofs and claims": func(s *game.State) {
			over(s, game.Creator, game.ReasonChallenged)
			s.ProvenClaims = true
		},
		"a bad ruleset":                  func(s *game.State) { s.Ruleset = &game.Ruleset{} },
		"an open wait":                   func(s *game.State) { s.Clock.OpenBlocks = 1 },
		"no turn":                        func(s *game.State) { s.Clock.TurnBlocks = 0 },
		"no claim":                       func(s *game.State) { s.Clock.ClaimBlocks = 0 },
		"no phase":                       func(s *game.State) { s.Phase = 0 },
		"an unknown phase":               func(s *game.State) { s.Phase = 7 },
		"another phase":                  func(s *game.State) { s.Phase = game.PhaseToss },
		"an ended phase":                 func(s *game.State) { s.Phase = game.PhaseOver },
		"an unknown obligation":          func(s *game.State) { s.Owes = 5 },
		"another obligation":             func(s *game.State) { s.Owes = game.OwesShot },
		"a negative actor":               func(s *game.State) { s.Actor = -1 },
		"an unknown actor":               func(s *game.State) { s.Actor = 2 },
		"a negative first":               func(s *game.State) { s.First = -1 },
		"an unknown first":               func(s *game.State) { s.First = 2 },
		"another first":                  func(s *game.State) { s.First = game.Joiner },
		"no deadline":                    func(s *game.State) { s.Deadline = 0 },
		"a deadline before the first":    func(s *game.State) { s.Deadline = s.Clock.TurnBlocks - 1 },
		"a deadline without bound":       func(s *game.State) { s.Deadline = math.MaxInt64 },
		"no pending shot":                func(s *game.State) { s.Pending, s.HasPending = 0, false },
		"a pending tile but no shot":     func(s *game.State) { s.HasPending = false },
		"a pending shot off the board":   func(s *game.State) { s.Pending = 100 },
		"a pending shot with an answer":  func(s *game.State) { s.Pending = 80 },
		"a reason in play":               func(s *game.State) { s.Reason = game.ReasonSunk },
		"an answer off the board":        func(s *game.State) { s.Sides[0].Answered = s.Sides[0].Answered.With(100) },
		"a hit without an answer":        func(s *game.State) { s.Sides[0].Hits = s.Sides[0].Hits.With(7) },
		"an answer lost":                 func(s *game.State) { s.Sides[0] = game.Side{} },
		"more answers than shots":        func(s *game.State) { s.Sides[0].Answered = full(82) },
		"a sunk ship afloat":             func(s *game.State) { s.Sides[0].Sunk = []game.Ship{{Class: 2, Origin: 40}} },
		"a sunk ship of no class":        func(s *game.State) { s.Sides[0].Sunk = []game.Ship{{Class: 9, Origin: 80}} },
		"a ship sunk twice":              func(s *game.State) { s.Sides[0].Sunk = slices.Repeat(s.Sides[0].Sunk, 2) },
		"more sunk ships than there are": func(s *game.State) { s.Sides[0].Sunk = make([]game.Ship, 1000) },
		"all ships sunk while in play":   func(s *game.State) { s.Sides[0].Answered, s.Sides[0].Hits = full(17), full(17) },
		"more hits than ships":           func(s *game.State) { s.Sides[0].Answered, s.Sides[0].Hits = full(18), full(18) },
		"no tile left while in play": func(s *game.State) {
			s.Sides[0].Answered, s.Sides[1].Answered = full(100), full(99)
		},
		"all sunk and the loser to claim": func(s *game.State) { sunk(s); s.Actor = game.Creator },
		"all sunk and a wrong reason":     func(s *game.State) { sunk(s); s.Reason = game.ReasonConceded },
		"sunk and not all hit":            func(s *game.State) { sunk(s); s.Sides[0].Hits = full(16) },
		"both sunk":                       func(s *game.State) { sunk(s); s.Sides[1] = s.Sides[0] },
		"an unknown second claim":         func(s *game.State) { sunk(s); s.Second = 3 },
		"a second claim in play":          func(s *game.State) { s.Second = game.SecondOpen },
		"all sunk and the winner second":  func(s *game.State) { sunk(s); s.Second = game.SecondOpen },
		"a second claim when over": func(s *game.State) {
			sunk(s)
			s.Phase, s.Owes, s.Deadline, s.Second = game.PhaseOver, game.OwesNothing, 0, game.SecondProven
		},
		"a claim for no reason": func(s *game.State) { sunk(s); s.Reason = game.ReasonNone },
		"a claim when void":     func(s *game.State) { sunk(s); s.Reason = game.ReasonVoid },
		"a winner when void": func(s *game.State) {
			sunk(s)
			s.Phase, s.Owes, s.Deadline, s.Reason = game.PhaseOver, game.OwesNothing, 0, game.ReasonVoid
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := playedState(t)
			damage(&s)
			if s.Validate() == nil {
				t.Fatalf("expected damage, got a valid state\n%s", s)
			}
			if _, _, err := game.Step(s, game.Concede{}, 1); err == nil {
				t.Error("expected no step, got one")
			}
			if err := game.CheckClaim(s, game.Creator, nil); err == nil {
				t.Error("expected no claim, got one")
			}
			if b, err := s.MarshalBinary(); err == nil || len(b) > 0 {
				t.Errorf("expected no bytes, got %x", b)
			}
			if got := s.String(); !strings.HasPrefix(got, "invalid state: ") || strings.Contains(got, "\n") {
				t.Errorf("expected no drawing, got\n%s", got)
			}
		})
	}
}

// full has the first n tiles.
func full(n int) game.Set {
	var s game.Set
	for tile := range n {
		s = s.With(game.Tile(tile))
	}
	return s
}

// sunk turns a game into one whose joiner has sunk all ships of the creator, ready to be damaged.
func sunk(s *game.State) {
	s.Phase, s.Owes, s.Actor, s.Reason = game.PhaseClaim, game.OwesClaim, game.Joiner, game.ReasonSunk
	s.Pending, s.HasPending = 0, false
	s.Sides = [2]game.Side{{Answered: full(17), Hits: full(17)}, {Answered: full(17)}}
}

// over turns a game into one of a proven ruleset that a player has won, ready to be damaged.
func over(s *game.State, winner game.Seat, why game.Reason) {
	s.Ruleset, s.Phase, s.Owes, s.Deadline = game.ClassicZK(), game.PhaseOver, game.OwesNothing, 0
	*s = unannounced(*s)
	s.Pending, s.HasPending = 0, false
	s.Actor, s.Reason = winner, why
	if why == game.ReasonSunk {
		s.Sides = [2]game.Side{{Answered: full(17), Hits: full(17)}, {Answered: full(17)}}
	}
}

// TestSunkIsValid makes sure that the damage above is what makes those states invalid.
func TestSunkIsValid(t *testing.T) {
	s, _ := playedState(t)
	checkState(t, s)
	sunk(&s)
	checkState(t, s)
	over(&s, game.Joiner, game.ReasonSunk)
	checkState(t, s)
	for _, why := range []game.Reason{game.ReasonConceded, game.ReasonTimeout} {
		for _, winner := range []game.Seat{game.Creator, game.Joiner} {
			s, _ := playedState(t)
			over(&s, winner, why)
			checkState(t, s)
		}
	}
	for _, why := range []game.Reason{game.ReasonUnproven, game.ReasonConceded} {
		s, _ := playedState(t)
		over(&s, game.Joiner, why)
		s.ProvenClaims = true
		checkState(t, s)
	}
}

// TestClaims: a claim runs unless boards are proven and the game's terms do without.
func TestClaims(t *testing.T) {
	for _, tc := range []struct {
		proven, kept, want bool
	}{{false, false, true}, {true, false, false}, {true, true, true}} {
		s := game.State{Ruleset: &game.Ruleset{Proven: tc.proven}, ProvenClaims: tc.kept}
		if got := s.Claims(); got != tc.want {
			t.Errorf("proven %t, claims kept %t: expected %t, got %t", tc.proven, tc.kept, tc.want, got)
		}
	}
}

func TestCheckClaimWithoutAnOwner(t *testing.T) {
	s, fleets := playedState(t)
	for _, by := range []game.Seat{-1, 2} {
		if err := game.CheckClaim(s, by, fleets[0]); !errors.Is(err, game.ErrSeat) {
			t.Errorf("seat %d: expected an ErrSeat, got %v", by, err)
		}
	}
}

func TestAuditErrorsNameBoth(t *testing.T) {
	s, fleets := playedState(t)
	err := game.CheckClaim(s, game.Creator, fleets[0][:4])
	for _, want := range []error{game.ErrAudit, game.ErrFleet, game.ErrFleetMissing} {
		if !errors.Is(err, want) {
			t.Errorf("expected error %v too, got %v", want, err)
		}
	}
}

func TestFirst(t *testing.T) {
	toss := func(first game.Seat) []game.Action { return []game.Action{game.Join{}, game.RevealToss{First: first}} }
	for name, tc := range map[string]struct {
		actions []game.Action
		want    game.Seat
	}{
		"an open game counts the creator": {nil, game.Creator},
		"a toss that nobody has opened counts the creator": {
			[]game.Action{game.Join{}}, game.Creator,
		},
		"a toss that the creator won":               {toss(game.Creator), game.Creator},
		"a toss that the joiner won":                {toss(game.Joiner), game.Joiner},
		"who is first stays first after a shot":     {append(toss(game.Joiner), game.Shoot{By: game.Joiner}), game.Joiner},
		"who is first stays first after an answer":  {append(toss(1), game.Shoot{By: 1}, game.Answer{}), game.Joiner},
		"who is first stays first after giving up":  {append(toss(game.Joiner), game.Concede{By: 1}), game.Joiner},
		"a game given up in the toss by the joiner": {[]game.Action{game.Join{}, game.Concede{By: 1}}, game.Creator},
		"a game given up in the toss by its creator": {
			[]game.Action{game.Join{}, game.Concede{}}, game.Creator,
		},
		"a void game keeps who was first": {
			append(toss(game.Joiner), game.Concede{By: 1}, game.Expire{}, game.Expire{}), game.Joiner,
		},
		"a withdrawn game counts the creator": {[]game.Action{game.Cancel{}}, game.Creator},
		"a cancelled game counts the creator": {[]game.Action{game.Cancel{}, game.Expire{}}, game.Creator},
		"a declined game counts the creator":  {[]game.Action{game.Decline{}}, game.Creator},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := game.NewState(game.Classic(), game.Clock{OpenBlocks: 9, TurnBlocks: 9, ClaimBlocks: 9}, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, action := range tc.actions {
				height := int64(0)
				if _, expiry := action.(game.Expire); expiry {
					height = s.Deadline + 1
				}
				if s, _, err = game.Step(s, action, height); err != nil {
					t.Fatal(err)
				}
			}
			if s.First != tc.want {
				t.Errorf("expected the %s, got the %s", tc.want, s.First)
			}
			s.First = tc.want.Other()
			untouched := s.Phase == game.PhaseOpen || s.Phase == game.PhaseToss || s.Phase == game.PhaseCancelled
			if err := s.Validate(); untouched && !errors.Is(err, game.ErrState) {
				t.Errorf("expected nobody but the creator before the toss is opened, got error %v", err)
			}
		})
	}
}
