//go:build !js

package commitment

import (
	"bytes"
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// Audit returns nil if f is a legal fleet and f and secret are what the player named by b committed to. It computes
// every hash of the board, AuditHashes in all, and nothing before lengths and the fleet are checked. ErrAudit names
// the first hash that differs.
//
// It says nothing about the answers that were given: whether they fit the fleet is game.CheckClaim's to say.
func Audit(b Binding, board Board, f game.Fleet, secret []byte) error {
	if err := b.Validate(); err != nil {
		return err
	}
	if err := board.Validate(b.Ruleset); err != nil {
		return err
	}
	honest, err := Commit(b, f, secret)
	if err != nil {
		return err
	}
	for row, root := range honest.RowRoots {
		if !bytes.Equal(root, board.RowRoots[row]) {
			return fmt.Errorf("%w: root of row %d: expected %x, got %x", ErrAudit, row+1, board.RowRoots[row], root)
		}
	}
	if !bytes.Equal(honest.TossLeaf, board.TossLeaf) {
		return fmt.Errorf("%w: toss leaf: expected %x, got %x", ErrAudit, board.TossLeaf, honest.TossLeaf)
	}
	return nil
}
