package types_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The chain's arithmetic against big integers, with any params and any order of endings.
func TestPaymentsAgainstPlainArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := types.DefaultParams()
		rewardCap := rapid.Int64Range(0, types.MaxRewardCap).Draw(t, "cap")
		p.RewardCap = math.NewInt(rewardCap)
		p.RewardInitial = math.NewInt(rapid.Int64Range(0, rewardCap).Draw(t, "initial"))
		p.RewardGrowthPpm = rapid.Uint32Range(0, types.PartsPerMillion).Draw(t, "growth")
		p.LoserShareBps = rapid.Uint32Range(0, types.BasisPoints).Draw(t, "loser")
		p.TimeoutShareBps = rapid.Uint32Range(0, types.BasisPoints).Draw(t, "timeout")
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		rewards := types.DefaultRewards(p)
		payout, minted := p.RewardInitial.BigInt(), new(big.Int)
		for range rapid.IntRange(1, 200).Draw(t, "games") {
			reason := types.Reason(rapid.Int32Range(int32(types.REASON_SUNK), int32(types.REASON_VOID)).Draw(t, "reason"))
			winner, loser := new(big.Int), new(big.Int)
			switch reason {
			case types.REASON_SUNK, types.REASON_CONCEDED:
				winner.Set(payout)
				loser.Div(new(big.Int).Mul(payout, big.NewInt(int64(p.LoserShareBps))), big.NewInt(10_000))
			case types.REASON_CHALLENGED:
				winner.Set(payout)
			case types.REASON_TIMEOUT, types.REASON_UNPROVEN:
				winner.Div(new(big.Int).Mul(payout, big.NewInt(int64(p.TimeoutShareBps))), big.NewInt(10_000))
			}
			full := reason >= types.REASON_SUNK && reason <= types.REASON_CHALLENGED
			for _, due := range []*big.Int{winner, loser} {
				left := new(big.Int).Sub(big.NewInt(rewardCap), minted)
				if due.Cmp(left) > 0 {
					due.Set(left)
					full = full && due != winner
				}
				minted.Add(minted, due)
			}
			if full {
				growth := new(big.Int).Mul(payout, big.NewInt(int64(p.RewardGrowthPpm)))
				payout.Add(payout, growth.Div(growth, big.NewInt(1_000_000)))
			}

			payment := rewards.Payment(p, reason)
			rewards.Minted = rewards.Minted.Add(payment.Winner).Add(payment.Loser)
			if payment.Grows {
				rewards = rewards.Grown(p)
			}
			if payment.Winner.BigInt().Cmp(winner) != 0 || payment.Loser.BigInt().Cmp(loser) != 0 {
				t.Fatalf("%s: expected %s and %s, got %s and %s", reason, winner, loser, payment.Winner, payment.Loser)
			}
			if rewards.Minted.BigInt().Cmp(minted) != 0 || rewards.Minted.GT(p.RewardCap) {
				t.Fatalf("minted: expected %s, got %s", minted, rewards.Minted)
			}
			if rewards.Payout.BigInt().Cmp(payout) != 0 {
				t.Fatalf("payout: expected %s, got %s", payout, rewards.Payout)
			}
		}
	})
}

// A hundred thousand wins, from the first to the last uship.
func TestTheWholeSupplyIsMintedAndNotAUnitMore(t *testing.T) {
	p := types.DefaultParams()
	rewards := types.DefaultRewards(p)
	wins := 0
	for ; rewards.Remaining(p).IsPositive(); wins++ {
		payment := rewards.Payment(p, types.REASON_SUNK)
		rewards.Minted = rewards.Minted.Add(payment.Winner).Add(payment.Loser)
		if payment.Grows {
			rewards = rewards.Grown(p)
		}
	}
	require.Equal(t, int64(types.MaxRewardCap), rewards.Minted.Int64())
	for range 100_000 {
		payment := rewards.Payment(p, types.REASON_SUNK)
		require.True(t, payment.Winner.IsZero() && payment.Loser.IsZero() && !payment.Grows)
	}
	t.Logf("%d wins mint the whole supply; the last full reward is %s uship", wins, rewards.Payout)
}
