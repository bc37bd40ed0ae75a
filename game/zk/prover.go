package zk

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// blindTag separates the blinds of a proof from all else that is made with a fleet key. Blinds must serve one proof
// alone: a prover that makes other proofs of the same boards needs another tag.
const blindTag = "battleship/zk/blind/v1"

// A Prover makes the proofs of one ruleset. To make one takes a few milliseconds and 3 MB; keep it. Its methods may be
// called from several goroutines.
type Prover struct {
	ruleset *game.Ruleset
	circuit *circuit
}

// NewProver returns the prover of a ruleset. It returns verify.ErrKeys or verify.ErrStatement for a ruleset that has no
// circuit, and ErrSetup if the points of this build are not those of the ceremony.
func NewProver(r *game.Ruleset) (*Prover, error) {
	key, err := verify.KeyOf(r)
	if err != nil {
		return nil, err
	}
	points, err := loadSRS()
	if err != nil {
		return nil, err
	}
	l, err := newLayout(r)
	if err != nil {
		return nil, err
	}
	c, err := newCircuit(l, points, nil)
	if err != nil {
		return nil, err
	}
	// Each proof is verified before it is returned, so that a circuit of another key is noticed.
	c.key = key.Points()
	return &Prover{ruleset: r, circuit: c}, nil
}

// A witness is a board as its prover knows it.
type witness struct {
	inputs boardWires[fr.Element]
	blinds blinding
}

// witness returns what the proofs of a board are made of. It returns commitment.ErrBinding, commitment.ErrSecret, the
// error of game.Ruleset.CheckFleet, or verify.ErrStatement for a binding of another ruleset than the prover's.
func (p *Prover) witness(b commitment.Binding, f game.Fleet, secret []byte) (*witness, error) {
	tag, err := verify.Tag(b)
	if err != nil {
		return nil, err
	}
	if !b.Ruleset.Equal(p.ruleset) {
		return nil, fmt.Errorf("%w: this prover is for ruleset %s, the board for %s",
			verify.ErrStatement, p.ruleset.Name, b.Ruleset.Name)
	}
	if len(secret) != commitment.SecretSize {
		return nil, fmt.Errorf("%w: expected %d bytes, got %d", commitment.ErrSecret, commitment.SecretSize, len(secret))
	}
	if err := p.ruleset.CheckFleet(f); err != nil {
		return nil, err
	}
	return &witness{inputs: p.circuit.layout.boardValues(tag, f), blinds: newBlinding(tag, f, secret)}, nil
}

// newBlinding returns the blinds of a board's proof: number i is the number of 64 bytes, modulo the order of the group,
//
//	HMAC-SHA256(key, tag || 2i) || HMAC-SHA256(key, tag || 2i+1), with key = HMAC-SHA256(commitment.FleetKey(secret,
//	fleet), "battleship/zk/blind/v1"), the tag of the board in 32 bytes and a last byte for the counter
func newBlinding(tag fr.Element, f game.Fleet, secret []byte) (b blinding) {
	hash := func(key, message []byte) []byte {
		mac := hmac.New(sha256.New, key)
		mac.Write(message)
		return mac.Sum(nil)
	}
	key := hash(commitment.FleetKey(secret, f), []byte(blindTag))
	message := append(tag.Marshal(), 0)
	for i := range b {
		var wide []byte
		for j := range 2 {
			message[len(message)-1] = byte(2*i + j)
			wide = append(wide, hash(key, message)...)
		}
		b[i].SetBytes(wide)
	}
	return b
}

// Commit returns the commitment to a fleet; the order of ships of one class does not matter. It returns the errors of
// ProveBoard.
func (p *Prover) Commit(b commitment.Binding, f game.Fleet, secret []byte) (verify.Commitment, error) {
	w, err := p.witness(b, f, secret)
	if err != nil {
		return verify.Commitment{}, err
	}
	columns, err := p.circuit.columns(w.inputs)
	if err != nil {
		return verify.Commitment{}, err
	}
	point, err := p.circuit.points.commit(p.circuit.blinded(columns[0], w.blinds.column(0)))
	return point.Bytes(), err
}

// ProveBoard returns the proof of the board that Commit commits to with the same arguments, always the same one. It
// returns commitment.ErrBinding, commitment.ErrSecret, the error of game.Ruleset.CheckFleet, or verify.ErrStatement for
// a binding of another ruleset than the prover's.
func (p *Prover) ProveBoard(b commitment.Binding, f game.Fleet, secret []byte) ([]byte, error) {
	w, err := p.witness(b, f, secret)
	if err != nil {
		return nil, err
	}
	proof, err := p.circuit.prove(w.inputs, &w.blinds)
	if err != nil {
		return nil, err
	}
	c := verify.Commitment(proof[:verify.CommitmentSize])
	proof = proof[verify.CommitmentSize:]
	if err := (verify.Board{Binding: b, Commitment: c}).Verify(proof); err != nil {
		return nil, err
	}
	return proof, nil
}

// ProveAnswer returns the proof of an answer about the fleet behind its commitment, always the same one. It returns the
// errors of ProveBoard, verify.ErrStatement for a tile off the board, ErrUntrue if the answer is not true, and
// ErrCommitment if the commitment is to something else.
func (p *Prover) ProveAnswer(a verify.Answer, f game.Fleet, secret []byte) ([]byte, error) {
	w, err := p.witness(a.Binding, f, secret)
	if err != nil {
		return nil, err
	}
	if err := a.Validate(); err != nil {
		return nil, err
	}
	if hit := w.inputs.Tiles[a.Tile].IsOne(); hit != a.Hit {
		return nil, fmt.Errorf("%w: %s", ErrUntrue, p.ruleset.TileName(a.Tile))
	}
	columns, err := p.circuit.columns(w.inputs)
	if err != nil {
		return nil, err
	}
	proof, err := p.circuit.open(columns[0], w.blinds.column(0), int(a.Tile))
	if err != nil {
		return nil, err
	}
	if err := a.Verify(proof); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCommitment, err)
	}
	return proof, nil
}
