package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/vault"
)

// A move that another program has signed is waited for during one block, as long as the next block leaves room for one
// more before the deadline.
func TestAMoveOnItsWayIsWaitedForOneBlock(t *testing.T) {
	const deadline = 50
	for height, want := range map[int64]bool{deadline - 3: true, deadline - 2: true, deadline - 1: false} {
		moves := vault.NewMoves()
		require.NoError(t, moves.Sign("here", "E5"))
		h := Base{signed: moves}
		at := Position{Key: "here", Deadline: deadline, Height: height}
		wait, err := h.OnItsWay(at)
		require.NoError(t, err)
		require.Equal(t, want, wait, "height %d", height)
		wait, err = h.OnItsWay(at)
		require.NoError(t, err)
		require.Equal(t, want, wait, "height %d, in the same block", height)
		at.Height++
		wait, err = h.OnItsWay(at)
		require.NoError(t, err)
		require.False(t, wait, "height %d, a block later", height)
	}
	h := Base{signed: vault.NewMoves()}
	wait, err := h.OnItsWay(Position{Key: "here", Deadline: deadline, Height: 1})
	require.NoError(t, err)
	require.False(t, wait, "nothing was signed")
	require.NoError(t, h.Sign("here", "E5"))
	wait, err = h.OnItsWay(Position{Key: "here", Deadline: deadline, Height: 1})
	require.NoError(t, err)
	require.False(t, wait, "this hand has signed it")
}
