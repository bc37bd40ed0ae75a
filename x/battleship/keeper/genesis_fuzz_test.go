package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// FuzzGenesis starts the module from any bytes as a genesis state. What is imported is exported as the same bytes.
func FuzzGenesis(f *testing.F) {
	world, _ := newWorld(f)
	few := kit.New(f)
	few.Create(few.NewBoard(kit.Carol, game.Classic(), kit.ClassicFleet))
	fixtures := []*kit.Fixture{few, world}
	for i, fixture := range fixtures {
		gs := fixture.Exported()
		raw, err := gs.Marshal()
		require.NoError(f, err)
		f.Add(i == 1, raw)
	}
	raw, err := types.DefaultGenesis().Marshal()
	require.NoError(f, err)
	f.Add(false, raw)
	f.Fuzz(func(t *testing.T, large bool, raw []byte) {
		var gs types.GenesisState
		if gs.Unmarshal(raw) != nil {
			return
		}
		of := *few
		if large {
			of = *world
		}
		of.TB = t
		g := of.Successor()
		valid := gs.Validate(g.Keeper.AddressCodec())
		imported := g.Keeper.InitGenesis(g.Ctx, gs)
		if valid != nil {
			require.Error(t, imported)
			require.NotEmpty(t, valid.Error())
		}
		if imported != nil {
			return
		}
		exported := g.Exported()
		if gs.Unfinished() == 0 {
			gs.ChainId = exported.ChainId // of a state without games it is not kept
		}
		want, err := gs.Marshal()
		require.NoError(t, err)
		got, err := exported.Marshal()
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}
