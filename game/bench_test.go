package game_test

import (
	"testing"

	"github.com/battleship-chain/battleship/game"
)

// BenchmarkStep is one shot and its answer, in the middle of a game of classic.
func BenchmarkStep(b *testing.B) {
	s, fleets := playedState(b)
	answer := (&scenario{state: s, fleets: fleets}).honest(s.Actor)
	b.ReportAllocs()
	for b.Loop() {
		next, _, err := game.Step(s, answer, 1)
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := game.Step(next, game.Shoot{By: next.Actor, Tile: 99}, 1); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheckClaim is the rule half of the audit of a player with three sunk ships.
func BenchmarkCheckClaim(b *testing.B) {
	s, fleets := playedState(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := game.CheckClaim(s, s.Actor, fleets[s.Actor]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBytes encodes and decodes a state.
func BenchmarkBytes(b *testing.B) {
	s, _ := playedState(b)
	b.ReportAllocs()
	for b.Loop() {
		encoded, err := s.MarshalBinary()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := game.UnmarshalState(encoded); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRandomFleet draws a fleet of each ruleset.
func BenchmarkRandomFleet(b *testing.B) {
	for _, r := range game.Rulesets() {
		b.Run(r.Name, func(b *testing.B) {
			seed := uint64(1)
			for b.Loop() {
				if _, err := game.RandomFleet(r, func(n int) int {
					seed = seed*6364136223846793005 + 1442695040888963407
					return int(seed >> 33 % uint64(n))
				}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
