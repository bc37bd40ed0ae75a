package keeper_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestGenesisWithPromisesThatWereNotMade(t *testing.T) {
	t.Parallel()
	f, duels := newWorld(t)
	places := func(change func(places []types.GenesisPlace) []types.GenesisPlace) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { gs.Places = change(gs.Places) }
	}
	sums := func(change func(sums []types.GenesisPromised) []types.GenesisPromised) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { gs.Promised = change(gs.Promised) }
	}
	rewarded := slices.IndexFunc(f.Exported().Results, func(r types.Result) bool { return r.Reward > 0 })
	result := func(change func(r *types.Result)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(&gs.Results[rewarded]) }
	}
	waiting := func(change func(a *types.Award)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(gameIn(duels["claim"], gs).Award) }
	}
	gs := f.Exported()
	require.True(t, gameIn(duels["claim"], &gs).Award.Promised(), "a game that waits for its proof")
	require.Less(t, gs.Rewards.Settled, gs.Promised[len(gs.Promised)-1].Uship)
	requireEachRefused(f, t, map[string]corruption{
		"wins counted wrong": {func(gs *types.GenesisState) { gs.Rewards.Wins++ }, "rewards: wins: expected the"},
		"more settled":       {func(gs *types.GenesisState) { gs.Rewards.Settled++ }, "rewards: settled: expected the"},
		"places out of order": {
			places(func(p []types.GenesisPlace) []types.GenesisPlace { slices.Reverse(p); return p }),
			"places: expected place 0 of",
		},
		"no places": {places(func([]types.GenesisPlace) []types.GenesisPlace { return nil }), "places: expected "},
		"a place missing": {
			places(func(p []types.GenesisPlace) []types.GenesisPlace { return p[:len(p)-1] }), "places: expected ",
		},
		"a place too many": {
			places(func(p []types.GenesisPlace) []types.GenesisPlace { return append(p, p[len(p)-1]) }), "places: expected ",
		},
		"a place at another time": {
			places(func(p []types.GenesisPlace) []types.GenesisPlace { p[0].Height++; return p }), "places: expected place 0",
		},
		"a place of another player": {
			places(func(p []types.GenesisPlace) []types.GenesisPlace { p[0].Player = kit.Dave.Text(); return p }),
			"places: expected place",
		},
		"no sum": {sums(func([]types.GenesisPromised) []types.GenesisPromised { return nil }), "promised: expected the last"},
		"the first sum missing": {
			sums(func(p []types.GenesisPromised) []types.GenesisPromised { return p[1:] }), "promised: expected all sums since",
		},
		"the last sum missing": {
			sums(func(p []types.GenesisPromised) []types.GenesisPromised { return p[:len(p)-1] }), "promised: expected ",
		},
		"a sum too many": {
			sums(func(p []types.GenesisPromised) []types.GenesisPromised { return append(p, p[len(p)-1]) }),
			"promised: expected the last",
		},
		"a sum too small": {
			sums(func(p []types.GenesisPromised) []types.GenesisPromised { p[0].Uship--; return p }), "promised: expected",
		},
		"sums out of order": {
			sums(func(p []types.GenesisPromised) []types.GenesisPromised { slices.Reverse(p); return p }), "promised: expected",
		},
		"less promised than paid": {result(func(r *types.Result) { r.Promised = r.Reward - 1 }), "promised: expected"},
		"more promised":           {result(func(r *types.Result) { r.Promised++ }), "settled: expected"},
		"promised past any cap": {
			result(func(r *types.Result) { r.Promised = 2*types.MaxRewardCap + 1 }), "promised: expected the reward",
		},
		"promised to nobody":  {result(func(r *types.Result) { r.PromisedTo = nil }), "promised_to: expected one"},
		"promised to a third": {result(func(r *types.Result) { r.PromisedTo[0] = 3 }), "promised_to: expected one"},
		"promised to no seat": {result(func(r *types.Result) { r.PromisedTo[0] = 0 }), "promised_to: expected one"},
		"promised twice to one": {
			result(func(r *types.Result) { r.PromisedTo = append(r.PromisedTo, r.PromisedTo[0]) }), "promised_to: expected one",
		},
		"promised to the other": {
			result(func(r *types.Result) { r.PromisedTo[0] = 3 - r.PromisedTo[0] }), "places: expected place",
		},
		"promised before it began": {
			result(func(r *types.Result) { r.PromisedHeight = r.CreatedHeight - 1 }), "promised_height: expected",
		},
		"promised after its end": {
			result(func(r *types.Result) { r.PromisedHeight = r.EndedHeight + 1 }), "promised_height: expected",
		},
		"a promise of nothing": {
			func(gs *types.GenesisState) {
				gs.Results[rewarded].Reward, gs.Results[rewarded].Promised = 0, 0
			}, "promised_height, promised_to: expected none",
		},
		"an award of another amount": {waiting(func(a *types.Award) { a.WinnerReward-- }), "promised: expected"},
		"an award at another time":   {waiting(func(a *types.Award) { a.Height-- }), "expected"},
	})
}
