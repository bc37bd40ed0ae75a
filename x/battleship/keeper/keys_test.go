package keeper_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Addresses of keys have 20 bytes, those of packet accounts and of other accounts without a key 32, so that one may
// begin with another. Ids of games follow addresses in keys, or begin them.
func TestAttackAnAddressThatBeginsWithAnotherSharesNoRecord(t *testing.T) {
	t.Parallel()
	f := newNames(t)
	owed := kit.Anchors(7)
	f.Deliver(setName(kit.Alice, "sharkbait"))
	f.Owe(kit.Alice, owed)
	create := func(p kit.Player) uint64 { return f.Create(f.NewBoard(p, game.Classic(), kit.ClassicFleet)) }
	games := map[string][]uint64{kit.Alice.Text(): {create(kit.Alice), create(kit.Alice)}}
	for _, more := range [][]byte{{0}, {0, 0, 0, 0, 0, 0, 0, 1}, bytes.Repeat([]byte{0}, 12), {1, 2, 3}} {
		thief := kit.Player{Name: "thief", Addr: slices.Concat(kit.Alice.Addr, more)}
		require.Empty(t, nameOf(f, thief))
		require.Empty(t, f.Unpaid(thief.Addr))
		require.Zero(t, f.Nonce(thief))
		f.Refuse(types.ErrNothingToWithdraw, &types.MsgWithdraw{Sender: thief.Text()})
		f.Refuse(types.ErrUnauthorized, &types.MsgCancelGame{Sender: thief.Text(), GameId: 1})
		games[thief.Text()] = []uint64{create(thief)}
	}
	for player, want := range games {
		res, err := f.Queries.Player(f.Ctx, &types.QueryPlayerRequest{Address: player})
		require.NoError(t, err)
		require.ElementsMatch(t, want, res.Games)
	}
	require.Equal(t, "sharkbait", nameOf(f, kit.Alice))
	require.Equal(t, owed, f.Unpaid(kit.Alice.Addr)[0])
	require.EqualValues(t, 2, f.Nonce(kit.Alice))
}
