package channel_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
)

// FuzzDecode reads any bytes. What is accepted is a state of this off-chain game, with exactly these bytes.
func FuzzDecode(f *testing.F) {
	for _, r := range []*game.Ruleset{game.Classic(), game.XayaZK()} {
		g := channeltest.New(r, channeltest.Options{})
		f.Add(r.Proven, []byte{})
		f.Add(r.Proven, must(g.Encode(g.Initial())))
		for _, turn := range g.Play(channeltest.InOrder)[:9] {
			f.Add(r.Proven, must(g.Encode(turn.State)))
		}
	}
	classic := channeltest.New(game.Classic(), channeltest.Options{})
	proven := channeltest.New(game.XayaZK(), channeltest.Options{})
	f.Fuzz(func(t *testing.T, zk bool, b []byte) {
		g := classic
		if zk {
			g = proven
		}
		s, err := g.Decode(b)
		if err != nil {
			return
		}
		if err := g.Check(s); err != nil {
			t.Fatalf("expected a state of this game, got %v", err)
		}
		if again, err := g.Encode(s); err != nil || len(b) > 0 && !bytes.Equal(again, b) {
			t.Fatalf("expected %x, got %x and error %v", b, again, err)
		}
	})
}

// FuzzSubmit submits any proof. None panics; what is refused changes nothing; and what is accepted is a newer state
// that both players endorse, or that the rules make of one.
func FuzzSubmit(f *testing.F) {
	g := channeltest.New(game.Classic(), channeltest.Options{})
	turns := g.Play(channeltest.InOrder)
	f.Add(uint8(0), uint8(0), []byte{}, uint8(0xff), 0, []byte{}, "", "", "", false, []byte{}, []byte{})
	f.Add(uint8(5), uint8(1), []byte{}, uint8(0xff), 0, []byte{}, "", "", "", false, []byte{}, []byte{})
	f.Add(uint8(7), uint8(2), []byte{3}, uint8(0xff), 0, []byte{}, "", "", "", true, []byte{}, []byte{})
	ones := bytes.Repeat([]byte{1}, channel.SignatureSize)
	f.Add(uint8(9), uint8(3), []byte{}, uint8(0x0f), 1, []byte{1}, "", "", "A1", false, ones, []byte{})
	f.Add(uint8(9), uint8(0), []byte{}, uint8(0xf0), 257, []byte{}, "carrier", "A1h", "J10", false, []byte{2}, []byte{})
	f.Add(uint8(200), uint8(1), []byte{}, uint8(0xff), 0, []byte{}, "", "", "", false, []byte{}, []byte{})
	off, on := offChain(f, g), onChain(turns[5].State)
	f.Fuzz(func(
		t *testing.T, at, sender uint8, state []byte, kept uint8, content int, salt []byte, class, placement, target string,
		concede bool, one, two []byte,
	) {
		turn := turns[int(at)%len(turns)]
		p := turn.Update
		m := *p.Move
		if kept&1 == 0 {
			p.State = state
		}
		if kept&2 == 0 {
			m.Opening = &play.Opening{Content: content, Salt: salt, Path: [][]byte{salt, one}}
		}
		if kept&4 == 0 {
			m.Target, m.Concede = target, concede
		}
		if kept&8 == 0 {
			m.Sunk = &play.Ship{Class: class, Placement: placement}
		}
		if kept&16 == 0 {
			p.Signatures[0] = one
		}
		if kept&32 == 0 {
			p.Signatures[1] = two
		}
		if p.Move = &m; kept&64 == 0 {
			p.Move = nil
		}
		var from *game.Seat
		if sender < 4 {
			from = []*game.Seat{alice, bob, nobody, new(game.Seat(2))}[sender]
		}
		x := off
		if kept&128 == 0 {
			x = on
		}
		got, events, err := g.Submit(x, from, p, now, nil)
		if err != nil {
			if !reflect.DeepEqual(got, x) || events != nil {
				t.Fatalf("expected nothing to happen, got %+v", events)
			}
			return
		}
		if got.OffChain || got.State.Validate() != nil || !x.OffChain && got.State.Progress() <= x.State.Progress() {
			t.Fatalf("expected a newer state on-chain, got %+v", got)
		}
		proven(t, g, p, from)
	})
}

// proven fails unless a proof that was accepted has all the signatures it needs, each true.
func proven(t *testing.T, g *channeltest.Game, p channel.Proof, from *game.Seat) {
	t.Helper()
	base := must(g.Decode(p.State))
	for seat, sig := range p.Signatures {
		by := game.Seat(seat)
		signed := base
		if p.Move != nil && base.Actor == by {
			signed = g.After(base, *p.Move)
		}
		if len(sig) > 0 {
			if !bytes.Equal(sig, g.Sign(by, signed)) {
				t.Fatalf("expected the signature of the %s, got %x", by, sig)
			}
			continue
		}
		if known := signed.Phase == game.PhaseToss; !known && (from == nil || *from != by) {
			t.Fatalf("expected an endorsement of the %s, got none", by)
		}
	}
}
