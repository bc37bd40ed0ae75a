package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/examples/wager/types"
)

// An exported chain goes on with the same bets: they are settled there.
func TestBetsAreExportedAndImported(t *testing.T) {
	s := newScene(t)
	s.must(s.offer())
	s.must(s.offer())
	s.must(&types.MsgAccept{Taker: s.text(s.taker), BetId: 2})
	exported, err := s.app.Bets.ExportGenesis(s.ctx)
	require.NoError(t, err)
	require.Equal(t, uint64(3), exported.NextBetId)
	require.Len(t, exported.Bets, 2)
	require.Equal(t, s.params(), exported.Params)

	s.must(&types.MsgReturn{Sender: s.text(s.backer), BetId: 1})
	require.NoError(t, s.app.Bets.InitGenesis(s.ctx, *exported))
	again, err := s.app.Bets.ExportGenesis(s.ctx)
	require.NoError(t, err)
	require.Equal(t, exported, again)

	for name, spoil := range map[string]func(*types.GenesisState){
		"a bet twice":             func(gs *types.GenesisState) { gs.Bets[1] = gs.Bets[0] },
		"a bet of the future":     func(gs *types.GenesisState) { gs.NextBetId = 2 },
		"a taker without a time":  func(gs *types.GenesisState) { gs.Bets[1].Accepted = 0 },
		"a bet without a client":  func(gs *types.GenesisState) { gs.Bets[0].ClientId = "" },
		"a bet without any stake": func(gs *types.GenesisState) { gs.Bets[0].Stake.Denom = "" },
	} {
		state, err := s.app.Bets.ExportGenesis(s.ctx)
		require.NoError(t, err)
		spoil(state)
		require.Error(t, s.app.Bets.InitGenesis(s.ctx, *state), name)
	}
}
