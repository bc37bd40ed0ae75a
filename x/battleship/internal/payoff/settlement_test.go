package payoff_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/payoff"
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
	// full is which of the two, the first claimant or the other, have had all rewards of their period.
	full [types.PlayersPerGame]bool
}

// bothSeats are the seats of a game of two.
var bothSeats = []game.Seat{game.Creator, game.Joiner}

// firstFull and otherFull tell that one player of a game has had all its rewards.
var firstFull, otherFull = [...]bool{true, false}, [...]bool{false, true}

var endings = []ending{
	{name: "sunk", reason: types.REASON_SUNK, proven: 0},
	{name: "sunk, the loser proves", reason: types.REASON_SUNK, proven: 1},
	{name: "sunk, nobody proves", reason: types.REASON_SUNK, proven: 2},
	{name: "conceded", reason: types.REASON_CONCEDED, proven: 0},
	{name: "conceded, the loser proves", reason: types.REASON_CONCEDED, proven: 1},
	{name: "conceded, nobody proves", reason: types.REASON_CONCEDED, proven: 2},
	{name: "challenged wrongly", reason: types.REASON_CHALLENGED, proven: 0},
	{name: "challenged rightly", reason: types.REASON_CHALLENGED, proven: 1},
	{name: "challenged, nobody proves", reason: types.REASON_CHALLENGED, proven: 2},
	{name: "challenged wrongly at the limit", reason: types.REASON_CHALLENGED, proven: 0, full: firstFull},
	{name: "challenged rightly at the limit", reason: types.REASON_CHALLENGED, proven: 1, full: firstFull},
	{name: "challenged at the limit, nobody proves", reason: types.REASON_CHALLENGED, proven: 2, full: firstFull},
	{name: "challenged wrongly by one at its limit", reason: types.REASON_CHALLENGED, proven: 0, full: otherFull},
	{name: "challenged rightly by one at its limit", reason: types.REASON_CHALLENGED, proven: 1, full: otherFull},
	{name: "challenged by one at its limit, nobody proves", reason: types.REASON_CHALLENGED, proven: 2, full: otherFull},
	{name: "silent", reason: types.REASON_TIMEOUT, proven: 0},
	{name: "silent, not proven", reason: types.REASON_TIMEOUT, proven: 2},
	{name: "an illegal board", reason: types.REASON_UNPROVEN, proven: 0},
	{name: "an illegal board, not proven", reason: types.REASON_UNPROVEN, proven: 2},
}

// net is what an end brings a seat in a game whose players have each paid the entry, with SHIP worth so much ANCHOR, in
// millionths.
func net(t *testing.T, e ending, first, seat game.Seat, begun bool, why types.Withheld, value int64) int64 {
	t.Helper()
	s, terms := settled(t, e, first, begun, why)
	all := s.FromEscrow[0].Add(s.FromEscrow[1]...).Add(s.House...).Add(s.Burned...).Add(s.Pooled...)
	require.True(t, terms.Entry().Add(terms.Entry()...).Equal(all), "what was paid in against what is paid out")
	minted := s.Payment.Total()
	require.False(t, minted.GT(s.Burned.AmountOf("uanchor")), "minted %s against burned %s", minted, s.Burned)
	requireShare(t, s, seat)
	got := s.FromEscrow[seat].AmountOf("uanchor").Sub(terms.Entry().AmountOf("uanchor")).Int64()
	require.GreaterOrEqual(t, got, -int64(stake+fee), "nobody loses more than it has paid in")
	return got + int64(s.Shares[seat].Reward)*value/1_000_000
}

// requireShare compares what a share says with what is released.
func requireShare(t *testing.T, s payoff.Settlement, seat game.Seat) {
	t.Helper()
	share, out := s.Shares[seat], sdk.NewCoins()
	for _, coin := range []*sdk.Coin{share.Pot, share.StakeBack, share.FeeBack, share.ForfeitWon} {
		if coin != nil {
			out = out.Add(*coin)
		}
	}
	require.Equal(t, s.FromEscrow[seat].String(), out.String())
}

// settled settles a game of the default params.
func settled(t *testing.T, e ending, first game.Seat, begun bool, why types.Withheld) (payoff.Settlement, types.Terms) {
	t.Helper()
	p := types.DefaultParams()
	rewards, coin := types.DefaultRewards(p), sdk.NewInt64Coin("uanchor", stake)
	terms, err := types.NewTerms(p, rewards, game.Classic(), &coin, false)
	require.NoError(t, err)
	award := payoff.NewAward(p, rewards, terms, payoff.Leaving{
		Reason: e.reason, Begun: begun, Withheld: why, Full: e.full,
	})
	require.NoError(t, award.Validate(terms, e.reason))
	o := payoff.Outcome{Reason: e.reason, Seats: bothSeats, First: first}
	switch e.proven {
	case 0:
		o.Winners = []game.Seat{first}
	case 1:
		o.Winners = []game.Seat{first.Other()}
	}
	return payoff.Settle(terms, award, o), terms
}

// What each end brings the first claimant and the other player under the default params, net of what they had paid in,
// in uanchor, and what is minted for each. Worked out by hand.
func TestThePayoffOfEachEnd(t *testing.T) {
	type row struct{ first, other, firstShip, otherShip int64 }
	const f = 3 * fee / 10 // what leaving costs before the first shot
	for name, c := range map[string]struct {
		why   types.Withheld
		begun bool
		want  map[string]row
	}{
		"rewarded": {types.WITHHELD_NONE, true, map[string]row{
			"sunk":                         {stake - fee, -stake - fee, 42_000_000, 420_000},
			"sunk, the loser proves":       {-stake - fee, 0, 0, 0},
			"sunk, nobody proves":          {-fee, -fee, 0, 0},
			"conceded":                     {stake - fee, -stake - fee, 42_000_000, 420_000},
			"conceded, the loser proves":   {-stake - fee, 0, 0, 0},
			"conceded, nobody proves":      {-fee, -fee, 0, 0},
			"challenged wrongly":           {stake - fee, -stake - fee, 42_000_000, 0},
			"challenged rightly":           {-stake - fee, stake - fee, 0, 42_000_000},
			"challenged, nobody proves":    {-fee, -fee, 0, 0},
			"silent":                       {stake - fee, -stake - fee, 42_000_000, 0},
			"silent, not proven":           {-fee, -stake - fee, 0, 0},
			"an illegal board":             {stake - fee, -stake - fee, 42_000_000, 0},
			"an illegal board, not proven": {-fee, -stake - fee, 0, 0},

			"challenged wrongly at the limit":               {stake, -stake - fee, 0, 0},
			"challenged rightly at the limit":               {-stake - fee, stake - fee, 0, 42_000_000},
			"challenged at the limit, nobody proves":        {-fee, -fee, 0, 0},
			"challenged wrongly by one at its limit":        {stake - fee, -stake - fee, 42_000_000, 0},
			"challenged rightly by one at its limit":        {-stake - fee, stake, 0, 0},
			"challenged by one at its limit, nobody proves": {-fee, -fee, 0, 0},
		}},
		"before the first shot": {types.WITHHELD_SHOTS, false, map[string]row{
			"conceded":                   {stake + f - rebate, -stake - f + rebate, 0, 0},
			"conceded, the loser proves": {-stake - fee, 0, 0, 0},
			"conceded, nobody proves":    {},
			"challenged, nobody proves":  {},
			"challenged wrongly":         {stake + f - rebate, -stake - f, 0, 0},
			"challenged rightly":         {-stake - f, stake, 0, 0},
			"silent":                     {stake, -stake - f, 0, 0},
			"silent, not proven":         {0, -stake - fee, 0, 0},
		}},
		"after the first shot": {types.WITHHELD_SHOTS, true, map[string]row{
			"conceded":           {stake + fee - rebate, -stake - fee + rebate, 0, 0},
			"challenged wrongly": {stake + fee - rebate, -stake - fee, 0, 0},
			"silent":             {stake, -stake - fee, 0, 0},
		}},
		"the pair has had its reward": {types.WITHHELD_PAIR, true, map[string]row{
			"sunk":               {stake + fee - rebate, -stake - fee + rebate, 0, 0},
			"challenged wrongly": {stake + fee - rebate, -stake - fee, 0, 0},
			"challenged rightly": {-stake - fee, stake, 0, 0},
			"silent":             {stake, -stake - fee, 0, 0},
			"an illegal board":   {stake, -stake - fee, 0, 0},
		}},
		"nothing is left to mint": {types.WITHHELD_CAP, true, map[string]row{
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
					s, _ := settled(t, e, first, c.begun, c.why)
					require.Equal(t, want, row{
						net(t, e, first, first, c.begun, c.why, 0), net(t, e, first, first.Other(), c.begun, c.why, 0),
						int64(s.Shares[first].Reward), int64(s.Shares[first.Other()].Reward),
					})
				})
			}
		}
	}
}

// Whatever SHIP is worth, before the first shot and after it, for either seat and whether or not a limit withholds the
// reward: who loses does best to say so, who wins gains nothing by forcing a silence, and both do better to prove than
// not to.
func TestAttackTheLoserNeverGainsBySilenceNorTheWinnerByForcingIt(t *testing.T) {
	by := func(reason types.Reason, proven int) ending { return ending{reason: reason, proven: proven} }
	for value := int64(750_000); value <= 1_050_000; value += 50_000 {
		for _, begun := range []bool{false, true} {
			whys := []types.Withheld{types.WITHHELD_SHOTS}
			if begun {
				whys = []types.Withheld{
					types.WITHHELD_NONE, types.WITHHELD_SHOTS, types.WITHHELD_PAIR, types.WITHHELD_PLAYER, types.WITHHELD_CHAIN,
					types.WITHHELD_UNBACKED, types.WITHHELD_CAP, types.WITHHELD_PARAMS,
				}
			}
			for _, why := range whys {
				for first := range game.Seat(types.PlayersPerGame) {
					won := func(e ending) int64 { return net(t, e, first, first, begun, why, value) }
					lost := func(e ending) int64 { return net(t, e, first, first.Other(), begun, why, value) }
					silent := by(types.REASON_TIMEOUT, 0)
					for _, message := range []ending{by(types.REASON_SUNK, 0), by(types.REASON_CONCEDED, 0)} {
						require.LessOrEqual(t, lost(silent), lost(message), "silence pays the loser: %s at %d", why, value)
						require.LessOrEqual(t, won(silent), won(message), "silence pays the winner: %s at %d", why, value)
						require.LessOrEqual(t, lost(by(types.REASON_CHALLENGED, 0)), lost(message), "a wrong challenge pays")
					}
					require.LessOrEqual(t, won(silent), won(by(types.REASON_CHALLENGED, 0)))
					for _, e := range endings {
						nobody, in, late := e, e, e
						nobody.proven, in.proven, late.proven = 2, 0, 1
						require.GreaterOrEqual(t, won(in), won(nobody), "not proving pays")
						if e.proven == 1 {
							require.LessOrEqual(t, won(late), won(in), "being late pays the first claimant")
							require.GreaterOrEqual(t, lost(late), lost(nobody), "not proving pays the second")
						}
						if e.reason == types.REASON_CHALLENGED {
							require.LessOrEqual(t, lost(in), lost(by(types.REASON_CONCEDED, 0)), "a wrong challenge pays")
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

// Whatever a player knows, it loses by leaving after the first shot as much as by the worst that staying can bring, at
// the price of the params and above; below it, less by no more than what the loser's share has lost in worth. And a
// silence brings the opponent nothing but the pot.
func TestAttackLeavingAfterTheFirstShotCostsAsMuchAsBeingSunk(t *testing.T) {
	by := func(reason types.Reason) ending { return ending{reason: reason} }
	for value := int64(750_000); value <= 1_500_000; value += 50_000 {
		lost := func(e ending, why types.Withheld) int64 {
			return net(t, e, game.Creator, game.Joiner, true, why, value)
		}
		sunk := lost(by(types.REASON_SUNK), types.WITHHELD_NONE)
		for _, e := range []ending{
			by(types.REASON_CONCEDED), by(types.REASON_CHALLENGED), by(types.REASON_TIMEOUT),
			{reason: types.REASON_CHALLENGED, proven: 1},
			{reason: types.REASON_TIMEOUT, proven: 2},
		} {
			first := game.Creator
			if e.proven == 1 { // the challenged player leaves by not proving its board
				first = game.Joiner
			}
			left := net(t, e, first, game.Joiner, true, types.WITHHELD_SHOTS, value)
			require.LessOrEqual(t, left, sunk+max(0, rebate*(1_000_000-value)/1_000_000), "%s at %d", e.reason, value)
		}
		for _, begun := range []bool{false, true} {
			won := net(t, by(types.REASON_TIMEOUT), game.Creator, game.Creator, begun, types.WITHHELD_SHOTS, value)
			require.Equal(t, int64(stake), won)
		}
	}
}

// A reward that was promised has taken its place, so that it is paid for whoever proves its board, or if nobody does.
// And to hold a place for nothing costs two players together more than to win it.
func TestRegressionAnUnprovenPlaceHasBeenPaidFor(t *testing.T) {
	for _, e := range endings {
		for first := range game.Seat(types.PlayersPerGame) {
			s, terms := settled(t, e, first, true, types.WITHHELD_NONE)
			burned := s.Burned.AmountOf("uanchor").Int64()
			require.GreaterOrEqual(t, burned, int64(fee), e.name)
			if s.Payment.Total().IsPositive() || e.proven == 2 {
				require.GreaterOrEqual(t, burned, int64(2*fee), e.name)
			}
			if s.Payment.Total().IsPositive() {
				continue
			}

			require.Equal(t, fee, int(terms.Fee.Amount.Int64()))
			for value := int64(750_000); value <= 1_050_000; value += 50_000 {
				won := -2*fee + 42_420_000*value/1_000_000
				require.Less(t, -burned-s.Pooled.AmountOf("uanchor").Int64(), won, "%s at %d", e.name, value)
			}
		}
	}
}

// Of a challenge either player can be the winner, and why it gets no reward is its own limit.
func TestTheLimitOfOnePlayerWithholdsNoRewardOfTheOther(t *testing.T) {
	why := func(proven int, full [types.PlayersPerGame]bool) types.Withheld {
		s, _ := settled(t, ending{reason: types.REASON_CHALLENGED, proven: proven, full: full}, game.Joiner, true,
			types.WITHHELD_NONE)
		require.Equal(t, s.Withheld == types.WITHHELD_NONE, s.Payment.Total().IsPositive())
		return s.Withheld
	}
	require.Equal(t, types.WITHHELD_PLAYER, why(0, firstFull))
	require.Equal(t, types.WITHHELD_NONE, why(1, firstFull))
	require.Equal(t, types.WITHHELD_NONE, why(0, otherFull))
	require.Equal(t, types.WITHHELD_PLAYER, why(1, otherFull))
	for proven := range 2 {
		require.Equal(t, types.WITHHELD_PLAYER, why(proven, [...]bool{true, true}))
	}
	for _, e := range endings {
		s, _ := settled(t, ending{reason: e.reason, full: otherFull}, game.Creator, true, types.WITHHELD_NONE)
		require.True(t, s.Payment.Total().IsPositive(), "the loser's limit counts for nobody else: %s", e.name)
		s, _ = settled(t, ending{reason: e.reason, full: firstFull}, game.Creator, true, types.WITHHELD_NONE)
		require.Equal(t, types.WITHHELD_PLAYER, s.Withheld, e.name)
	}
}

// opened is a game of the default params, and the mint under which it was opened.
func opened(t *testing.T) (types.Params, types.Rewards, types.Terms) {
	t.Helper()
	p := types.DefaultParams()
	rewards := types.DefaultRewards(p)
	terms, err := types.NewTerms(p, rewards, game.Classic(), nil, false)
	require.NoError(t, err)
	return p, rewards, terms
}

// Once nothing could be minted, being sunk costs nothing, while a player who left after the first shot lost its fee.
func TestRegressionLeavingCostsTheFeeWhereNoRewardIsLeft(t *testing.T) {
	p, rewards, terms := opened(t)
	left := payoff.Leaving{Reason: types.REASON_CONCEDED, Begun: true, Withheld: types.WITHHELD_SHOTS}
	require.Equal(t, types.WITHHELD_SHOTS, payoff.NewAward(p, rewards, terms, left).Withheld)
	capped := rewards
	capped.Minted = p.RewardCap
	for _, why := range []types.Withheld{types.WITHHELD_SHOTS, types.WITHHELD_PAIR, types.WITHHELD_PLAYER} {
		left.Withheld = why
		require.Equal(t, types.WITHHELD_CAP, payoff.NewAward(p, capped, terms, left).Withheld, why)
	}
}

// A loser's share as large as the winner's is worth a whole fee, of which leaving before the first shot forfeits part.
func TestARebateIsNoMoreThanTheForfeit(t *testing.T) {
	p, rewards, _ := opened(t)
	p.LoserShareBps = types.BasisPoints
	terms, err := types.NewTerms(p, rewards, game.Classic(), nil, false)
	require.NoError(t, err)
	for _, begun := range []bool{false, true} {
		left := payoff.Leaving{Reason: types.REASON_CONCEDED, Begun: begun, Withheld: types.WITHHELD_SHOTS}
		a := payoff.NewAward(p, rewards, terms, left)
		require.Equal(t, a.Forfeit.String(), a.Rebate.String(), "begun %t", begun)
		require.NoError(t, a.Validate(terms, types.REASON_CONCEDED))
	}
}

// Whoever wins, the same is promised, so that nobody gains by ending a game in another way when there is little room.
func TestARewardIsPromisedIfTheWholeOfItHasRoom(t *testing.T) {
	p, rewards, terms := opened(t)
	for _, reason := range []types.Reason{
		types.REASON_SUNK, types.REASON_CONCEDED, types.REASON_CHALLENGED, types.REASON_TIMEOUT, types.REASON_UNPROVEN,
	} {
		for room, want := range map[int64]types.Withheld{
			-1: types.WITHHELD_CHAIN, 0: types.WITHHELD_CHAIN, 42_419_999: types.WITHHELD_CHAIN, 42_420_000: types.WITHHELD_NONE,
		} {
			left := math.NewInt(room)
			a := payoff.NewAward(p, rewards, terms, payoff.Leaving{Reason: reason, Begun: true, Room: &left})
			require.Equal(t, want, a.Withheld, "%s with room for %d", reason, room)
			require.Equal(t, want == types.WITHHELD_NONE, a.Promised())
		}
	}
	p.ChainRewards = 3
	require.Equal(t, int64(3*42_420_000-7), rewards.Room(p, 7).Int64())
	p.ChainRewards = 0
	require.Nil(t, rewards.Room(p, 7))
}

// After ten wins elsewhere the payout has grown by a hundredth, which is as much as the loser's share.
func TestRegressionTheLosersShareGivesWayToTheWinnersGrowth(t *testing.T) {
	p, rewards, terms := opened(t)
	for range 10 {
		rewards = rewards.Grown(p)
	}
	a := payoff.NewAward(p, rewards, terms,
		payoff.Leaving{Reason: types.REASON_SUNK, Begun: true})
	require.Equal(t, [2]uint64{42_000_001, 419_999}, [2]uint64{a.WinnerReward, a.LoserReward}, "both parts give way alike")
	require.False(t, a.Grows, "only what is paid in full lets the next one grow")
	require.Equal(t, int64(fee), a.Cost.Int64())
	silent := payoff.NewAward(p, rewards, terms, payoff.Leaving{Reason: types.REASON_TIMEOUT, Begun: true})
	require.Equal(t, a.WinnerReward, silent.WinnerReward, "a silence is not worth forcing")
	require.NoError(t, a.Validate(terms, types.REASON_SUNK))
}

// Governance has lowered the cap below what was promised, or has raised the price: the first gives back what is not
// minted, the second buys less for the same.
func TestRegressionACutRewardBurnsMoreThanItsCost(t *testing.T) {
	p, rewards, terms := opened(t)
	for _, reason := range []types.Reason{
		types.REASON_SUNK, types.REASON_CHALLENGED, types.REASON_TIMEOUT,
	} {
		a := payoff.NewAward(p, rewards, terms, payoff.Leaving{Reason: reason, Begun: true})
		require.Equal(t, a, payoff.Payable(a, p, rewards, terms), "nothing has changed")
		o := payoff.Outcome{Reason: reason, Seats: bothSeats, Winners: bothSeats[:1]}

		lowered := p
		lowered.RewardCap = math.NewIntFromUint64(a.Total() / 2)
		cut := payoff.Payable(a, lowered, rewards, terms)
		require.LessOrEqual(t, cut.SecondReward, lowered.RewardCap.Uint64(), "of the second claimant: %s", reason)
		s := payoff.Settle(terms, cut, o)
		require.Equal(t, lowered.RewardCap, s.Payment.Total())
		require.False(t, s.Payment.Grows)
		require.Equal(t, int64(fee), s.Burned.AmountOf("uanchor").Int64(), "half of both fees: %s", reason)
		require.Equal(t, int64(fee/2), s.Shares[game.Creator].FeeBack.Amount.Int64())
		lowered.RewardCap = math.ZeroInt()
		s = payoff.Settle(terms, payoff.Payable(a, lowered, rewards, terms), o)
		require.Equal(t, types.WITHHELD_CAP, s.Withheld)
		require.True(t, s.Burned.IsZero())

		raised := p
		raised.RewardPrice.Amount = raised.RewardPrice.Amount.MulRaw(2)
		s = payoff.Settle(terms, payoff.Payable(a, raised, rewards, terms), o)
		require.Equal(t, int64(fee), s.Payment.Total().Int64(), "42.42 ANCHOR buy half as many SHIP: %s", reason)
		require.Equal(t, int64(2*fee), s.Burned.AmountOf("uanchor").Int64())
		raised.RewardPrice.Denom = "uship"
		s = payoff.Settle(terms, payoff.Payable(a, raised, rewards, terms), o)
		require.Equal(t, types.WITHHELD_UNBACKED, s.Withheld)
		require.True(t, s.Burned.IsZero())
	}
}

// Near the cap only what is left is minted and paid for, and what others were promised is not left.
func TestAttackTwoGamesArePromisedTheSameCoinsOfTheCap(t *testing.T) {
	p, rewards, terms := opened(t)
	rewards.Settled = 1_000
	rewards.Minted = p.RewardCap.SubRaw(50_000_000)
	reserved := rewards.Reserved(1_000 + 42_420_000)
	require.Equal(t, int64(7_580_000), reserved.Remaining(p).Int64())
	a := payoff.NewAward(p, reserved, terms, payoff.Leaving{Reason: types.REASON_SUNK, Begun: true})
	require.Equal(t, uint64(7_580_000), a.Total())
	require.Equal(t, int64(7_580_000/2), a.Cost.Int64())
	a = payoff.NewAward(p, rewards.Reserved(1_000+50_000_000), terms,
		payoff.Leaving{Reason: types.REASON_SUNK, Begun: true})
	require.Equal(t, types.WITHHELD_CAP, a.Withheld)
}

func TestImpossibleAwardsAreRefused(t *testing.T) {
	p, rewards, terms := opened(t)
	award := func(reason types.Reason, full [types.PlayersPerGame]bool) types.Award {
		return payoff.NewAward(p, rewards, terms, payoff.Leaving{Reason: reason, Begun: true, Full: full})
	}
	for name, c := range map[string]struct {
		reason types.Reason
		full   [types.PlayersPerGame]bool
		change func(a *types.Award)
	}{
		"promised for nothing": {types.REASON_SUNK, [2]bool{}, func(a *types.Award) { a.Cost = math.ZeroInt() }},
		"paid for nothing":     {types.REASON_SUNK, firstFull, func(a *types.Award) { a.Cost = math.OneInt() }},
		"a cost past the fee":  {types.REASON_SUNK, [2]bool{}, func(a *types.Award) { a.Cost = a.Cost.AddRaw(1) }},
		"nothing, and not withheld": {types.REASON_TIMEOUT, [2]bool{}, func(a *types.Award) {
			a.WinnerReward, a.Cost = 0, math.ZeroInt()
		}},
		"withheld, and promised": {types.REASON_SUNK, [2]bool{}, func(a *types.Award) { a.Withheld = types.WITHHELD_PAIR }},
		"withheld from both of a challenge, and promised": {types.REASON_CHALLENGED, firstFull, func(a *types.Award) {
			a.Withheld = types.WITHHELD_PAIR
		}},
		"a second claim of a game that was conceded": {
			types.REASON_CONCEDED, [2]bool{}, func(a *types.Award) { a.SecondReward = 1 },
		},
		"a loser's share after a silence": {types.REASON_TIMEOUT, [2]bool{}, func(a *types.Award) { a.LoserReward = 1 }},
		"a second limit without a challenge": {types.REASON_SUNK, [2]bool{}, func(a *types.Award) {
			a.SecondWithheld = types.WITHHELD_PLAYER
		}},
		"another second limit": {types.REASON_CHALLENGED, otherFull, func(a *types.Award) {
			a.SecondWithheld = types.WITHHELD_CHAIN
		}},
		"a second limit that withholds nothing": {types.REASON_CHALLENGED, [2]bool{}, func(a *types.Award) {
			a.SecondWithheld = types.WITHHELD_PLAYER
		}},
		"a second limit where all is withheld": {types.REASON_CHALLENGED, [2]bool{true, true}, func(a *types.Award) {
			a.SecondWithheld = types.WITHHELD_PLAYER
		}},
		"growth without a reward": {types.REASON_SUNK, firstFull, func(a *types.Award) { a.Grows = true }},
	} {
		t.Run(name, func(t *testing.T) {
			a := award(c.reason, c.full)
			require.NoError(t, a.Validate(terms, c.reason))
			c.change(&a)
			require.ErrorIs(t, a.Validate(terms, c.reason), types.ErrInvalidGenesis)
		})
	}
}
