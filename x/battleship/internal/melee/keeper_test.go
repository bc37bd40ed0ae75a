package melee

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/collections/colltest"

	moduletestutil "github.com/cosmos/cosmos-sdk/types/module/testutil"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ICS-23 refuses neighbours without a value, and the open melees are beside the results of melees: while one was open,
// nobody could prove to another chain that a melee has no result.
func TestRegressionAbsenceIsNotProvenBesideAnOpenMelee(t *testing.T) {
	service, ctx := colltest.MockStore()
	sb := collections.NewSchemaBuilder(service)
	k := New(sb, moduletestutil.MakeTestEncodingConfig().Codec, &core.Core{})
	_, err := sb.Build()
	require.NoError(t, err)
	open := table{Melee: types.Melee{Id: 7}, state: melee.State{Stage: melee.StageOpen}}
	require.NoError(t, k.offer(ctx, table{}, open))
	value, err := service.OpenKVStore(ctx).Get(append(types.OpenMeleesPrefix.Bytes(), 0, 0, 0, 0, 0, 0, 0, 7))
	require.NoError(t, err)
	require.NotEmpty(t, value)
	require.NoError(t, k.offer(ctx, open, open.then(melee.State{Stage: melee.StageReady})))
	has, err := k.public.Has(ctx, 7)
	require.NoError(t, err)
	require.False(t, has)
}
