package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
)

// What a census reads after a block is bounded: it counts many games over several blocks, and shows them when all are
// counted.
func TestACensusOfManyGamesTakesSeveralBlocks(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.openGames(2*keeper.CensusGames + 3)
	f.deliver(joinMsg(1, f.newBoard(bob, game.Xaya(), xayaFleet)))
	census := keeper.NewCensus(f.keeper)
	for range 2 {
		figures, err := census.Read(f.ctx)
		require.NoError(t, err)
		require.Zero(t, figures.Open+figures.Running, "not all games are counted yet")
	}
	for range 4 { // the round that ends now, and the next one
		figures, err := census.Read(f.ctx)
		require.NoError(t, err)
		require.Equal(t, 2*keeper.CensusGames+2, figures.Open)
		require.Equal(t, 1, figures.Running)
	}
}

func TestCensusCountsLateGamesAndHeldPayments(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withDeposit), withMinted(5_000_000))
	f.fund(alice, anchors(10*deposit))
	f.openGames(3)
	f.damage(1)
	f.ctx = f.ctx.WithBlockHeight(firstHeight + openBlocks + 1)
	census := keeper.NewCensus(f.keeper)
	figures, err := census.Read(f.ctx)
	require.NoError(t, err)
	require.Equal(t, 3, figures.Overdue)
	require.Zero(t, figures.Quarantined)
	require.Equal(t, anchors(3*deposit).String(), figures.Escrow.String())
	require.EqualValues(t, 5_000_000, figures.Minted.Int64())

	require.NoError(t, f.keeper.EndBlock(f.ctx))
	figures, err = census.Read(f.ctx)
	require.NoError(t, err)
	require.Zero(t, figures.Overdue)
	require.Equal(t, 1, figures.Quarantined)
}
