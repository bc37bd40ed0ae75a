package zk

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"syscall"
	"testing"

	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"
	"github.com/consensys/gnark/frontend"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// What the circuits cost, for the table in docs/zk.md: make bench PKG=./game/zk

// benchPlayer is a player with the same fleet in every run, and a true answer about it: a hit without a sinking.
func benchPlayer(b *testing.B, r *game.Ruleset) (player, verify.Answer) {
	b.Helper()
	p := alice(b, r, rand.New(rand.NewPCG(9, 9)))
	return p, p.answer(b, p.fleet[0].Origin, game.Set{})
}

// timeCPU reports how much time of one core an iteration takes, which another program that runs does not change.
func timeCPU(b *testing.B) func() {
	b.Helper()
	spent := func() int64 {
		var usage syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
			b.Fatal(err)
		}
		return usage.Utime.Nano() + usage.Stime.Nano()
	}
	before := spent()
	return func() { b.ReportMetric(float64(spent()-before)/1e6/float64(b.N), "cpu-ms/op") }
}

// BenchmarkCompile reports rows, public inputs and domain of each circuit.
func BenchmarkCompile(b *testing.B) {
	for _, r := range rulesets() {
		l := newTestLayout(b, r)
		for name, definition := range map[string]func() frontend.Circuit{
			"board":  func() frontend.Circuit { return newBoardCircuit(l, 0) },
			"answer": func() frontend.Circuit { return newAnswerCircuit(l, 0) },
		} {
			b.Run(r.Name+"/"+name, func(b *testing.B) {
				var c compiled
				for b.Loop() {
					c = newTestCompiled(b, definition())
				}
				b.ReportMetric(float64(c.rows.GetNbConstraints()), "rows")
				b.ReportMetric(float64(c.rows.GetNbPublicVariables()), "inputs")
				b.ReportMetric(float64(domainSize(c.rows)), "domain")
			})
		}
	}
}

// BenchmarkNewProver makes both circuits of a ruleset and their keys. The first one in a process also decodes the
// ceremony's points.
func BenchmarkNewProver(b *testing.B) {
	for _, r := range rulesets() {
		b.Run(r.Name, func(b *testing.B) {
			defer timeCPU(b)()
			for b.Loop() {
				if _, err := NewProver(r); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(verify.KeySize, "key-bytes")
			b.ReportMetric(float64(len(srsBytes)), "points-bytes")
		})
	}
}

// BenchmarkDecodePoints decodes the ceremony's points.
func BenchmarkDecodePoints(b *testing.B) {
	for b.Loop() {
		if _, err := decodeSRS(srsBytes); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCommit(b *testing.B) {
	p, _ := benchPlayer(b, game.ClassicZK())
	for b.Loop() {
		p.commit(b)
	}
}

// BenchmarkProve makes a proof and verifies it, as the prover does.
func BenchmarkProve(b *testing.B) {
	for _, r := range rulesets() {
		p, answer := benchPlayer(b, r)
		newTestProver(b, r)
		b.Run(r.Name+"/board", func(b *testing.B) {
			defer timeCPU(b)()
			for b.Loop() {
				p.proveBoard(b)
			}
			b.ReportMetric(verify.ProofSize, "proof-bytes")
		})
		b.Run(r.Name+"/answer", func(b *testing.B) {
			defer timeCPU(b)()
			for b.Loop() {
				p.proveAnswer(b, answer)
			}
			b.ReportMetric(verify.ProofSize, "proof-bytes")
		})
	}
}

// BenchmarkVerify goes from the statement and the bytes to the verdict, for proofs that are accepted and for those that
// are refused by the last check of all, and the same with gnark's verifier.
func BenchmarkVerify(b *testing.B) {
	for _, r := range rulesets() {
		p, answer := benchPlayer(b, r)
		board := verify.Board{Binding: p.binding, Commitment: answer.Commitment}
		boardProof, answerProof := p.proveBoard(b), p.proveAnswer(b, answer)
		wrong := append([]byte(nil), answerProof...)
		copy(wrong[336:384], answerProof[:48]) // another opening
		for _, c := range []struct {
			name  string
			check func() error
			valid bool
		}{
			{"board", func() error { return board.Verify(boardProof) }, true},
			{"answer", func() error { return answer.Verify(answerProof) }, true},
			{"refused", func() error { return answer.Verify(wrong) }, false},
			{"answer-by-gnark", func() error { return verifyByGnark(b, r, answer, answerProof) }, true},
		} {
			b.Run(r.Name+"/"+c.name, func(b *testing.B) {
				defer timeCPU(b)()
				for b.Loop() {
					if err := c.check(); (err == nil) != c.valid {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// verifyByGnark does what Answer.Verify does with gnark's decoder and verifier, for comparison.
func verifyByGnark(b *testing.B, r *game.Ruleset, a verify.Answer, proof []byte) error {
	b.Helper()
	public, err := a.Public()
	if err != nil {
		return err
	}
	file := append([]byte(nil), proof[:384]...)
	file = binary.BigEndian.AppendUint32(file, openedValues)
	file = binary.BigEndian.AppendUint32(append(file, proof[384:]...), 0)
	var decoded plonk.Proof
	if _, err := decoded.ReadFrom(bytes.NewReader(file)); err != nil {
		return err
	}
	return plonk.Verify(&decoded, newTestProver(b, r).answer.key.Vk, public)
}

// BenchmarkGame makes all proofs of a game of the usual length: both boards and 98 answers.
func BenchmarkGame(b *testing.B) {
	const answers = 98
	for _, r := range rulesets() {
		p, _ := benchPlayer(b, r)
		newTestProver(b, r)
		b.Run(r.Name, func(b *testing.B) {
			defer timeCPU(b)()
			for b.Loop() {
				p.proveBoard(b)
				p.proveBoard(b)
				var hits game.Set
				for i := range answers {
					tile := game.Tile(i / 2) // half of them are the opponent's
					a := p.answer(b, tile, hits)
					p.proveAnswer(b, a)
					if a.Hit && i%2 == 1 {
						hits = hits.With(tile)
					}
				}
			}
		})
	}
}
