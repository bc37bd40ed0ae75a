package cli_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A script learns of a board that is lost by the exit status, and of those that were found all the same.
func TestRecoverFailsForABoardThatIsLost(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Created(game.Classic())
	p, r := w.Player(alice), game.Classic()
	secret := make([]byte, commitment.SecretSize)
	board := commitmenttest.New(commitment.Binding{
		ChainID: w.ClientCtx.ChainID, Player: p.Key().Address, Nonce: 1, Ruleset: r,
	}, playertest.ClassicFleet, secret)
	_, err := p.Chain.Send(t.Context(), &types.MsgCreateGame{
		Sender: w.Address(alice), RulesetId: r.ID,
		Entry: types.Entry{Board: types.NewBoardCommitment(board.Binding.Nonce, board.Commit())},
	})
	require.NoError(t, err)
	out, _, err := run(w, "recover --from alice")
	require.EqualError(t, err, "1 of 2 boards could not be recovered, or not all that is owed was sent")
	require.Contains(t, out, playertest.ClassicFleet, "the other one")
}
