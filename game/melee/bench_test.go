package melee_test

import (
	"fmt"
	"testing"

	"github.com/battleship-chain/battleship/game/melee"
)

// BenchmarkStep is one report, with the state read from its bytes and written again.
func BenchmarkStep(b *testing.B) {
	for _, players := range []int{4, 16} {
		b.Run(fmt.Sprintf("%d players", players), func(b *testing.B) {
			s := playedState(b, players)
			progress := s.AppendProgress(nil)
			b.ReportAllocs()
			for b.Loop() {
				read, err := melee.ParseProgress(s.Ruleset, s.Clock, progress)
				if err != nil {
					b.Fatal(err)
				}
				next, _, err := melee.Step(read, melee.Report{By: melee.Seat(players - 1)}, 1)
				if err != nil {
					b.Fatal(err)
				}
				progress = next.AppendProgress(progress[:0])
				progress = s.AppendProgress(progress[:0])
			}
		})
	}
}
