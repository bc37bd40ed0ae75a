package payoff_test

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/payoff"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// stakeDenom is a coin that is staked and is neither a fee nor a reward.
const stakeDenom = "ubeer"

func anchors(amount int64) sdk.Coin { return sdk.NewInt64Coin(types.DefaultFeeDenom, amount) }

func powerOfTwo(bits uint) math.Int {
	return math.NewIntFromBigInt(new(big.Int).Lsh(big.NewInt(1), bits))
}

// worthOf returns what an amount of uship is worth, rounded up.
func worthOf(uship math.Int, price sdk.Coin) math.Int {
	return uship.Mul(price.Amount).AddRaw(types.BasePerReward - 1).QuoRaw(types.BasePerReward)
}

// Worked out by hand.
func TestFeesAndTheirBacking(t *testing.T) {
	for name, c := range map[string]struct {
		payout, price int64
		loserBps      uint32
		denom         string
		fee           int64
		backing       uint64
	}{
		"the default: 42.42 SHIP at an ANCHOR each": {42_000_000, 1_000_000, 100, "uanchor", 21_210_000, 42_420_000},
		"at three ANCHOR each":                      {42_000_000, 3_000_000, 100, "uanchor", 63_630_000, 42_420_000},
		"at a third of an ANCHOR each, rounded up":  {42_000_000, 333_333, 100, "uanchor", 7_069_993, 42_420_000},
		"at the least price there is":               {42_000_000, 1, 100, "uanchor", 22, 44_000_000},
		"a reward of one unit":                      {1, 1_000_000, 0, "uanchor", 1, 2},
		"a reward of one unit at the least price":   {1, 1, 0, "uanchor", 1, 2_000_000},
		"a reward of three units is not half of it": {3, 1_000_000, 0, "uanchor", 2, 4},
		"a loser who gets as much as the winner":    {42_000_000, 1_000_000, 10_000, "uanchor", 42_000_000, 84_000_000},
		"paid for in itself":                        {42_000_000, 1_000_000, 100, "uship", 21_210_000, 42_420_000},
		"paid for in itself, a tenth dearer":        {42_000_000, 1_100_000, 100, "uship", 23_331_000, 42_420_000},
		"an odd number of units at two ANCHOR each": {42_126_127, 2_000_000, 100, "uanchor", 42_547_388, 42_547_388},
		"no reward": {0, 1_000_000, 100, "uanchor", 0, 0},
		"a price of nothing backs whatever there is": {42_000_000, 0, 100, "uanchor", 0, types.MaxRewardCap},
		"a fee for more than there will ever be": {
			2 * types.MaxRewardCap, 7, 10_000, "uanchor", 14_000_000, types.MaxRewardCap,
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := types.DefaultParams()
			p.LoserShareBps, p.RewardPrice = c.loserBps, sdk.NewInt64Coin(c.denom, c.price)
			mint := types.Rewards{Minted: math.ZeroInt(), Payout: math.NewInt(c.payout)}
			terms, err := types.NewTerms(p, mint, game.Classic(), nil, false)
			require.NoError(t, err)
			require.NoError(t, terms.Validate())
			require.Equal(t, c.backing, terms.Backing)
			if c.fee == 0 {
				require.Nil(t, terms.Fee)
				return
			}
			require.Equal(t, sdk.NewInt64Coin(c.denom, c.fee), *terms.Fee)
		})
	}
}

// Coins are divided without one being lost or made, whatever the stake, the share, the fees and the end.
func TestAttackTheHoldingsOfAGameAreDividedWithoutRest(t *testing.T) {
	dice := rand.New(rand.NewSource(1))
	edges := []math.Int{
		math.OneInt(), math.NewInt(2), math.NewInt(3), math.NewInt(9_999), math.NewInt(10_001),
		powerOfTwo(63), powerOfTwo(127).SubRaw(1), powerOfTwo(127), powerOfTwo(types.MaxStakeBits).SubRaw(1),
	}
	shares := []uint32{0, 1, 2_499, types.MaxHouseShareBps}
	p, rewards := types.DefaultParams(), types.DefaultRewards(types.DefaultParams())
	fees := []*sdk.Coin{nil}
	for _, coin := range []sdk.Coin{
		anchors(1), anchors(fee), sdk.NewInt64Coin(stakeDenom, 3), sdk.NewInt64Coin(types.RewardDenom, fee),
	} {
		fees = append(fees, &coin)
	}
	for i := range 100_000 {
		terms := types.Terms{Backing: uint64(dice.Int63n(2 * fee)), Fee: fees[dice.Intn(len(fees))]}
		if dice.Intn(8) > 0 {
			amount := edges[dice.Intn(len(edges))]
			if dice.Intn(2) == 0 {
				amount = math.NewInt(1 + dice.Int63n(1<<uint(1+dice.Intn(62))))
			}
			terms.Stake = &sdk.Coin{Denom: stakeDenom, Amount: amount}
			terms.HouseShareBps = shares[dice.Intn(len(shares))]
			if dice.Intn(2) == 0 {
				terms.HouseShareBps = uint32(dice.Intn(types.MaxHouseShareBps + 1))
			}
		}
		o := payoff.Outcome{
			Reason: types.REASON_SUNK + types.Reason(dice.Intn(5)), Seats: bothSeats, First: game.Seat(dice.Intn(2)),
		}
		won, second := dice.Intn(4) > 0, false
		if won {
			o.Winners = []game.Seat{o.First}
			if second = o.Reason <= types.REASON_CHALLENGED && dice.Intn(2) == 0; second {
				o.Winners = []game.Seat{o.First.Other()}
			}
		}
		award := payoff.NewAward(p, rewards, terms, payoff.Leaving{
			Reason:   o.Reason,
			Begun:    dice.Intn(2) == 0,
			Withheld: types.Withheld(dice.Intn(2) * dice.Intn(len(types.Withheld_name)-1)),
		})
		s := payoff.Settle(terms, payoff.Payable(award, p, rewards, terms), o)

		held := terms.Entry().Add(terms.Entry()...)
		out := s.FromEscrow[0].Add(s.FromEscrow[1]...).Add(s.House...).Add(s.Burned...).Add(s.Pooled...)
		if !held.Equal(out) {
			t.Fatalf("game %d: expected %s, got %s: %+v %+v", i, held, out, terms, o)
		}
		refunded := second && o.Reason != types.REASON_CHALLENGED
		if pot := terms.Stake; pot != nil && won && !refunded {
			// The house gets no more than its share, and less than a unit less.
			exact := pot.Amount.MulRaw(2).MulRaw(int64(terms.HouseShareBps))
			house := s.House.AmountOf(stakeDenom).MulRaw(types.BasisPoints)
			if house.GT(exact) || exact.Sub(house).GTE(math.NewInt(types.BasisPoints)) {
				t.Fatalf("game %d: house gets %s of %s at %d", i, s.House, pot, terms.HouseShareBps)
			}
		}
		if late := o.Reason >= types.REASON_TIMEOUT; !won && !late && !award.Promised() &&
			(!s.FromEscrow[0].Equal(terms.Entry()) || !s.FromEscrow[1].Equal(terms.Entry())) {
			t.Fatalf("game %d: nobody won, but %s and %s go back", i, s.FromEscrow[0], s.FromEscrow[1])
		}
		if refunded && !s.FromEscrow[o.Winners[0]].Equal(terms.Entry()) {
			t.Fatalf("game %d: the second claimant gets %s instead of its own", i, s.FromEscrow[o.Winners[0]])
		}
		if paid := s.Payment.Total().IsPositive(); paid != (won && s.Withheld == types.WITHHELD_NONE) {
			t.Fatalf("game %d: %s minted, %s burned, withheld %s", i, s.Payment.Total(), s.Burned, s.Withheld)
		}
	}
}

// Whatever the params were when the game was opened and are when it ends, what is minted is worth no more than what is
// burned, at either price.
func TestMintedCoinsArePaidFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) types.Params {
			p := types.DefaultParams()
			p.RewardPrice = sdk.NewCoin(
				rapid.SampledFrom([]string{"uanchor", "uanchor", "uship"}).Draw(t, label+" denom"),
				math.NewIntFromUint64(rapid.Uint64Range(types.BasePerReward, 1<<63).Draw(t, label+" price")),
			)
			p.LoserShareBps = rapid.Uint32Range(0, types.BasisPoints).Draw(t, label+" loser")
			p.TimeoutShareBps = rapid.Uint32Range(0, types.BasisPoints).Draw(t, label+" timeout")
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			return p
		}
		opened, ended := draw("opened"), draw("ended")
		rewards := func(label string) types.Rewards {
			return types.Rewards{
				Minted: math.NewInt(rapid.Int64Range(0, types.MaxRewardCap).Draw(t, label+" minted")),
				Payout: math.NewInt(rapid.Int64Range(0, 2*types.MaxRewardCap).Draw(t, label+" payout")),
			}
		}
		terms, err := types.NewTerms(opened, rewards("opened"), game.Classic(), nil, false)
		if err != nil {
			t.Fatal(err)
		}
		reason := rapid.SampledFrom([]types.Reason{
			types.REASON_SUNK, types.REASON_CONCEDED, types.REASON_CHALLENGED, types.REASON_TIMEOUT, types.REASON_UNPROVEN,
		}).Draw(t, "reason")
		before := rewards("ended")
		award := payoff.NewAward(ended, before, terms, payoff.Leaving{Reason: reason})
		o := payoff.Outcome{Reason: reason, Seats: bothSeats, Winners: bothSeats[:1]}
		if reason <= types.REASON_CHALLENGED && rapid.Bool().Draw(t, "second") {
			o.First = game.Joiner
		}
		s := payoff.Settle(terms, payoff.Payable(award, ended, before, terms), o)
		total := s.Payment.Total()
		for _, price := range []sdk.Coin{opened.RewardPrice, ended.RewardPrice} {
			if burned := s.Burned.AmountOf(price.Denom); worthOf(total, price).GT(burned) {
				t.Fatalf("%s uship at %s are worth %s, burned are %s", total, price, worthOf(total, price), burned)
			}
		}
		if total.GT(before.Remaining(ended)) || s.Payment.Winner.IsNegative() || s.Payment.Loser.IsNegative() {
			t.Fatalf("%+v of %s", s.Payment, before.Remaining(ended))
		}
	})
}

// At any price from 0.001 to 1,000 coins for one and at any payout below the cap, the two fees of a game back a full
// win, so that it is paid in full and the payout grows, and they are worth no less than what they back.
func TestTheFeesOfAGameBackAFullWinAtEveryPrice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := types.DefaultParams()
		// A network on one machine, where a price below one for one is valid.
		p.LocalNetwork = true
		price := rapid.Int64Range(types.BasePerReward/1000, 1000*types.BasePerReward).Draw(t, "price")
		p.RewardPrice.Amount = math.NewInt(price)
		p.LoserShareBps = rapid.Uint32Range(0, types.BasisPoints).Draw(t, "loser")
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		rewards := types.DefaultRewards(p)
		rewards.Payout = math.NewInt(rapid.Int64Range(1, types.MaxRewardCap/2).Draw(t, "payout"))
		for win := range rapid.IntRange(1, 20).Draw(t, "wins") {
			terms, err := types.NewTerms(p, rewards, game.Classic(), nil, false)
			if err != nil {
				t.Fatal(err)
			}
			for _, reason := range []types.Reason{types.REASON_SUNK, types.REASON_CONCEDED, types.REASON_CHALLENGED} {
				a := payoff.NewAward(p, rewards, terms, payoff.Leaving{Reason: reason})
				a = payoff.Payable(a, p, rewards, terms)
				due := rewards.Payment(p, reason)
				if a.WinnerReward != rewards.Payout.Uint64() || !a.Grows {
					t.Fatalf("win %d: payout %s, the award pays %d and grows: %t", win+1, rewards.Payout, a.WinnerReward, a.Grows)
				}
				if reason != types.REASON_CHALLENGED && a.LoserReward != due.Loser.Uint64() {
					t.Fatalf("win %d: expected a loser's share of %s, got %d", win+1, due.Loser, a.LoserReward)
				}
				o := payoff.Outcome{Reason: reason, Seats: bothSeats, Winners: bothSeats[:1]}
				s := payoff.Settle(terms, a, o)
				worth, burned := worthOf(s.Payment.Total(), p.RewardPrice), s.Burned.AmountOf(p.RewardPrice.Denom)
				if worth.GT(burned) {
					t.Fatalf("win %d: minted are %s worth %s, burned are %s", win+1, s.Payment.Total(), worth, burned)
				}
			}
			grown := rewards.Grown(p)
			least := math.NewInt(types.PartsPerMillion / int64(p.RewardGrowthPpm))
			if rewards.Payout.GTE(least) && !grown.Payout.GT(rewards.Payout) {
				t.Fatalf("win %d: the payout of %s does not grow", win+1, rewards.Payout)
			}
			rewards = grown
		}
	})
}

// Games of more than two pay through the same books: whoever wins, nothing is lost or made, winners get the same but
// for a unit.
func TestManySeatsAreSettledLikeTwo(t *testing.T) {
	p := types.DefaultParams()
	rewards := types.DefaultRewards(p)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "seats")
		o := payoff.Outcome{
			Reason: types.Reason(rapid.Int32Range(int32(types.REASON_SUNK), int32(types.REASON_UNPROVEN)).Draw(t, "reason")),
			First:  game.Seat(rapid.IntRange(0, n-1).Draw(t, "first")),
		}
		for seat := range game.Seat(n) {
			o.Seats = append(o.Seats, seat)
			if len(o.Winners) < n-1 && rapid.Bool().Draw(t, "wins") {
				o.Winners = append(o.Winners, seat)
			}
		}
		stake := sdk.NewInt64Coin(stakeDenom, rapid.Int64Range(1, 1_000).Draw(t, "stake"))
		terms, err := types.NewTerms(p, rewards, game.Classic(), nil, false)
		require.NoError(t, err)
		terms.Stake, terms.HouseShareBps = &stake, rapid.Uint32Range(0, types.MaxHouseShareBps).Draw(t, "house")
		award := payoff.NewAward(p, rewards, terms, payoff.Leaving{
			Reason: o.Reason, Begun: rapid.Bool().Draw(t, "begun"),
			Withheld: rapid.SampledFrom([]types.Withheld{types.WITHHELD_NONE, types.WITHHELD_PAIR}).Draw(t, "why"),
		})
		s := payoff.Settle(terms, award, o)
		held, out, minted := sdk.NewCoins(), s.House.Add(s.Burned...).Add(s.Pooled...), uint64(0)
		for i := range o.Seats {
			held, out = held.Add(terms.Entry()...), out.Add(s.FromEscrow[i]...)
			minted += s.Shares[i].Reward
			require.Equal(t, s.FromEscrow[i].String(), s.Shares[i].FromEscrow().String())
		}
		require.Equal(t, held.String(), out.String())
		require.Equal(t, s.Payment.Total().Uint64(), minted)
		for _, denom := range []string{stakeDenom, types.DefaultFeeDenom} {
			for i, seat := range o.Winners {
				apart := s.FromEscrow[o.Winners[0]].AmountOf(denom).Sub(s.FromEscrow[seat].AmountOf(denom)).Int64()
				require.LessOrEqual(t, apart, int64(1), "%s of winner %d", denom, i)
				require.GreaterOrEqual(t, apart, int64(0), "%s of winner %d", denom, i)
			}
		}
	})
}
