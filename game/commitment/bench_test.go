package commitment_test

import (
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// The benchmarks of what the chain does also report nanoseconds for each hash that its cost function counts, which is
// what gas for a hash has to cover.

func BenchmarkCommit(b *testing.B) {
	for _, r := range rulesets() {
		b.Run(r.Name, func(b *testing.B) {
			p := alice(b, r)
			for b.Loop() {
				if _, err := commitment.Commit(p.binding, p.fleet, p.secret); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	for _, r := range rulesets() {
		b.Run(r.Name, func(b *testing.B) {
			p := alice(b, r)
			for b.Loop() {
				if _, err := commitment.Open(p.binding, p.fleet, p.secret, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkVerifyOpening(b *testing.B) {
	for _, r := range rulesets() {
		b.Run(r.Name, func(b *testing.B) {
			p := alice(b, r)
			board, o := p.commit(b), p.open(b, 0)
			for b.Loop() {
				if err := commitment.VerifyOpening(p.binding, board, 0, o); err != nil {
					b.Fatal(err)
				}
			}
			perHash(b, commitment.OpeningHashes(r, 0))
		})
	}
}

func BenchmarkToss(b *testing.B) {
	p := alice(b, game.Classic())
	board, o := p.commit(b), p.openToss(b)
	joiner := make([]byte, commitment.TossSize)
	for b.Loop() {
		if err := commitment.VerifyToss(p.binding, board, o); err != nil {
			b.Fatal(err)
		}
		commitment.TossFirst(o.Salt, joiner)
	}
	perHash(b, commitment.TossHashes)
}

func BenchmarkAudit(b *testing.B) {
	for _, r := range rulesets() {
		b.Run(r.Name, func(b *testing.B) {
			p := alice(b, r)
			board := p.commit(b)
			for b.Loop() {
				if err := commitment.Audit(p.binding, board, p.fleet, p.secret); err != nil {
					b.Fatal(err)
				}
			}
			perHash(b, commitment.AuditHashes(r))
		})
	}
}

// perHash reports the time of one hash.
func perHash(b *testing.B, hashes int) {
	b.Helper()
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*hashes), "ns/hash")
	b.ReportMetric(float64(hashes), "hashes")
}
