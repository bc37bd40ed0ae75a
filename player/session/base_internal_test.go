package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
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

// The fees of one obligation leave those of the next one their whole limit.
func TestEachMessageHasItsOwnSpending(t *testing.T) {
	const sender = "ship1qyqszqgpqyqszqgpqyqszqgpqyqszqgpfy80uc"
	shot := func(target string) sdk.Msg {
		return &types.MsgShootAndReveal{Sender: sender, GameId: 4, Target: target}
	}
	var b Base
	first := b.spendingFor(shot("A1"))
	require.Same(t, first, b.spendingFor(shot("A1")), "the same message again")
	require.NotSame(t, first, b.spendingFor(shot("A2")))
	require.NotSame(t, first, b.spendingFor(&types.MsgConcede{Sender: sender, GameId: 4}))
}
