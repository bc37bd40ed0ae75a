package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
)

// What a census reads after a block is bounded: it counts many games over several blocks, and shows them when all are
// counted.
func TestACensusOfManyGamesTakesSeveralBlocks(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.OpenGames(2*keeper.CensusGames + 3)
	f.Deliver(kit.JoinMsg(1, f.NewBoard(kit.Bob, game.Xaya(), kit.XayaFleet)))
	census := keeper.NewCensus(f.Keeper)
	for range 2 {
		figures, err := census.Read(f.Ctx)
		require.NoError(t, err)
		require.Zero(t, figures.Open+figures.Running, "not all games are counted yet")
	}
	for range 4 { // the round that ends now, and the next one
		figures, err := census.Read(f.Ctx)
		require.NoError(t, err)
		require.Equal(t, 2*keeper.CensusGames+2, figures.Open)
		require.Equal(t, 1, figures.Running)
	}
}

func TestCensusCountsLateGamesAndHeldPayments(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithDeposit), kit.WithMinted(5_000_000))
	f.Fund(kit.Alice, kit.Anchors(10*kit.Deposit))
	f.OpenGames(3)
	damage(f, 1)
	f.Ctx = f.Ctx.WithBlockHeight(kit.FirstHeight + kit.OpenBlocks + 1)
	census := keeper.NewCensus(f.Keeper)
	figures, err := census.Read(f.Ctx)
	require.NoError(t, err)
	require.Equal(t, 3, figures.Overdue)
	require.Zero(t, figures.Quarantined)
	require.Equal(t, kit.Anchors(3*kit.Deposit).String(), figures.Escrow.String())
	require.EqualValues(t, 5_000_000, figures.Minted.Int64())

	require.NoError(t, f.Keeper.EndBlock(f.Ctx))
	figures, err = census.Read(f.Ctx)
	require.NoError(t, err)
	require.Zero(t, figures.Overdue)
	require.Equal(t, 1, figures.Quarantined)
}
