package zk

import (
	"syscall"
	"testing"
	"time"

	"github.com/battleship-chain/battleship/game/zk/verify"
)

func BenchmarkNewProver(b *testing.B) {
	for _, r := range rulesets() {
		b.Run(r.Name, func(b *testing.B) {
			for b.Loop() {
				if _, err := NewProver(r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkProofs(b *testing.B) {
	for _, r := range rulesets() {
		p := alice(b, r, newRand(b, 1))
		a := p.answer(b, 0)
		board := verify.Board{Binding: p.binding, Commitment: a.Commitment}
		boardProof, answerProof := p.proveBoard(b), p.proveAnswer(b, a)
		for name, do := range map[string]func(){
			"commit":       func() { p.commit(b) },
			"proveBoard":   func() { p.proveBoard(b) },
			"proveAnswer":  func() { p.proveAnswer(b, a) },
			"verifyBoard":  func() { _ = board.Verify(boardProof) },
			"verifyAnswer": func() { _ = a.Verify(answerProof) },
		} {
			b.Run(r.Name+"/"+name, func(b *testing.B) {
				began := processorTime(b)
				for b.Loop() {
					do()
				}
				b.ReportMetric(float64((processorTime(b)-began).Microseconds())/float64(b.N), "cpu-us/op")
			})
		}
	}
}

// processorTime returns the time that processors have worked for this process, to which other programs add little.
func processorTime(b *testing.B) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
