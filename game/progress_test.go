package game_test

import (
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game"
)

// TestProgressRises plays random games. What a player does in play leads to a state of greater progress, by no more
// than what it is: two for all that ends play, beside one for what it opens or shoots; and nothing else lowers it.
func TestProgressRises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWalk(t)
		for range 2*w.state.Ruleset.Tiles()*2 + 10 {
			w.height += int64(rapid.SampledFrom([]int{0, 0, 0, 0, 0, 0, 1, 4}).Draw(t, "wait"))
			action := w.draw()
			next, _, err := game.Step(w.state, action, w.height)
			if err != nil {
				continue
			}
			before, after := w.state.Progress(), next.Progress()
			least, most := before, before
			switch action.(type) {
			case game.RevealToss, game.Shoot:
				least, most = before+1, before+1
			case game.Answer:
				least, most = before+1, before+1
				if next.Phase != game.PhasePlay {
					least, most = before+3, before+3
				}
			case game.Concede, game.Challenge:
				least, most = before+1, before+3
			case game.Expire:
				most = before + 3
			default:
			}
			if after < least || after > most {
				t.Fatalf("%T: expected a progress of %d to %d, got %d\nbefore\n%s\nafter\n%s",
					action, least, most, after, w.state, next)
			}
			w.state = next
		}
	})
}

// TestProgress is what each state of a short game counts for.
func TestProgress(t *testing.T) {
	const height = 5
	s, err := game.NewState(game.Classic(), game.Clock{OpenBlocks: 9, TurnBlocks: 9, ClaimBlocks: 9}, height)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Progress(); got != 0 {
		t.Fatalf("open: expected 0, got %d", got)
	}
	for _, step := range []struct {
		action game.Action
		want   int
	}{
		{game.Join{}, 0},
		{game.RevealToss{By: game.Creator, First: game.Creator}, 1},
		{game.Shoot{By: game.Creator, Tile: 7}, 2},
		{game.Answer{By: game.Joiner}, 3},
		{game.Shoot{By: game.Joiner, Tile: 7}, 4},
		{game.Answer{By: game.Creator, Hit: true}, 5},
		{game.Concede{By: game.Joiner}, 7},
	} {
		if s, _, err = game.Step(s, step.action, height); err != nil {
			t.Fatal(err)
		}
		if got := s.Progress(); got != step.want {
			t.Errorf("%T: expected %d, got %d", step.action, step.want, got)
		}
	}
}

// TestGivingUpCountsAlike compares the two ways to give up before any shot: with the toss opened and
// without. Both say the same of the boards, and count the same.
func TestGivingUpCountsAlike(t *testing.T) {
	s := joined(t, game.Classic())
	early, _, err := game.Step(s, game.Concede{By: game.Creator}, 6)
	if err != nil {
		t.Fatal(err)
	}
	if s, _, err = game.Step(s, game.RevealToss{By: game.Creator, First: game.Creator}, 6); err != nil {
		t.Fatal(err)
	}
	late, _, err := game.Step(s, game.Concede{By: game.Creator}, 6)
	if err != nil {
		t.Fatal(err)
	}
	if early.Progress() != 3 || late.Progress() != 3 {
		t.Errorf("expected 3 twice, got %d and %d", early.Progress(), late.Progress())
	}
}

// TestRestart starts the clock of each phase anew.
func TestRestart(t *testing.T) {
	toss := joined(t, game.Classic())
	step := func(s game.State, a game.Action) game.State {
		next, _, err := game.Step(s, a, 6)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	play := step(toss, game.RevealToss{By: game.Creator, First: game.Joiner})
	claim := step(play, game.Concede{By: game.Joiner})
	open, err := game.NewState(game.Classic(), game.Clock{OpenBlocks: 9, TurnBlocks: 7, ClaimBlocks: 11}, 5)
	if err != nil {
		t.Fatal(err)
	}
	zk := step(joined(t, game.ClassicZK()), game.Concede{By: game.Joiner})
	for name, tc := range map[string]struct {
		state game.State
		want  int64
	}{
		"open": {open, open.Deadline}, "toss": {toss, 107}, "play": {play, 107}, "claim": {claim, 111}, "over": {zk, 0},
	} {
		t.Run(name, func(t *testing.T) {
			want := tc.state
			want.Deadline = tc.want
			if got := tc.state.Restart(100); !reflect.DeepEqual(got, want) || got.Validate() != nil {
				t.Errorf("expected\n%s\ngot\n%s", want, got)
			}
		})
	}
}

// joined returns a game that was just joined, with turns of 7 and claims of 11 blocks.
func joined(t *testing.T, r *game.Ruleset) game.State {
	t.Helper()
	s, err := game.NewState(r, game.Clock{OpenBlocks: 9, TurnBlocks: 7, ClaimBlocks: 11}, 5)
	if err != nil {
		t.Fatal(err)
	}
	if s, _, err = game.Step(s, game.Join{}, 6); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestBytesOfAnyRuleset writes and reads states of a ruleset that is not known by its ID, and refuses those of another.
func TestBytesOfAnyRuleset(t *testing.T) {
	tiny := small(2, 2, true, 2)
	s := joined(t, &tiny)
	b, err := tiny.AppendState([]byte("before"), s)
	if err != nil {
		t.Fatal(err)
	}
	got, err := tiny.UnmarshalState(b[len("before"):])
	if err != nil || !reflect.DeepEqual(got, s) || got.Ruleset != &tiny {
		t.Errorf("expected\n%s\ngot\n%s and error %v", s, got, err)
	}
	if _, err := s.MarshalBinary(); !errors.Is(err, game.ErrRuleset) {
		t.Errorf("expected ErrRuleset without the ruleset, got %v", err)
	}
	if _, err := game.Classic().AppendState(nil, s); !errors.Is(err, game.ErrRuleset) {
		t.Errorf("expected ErrRuleset for another ruleset, got %v", err)
	}
	if _, err := game.Classic().UnmarshalState(b[len("before"):]); !errors.Is(err, game.ErrEncoding) {
		t.Errorf("expected ErrEncoding from another ruleset, got %v", err)
	}
	if _, err := (&game.Ruleset{}).UnmarshalState(b[len("before"):]); !errors.Is(err, game.ErrRuleset) {
		t.Errorf("expected ErrRuleset from none, got %v", err)
	}
}
