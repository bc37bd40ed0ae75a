package play

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// ProvenBoard is a board of package verify: a commitment to its tiles, a proof that they are those of a legal fleet,
// and an opening of each tile. Its toss leaf is that of package commitment. The binding must be valid.
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
	return Work{For: "opening", Openings: 1}
}

// VerifyAnswer implements Board. The statement that is proven is made of the state and of the answer which the rules
// have accepted: nothing but the proof is read from the opening.
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
	return p.Statement(before.Pending, a.Hit).Verify(o.Proof)
}

// Statement is the statement that an answer about a tile must prove.
func (p ProvenBoard) Statement(tile game.Tile, hit bool) verify.Answer {
	return verify.Answer{Binding: p.Binding, Commitment: p.Commitment, Tile: tile, Hit: hit}
}

// AuditWork implements Board.
func (ProvenBoard) AuditWork() Work { return Work{For: "audit", Hashes: commitment.AuditTossHashes} }

// Audit implements Board. Fleet and secret are behind the toss leaf. That they are behind the commitment, too, is not
// asked: the rules compare every answer with the fleet.
func (p ProvenBoard) Audit(f game.Fleet, secret []byte) error {
	return commitment.AuditToss(p.Binding, p.TossLeaf, f, secret)
}

// contentOf is the content of the tile according to an answer.
func contentOf(a game.Answer) commitment.Content {
	if a.Hit {
		return commitment.Ship
	}
	return commitment.Water
}

// tagHashes is how many SHA-256 hashes name a board in the proof of its entry.
const tagHashes = 1
