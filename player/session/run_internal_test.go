package session

import (
	"errors"
	"fmt"
	"maps"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/player/channel"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// What Run outlasts, and for how long.
func TestHowOftenAFailureIsOutlasted(t *testing.T) {
	const ever = 1_000 // nothing counts as far as that
	past, future := time.Now().Add(-time.Second), time.Now().Add(time.Hour)
	away := &client.NoNodeError{Address: "tcp://node:26657"}
	for name, tc := range map[string]struct {
		err            error
		respondedUntil time.Time
		// times is how often it may happen in a row.
		times int
		want  error
		// eachTold says that the observer hears of each.
		eachTold bool
	}{
		"failed in a block": {
			err: &client.RefusedError{Height: 7, Log: "out of gas"}, respondedUntil: past, times: ever, eachTold: true,
		},
		"refused before a block": {err: &client.RefusedError{Log: "no room"}, respondedUntil: past, times: ever},
		"in no block": {
			err: &client.NotIncludedError{Err: errors.New("late")}, respondedUntil: past, times: ever,
		},
		"in no block of a silent node": {err: &client.NotIncludedError{Err: away}, respondedUntil: past, times: ever},
		"a node that is away":          {err: away, respondedUntil: future, times: ever},
		"a node that stays away":       {err: away, respondedUntil: past},
		"no such game": {
			err: status.Error(codes.NotFound, "no such game"), respondedUntil: future, times: maxMissing - 1, want: ErrGone,
		},
		"the player's own program":                  {err: errors.New("no such strategy"), respondedUntil: future},
		"a limit of fees that nothing was sent for": {err: &client.FeeLimitError{}, respondedUntil: future},
	} {
		t.Run(name, func(t *testing.T) {
			told := 0
			r := endurance{
				pauses: new(Pauses), respondedUntil: tc.respondedUntil,
				observer: Observer{Trouble: func(error) { told++ }},
			}
			for i := range tc.times {
				if err := r.failed(0, Position{}, tc.err); err != nil {
					t.Fatalf("failure %d: %v", i+1, err)
				}
			}
			if told > 1 && !tc.eachTold {
				t.Errorf("told %d times of the same", told)
			}
			if tc.times == ever {
				return
			}
			want := tc.want
			if want == nil {
				want = tc.err
			}
			if err := r.failed(0, Position{}, tc.err); !errors.Is(err, want) {
				t.Errorf("expected %v, got %v", want, err)
			}
		})
	}
}

// A failure of another kind begins a new row of games that are not found, and the pause grows with the failures.
func TestFailuresAreCountedInARow(t *testing.T) {
	missing, away := status.Error(codes.NotFound, "no such game"), &client.NoNodeError{}
	told := make(map[string]int)
	r := endurance{
		pauses: new(Pauses), respondedUntil: time.Now().Add(time.Hour),
		observer: Observer{Trouble: func(err error) { told[err.Error()]++ }},
	}
	for i := range 3 * maxMissing {
		err := missing
		if i%(maxMissing-1) == 0 {
			err = away
		}
		if err := r.failed(0, Position{}, err); err != nil {
			t.Fatalf("failure %d: %v", i+1, err)
		}
	}
	if want := map[string]int{away.Error(): 1, ErrUnknown.Error(): 1}; !maps.Equal(told, want) {
		t.Errorf("expected each trouble once, got %v", told)
	}
	if got := r.polls(); got != r.failures || got < 2 {
		t.Errorf("expected a pause of %d polls, got %d", r.failures, got)
	}
	r.failures = 0
	if got := r.polls(); got != 1 {
		t.Errorf("expected a poll after what went well, got %d", got)
	}
	r.failures = maxPause + 1
	if got := r.polls(); got != maxPause {
		t.Errorf("expected at most %d polls, got %d", maxPause, got)
	}
}

// After a step that went well nothing is left of those that failed, and a node that falls silent is waited for from
// then on: as long as the game can last.
func TestAStepThatGoesWellForgetsFailuresAndHearsTheNode(t *testing.T) {
	params := types.DefaultParams()
	e := endurance{failures: 3, missing: 1, lastTrouble: "no room", respondedUntil: time.Now().Add(-time.Second)}
	b := Base{params: &params}
	lasts := patience + params.Duration(780)
	earliest := time.Now().Add(lasts)
	e.well(b.lasts(t.Context(), 780))
	if latest := time.Now().Add(lasts); e.respondedUntil.Before(earliest) || e.respondedUntil.After(latest) {
		t.Errorf("expected to wait for the node from %s to %s, got %s", earliest, latest, e.respondedUntil)
	}
	if e.failures != 0 || e.missing != 0 || e.lastTrouble != "" {
		t.Errorf("expected no failures, got %d, %d and %q", e.failures, e.missing, e.lastTrouble)
	}
}

// Two bots that always moved at the same moment took each other's failures for those of the node, and said nothing.
func TestALostMoveReportsAnotherProgram(t *testing.T) {
	taken := &client.RefusedError{Log: "expected answer by creator, got answer by joiner: " + types.ErrTurn.Error()}
	for name, tc := range map[string]struct {
		before, err error
		want        bool
	}{
		"in simulation":              {err: taken, want: true},
		"after another failure":      {before: &client.NotIncludedError{Err: errors.New("late")}, err: taken},
		"the opponent has given up":  {err: &client.RefusedError{Log: types.ErrPhase.Error()}},
		"in a block":                 {err: &client.RefusedError{Height: 7, Hash: "AB", Log: taken.Log}},
		"refused for something else": {err: &client.RefusedError{Log: "no room"}},
	} {
		t.Run(name, func(t *testing.T) {
			told := 0
			hear := func(err error) {
				if errors.Is(err, ErrOtherProgram) {
					told++
				}
			}
			r := endurance{
				pauses: new(Pauses), respondedUntil: time.Now().Add(time.Hour), observer: Observer{Trouble: hear},
			}
			if tc.before != nil {
				if err := r.failed(0, Position{}, tc.before); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				r.failures = min(r.failures, 1)
				if tc.before == nil {
					r.failures = 0
				}
				if err := r.failed(0, Position{}, tc.err); err != nil {
					t.Fatal(err)
				}
			}
			if (told == 1) != tc.want || told > 1 {
				t.Errorf("told %d times", told)
			}
		})
	}
}

// A program that cannot write down what it is about to sign goes on once it can: it does not leave its player's clock
// alone.
func TestAFullDiskIsOutlasted(t *testing.T) {
	r := endurance{pauses: new(Pauses)}
	for i := range 100 {
		unwritten := []error{channel.ErrUnwritten, vault.ErrUnwritten}[i%2]
		if err := r.failed(0, Position{}, fmt.Errorf("game 7: %w: no space left on device", unwritten)); err != nil {
			t.Fatal(err)
		}
	}
}

// The relay that fails again after updates were delivered is reported again, even for the same reason.
func TestEachOutageOfTheRelayIsReported(t *testing.T) {
	away, reports := errors.New("no connection"), 0
	r := endurance{observer: Observer{Trouble: func(error) { reports++ }}}
	for outage := 1; outage <= 2; outage++ {
		r.tellLine(away)
		r.cutOff = r.cutOff.Add(-cutOffFor - time.Second)
		for range 3 {
			r.tellLine(away)
		}
		if reports != outage {
			t.Errorf("outage %d: expected %d reports, got %d", outage, outage, reports)
		}
		r.tellLine(nil)
	}
}
