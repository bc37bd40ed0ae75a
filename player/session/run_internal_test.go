package session

import (
	"errors"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/player/client"
)

// What Run outlasts, and for how long.
func TestHowOftenAFailureIsOutlasted(t *testing.T) {
	const ever = 1_000 // nothing counts as far as that
	past, future := time.Now().Add(-time.Second), time.Now().Add(time.Hour)
	away := &client.NoNodeError{Address: "tcp://node:26657"}
	for name, tc := range map[string]struct {
		err        error
		heardUntil time.Time
		// times is how often it may happen in a row.
		times int
		want  error
	}{
		"failed in a block": {
			err: &client.RefusedError{Height: 7, Log: "out of gas"}, heardUntil: future, times: maxPaidFailures - 1,
		},
		"refused before a block":       {err: &client.RefusedError{Log: "no room"}, heardUntil: past, times: ever},
		"in no block":                  {err: &client.NotIncludedError{Err: errors.New("late")}, heardUntil: past, times: ever},
		"in no block of a silent node": {err: &client.NotIncludedError{Err: away}, heardUntil: past, times: ever},
		"a node that is away":          {err: away, heardUntil: future, times: ever},
		"a node that stays away":       {err: away, heardUntil: past},
		"no such game": {
			err: status.Error(codes.NotFound, "no such game"), heardUntil: future, times: maxMissing - 1, want: ErrGone,
		},
		"the player's own program":                  {err: errors.New("no such strategy"), heardUntil: future},
		"a limit of fees that nothing was sent for": {err: &client.FeeLimitError{}, heardUntil: future},
	} {
		t.Run(name, func(t *testing.T) {
			told := 0
			r := run{
				Session: &Session{}, heardUntil: tc.heardUntil, observer: Observer{Trouble: func(error) { told++ }},
			}
			for i := range tc.times {
				if err := r.failed(tc.err); err != nil {
					t.Fatalf("failure %d: %v", i+1, err)
				}
			}
			if told > 1 {
				t.Errorf("told %d times of the same", told)
			}
			if tc.times == ever {
				return
			}
			want := tc.want
			if want == nil {
				want = tc.err
			}
			if err := r.failed(tc.err); !errors.Is(err, want) {
				t.Errorf("expected %v, got %v", want, err)
			}
		})
	}
}

// A failure of another kind begins a new row of games that are not found, and the pause grows with the failures.
func TestFailuresAreCountedInARow(t *testing.T) {
	missing, away := status.Error(codes.NotFound, "no such game"), &client.NoNodeError{}
	told := 0
	r := run{
		Session: &Session{}, heardUntil: time.Now().Add(time.Hour), observer: Observer{Trouble: func(error) { told++ }},
	}
	for i := range 3 * maxMissing {
		var err error = missing
		if i%(maxMissing-1) == 0 {
			err = away
		}
		if err := r.failed(err); err != nil {
			t.Fatalf("failure %d: %v", i+1, err)
		}
	}
	if told != 1 {
		t.Errorf("expected to be told once, got %d times", told)
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
