package play

import (
	"bytes"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// ProvenBoard is a board of package verify: one hash of the fleet, and a proof for each statement about it. Its toss
// leaf is that of package commitment. The binding must be valid.
type ProvenBoard struct {
	Binding    commitment.Binding
	Commitment verify.Commitment
	TossLeaf   []byte
}

// EntryWork implements Board.
func (ProvenBoard) EntryWork() Work { return Work{For: "entry", Hashes: tagHashes, Proofs: 1} }

// VerifyEntry implements Board.
func (p ProvenBoard) VerifyEntry(proof []byte) error {
	return verify.Board{Binding: p.Binding, Commitment: p.Commitment}.Verify(proof)
}

// TossWork implements Board.
func (ProvenBoard) TossWork() Work { return MerkleRows{}.TossWork() }

// TossFirst implements Board.
func (ProvenBoard) TossFirst(o Opening, mixed []byte) (game.Seat, error) {
	return MerkleRows{}.TossFirst(o, mixed)
}

// VerifyToss implements Board.
func (p ProvenBoard) VerifyToss(o Opening) error {
	return MerkleRows{Binding: p.Binding, Roots: commitment.Board{TossLeaf: p.TossLeaf}}.VerifyToss(o)
}

// OpeningWork implements Board.
func (ProvenBoard) OpeningWork(game.Tile) Work {
	return Work{For: "opening", Hashes: tagHashes, Proofs: 1}
}

// VerifyAnswer implements Board. The statement that is proven is made of the state and of the answer which the rules
// have accepted: nothing but the proof is read from the opening. A sinking that is announced too early, of the very
// ship that is hit, has a proof; the rules refuse it, and have been asked before.
func (p ProvenBoard) VerifyAnswer(before game.State, a game.Answer, o Opening) error {
	content, err := o.content()
	if err != nil {
		return err
	}
	if want := contentOf(a); content != want {
		return fmt.Errorf("%w: answer: expected %s, got %s", commitment.ErrContent, want, content)
	}
	if len(o.Salt) != 0 || len(o.Path) != 0 {
		return fmt.Errorf("%w: expected a proof alone, got a salt of %d bytes and a path of %d hashes",
			ErrMove, len(o.Salt), len(o.Path))
	}
	return p.Statement(before, a).Verify(o.Proof)
}

// Statement is the statement that an answer must prove in a state in which the shot at before.Pending waits for it.
func (p ProvenBoard) Statement(before game.State, a game.Answer) verify.Answer {
	return verify.Answer{
		Binding:    p.Binding,
		Commitment: p.Commitment,
		Tile:       before.Pending,
		Hit:        a.Hit,
		Sunk:       a.Sunk,
		Hits:       before.Sides[a.By].Hits,
	}
}

// AuditWork implements Board.
func (ProvenBoard) AuditWork() Work { return Work{For: "audit", Hashes: auditHashes} }

// Audit implements Board.
func (p ProvenBoard) Audit(f game.Fleet, secret []byte) error {
	if err := verify.Audit(p.Binding, p.Commitment, f, secret); err != nil {
		return err
	}
	toss, err := commitment.CommitToss(p.Binding, secret)
	if err != nil {
		return err
	}
	if !bytes.Equal(toss, p.TossLeaf) {
		return fmt.Errorf("%w: toss leaf: expected %x, got %x", commitment.ErrAudit, p.TossLeaf, toss)
	}
	return nil
}

// contentOf is the content of the tile according to an answer.
func contentOf(a game.Answer) commitment.Content {
	if a.Hit {
		return commitment.Ship
	}
	return commitment.Water
}

// Costs of the checks of a ProvenBoard beside proofs, in SHA-256 hashes.
const (
	// tagHashes is for the tag, which is in every statement: one hash.
	tagHashes = 1
	// auditHashes is for the tag, the fleet key and the two salts, two hashes each, the toss leaf, and for one hash of
	// Poseidon2, which takes as long as compressHashes of SHA-256.
	auditHashes = tagHashes + 3*2 + 1 + compressHashes
	// compressHashes is how many hashes of SHA-256 take longer than one of Poseidon2, 12 µs against 8: see
	// BenchmarkAudit.
	compressHashes = 32
)
