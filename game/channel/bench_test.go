package channel_test

import (
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
)

// BenchmarkMove judges the moves of a whole off-chain game: rules and openings, no signature.
func BenchmarkMove(b *testing.B) {
	for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
		b.Run(r.Name, func(b *testing.B) {
			s := newStory(b, r)
			i := 0
			for b.Loop() {
				turn := s.turns[i%len(s.turns)]
				if _, _, err := s.Channel.Move(turn.Base, turn.Base.Actor, turn.Move, nil); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

// BenchmarkJudge judges the updates of a whole off-chain game, with signatures that the standard implementation in Go
// checks, and with ones that cost nothing, which leaves the rest.
func BenchmarkJudge(b *testing.B) {
	for name, scheme := range map[string]channeltest.Scheme{
		"signed": channeltest.Secp256k1{}, "quick": channeltest.Quick{},
	} {
		b.Run(name, func(b *testing.B) {
			g := channeltest.New(game.Classic(), channeltest.Options{Scheme: scheme})
			turns := g.Play(channeltest.InOrder)
			i := 0
			for b.Loop() {
				if _, err := g.Judge(turns[i%len(turns)].Update, nil, nil); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

// BenchmarkRefuse refuses an update that is not newer, and one whose first signature is false.
func BenchmarkRefuse(b *testing.B) {
	s := newStory(b, game.Classic())
	x, old, forged := onChain(s.turns[9].State), s.turns[8].Update, s.turns[10].Update
	forged.Signatures[0], forged.Signatures[1] = forged.Signatures[1], forged.Signatures[0]
	b.Run("old", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := s.Submit(x, nil, old, now, nil); err == nil {
				b.Fatal("expected an error")
			}
		}
	})
	b.Run("forged", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := s.Submit(x, nil, forged, now, nil); err == nil {
				b.Fatal("expected an error")
			}
		}
	})
}
