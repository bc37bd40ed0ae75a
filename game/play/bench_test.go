package play_test

import (
	"testing"

	"github.com/battleship-chain/battleship/game"
)

// BenchmarkAudit reports nanoseconds for each hash that AuditWork counts: a proven board must not take more of them
// than one whose work is nothing but hashes.
func BenchmarkAudit(b *testing.B) {
	for _, r := range []*game.Ruleset{game.Classic(), game.ClassicZK()} {
		b.Run(r.Name, func(b *testing.B) {
			tab := newTable(b, r)
			board, hidden := tab.player(game.Creator).Board, tab.boards[game.Creator]
			for b.Loop() {
				if err := board.Audit(hidden.Fleet, hidden.Secret); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*board.AuditWork().Hashes), "ns/hash")
		})
	}
}
