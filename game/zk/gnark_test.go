package zk

import (
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/kzg"
	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"
	cs "github.com/consensys/gnark/constraint/bls12-381"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/logger"
)

// gnark writes a line to the terminal whenever it compiles.
func init() { logger.Disable() }

// gnarkCircuit is the board's circuit as gnark compiles it.
type gnarkCircuit struct {
	Tag     frontend.Variable `gnark:",public"`
	Tiles   []frontend.Variable
	Corners []frontend.Variable
	Fleet   []frontend.Variable
	Free    frontend.Variable // the wire of all free places
	layout  *layout
	free    int // the number of free rows
}

// Define adds the circuit's rows.
func (c *gnarkCircuit) Define(api frontend.API) error {
	gates, ok := api.(frontend.PlonkAPI)
	if !ok {
		return ErrSetup
	}
	boardRows(gnarkTable{api, gates}, c.layout, boardWires[frontend.Variable]{
		Tag: c.Tag, Tiles: c.Tiles, Corners: c.Corners, Fleet: c.Fleet,
	})
	for range c.free {
		gates.AddPlonkConstraint(c.Free, c.Free, c.Free, 0, 0, 0, 0, 0)
	}
	return nil
}

// gnarkTable is the table that gnark builds.
type gnarkTable struct {
	api   frontend.API
	plonk frontend.PlonkAPI
}

func (t gnarkTable) sum(a, b frontend.Variable, p, q, k fr.Element) frontend.Variable {
	return t.api.Add(t.scaled(a, p), t.scaled(b, q), bigInt(k))
}

func (t gnarkTable) product(a, b frontend.Variable) frontend.Variable { return t.api.Mul(a, b) }

func (t gnarkTable) gated(a, b frontend.Variable, p, q fr.Element) frontend.Variable {
	return t.plonk.EvaluatePlonkExpression(t.scaled(a, *q.Div(&q, &p)), t.scaled(b, p), 0, 1, 1, 0)
}

func (t gnarkTable) assert(a, b, c frontend.Variable, l, r, o, m, k int) {
	t.plonk.AddPlonkConstraint(a, b, c, l, r, o, m, k)
}

func (t gnarkTable) scaled(a frontend.Variable, by fr.Element) frontend.Variable {
	return t.api.Mul(a, bigInt(by))
}

func bigInt(e fr.Element) *big.Int { return e.BigInt(new(big.Int)) }

// TestGnarkMakesTheSameKeys compiles the circuits with gnark and sets them up with it: but for the order of the wires
// in sums, its rows are ours.
func TestGnarkMakesTheSameKeys(t *testing.T) {
	points, err := ceremony()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rulesets() {
		l := newTestLayout(t, r)
		record := &rows{}
		boardRows(record, l, newBoardWires(l, record.wire))
		compiled, err := frontend.Compile(ecc.BLS12_381.ScalarField(), scs.NewBuilder, &gnarkCircuit{
			Tiles: make([]frontend.Variable, l.tiles), Corners: make([]frontend.Variable, l.corners),
			Fleet: make([]frontend.Variable, l.bits), layout: l, free: domainSize - public - len(record.list),
		})
		if err != nil {
			t.Fatal(err)
		}
		lagrange, err := kzg.ToLagrangeG1(points.g1[:domainSize])
		if err != nil {
			t.Fatal(err)
		}
		var powers, inverse kzg.SRS
		powers.Pk.G1, inverse.Pk.G1 = points.g1[:domainSize+zBlinds], lagrange
		rows, _ := compiled.(*cs.SparseR1CS)
		_, vk, err := plonk.Setup(rows, powers, inverse)
		if err != nil {
			t.Fatal(err)
		}
		c := newTestCircuit(t, r, newCeremonySRS(t), asGnark)
		for i, point := range []kzg.Digest{vk.S[0], vk.S[1], vk.S[2], vk.Ql, vk.Qr, vk.Qm, vk.Qo, vk.Qk} {
			if c.key[i] != point {
				t.Errorf("%s: gnark has another point %d", r.Name, i)
			}
		}
		t.Logf("%s: %d rows", r.Name, rows.GetNbConstraints())
	}
}

// asGnark changes rows of sums to how gnark writes them: the older wire first, and a wire once.
func asGnark(list []row) {
	minus := num(-1)
	for i := range list {
		r := &list[i]
		if !r.m.IsZero() || r.o != minus {
			continue
		}
		switch a, b := r.wires[0], r.wires[1]; {
		case a == b:
			r.l.Add(&r.l, &r.r)
			r.r, r.wires[1] = num(0), 0
		case a > b:
			r.wires[0], r.wires[1] = b, a
			r.l, r.r = r.r, r.l
		}
	}
}
