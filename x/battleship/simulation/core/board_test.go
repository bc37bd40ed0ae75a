package core

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

func TestHonestBoardsPassTheAuditAndOthersDoNot(t *testing.T) {
	for _, rules := range game.Rulesets() {
		for nonce := range uint64(40) {
			board, err := NewBoard("sim-1", sdk.AccAddress("alice"), nonce, rules)
			require.NoError(t, err)
			err = commitment.Audit(board.Binding, board.Commit(), board.Fleet, board.Secret)
			if board.Honest() {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, commitment.ErrAudit)
			}
		}
	}
}
