package melee_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// playedState is a melee of so many players in its second report: the first round has hit, and half have reported.
func playedState(t testing.TB, players int) melee.State {
	t.Helper()
	s, err := melee.NewState(melee.Ruleset(), clock, players, 0)
	if err != nil {
		t.Fatal(err)
	}
	step := func(a melee.Action) {
		t.Helper()
		if s, _, err = melee.Step(s, a, 1); err != nil {
			t.Fatal(err)
		}
	}
	for range players - 1 {
		step(melee.Join{})
	}
	for by := range s.Owes.All() {
		step(melee.Confirm{By: by})
	}
	for round := range 2 {
		for by := range s.Owes.All() {
			step(melee.Aim{By: by})
		}
		for by := range s.Owes.All() {
			step(melee.Fire{By: by, Tile: game.Tile(50*round) + game.Tile(by)})
		}
		volley := slices.Collect(s.Volley().All())
		for i, by := range slices.Collect(s.Owes.All()) {
			if round == 0 || 2*i < players {
				step(melee.Report{By: by, Hits: game.SetOf(volley[i])})
			}
		}
	}
	return s
}

// TestSizeOfProgress holds what changes in a melee, which the chain writes with each message, to its size.
func TestSizeOfProgress(t *testing.T) {
	for players, most := range map[int]int{4: 110, 16: 300} {
		if n := len(playedState(t, players).AppendProgress(nil)); n > most {
			t.Errorf("%d players: expected at most %d bytes, got %d", players, most, n)
		}
	}
}

func TestAppendBinaryAppends(t *testing.T) {
	s := playedState(t, 4)
	alone, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.AppendBinary([]byte("before"))
	if err != nil || string(got) != "before"+string(alone) {
		t.Errorf("expected the bytes after what was there, got %x and error %v", got, err)
	}
}

// TestBytesNeedTheRuleset refuses a ruleset that has the known ID and is another.
func TestBytesNeedTheRuleset(t *testing.T) {
	for name, change := range map[string]func(*game.Ruleset){
		"an unknown id": func(r *game.Ruleset) { r.ID = 99 },
		"another name":  func(r *game.Ruleset) { r.Name = "melees" },
		"another class": func(r *game.Ruleset) { r.Classes[3].Name = "raft" },
		"another rule":  func(r *game.Ruleset) { r.Touch = false },
		"other players": func(r *game.Ruleset) { r.MaxPlayers = 8 },
	} {
		t.Run(name, func(t *testing.T) {
			r := melee.Ruleset()
			change(r)
			s, err := melee.NewState(r, clock, 4, 0)
			if err != nil {
				t.Fatal(err)
			}
			if b, err := s.MarshalBinary(); !errors.Is(err, game.ErrRuleset) {
				t.Errorf("expected an ErrRuleset, got %x and error %v", b, err)
			}
		})
	}
}

// TestEveryByteCounts cuts and flips the bytes of a state: whatever is read must have exactly those bytes.
func TestEveryByteCounts(t *testing.T) {
	valid, err := playedState(t, 3).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for n := range valid {
		if got, err := melee.UnmarshalState(valid[:n]); err == nil {
			t.Errorf("expected no state from %d of %d bytes, got\n%s", n, len(valid), got)
		}
	}
	if got, err := melee.UnmarshalState(append(bytes.Clone(valid), 0)); err == nil {
		t.Errorf("expected no state from a byte more, got\n%s", got)
	}
	for i := range 8 * len(valid) {
		flipped := bytes.Clone(valid)
		flipped[i/8] ^= 1 << (i % 8)
		checkBytes(t, flipped)
	}
}

// checkBytes holds bytes that are read as a state to being the bytes of that state.
func checkBytes(t testing.TB, b []byte) {
	t.Helper()
	s, err := melee.UnmarshalState(b)
	if err != nil {
		return
	}
	if back, err := s.MarshalBinary(); err != nil || !bytes.Equal(back, b) {
		t.Errorf("expected %x again, got %x and error %v", b, back, err)
	}
}

// FuzzUnmarshalState reads anything as a state. What is read has exactly those bytes, a drawing, and an end.
func FuzzUnmarshalState(f *testing.F) {
	for _, players := range []int{2, 4, 16} {
		b, err := playedState(f, players).MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		checkBytes(t, b)
		if s, err := melee.UnmarshalState(b); err == nil {
			checkState(t, s)
			for !s.Stage.Ended() {
				height := max(s.Deadline+1, 0)
				if height > game.MaxBlockHeight {
					return
				}
				if s, _, err = melee.Step(s, melee.Expire{}, height); err != nil {
					t.Fatalf("expected an expiry, got %v on\n%s", err, s)
				}
			}
		}
	})
}

// FuzzParseState reads anything as a drawing. What is read has exactly that drawing.
func FuzzParseState(f *testing.F) {
	for _, players := range []int{2, 5, 16} {
		f.Add(playedState(f, players).String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := melee.ParseState(text)
		if err != nil {
			return
		}
		checkState(t, s)
		if back := s.String(); back != text && back+"\n" != text {
			t.Errorf("expected\n%s\ngot\n%s", text, back)
		}
	})
}

// TestDrawingsAreExact refuses a drawing that is changed anywhere but in what it says.
func TestDrawingsAreExact(t *testing.T) {
	text := playedState(t, 5).String()
	if _, err := melee.ParseState(text); err != nil {
		t.Fatal(err)
	}
	for i := range len(text) {
		before, after := text[:i], text[i+1:]
		for _, changed := range []string{before, before + after, before + "x" + after, before + "0" + text[i:]} {
			s, err := melee.ParseState(changed)
			if err == nil && s.String() != changed {
				t.Fatalf("expected no state, got\n%s\nof\n%s", s, changed)
			}
		}
	}
	for _, text := range []string{"", "\n", "ruleset   classic", "invalid state", string(make([]byte, 20000))} {
		if s, err := melee.ParseState(text); !errors.Is(err, game.ErrDrawing) {
			t.Errorf("%.20q: expected an ErrDrawing, got error %v and\n%s", text, err, s)
		}
	}
}
