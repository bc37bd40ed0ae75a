package zk

import (
	"bytes"
	"errors"
	"math/big"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// knownSRS are points whose secret is known.
func knownSRS(secret fr.Element) *srs {
	s := newSRS()
	point := func(factor fr.Element) (p bls12381.G1Affine) {
		p.ScalarMultiplicationBase(factor.BigInt(new(big.Int)))
		return p
	}
	power := fr.One()
	for i := range s.powers {
		s.powers[i] = point(power)
		power.Mul(&power, &secret)
	}
	one, n, omega := fr.One(), num(domainSize), fft.NewDomain(domainSize).Generator
	power.Exp(secret, big.NewInt(domainSize))
	for i, x := 0, one; i < len(s.rows); i++ {
		var distance, value, opening fr.Element
		distance.Sub(&secret, &x)
		value.Sub(&power, &one).Mul(&value, &x).Div(&value, &n).Div(&value, &distance)
		s.rows[i] = point(value)
		if tile := i - public; tile >= 0 && tile < len(s.tiles) {
			s.tiles[tile] = point(*opening.Sub(&value, &one).Div(&opening, &distance))
		}
		x.Mul(&x, &omega)
	}
	return s
}

// TestAttackAllOpeningsShowTheAnswersAlone is the argument for hiding, with a known secret tau. Each opening of a
// board is (C - y)/(tau - x), a function of the commitment, the tile and its answer. And what else the proofs show of
// column L, its value at zeta, is what another fleet with other blinds would show: for each fleet there are blinds
// with the same commitment and the same value.
func TestAttackAllOpeningsShowTheAnswersAlone(t *testing.T) {
	rng := newRand(t, 20)
	tau, zeta := num(123456789), num(987654321)
	for _, r := range rulesets() {
		c := newTestCircuit(t, r, knownSRS(tau), nil)
		columnL := func(f game.Fleet) []fr.Element {
			values, err := c.columns(c.layout.boardValues(num(5), f))
			if err != nil {
				t.Fatal(err)
			}
			return values[0]
		}
		fleet := alice(t, r, rng).fleet
		values, twinValues := columnL(fleet), columnL(alice(t, r, rng).fleet)
		blinding := newBlinding(num(5), fleet, make([]byte, 32))
		blinds := blinding.column(0)
		column := c.blinded(values, blinds)
		twinBlinds := c.sameView(column, twinValues, tau, zeta)
		twin := c.blinded(twinValues, twinBlinds)
		committed := valueAt(column, tau)
		if committed != valueAt(twin, tau) || valueAt(column, zeta) != valueAt(twin, zeta) {
			t.Errorf("%s: two fleets have no blinds with the same view", r.Name)
		}
		for tile := range min(r.Tiles(), 64) {
			var x fr.Element
			x.Exp(c.domain.Generator, big.NewInt(int64(public+tile)))
			for _, of := range []struct{ column, values, blinds []fr.Element }{
				{column, values, blinds}, {twin, twinValues, twinBlinds},
			} {
				got, err := c.open(of.values, of.blinds, tile)
				if err != nil {
					t.Fatal(err)
				}
				y := valueAt(of.column, x)
				var quotient, distance fr.Element
				quotient.Sub(&committed, &y).Div(&quotient, distance.Sub(&tau, &x))
				var point bls12381.G1Affine
				want := point.ScalarMultiplicationBase(quotient.BigInt(new(big.Int))).Bytes()
				if verify.Commitment(got) != want {
					t.Fatalf("%s, tile %d: an opening shows more than the answer", r.Name, tile)
				}
			}
		}
	}
}

// sameView returns blinds with which the values have the commitment and the value at zeta of another column.
func (c *circuit) sameView(other, values []fr.Element, tau, zeta fr.Element) []fr.Element {
	// (b0 + b1*x) * (x^n - 1) = difference, at tau and at zeta
	plain := c.blinded(values, nil)
	need := func(x fr.Element) (d fr.Element) {
		a, b := valueAt(other, x), valueAt(plain, x)
		one, power := fr.One(), fr.Element{}
		power.Exp(x, new(big.Int).SetUint64(c.domain.Cardinality)).Sub(&power, &one)
		return *d.Sub(&a, &b).Div(&d, &power)
	}
	atTau, atZeta := need(tau), need(zeta)
	var b0, b1, gap fr.Element
	gap.Sub(&tau, &zeta)
	b1.Sub(&atTau, &atZeta).Div(&b1, &gap)
	b0.Mul(&b1, &tau).Sub(&atTau, &b0)
	return []fr.Element{b0, b1}
}

// TestAttackAProofIsForOneBoard shows proofs for statements that differ in one field.
func TestAttackAProofIsForOneBoard(t *testing.T) {
	rng := newRand(t, 13)
	p, foreign := alice(t, game.ClassicZK(), rng), alice(t, game.ClassicZK(), rng)
	proof := p.proveBoard(t)
	board := verify.Board{Binding: p.binding, Commitment: p.commit(t)}
	for name, change := range map[string]func(*verify.Board){
		"board":   func(b *verify.Board) { b.Commitment = foreign.commit(t) },
		"chain":   func(b *verify.Board) { b.Binding.ChainID = "battleship-2" },
		"player":  func(b *verify.Board) { b.Binding.Player = []byte("mallory's address") },
		"nonce":   func(b *verify.Board) { b.Binding.Nonce++ },
		"ruleset": func(b *verify.Board) { b.Binding.Ruleset = game.XayaZK() },
	} {
		changed := board
		change(&changed)
		if err := changed.Verify(proof); !errors.Is(err, verify.ErrProof) {
			t.Errorf("%s: expected ErrProof, got %v", name, err)
		}
	}
	prover := newTestProver(t, game.ClassicZK())
	a := p.answer(t, 0)
	for name, change := range map[string]struct {
		with func(*verify.Answer)
		want error
	}{
		"a lie":           {func(a *verify.Answer) { a.Hit = !a.Hit }, ErrUntrue},
		"another board":   {func(a *verify.Answer) { a.Commitment = foreign.commit(t) }, ErrCommitment},
		"another nonce":   {func(a *verify.Answer) { a.Binding.Nonce++ }, ErrCommitment},
		"off the board":   {func(a *verify.Answer) { a.Tile = 100 }, verify.ErrStatement},
		"another ruleset": {func(a *verify.Answer) { a.Binding.Ruleset = game.XayaZK() }, verify.ErrStatement},
	} {
		changed := a
		change.with(&changed)
		if proof, err := prover.ProveAnswer(changed, p.fleet, p.secret); !errors.Is(err, change.want) || proof != nil {
			t.Errorf("%s: expected %v, got %v", name, change.want, err)
		}
	}
	if _, err := prover.ProveBoard(p.binding, p.fleet[:4], p.secret); !errors.Is(err, game.ErrFleet) {
		t.Errorf("expected ErrFleet, got %v", err)
	}
}

// TestAttackTwoProofsOfABoardAreEqual: an observer who gets a board or an answer proven again learns nothing new.
func TestAttackTwoProofsOfABoardAreEqual(t *testing.T) {
	p := alice(t, game.XayaZK(), newRand(t, 16))
	if first, again := p.proveBoard(t), p.proveBoard(t); !bytes.Equal(first, again) {
		t.Errorf("board: expected %x again, got %x", first, again)
	}
	a := p.answer(t, 5)
	if first, again := p.proveAnswer(t, a), p.proveAnswer(t, a); !bytes.Equal(first, again) {
		t.Errorf("answer: expected %x again, got %x", first, again)
	}
}

// TestALieHasNoProof proves columns in which a tile is no bit.
func TestALieHasNoProof(t *testing.T) {
	r := game.ClassicZK()
	p := alice(t, r, newRand(t, 15))
	circuit := newTestProver(t, r).circuit
	tag, err := verify.Tag(p.binding)
	if err != nil {
		t.Fatal(err)
	}
	in := circuit.layout.boardValues(tag, p.fleet)
	in.Tiles[7] = num(3)
	b := newBlinding(tag, p.fleet, p.secret)
	if _, err := circuit.prove(in, &b); !errors.Is(err, ErrUntrue) {
		t.Errorf("expected ErrUntrue of the real circuit, got %v", err)
	}
	columns, err := circuit.columns(circuit.layout.boardValues(tag, p.fleet))
	if err != nil {
		t.Fatal(err)
	}
	columns[0][public+7] = num(3)
	proof, err := circuit.proveColumns(tag, columns, &b)
	if err != nil {
		t.Fatal(err)
	}
	lie := verify.Board{Binding: p.binding, Commitment: verify.Commitment(proof[:verify.CommitmentSize])}
	if err := lie.Verify(proof[verify.CommitmentSize:]); !errors.Is(err, verify.ErrProof) {
		t.Errorf("expected ErrProof, got %v", err)
	}
}
