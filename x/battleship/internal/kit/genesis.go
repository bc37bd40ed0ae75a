package kit

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ExportRaw returns the module's store, key by key.
func (f *Fixture) ExportRaw() map[string]string {
	f.Helper()
	all := f.Snapshot()
	for key := range all {
		if !strings.HasPrefix(key, types.StoreKey+"/") {
			delete(all, key)
		}
	}
	return all
}

// Exported returns the state of the module as a genesis file has it.
func (f *Fixture) Exported() types.GenesisState {
	f.Helper()
	exported, err := f.Keeper.ExportGenesis(f.Ctx)
	require.NoError(f, err)
	bz, err := exported.Marshal()
	require.NoError(f, err)
	var gs types.GenesisState
	require.NoError(f, gs.Unmarshal(bz))
	return gs
}

// Successor returns a chain at the same height that has the bank of the fixture already, and nothing of the module.
func (f *Fixture) Successor() *Fixture {
	f.Helper()
	g := NewEmpty(f.TB)
	g.Ctx = g.Ctx.WithBlockHeight(f.Height())
	entries := f.Ctx.MultiStore().GetKVStore(f.bankKey).Iterator(nil, nil)
	for ; entries.Valid(); entries.Next() {
		g.Ctx.MultiStore().GetKVStore(g.bankKey).Set(entries.Key(), entries.Value())
	}
	require.NoError(f, entries.Close())
	return g
}

// RequireRefused makes sure that a genesis state is refused, which the fixture has nothing of the module yet to
// contradict.
func (f *Fixture) RequireRefused(t *testing.T, gs types.GenesisState, want string) {
	t.Helper()
	err := gs.Validate(f.Keeper.AddressCodec())
	require.Error(t, err)
	require.Regexp(t, "(expected|wanted) .*got ", err.Error())
	require.ErrorContains(t, err, want)
	ctx, _ := f.Ctx.CacheContext()
	require.Error(t, f.Keeper.InitGenesis(ctx, gs))
	written := *f
	written.TB, written.Ctx = t, ctx
	require.Empty(t, written.ExportRaw(), "nothing is written of a state that is refused")
}

// Escrow returns the coins that the module reports as held for others.
func (f *Fixture) Escrow() sdk.Coins {
	f.Helper()
	held := sdk.NewCoins()
	require.NoError(f, f.Keeper.Records().Escrow.Walk(f.Ctx, nil, func(denom string, amount math.Int) (bool, error) {
		held = held.Add(sdk.NewCoin(denom, amount))
		return false, nil
	}))
	return held
}
