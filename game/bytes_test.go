package game_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

// stateVector is one entry of testdata/states.json: canonical bytes for clients in other languages.
type stateVector struct {
	// Drawing is the state as lines of text.
	Drawing []string `json:"drawing"`
	// Bytes are its canonical bytes, in hexadecimal.
	Bytes string `json:"bytes"`
}

// TestStateBytesAreFrozen compares bytes with recorded ones. They are signed and stored elsewhere, so they never
// change.
func TestStateBytesAreFrozen(t *testing.T) {
	text, err := os.ReadFile("testdata/states.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors map[string]stateVector
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	for name, vector := range vectors {
		t.Run(name, func(t *testing.T) {
			drawing := ""
			for _, line := range vector.Drawing {
				drawing += line + "\n"
			}
			s, err := game.ParseState(drawing)
			if err != nil {
				t.Fatal(err)
			}
			b, err := s.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if got := hex.EncodeToString(b); got != vector.Bytes {
				t.Errorf("expected %s, got %s", vector.Bytes, got)
			}
			checkState(t, s)
		})
	}
}

func TestAppendBinaryAppends(t *testing.T) {
	s, _ := playedState(t)
	alone, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.AppendBinary([]byte("before"))
	if err != nil || string(got) != "before"+string(alone) {
		t.Errorf("expected the bytes after what was there, got %x and error %v", got, err)
	}
}

// TestBytesNeedAKnownRuleset refuses a ruleset that has a known ID and is another.
func TestBytesNeedAKnownRuleset(t *testing.T) {
	for name, change := range map[string]func(*game.Ruleset){
		"an unknown id":      func(r *game.Ruleset) { r.ID = 99 },
		"another name":       func(r *game.Ruleset) { r.Name = "classics" },
		"another class":      func(r *game.Ruleset) { r.Classes[4].Name = "frigate" },
		"another rule":       func(r *game.Ruleset) { r.Touch = false },
		"another shot order": func(r *game.Ruleset) { r.HitShootsAgain = true },
		"proofs":             func(r *game.Ruleset) { r.Proven = true },
	} {
		t.Run(name, func(t *testing.T) {
			r := game.Classic()
			change(r)
			s, err := game.NewState(r, game.Clock{OpenBlocks: 1, TurnBlocks: 1, ClaimBlocks: 1}, 0)
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
	s, _ := playedState(t)
	everyByteCounts(t, s)
	everyByteCounts(t, unannounced(s))
}

func everyByteCounts(t *testing.T, s game.State) {
	t.Helper()
	valid, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for n := range valid {
		if got, err := game.UnmarshalState(valid[:n]); err == nil {
			t.Errorf("expected no state from %d of %d bytes, got\n%s", n, len(valid), got)
		}
	}
	if got, err := game.UnmarshalState(append(slices.Clone(valid), 0)); !errors.Is(err, game.ErrEncoding) {
		t.Errorf("expected no state with a byte more, got error %v\n%s", err, got)
	}
	for i := range valid {
		for bit := range 8 {
			changed := slices.Clone(valid)
			changed[i] ^= 1 << bit
			got, err := game.UnmarshalState(changed)
			if err != nil {
				continue
			}
			if back, err := got.MarshalBinary(); err != nil || !slices.Equal(back, changed) {
				t.Errorf("byte %d: expected the bytes back, got %x and error %v", i, back, err)
			}
		}
	}
}

// TestProvenBytes: a proven ruleset adds one byte, whether the game keeps claims, and no other ruleset has it.
func TestProvenBytes(t *testing.T) {
	s, _ := playedState(t)
	for i := range s.Sides {
		s.Sides[i].Sunk = nil
	}
	plain, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	const rulesetAt, claimsAt = 4, 37
	for claims := range byte(2) {
		s.Ruleset, s.ProvenClaims = game.ClassicZK(), claims == 1
		got, err := s.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Insert(slices.Clone(plain), claimsAt, claims)
		want[rulesetAt] = 3
		if !slices.Equal(got, want) {
			t.Errorf("expected %x, got %x", want, got)
		}
		checkState(t, s)
		for _, other := range []byte{2, 0x80, 0xff} {
			got[claimsAt] = other
			if s, err := game.UnmarshalState(got); !errors.Is(err, game.ErrEncoding) {
				t.Errorf("claims %d: expected %v, got error %v\n%s", other, game.ErrEncoding, err, s)
			}
		}
		if s, err := game.UnmarshalState(got[:claimsAt]); !errors.Is(err, game.ErrEncoding) {
			t.Errorf("no claims: expected %v, got error %v\n%s", game.ErrEncoding, err, s)
		}
	}
}

func TestBadStateBytes(t *testing.T) {
	s, _ := playedState(t)
	valid, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		at   int
		with []byte
		want error
	}{
		"version 0":             {0, []byte{0}, game.ErrEncoding},
		"version 1":             {0, []byte{1}, game.ErrEncoding},
		"version 4":             {0, []byte{4}, game.ErrEncoding},
		"an unknown ruleset":    {1, []byte{0, 0, 0, 5}, game.ErrEncoding},
		"another ruleset":       {1, []byte{0, 0, 0, 2}, game.ErrEncoding},
		"a negative turn":       {5, []byte{0xff}, game.ErrClock},
		"an unknown phase":      {21, []byte{9}, game.ErrState},
		"a third actor":         {23, []byte{2}, game.ErrState},
		"a third first player":  {24, []byte{2}, game.ErrState},
		"another first player":  {24, []byte{1}, game.ErrState},
		"a tile off the board":  {33, []byte{0, 101}, game.ErrEncoding},
		"a tile far off":        {33, []byte{0xff, 0xff}, game.ErrEncoding},
		"a stray answer":        {49, []byte{0xf0}, game.ErrEncoding},
		"a stray hit":           {62, []byte{0xf0}, game.ErrEncoding},
		"too many sunk ships":   {63, []byte{6}, game.ErrEncoding},
		"more ships than bytes": {63 + 1 + 2 + 26, []byte{5}, game.ErrEncoding},
	} {
		t.Run(name, func(t *testing.T) {
			changed := slices.Clone(valid)
			copy(changed[tc.at:], tc.with)
			if got, err := game.UnmarshalState(changed); !errors.Is(err, tc.want) {
				t.Errorf("expected %v, got error %v\n%s", tc.want, err, got)
			}
		})
	}
}
