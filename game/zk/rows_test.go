package zk

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	cs "github.com/consensys/gnark/constraint/bls12-381"
	"github.com/consensys/gnark/frontend"

	"github.com/battleship-chain/battleship/game"
)

// compiled is a circuit without a key: it reports whether a witness is accepted.
type compiled struct{ rows *cs.SparseR1CS }

func newTestCompiled(t testing.TB, definition frontend.Circuit, options ...frontend.CompileOption) compiled {
	t.Helper()
	rows, err := compile(definition, options...)
	if err != nil {
		t.Fatal(err)
	}
	return compiled{rows}
}

func (c compiled) accepts(t testing.TB, inputs frontend.Circuit) bool {
	t.Helper()
	full, err := assign(inputs)
	if err != nil {
		t.Fatal(err)
	}
	return c.rows.IsSolved(full) == nil
}

// TestRows is the size of the circuits, so that a change of it is seen.
func TestRows(t *testing.T) {
	type size struct{ rows, public, domain int }
	for name, want := range map[string][2]size{
		"classic-zk": {{737, 2, 1024}, {574, 21, 1024}},
		"xaya-zk":    {{731, 2, 1024}, {500, 4, 512}},
	} {
		r, err := game.RulesetByName(name)
		if err != nil {
			t.Fatal(err)
		}
		l := newTestLayout(t, r)
		for i, definition := range []frontend.Circuit{newBoardCircuit(l, 0), newAnswerCircuit(l, 0)} {
			rows := newTestCompiled(t, definition).rows
			got := size{rows.GetNbConstraints(), rows.GetNbPublicVariables(), domainSize(rows)}
			if got != want[i] {
				t.Errorf("%s %T: got %+v, expected %+v", name, definition, got, want[i])
			}
		}
	}
}

// TestTablesAgree feeds gnark's circuits and the circuits that compute with numbers the same witnesses, honest ones and
// such with one wire changed: they accept the same. What the other tests find with numbers thus holds for the circuits.
func TestTablesAgree(t *testing.T) {
	rng := newRand(t, 5)
	for _, r := range rulesets() {
		l := newTestLayout(t, r)
		board := newTestCompiled(t, newBoardCircuit(l, 0))
		answer := newTestCompiled(t, newAnswerCircuit(l, 0))
		accepted := 0
		compare := func(got, want bool) {
			t.Helper()
			if got != want {
				t.Fatalf("%s: compiled %t, with numbers %t", r.Name, got, want)
			}
			if got {
				accepted++
			}
		}
		for i := range 100 {
			p := alice(t, r, rng)
			s := p.secrets(t)
			w := s.boardWitness()
			if i%2 == 1 {
				spoil(rng.IntN, &w.Commitment, &w.Tag, &w.Salt, &w.Fleet[rng.IntN(len(w.Fleet))], &w.Grid[rng.IntN(len(w.Grid))])
			}
			compare(board.accepts(t, boardAssignment(l, w)), len(boardBroken(l, w)) == 0)

			var hits game.Set
			for range rng.IntN(8) {
				ship := p.fleet[rng.IntN(len(p.fleet))]
				hits = hits.Union(p.tiles(t, ship))
			}
			tile := game.Tile(rng.IntN(r.Tiles()))
			a := p.answer(t, tile, hits.Without(tile))
			public, err := a.Public()
			if err != nil {
				continue // all ships are hit
			}
			v := s.answerWitness(public, tile, a.Hits)
			if i%2 == 1 {
				wires := []*fr.Element{&v.Commitment, &v.Tag, &v.Tile, &v.Hit, &v.Salt, &v.Fleet[rng.IntN(len(v.Fleet))]}
				for _, list := range [][]fr.Element{v.Sunk, v.Hits, v.Inverse, v.On, v.Dry, v.DryInverse, v.Excuse} {
					for j := range list {
						wires = append(wires, &list[j])
					}
				}
				spoil(rng.IntN, wires...)
			}
			compare(answer.accepts(t, answerAssignment(l, v)), len(answerBroken(l, v)) == 0)
		}
		if accepted < 80 {
			t.Errorf("%s: only %d witnesses were accepted", r.Name, accepted)
		}
	}
}

// spoil changes one of the wires.
func spoil(intn func(int) int, wires ...*fr.Element) {
	wire, by := wires[intn(len(wires))], num(1+intn(3))
	wire.Add(wire, &by)
}

func newEmbeddedSRS(t testing.TB) *srs {
	t.Helper()
	s, err := loadSRS()
	if err != nil {
		t.Fatal(err)
	}
	return s
}
