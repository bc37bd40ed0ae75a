package types_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	stake  = 5_000_000
	fee    = 21_210_000
	rebate = 420_000
)

// ending is one end of a game in which the joiner loses play, and what it brings both, net, in uanchor without SHIP.
type ending struct {
	name   string
	reason types.Reason
	// proven is who proves its board in the end: 0 the first claimant, 1 the second, 2 nobody.
	proven int
	// overtaken says that a limit was reached after play had ended.
	overtaken bool
}

var endings = []ending{
	{"sunk", types.REASON_SUNK, 0, false},
	{"sunk, the loser proves", types.REASON_SUNK, 1, false},
	{"sunk, nobody proves", types.REASON_SUNK, 2, false},
	{"conceded", types.REASON_CONCEDED, 0, false},
	{"conceded, the loser proves", types.REASON_CONCEDED, 1, false},
	{"conceded, nobody proves", types.REASON_CONCEDED, 2, false},
	{"challenged wrongly", types.REASON_CHALLENGED, 0, false},
	{"challenged rightly", types.REASON_CHALLENGED, 1, false},
	{"challenged, nobody proves", types.REASON_CHALLENGED, 2, false},
	{"silent", types.REASON_TIMEOUT, 0, false},
	{"silent, not proven", types.REASON_TIMEOUT, 2, false},
	{"an illegal board", types.REASON_UNPROVEN, 0, false},
	{"an illegal board, not proven", types.REASON_UNPROVEN, 2, false},
}

// net is what an end brings a seat in a game whose players have each paid the entry, with SHIP worth so much ANCHOR, in
// millionths. Shots are those of the player who has shot more often.
func net(t *testing.T, e ending, first, seat game.Seat, shots int, why types.Withheld, value int64) int64 {
	t.Helper()
	s, terms := settled(t, e, first, shots, why)
	all := s.Released[0].Add(s.Released[1]...).Add(s.House...).Add(s.Burned...).Add(s.Pooled...)
	require.True(t, terms.Entry().Add(terms.Entry()...).Equal(all), "what was paid in against what is paid out")
	minted := s.Payment.Total()
	require.False(t, minted.GT(s.Burned.AmountOf("uanchor")), "minted %s against burned %s", minted, s.Burned)
	requireShare(t, s, seat)
	got := s.Released[seat].AmountOf("uanchor").Sub(terms.Entry().AmountOf("uanchor")).Int64()
	require.GreaterOrEqual(t, got, -int64(stake+fee), "nobody loses more than it has paid in")
	return got + int64(s.Shares[seat].Reward)*value/1_000_000
}

// requireShare compares what a share says with what is released.
func requireShare(t *testing.T, s types.Settlement, seat game.Seat) {
	t.Helper()
	share, out := s.Shares[seat], sdk.NewCoins()
	for _, coin := range []*sdk.Coin{share.Pot, share.StakeBack, share.FeeBack, share.ForfeitWon} {
		if coin != nil {
			out = out.Add(*coin)
		}
	}
	require.Equal(t, s.Released[seat].String(), out.String())
}

// settled settles a game of the default params.
func settled(t *testing.T, e ending, first game.Seat, shots int, why types.Withheld) (types.Settlement, types.Terms) {
	t.Helper()
	p := types.DefaultParams()
	rewards, coin := types.DefaultRewards(p), sdk.NewInt64Coin("uanchor", stake)
	terms, err := types.NewTerms(p, rewards, &coin, false)
	require.NoError(t, err)
	award := types.NewAward(p, rewards, terms, types.Leaving{Reason: e.reason, Shots: shots, Withheld: why})
	require.NoError(t, award.Validate(terms))
	o := types.Outcome{Reason: e.reason, First: first, Winner: first, Won: e.proven < 2, Overtaken: e.overtaken}
	if e.overtaken {
		award = award.Withhold(types.WITHHELD_CHAIN)
	}
	if e.proven == 1 {
		o.Winner = first.Other()
	}
	return types.Settle(terms, award, o, rewards.Remaining(p)), terms
}

// What each end brings the first claimant and the other player under the default params, net of what they had paid in,
// in uanchor, and what is minted for each. Worked out by hand.
func TestWhatEachEndBrings(t *testing.T) {
	type row struct{ first, other, firstShip, otherShip int64 }
	const f = fee / 10 // what leaving costs before the first answer
	for name, c := range map[string]struct {
		why   types.Withheld
		shots int
		want  map[string]row
	}{
		"rewarded": {types.WITHHELD_NONE, 17, map[string]row{
			"sunk":                         {stake - fee, -stake - fee, 42_000_000, 420_000},
			"sunk, the loser proves":       {-stake - fee, 0, 0, 0},
			"sunk, nobody proves":          {},
			"conceded":                     {stake - fee, -stake - fee, 42_000_000, 420_000},
			"conceded, the loser proves":   {-stake - fee, 0, 0, 0},
			"conceded, nobody proves":      {},
			"challenged wrongly":           {stake - fee, -stake - fee, 42_000_000, 0},
			"challenged rightly":           {-stake - fee, stake - fee, 0, 42_000_000},
			"challenged, nobody proves":    {},
			"silent":                       {stake - fee, -stake - fee, 42_000_000, 0},
			"silent, not proven":           {0, -stake - fee, 0, 0},
			"an illegal board":             {stake - fee, -stake - fee, 42_000_000, 0},
			"an illegal board, not proven": {0, -stake - fee, 0, 0},
		}},
		"before the first answer": {types.WITHHELD_SHOTS, 0, map[string]row{
			"conceded":                   {stake + f - rebate, -stake - f + rebate, 0, 0},
			"conceded, the loser proves": {-stake - fee, 0, 0, 0},
			"conceded, nobody proves":    {},
			"challenged wrongly":         {stake + f - rebate, -stake - f, 0, 0},
			"challenged rightly":         {-stake - f, stake, 0, 0},
			"silent":                     {stake, -stake - f, 0, 0},
			"silent, not proven":         {0, -stake - fee, 0, 0},
		}},
		"after half of the shots": {types.WITHHELD_SHOTS, 4, map[string]row{
			"conceded": {stake + 5*f - rebate, -stake - 5*f + rebate, 0, 0},
			"silent":   {stake, -stake - 5*f, 0, 0},
		}},
		"the pair has had its reward": {types.WITHHELD_PAIR, 17, map[string]row{
			"sunk":               {stake + fee - rebate, -stake - fee + rebate, 0, 0},
			"challenged wrongly": {stake + fee - rebate, -stake - fee, 0, 0},
			"challenged rightly": {-stake - fee, stake, 0, 0},
			"silent":             {stake, -stake - fee, 0, 0},
			"an illegal board":   {stake, -stake - fee, 0, 0},
		}},
		"nothing is left to mint": {types.WITHHELD_CAP, 17, map[string]row{
			"sunk": {stake, -stake, 0, 0}, "silent": {stake, -stake, 0, 0}, "challenged rightly": {-stake, stake, 0, 0},
		}},
	} {
		for _, e := range endings {
			want, ok := c.want[e.name]
			if !ok {
				continue
			}
			for first := range game.Seat(types.PlayersPerGame) {
				t.Run(fmt.Sprintf("%s, %s, first claimant %s", name, e.name, first), func(t *testing.T) {
					s, _ := settled(t, e, first, c.shots, c.why)
					require.Equal(t, want, row{
						net(t, e, first, first, c.shots, c.why, 0), net(t, e, first, first.Other(), c.shots, c.why, 0),
						int64(s.Shares[first].Reward), int64(s.Shares[first.Other()].Reward),
					})
				})
			}
		}
	}
}

// Whatever SHIP is worth, at any length of a game, for either seat and whether or not a limit withholds the reward: who
// loses does best to say so, who wins gains nothing by forcing a silence, and both do better to prove than not to.
func TestRegressionTheLoserNeverGainsBySilenceNorTheWinnerByForcingIt(t *testing.T) {
	by := func(reason types.Reason, proven int) ending { return ending{reason: reason, proven: proven} }
	for value := int64(750_000); value <= 1_050_000; value += 50_000 {
		for shots := range 21 {
			whys := []types.Withheld{types.WITHHELD_SHOTS}
			if shots >= 9 {
				whys = []types.Withheld{
					types.WITHHELD_NONE, types.WITHHELD_SHOTS, types.WITHHELD_PAIR, types.WITHHELD_PLAYER, types.WITHHELD_CHAIN,
					types.WITHHELD_UNBACKED, types.WITHHELD_CAP, types.WITHHELD_PARAMS,
				}
			}
			for _, why := range whys {
				for first := range game.Seat(types.PlayersPerGame) {
					won := func(e ending) int64 { return net(t, e, first, first, shots, why, value) }
					lost := func(e ending) int64 { return net(t, e, first, first.Other(), shots, why, value) }
					silent := by(types.REASON_TIMEOUT, 0)
					for _, message := range []ending{by(types.REASON_SUNK, 0), by(types.REASON_CONCEDED, 0)} {
						require.LessOrEqual(t, lost(silent), lost(message), "silence pays the loser: %s at %d", why, value)
						require.LessOrEqual(t, won(silent), won(message), "silence pays the winner: %s at %d", why, value)
						require.LessOrEqual(t, lost(by(types.REASON_CHALLENGED, 0)), lost(message), "a wrong challenge pays")
					}
					require.LessOrEqual(t, won(silent), won(by(types.REASON_CHALLENGED, 0)))
					for _, e := range endings {
						if e.proven == 0 {
							require.GreaterOrEqual(t, won(e), won(by(e.reason, 2)), "not proving pays")
						}
						if e.proven == 1 {
							require.LessOrEqual(t, won(e), won(by(e.reason, 0)), "being late pays the first claimant")
						}
					}
					for _, e := range []ending{by(types.REASON_SUNK, 1), by(types.REASON_CONCEDED, 1)} {
						require.Zero(t, lost(e), "a second claim brings what is one's own")
					}
				}
			}
		}
	}
}

// A limit that is reached after an award was decided withholds it, and none is ever mended.
// Below its price a SHIP is worth less than the fee of the loser. If that went to a winner whose reward a limit
// withholds after play has ended, it would wait until one does.
func TestRegressionAWinnerWaitsForALimit(t *testing.T) {
	for value := int64(750_000); value <= 1_050_000; value += 50_000 {
		for _, e := range endings {
			if e.proven == 2 {
				continue
			}
			late := e
			late.overtaken = true
			for first := range game.Seat(types.PlayersPerGame) {
				for _, seat := range []game.Seat{first, first.Other()} {
					require.LessOrEqual(t, net(t, late, first, seat, 17, types.WITHHELD_NONE, value),
						net(t, e, first, seat, 17, types.WITHHELD_NONE, value), "%s at %d", e.name, value)
				}
			}
		}
	}
}

func TestAWithheldAwardStaysWithheld(t *testing.T) {
	p := types.DefaultParams()
	rewards := types.DefaultRewards(p)
	terms, err := types.NewTerms(p, rewards, nil, false)
	require.NoError(t, err)
	a := types.NewAward(p, rewards, terms, types.Leaving{Reason: types.REASON_SUNK, Shots: 17})
	require.True(t, a.Rewarded())
	a = a.Withhold(types.WITHHELD_CHAIN)
	require.False(t, a.Rewarded())
	require.NoError(t, a.Validate(terms))
	require.Equal(t, math.NewInt(fee), a.Forfeit)
	s := types.Settle(terms, a, types.Outcome{Reason: types.REASON_SUNK, Won: true}, rewards.Remaining(p))
	require.True(t, s.Payment.Total().IsZero())
	require.True(t, s.Burned.IsZero())
	require.Equal(t, int64(2*fee-rebate), s.Released[game.Creator].AmountOf("uanchor").Int64())
}
