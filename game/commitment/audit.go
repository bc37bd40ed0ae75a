//go:build !js

package commitment

import (
	"bytes"
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// Audit returns nil if f is a legal fleet and the player named by b committed to f and secret. It computes every hash
// of the board, AuditHashes in all, after it has checked lengths and the fleet. ErrAudit names the first hash that
// differs.
//
// It does not check the answers of the game against the fleet: game.CheckClaim does.
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
