package game_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

// seedStates are states of each phase.
func seedStates(f *testing.F) []game.State {
	f.Helper()
	played, fleets := playedState(f)
	states := []game.State{played}
	for _, r := range game.Rulesets() {
		s, err := game.NewState(r, game.Clock{OpenBlocks: 7, TurnBlocks: 7, ClaimBlocks: 7}, 3)
		if err != nil {
			f.Fatal(err)
		}
		states = append(states, s)
		for _, action := range []game.Action{
			game.Join{},
			game.RevealToss{First: game.Joiner},
			game.Shoot{By: game.Joiner, Tile: 63},
			game.Answer{Hit: true},
			game.Challenge{By: game.Joiner},
			game.Expire{},
			game.Expire{},
		} {
			if _, challenge := action.(game.Challenge); challenge && r.Proven {
				action = game.Concede{By: game.Joiner} // ends it
			}
			if s.Phase.Ended() {
				break
			}
			height := int64(4)
			if _, expiry := action.(game.Expire); expiry {
				height = s.Deadline + 1
			}
			if s, _, err = game.Step(s, action, height); err != nil {
				f.Fatal(err)
			}
			states = append(states, s)
		}
	}
	toss, err := game.NewState(game.Classic(), game.Clock{OpenBlocks: 7, TurnBlocks: 7, ClaimBlocks: 7}, 3)
	if err != nil {
		f.Fatal(err)
	}
	for _, action := range []game.Action{game.Join{}, game.Concede{By: game.Creator}} {
		if toss, _, err = game.Step(toss, action, 4); err != nil {
			f.Fatal(err)
		}
	}
	conceded, _, err := game.Step(played, game.Concede{By: game.Creator}, 4)
	if err != nil {
		f.Fatal(err)
	}
	over, _, err := game.Step(conceded, game.Claim{By: game.Joiner, Fleet: fleets[game.Joiner]}, 5)
	if err != nil {
		f.Fatal(err)
	}
	declined, _, err := game.Step(states[1], game.Decline{}, 4)
	if err != nil {
		f.Fatal(err)
	}
	return append(states, toss, declined, conceded, over)
}

// FuzzUnmarshalState reads any bytes. What is accepted must be a valid state with exactly those bytes, and fit to go
// on with.
func FuzzUnmarshalState(f *testing.F) {
	for _, s := range seedStates(f) {
		b, err := s.MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := game.UnmarshalState(b)
		if err != nil {
			return
		}
		if back, err := s.MarshalBinary(); err != nil || !bytes.Equal(back, b) {
			t.Errorf("expected %x back, got %x and error %v", b, back, err)
		}
		checkState(t, s)
		if _, _, err := game.Step(s, game.Expire{}, game.MaxBlockHeight); err != nil &&
			!s.Phase.Ended() && !errors.Is(err, game.ErrNotLate) {
			t.Errorf("expected an expiry edge, got %v from\n%s", err, s)
		}
	})
}

// FuzzParseState reads any text. What is accepted must be a valid state with exactly that drawing.
func FuzzParseState(f *testing.F) {
	for _, s := range seedStates(f) {
		f.Add(s.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := game.ParseState(text)
		if err != nil {
			return
		}
		if got := s.String(); got != text && got+"\n" != text {
			t.Errorf("expected the text back, got\n%s", got)
		}
		checkState(t, s)
	})
}

// FuzzParseFleet reads any text as a fleet and as a drawing of one. What is accepted must be given back exactly.
func FuzzParseFleet(f *testing.F) {
	for i, text := range []string{
		"A1h,A3h,A5h,A7h,A9h", "J1v,I1v,H1v,G1v,F1v", "A1h,A3h,A5h,A7h,D7h,G7h,H1v", "J1h,J10h,A10v,,A11h", "",
	} {
		f.Add(uint8(i), text)
		for _, r := range game.Rulesets() {
			if fleet, err := r.ParseFleet(text); err == nil {
				if drawing, err := r.DrawFleet(fleet); err == nil {
					f.Add(uint8(r.ID-1), drawing)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		r := game.Rulesets()[int(n)%len(game.Rulesets())]
		if fleet, err := r.ParseFleet(text); err == nil {
			if got := r.FleetString(fleet); got != text {
				t.Errorf("expected %q back, got %q", text, got)
			}
			tiles, err := r.FleetTiles(fleet)
			if err == nil && tiles.Len() != r.ShipTiles() {
				t.Errorf("expected a legal fleet on %d tiles, got %d", r.ShipTiles(), tiles.Len())
			}
		}
		if fleet, err := r.ParseFleetDrawing(text); err == nil {
			if got, err := r.DrawFleet(fleet); err != nil || got != text && got+"\n" != text {
				t.Errorf("expected the drawing back, got error %v and\n%s", err, got)
			}
		}
	})
}
