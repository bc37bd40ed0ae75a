package light_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/names"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Names are read with proofs as without. A node that gives a name to another player is refused.
func TestAttackNamesOverProofs(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	_, err := session.SetName(t.Context(), w.Player(alice), "sharkbait")
	require.NoError(t, err)
	w.Node.Advance(1)
	proven := w.Client(bob).Conn()
	both := []string{w.Address(bob), w.Address(alice)}
	found, err := names.Ask(t.Context(), proven, both)
	require.NoError(t, err)
	require.Equal(t, map[string]string{w.Address(alice): "sharkbait"}, found)
	owner, err := names.OwnerOf(t.Context(), proven, "sharkbait")
	require.NoError(t, err)
	require.Equal(t, w.Address(alice), owner)
	_, err = types.NewQueryClient(proven).NameOwner(t.Context(), &types.QueryNameOwnerRequest{Name: "otter"})
	require.Equal(t, codes.NotFound, status.Code(err))
	_, err = types.NewQueryClient(proven).NameOwner(t.Context(), &types.QueryNameOwnerRequest{Name: "Otter"})
	require.Equal(t, codes.InvalidArgument, status.Code(err))

	all := slices.Repeat([]string{w.Address(alice)}, types.MaxPageItems)
	res, err := types.NewQueryClient(proven).Names(t.Context(), &types.QueryNamesRequest{Addresses: all})
	require.NoError(t, err)
	require.Len(t, res.Names, types.MaxPageItems)
	_, err = types.NewQueryClient(proven).Names(t.Context(), &types.QueryNamesRequest{Addresses: append(all, all[0])})
	require.Equal(t, codes.InvalidArgument, status.Code(err))

	stolen := types.Name{Name: "otter", ChangedHeight: 1}
	n.Record = func(key, value []byte) []byte {
		switch key[0] {
		case types.NamesPrefix[0]:
			raw, err := stolen.Marshal()
			require.NoError(t, err)
			return raw
		case types.NameOwnersPrefix[0]:
			return w.Client(bob).Key().Address
		}
		return value
	}
	w.Node.Advance(1)
	_, err = names.Ask(t.Context(), proven, both)
	require.ErrorIs(t, err, storeproof.ErrValue)
	_, err = names.OwnerOf(t.Context(), proven, "sharkbait")
	require.ErrorIs(t, err, storeproof.ErrValue)
}
