package play_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// FuzzMove sends any move at any moment of a game. None panics, what is refused changes nothing and is paid for at most
// once, and what is accepted leads to a state that a game can be in and has opened nothing but the truth.
func FuzzMove(f *testing.F) {
	for _, proven := range []bool{false, true} {
		f.Add(proven, uint8(0), uint8(0), uint8(0xff), 0, []byte{}, uint8(0), "", "", "J10")
		f.Add(proven, uint8(1), uint8(0), uint8(0), 0, []byte{}, uint8(0), "", "", "A1")
		f.Add(proven, uint8(2), uint8(1), uint8(0xff), 0, []byte{}, uint8(0), "", "", "")
		f.Add(proven, uint8(2), uint8(1), uint8(1), 257, []byte{1}, uint8(9), "carrier", "A1h", "J10")
		f.Add(proven, uint8(3), uint8(1), uint8(0xff), 1, []byte{}, uint8(0), "destroyer", "A9h", "")
		f.Add(proven, uint8(4), uint8(0), uint8(0xff), 1, []byte{}, uint8(0), "", "", "")
	}
	// A proof at its extremes.
	f.Add(true, uint8(2), uint8(1), uint8(2), 1, bytes.Repeat([]byte{0xff}, verify.OpeningSize), uint8(0), "", "", "")
	f.Add(true, uint8(2), uint8(1), uint8(2), 1, make([]byte, verify.OpeningSize), uint8(0), "", "", "")
	moments := []func(*testing.T, *table){toss, shot, pending, last, conceded}
	f.Fuzz(func(
		t *testing.T, proven bool, moment, by, kept uint8, content int, salt []byte, steps uint8,
		class, placement, target string,
	) {
		rules := game.Classic()
		if proven {
			rules = game.ClassicZK()
		}
		tab := newTable(t, rules)
		moments[int(moment)%len(moments)](t, tab)
		honest := tab.reveal()
		m := play.Move{Target: target}
		if kept > 0 {
			m.Opening = &play.Opening{Content: content, Salt: salt}
			if proven {
				m.Opening.Salt, m.Opening.Proof = nil, salt
			}
			for range steps {
				m.Opening.Path = append(m.Opening.Path, salt)
			}
			if kept&2 > 0 {
				m.Opening.Content = honest.Opening.Content
			}
			if kept&4 > 0 {
				m.Opening.Salt = honest.Opening.Salt
			}
			if kept&8 > 0 {
				m.Opening.Path = honest.Opening.Path
			}
			if kept&16 > 0 {
				m.Opening.Proof = honest.Opening.Proof
			}
		}
		if class != "" || placement != "" {
			m.Sunk = &play.Ship{Class: class, Placement: placement}
		}
		if m.Validate() != nil {
			return
		}
		paid, before := 0, tab.State
		next, events, err := tab.Move(tab.player(game.Seat(by%2)), m, height, func(w play.Work) {
			if paid++; w.Hashes < commitment.TossHashes && w.Openings != 1 || paid > 1 {
				t.Fatalf("expected one payment for some hashes or an opening, got payment %d for %+v", paid, w)
			}
		})
		if err != nil {
			if len(events) > 0 || !reflect.DeepEqual(next, before) {
				t.Fatalf("expected nothing to happen, got %+v and\n%s", events, next)
			}
			return
		}
		if err := next.Validate(); err != nil {
			t.Fatal(err)
		}
		if opens := m.Opening != nil; opens != (paid == 1) || opens && !sameOpening(*m.Opening, *honest.Opening) {
			t.Fatalf("expected %+v, paid for, got %+v, paid for %d times", honest.Opening, m.Opening, paid)
		}
	})
}

// sameOpening reports whether two openings are the same; an empty path is none.
func sameOpening(a, b play.Opening) bool {
	return a.Content == b.Content && string(a.Salt) == string(b.Salt) && len(a.Path) == len(b.Path) &&
		(len(a.Path) == 0 || reflect.DeepEqual(a.Path, b.Path)) && string(a.Proof) == string(b.Proof)
}
