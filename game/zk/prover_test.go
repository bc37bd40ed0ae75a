package zk

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"sync"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark/backend"
	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

var (
	classicProver = sync.OnceValues(func() (*Prover, error) { return NewProver(game.ClassicZK()) })
	xayaProver    = sync.OnceValues(func() (*Prover, error) { return NewProver(game.XayaZK()) })
)

func newTestProver(t testing.TB, r *game.Ruleset) *Prover {
	t.Helper()
	load := classicProver
	if r.Equal(game.XayaZK()) {
		load = xayaProver
	}
	p, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (p player) proveBoard(t testing.TB) []byte {
	t.Helper()
	proof, err := newTestProver(t, p.binding.Ruleset).ProveBoard(p.binding, p.fleet, p.secret)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

func (p player) proveAnswer(t testing.TB, a verify.Answer) []byte {
	t.Helper()
	proof, err := newTestProver(t, p.binding.Ruleset).ProveAnswer(a, p.fleet, p.secret)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

func TestProofs(t *testing.T) {
	rng := newRand(t, 12)
	for _, r := range rulesets() {
		p := alice(t, r, rng)
		board := verify.Board{Binding: p.binding, Commitment: p.commit(t)}
		proof := p.proveBoard(t)
		for range 3 { // a pairing may write into a key
			if err := board.Verify(proof); err != nil {
				t.Errorf("%s: board: %v", r.Name, err)
			}
		}
		if len(proof) != verify.ProofSize {
			t.Errorf("%s: a proof of %d bytes", r.Name, len(proof))
		}
		tiles, err := r.FleetTiles(p.fleet)
		if err != nil {
			t.Fatal(err)
		}
		destroyer := p.fleet[len(p.fleet)-1]
		sinking := p.tiles(t, destroyer).Without(destroyer.Origin)
		for name, a := range map[string]verify.Answer{
			"miss":    p.answer(t, water(tiles), game.Set{}),
			"hit":     p.answer(t, destroyer.Origin, game.Set{}),
			"sinking": p.answer(t, destroyer.Origin, sinking),
			"late":    p.answer(t, water(tiles), firstHits(r, tiles)),
		} {
			proof := p.proveAnswer(t, a)
			for range 2 {
				if err := a.Verify(proof); err != nil {
					t.Errorf("%s: %s: %v", r.Name, name, err)
				}
			}
		}
	}
}

// water is the first tile without a ship.
func water(ships game.Set) game.Tile {
	tile := game.Tile(0)
	for ships.Has(tile) {
		tile++
	}
	return tile
}

// firstHits are all tiles of ships but the last one.
func firstHits(r *game.Ruleset, ships game.Set) game.Set {
	var hits game.Set
	for tile := range ships.All() {
		if hits.Len() < r.ShipTiles()-1 {
			hits = hits.With(tile)
		}
	}
	return hits
}

// TestAProofIsForOneStatement shows proofs for statements that differ in one field.
func TestAProofIsForOneStatement(t *testing.T) {
	rng := newRand(t, 13)
	p := alice(t, game.ClassicZK(), rng)
	carrier := p.fleet[0]
	tiles := p.tiles(t, carrier)
	other := carrier
	other.Class = 1
	a := p.answer(t, carrier.Origin, tiles.Without(carrier.Origin))
	proof := p.proveAnswer(t, a)
	foreign := alice(t, game.ClassicZK(), rng)
	for name, change := range map[string]func(*verify.Answer){
		"tile":            func(a *verify.Answer) { a.Tile++; a.Hits = a.Hits.Without(a.Tile) },
		"hit":             func(a *verify.Answer) { a.Hit = false },
		"no ship":         func(a *verify.Answer) { a.Sunk = nil },
		"another ship":    func(a *verify.Answer) { a.Sunk = &p.fleet[1] },
		"another class":   func(a *verify.Answer) { a.Sunk = &other },
		"an earlier turn": func(a *verify.Answer) { a.Hits = game.Set{} },
		"a later turn":    func(a *verify.Answer) { a.Hits = a.Hits.With(p.fleet[1].Origin) },
		"board":           func(a *verify.Answer) { a.Commitment = foreign.commit(t) },
		"chain":           func(a *verify.Answer) { a.Binding.ChainID = "battleship-2" },
		"player":          func(a *verify.Answer) { a.Binding.Player = []byte("mallory's address") },
		"nonce":           func(a *verify.Answer) { a.Binding.Nonce++ },
		"ruleset": func(a *verify.Answer) {
			*a = verify.Answer{Binding: a.Binding, Commitment: a.Commitment}
			a.Binding.Ruleset = game.XayaZK()
		},
		"no change at last": nil,
	} {
		changed := a
		if change == nil {
			if err := changed.Verify(proof); err != nil {
				t.Error(err)
			}
			continue
		}
		change(&changed)
		if err := changed.Verify(proof); !errors.Is(err, verify.ErrProof) {
			t.Errorf("%s: expected ErrProof, got %v", name, err)
		}
	}

	board := verify.Board{Binding: p.binding, Commitment: p.commit(t)}
	if err := board.Verify(proof); !errors.Is(err, verify.ErrProof) {
		t.Errorf("a board with the proof of an answer: expected ErrProof, got %v", err)
	}
	proof = p.proveBoard(t)
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
			t.Errorf("board, %s: expected ErrProof, got %v", name, err)
		}
	}
}

func TestUntrueAnswersHaveNoProof(t *testing.T) {
	rng := newRand(t, 14)
	p := alice(t, game.ClassicZK(), rng)
	prover := newTestProver(t, game.ClassicZK())
	destroyer := p.fleet[4]
	rest := p.tiles(t, destroyer).Without(destroyer.Origin)
	tiles, err := game.ClassicZK().FleetTiles(p.fleet)
	if err != nil {
		t.Fatal(err)
	}
	hit, sinking, miss := p.answer(t, destroyer.Origin, game.Set{}), p.answer(t, destroyer.Origin, rest),
		p.answer(t, water(tiles), game.Set{})
	foreign, xaya := alice(t, game.ClassicZK(), rng), alice(t, game.XayaZK(), rng)
	for name, test := range map[string]struct {
		answer verify.Answer
		change func(*verify.Answer)
		want   error
	}{
		"false miss":       {hit, func(a *verify.Answer) { a.Hit = false }, ErrUntrue},
		"false hit":        {miss, func(a *verify.Answer) { a.Hit = true }, ErrUntrue},
		"hidden sinking":   {sinking, func(a *verify.Answer) { a.Sunk = nil }, ErrUntrue},
		"foreign sinking":  {sinking, func(a *verify.Answer) { a.Sunk = &p.fleet[0] }, ErrUntrue},
		"sinking in water": {miss, func(a *verify.Answer) { a.Sunk = &p.fleet[0] }, ErrUntrue},
		"another board":    {hit, func(a *verify.Answer) { a.Commitment = foreign.commit(t) }, ErrCommitment},
		"another nonce":    {hit, func(a *verify.Answer) { a.Binding.Nonce++ }, ErrCommitment},
		"off the board":    {hit, func(a *verify.Answer) { a.Tile = 100 }, verify.ErrStatement},
		"another ruleset":  {xaya.answer(t, 0, game.Set{}), func(*verify.Answer) {}, verify.ErrStatement},
		"no binding":       {hit, func(a *verify.Answer) { a.Binding.ChainID = "" }, commitment.ErrBinding},
	} {
		a := test.answer
		test.change(&a)
		if proof, err := prover.ProveAnswer(a, p.fleet, p.secret); !errors.Is(err, test.want) || proof != nil {
			t.Errorf("%s: expected %v and no proof, got %v and %d bytes", name, test.want, err, len(proof))
		}
	}
	if _, err := prover.ProveBoard(p.binding, foreign.fleet[:4], p.secret); !errors.Is(err, game.ErrFleet) {
		t.Errorf("expected ErrFleet, got %v", err)
	}
	if _, err := prover.ProveBoard(p.binding, p.fleet, p.secret[1:]); !errors.Is(err, commitment.ErrSecret) {
		t.Errorf("expected ErrSecret, got %v", err)
	}
}

// TestALieProvenWithAnotherCircuitIsRefused leaves out the assertion that a hit is a hit, proves a false hit with the
// circuit that is left, and shows the proof to the real key.
func TestALieProvenWithAnotherCircuitIsRefused(t *testing.T) {
	r := game.XayaZK()
	l := newTestLayout(t, r)
	p := alice(t, r, newRand(t, 15))
	s := p.secrets(t)
	tiles, err := r.FleetTiles(p.fleet)
	if err != nil {
		t.Fatal(err)
	}
	a := p.answer(t, water(tiles), game.Set{})
	a.Hit = true
	public, err := a.Public()
	if err != nil {
		t.Fatal(err)
	}
	lie := s.answerWitness(public, a.Tile, a.Hits)
	lie.Inverse[0] = num(0)
	broken := answerBroken(l, lie)
	if len(broken) != 1 {
		t.Fatalf("the lie breaks assertions %v, expected one", broken)
	}
	c, err := newCircuit(newAnswerCircuit(l, broken[0]), newEmbeddedSRS(t))
	if err != nil {
		t.Fatal(err)
	}
	full, err := assign(answerAssignment(l, lie))
	if err != nil {
		t.Fatal(err)
	}
	proof, err := c.prove(full, nil)
	if err != nil {
		t.Fatalf("the lie has no proof: %v", err)
	}
	gnarks, err := plonk.Prove(c.rows, c.key, full)
	if err != nil {
		t.Fatal(err)
	}
	if err := plonk.Verify(gnarks, c.key.Vk, public); err != nil {
		t.Fatalf("the other circuit's own key refuses the lie: %v", err)
	}
	if err := a.Verify(proof); !errors.Is(err, verify.ErrProof) {
		t.Errorf("expected ErrProof, got %v", err)
	}
	if _, err := newTestProver(t, r).answer.prove(full, nil); !errors.Is(err, ErrUntrue) {
		t.Errorf("expected ErrUntrue of the real circuit, got %v", err)
	}
}

// TestForeignShapesAreNotEncoded shows what gnark makes of circuits that are not ours.
func TestForeignShapesAreNotEncoded(t *testing.T) {
	if _, err := encodeKey(&plonk.VerifyingKey{Qcp: make([]bls12381.G1Affine, 1)}); !errors.Is(err, ErrSetup) {
		t.Errorf("the key of a circuit with commitments: expected ErrSetup, got %v", err)
	}
	var p plonk.Proof
	p.BatchedProof.ClaimedValues = make([]fr.Element, openedValues)
	p.Bsb22Commitments = make([]bls12381.G1Affine, 1)
	if _, err := encodeProof(&p); !errors.Is(err, ErrSetup) {
		t.Errorf("a proof with commitments: expected ErrSetup, got %v", err)
	}
	p = plonk.Proof{}
	if _, err := encodeProof(&p); !errors.Is(err, ErrSetup) {
		t.Errorf("a proof without values: expected ErrSetup, got %v", err)
	}
}

// TestTheQuotientIsBlinded fails if proofs are made without the option for statistical zero-knowledge. gnark draws nine
// numbers to blind the wires and the permutation, and with the option two more for the quotient.
func TestTheQuotientIsBlinded(t *testing.T) {
	config, err := backend.NewProverConfig(proverOptions()...)
	if err != nil {
		t.Fatal(err)
	}
	if !config.StatisticalZK {
		t.Error("proofs are made without WithStatisticalZeroKnowledge")
	}
	p := alice(t, game.XayaZK(), newRand(t, 16))
	s := p.secrets(t)
	prover := newTestProver(t, game.XayaZK())
	full, err := assign(boardAssignment(s.layout, s.boardWitness()))
	if err != nil {
		t.Fatal(err)
	}
	counter := &countingReader{}
	original := rand.Reader
	rand.Reader = counter
	_, err = prover.board.prove(full, nil)
	rand.Reader = original
	if err != nil {
		t.Fatal(err)
	}
	if counter.count != 11 {
		t.Errorf("a proof draws %d numbers, expected 11", counter.count)
	}
}

// countingReader counts how many numbers are drawn. It gives small ones, none of which is drawn again for being too
// large.
type countingReader struct {
	mutex sync.Mutex
	count int
}

func (c *countingReader) Read(b []byte) (int, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(b) != fr.Bytes {
		return 0, io.ErrUnexpectedEOF
	}
	c.count++
	clear(b)
	b[0] = byte(c.count)
	return len(b), nil
}

// TestProofsOfOneStatementDiffer looks for a part of a proof that stays the same: it would not be blinded.
func TestProofsOfOneStatementDiffer(t *testing.T) {
	p := alice(t, game.XayaZK(), newRand(t, 17))
	a, b := p.proveBoard(t), p.proveBoard(t)
	for offset := 0; offset < verify.ProofSize; offset += 16 {
		// S1 and S2 at a random point differ, too
		if bytes.Equal(a[offset:offset+16], b[offset:offset+16]) {
			t.Errorf("bytes %d to %d are the same in two proofs", offset, offset+15)
		}
	}
}

// TestProvingAndVerifyingAtOnce shares provers and keys between goroutines.
func TestProvingAndVerifyingAtOnce(t *testing.T) {
	rng := newRand(t, 18)
	var group sync.WaitGroup
	for range 2 {
		for _, r := range rulesets() {
			p := alice(t, r, rng)
			prover := newTestProver(t, r)
			board := verify.Board{Binding: p.binding, Commitment: p.commit(t)}
			group.Go(func() {
				proof, err := prover.ProveBoard(p.binding, p.fleet, p.secret)
				if err != nil {
					t.Error(err)
					return
				}
				bad := bytes.Clone(proof)
				copy(bad[:48], proof[48:96])
				for range 4 {
					group.Go(func() {
						if err := board.Verify(proof); err != nil {
							t.Error(err)
						}
						if err := board.Verify(bad); !errors.Is(err, verify.ErrProof) {
							t.Errorf("expected ErrProof, got %v", err)
						}
					})
				}
			})
		}
	}
	group.Wait()
}
