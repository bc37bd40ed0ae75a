package zk

import (
	"crypto/sha256"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	"github.com/consensys/gnark/backend"
	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"
	"github.com/consensys/gnark/backend/witness"
	cs "github.com/consensys/gnark/constraint/bls12-381"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/logger"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// gnark writes a line to the terminal whenever it compiles or proves.
func init() { logger.Disable() }

// A Prover makes the proofs of one ruleset. To make one costs about a quarter of a second and 20 MB; keep it. Its
// methods may be called from several goroutines.
type Prover struct {
	ruleset       *game.Ruleset
	board, answer *circuit
}

// NewProver returns the prover of a ruleset. It returns verify.ErrKeys or verify.ErrStatement for a ruleset that has no
// circuits, and ErrSetup if the circuits of this build are not those of its verification keys.
func NewProver(r *game.Ruleset) (*Prover, error) {
	keys, err := verify.KeysOf(r)
	if err != nil {
		return nil, err
	}
	points, err := loadSRS()
	if err != nil {
		return nil, err
	}
	board, answer, err := newCircuits(r, points)
	if err != nil {
		return nil, err
	}
	for _, pair := range []struct {
		name    string
		circuit *circuit
		key     *verify.Key
	}{
		{"board", board, keys.Board},
		{"answer", answer, keys.Answer},
	} {
		bytes, err := pair.circuit.keyBytes()
		if err != nil {
			return nil, err
		}
		if hash := sha256.Sum256(bytes); hash != pair.key.Hash() {
			return nil, fmt.Errorf("%w: the circuit of the %s has key %x, expected %x",
				ErrSetup, pair.name, hash, pair.key.Hash())
		}
	}
	return &Prover{ruleset: r, board: board, answer: answer}, nil
}

// ProveBoard returns a proof of the board that verify.Commit commits to with the same arguments. It returns the errors
// of verify.Commit, and verify.ErrStatement for a binding of another ruleset than the prover's.
func (p *Prover) ProveBoard(b commitment.Binding, f game.Fleet, secret []byte) ([]byte, error) {
	if err := p.checkRuleset(b); err != nil {
		return nil, err
	}
	s, err := newSecrets(b, f, secret)
	if err != nil {
		return nil, err
	}
	w := s.boardWitness()
	proof, err := p.board.prove(assign(boardAssignment(s.layout, w)))
	if err != nil {
		return nil, err
	}
	if err := (verify.Board{Binding: b, Commitment: s.commitment.Bytes()}).Verify(proof); err != nil {
		return nil, err
	}
	return proof, nil
}

// ProveAnswer returns a proof of an answer about the fleet behind its commitment. It returns the errors of
// verify.Commit and of verify.Answer.Public, ErrCommitment if the commitment is to something else, and ErrUntrue if the
// answer is not true. An answer that the rules refuse, because it announces a ship too early, may have a proof.
//
// Proofs may be made ahead of a shot: a proof stays valid until the next hit on the board, because the earlier hits are
// public inputs. Send no two proofs of one answer.
func (p *Prover) ProveAnswer(a verify.Answer, f game.Fleet, secret []byte) ([]byte, error) {
	if err := p.checkRuleset(a.Binding); err != nil {
		return nil, err
	}
	s, err := newSecrets(a.Binding, f, secret)
	if err != nil {
		return nil, err
	}
	if s.commitment.Bytes() != a.Commitment {
		return nil, fmt.Errorf("%w: expected %x, got %x", ErrCommitment, s.commitment.Bytes(), a.Commitment)
	}
	public, err := a.Public()
	if err != nil {
		return nil, err
	}
	if err := s.checkAnswer(a.Tile, a.Hit, a.Sunk, a.Hits); err != nil {
		return nil, err
	}
	w := s.answerWitness(public, a.Tile, a.Hits)
	proof, err := p.answer.prove(assign(answerAssignment(s.layout, w)))
	if err != nil {
		return nil, err
	}
	if err := a.Verify(proof); err != nil {
		return nil, err
	}
	return proof, nil
}

// checkRuleset returns verify.ErrStatement unless the binding is for the prover's ruleset.
func (p *Prover) checkRuleset(b commitment.Binding) error {
	if err := b.Validate(); err != nil {
		return err
	}
	if !b.Ruleset.Equal(p.ruleset) {
		return fmt.Errorf("%w: this prover is for ruleset %s, the board for %s",
			verify.ErrStatement, p.ruleset.Name, b.Ruleset.Name)
	}
	return nil
}

// circuit is a compiled circuit with its key.
type circuit struct {
	rows *cs.SparseR1CS
	key  *plonk.ProvingKey
}

// newCircuits compiles the circuits of a ruleset and sets them up with the points of a ceremony.
func newCircuits(r *game.Ruleset, points *srs) (board, answer *circuit, err error) {
	l, err := newLayout(r)
	if err != nil {
		return nil, nil, err
	}
	if board, err = newCircuit(newBoardCircuit(l, 0), points); err != nil {
		return nil, nil, err
	}
	answer, err = newCircuit(newAnswerCircuit(l, 0), points)
	return board, answer, err
}

// newCircuit compiles a circuit and sets it up with the points of a ceremony.
func newCircuit(definition frontend.Circuit, points *srs) (*circuit, error) {
	rows, err := compile(definition)
	if err != nil {
		return nil, err
	}
	powers, lagrange, err := points.keys(domainSize(rows))
	if err != nil {
		return nil, err
	}
	key, _, err := plonk.Setup(rows, powers, lagrange)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSetup, err)
	}
	return &circuit{rows: rows, key: key}, nil
}

// compile turns a circuit into rows.
func compile(definition frontend.Circuit, options ...frontend.CompileOption) (*cs.SparseR1CS, error) {
	rows, err := frontend.Compile(ecc.BLS12_381.ScalarField(), scs.NewBuilder, definition, options...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSetup, err)
	}
	sparse, ok := rows.(*cs.SparseR1CS)
	if !ok {
		return nil, fmt.Errorf("%w: expected rows over BLS12-381, got %T", ErrSetup, rows)
	}
	return sparse, nil
}

// domainSize is how many rows the table of the circuit has: the next power of two.
func domainSize(rows *cs.SparseR1CS) int {
	n := uint64(rows.GetNbConstraints() + rows.GetNbPublicVariables())
	return int(fft.NewDomain(n, fft.WithoutPrecompute()).Cardinality)
}

// prove returns a proof, or ErrUntrue if the circuit does not accept the witness.
func (c *circuit) prove(full witness.Witness, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	proof, err := plonk.Prove(c.rows, c.key, full, proverOptions()...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUntrue, err)
	}
	return encodeProof(proof)
}

// proverOptions are how proofs are made. By default gnark does not blind the quotient, and up to a hundred proofs are
// made about one fleet.
func proverOptions() []backend.ProverOption {
	return []backend.ProverOption{backend.WithStatisticalZeroKnowledge()}
}

// keyBytes returns the circuit's verification key.
func (c *circuit) keyBytes() ([]byte, error) { return encodeKey(c.key.Vk) }

// assign returns the witness with the given inputs.
func assign(inputs frontend.Circuit) (witness.Witness, error) {
	return frontend.NewWitness(inputs, ecc.BLS12_381.ScalarField())
}

// boardAssignment returns the inputs as gnark takes them.
func boardAssignment(l *layout, w boardWires[fr.Element]) *boardCircuit {
	c := newBoardCircuit(l, 0)
	c.Wires.Commitment, c.Wires.Tag, c.Wires.Salt = w.Commitment, w.Tag, w.Salt
	fill(c.Wires.Fleet, w.Fleet)
	fill(c.Wires.Grid, w.Grid)
	return c
}

// answerAssignment returns the inputs as gnark takes them.
func answerAssignment(l *layout, w answerWires[fr.Element]) *answerCircuit {
	c := newAnswerCircuit(l, 0)
	c.Wires.Commitment, c.Wires.Tag, c.Wires.Tile, c.Wires.Hit = w.Commitment, w.Tag, w.Tile, w.Hit
	c.Wires.Salt = w.Salt
	fill(c.Wires.Sunk, w.Sunk)
	fill(c.Wires.Hits, w.Hits)
	fill(c.Wires.Fleet, w.Fleet)
	fill(c.Wires.Inverse, w.Inverse)
	fill(c.Wires.On, w.On)
	fill(c.Wires.Dry, w.Dry)
	fill(c.Wires.DryInverse, w.DryInverse)
	fill(c.Wires.Excuse, w.Excuse)
	return c
}

// fill sets variables to numbers.
func fill(variables []frontend.Variable, numbers []fr.Element) {
	for i := range numbers {
		variables[i] = numbers[i]
	}
}
