package query

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/names"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// PlayerCmd returns the command that shows a player.
func PlayerCmd[K Kind](others []K) *cobra.Command {
	var address string
	return Question("player [ADDR|NAME]", "Show a player's rating, games and statistics", env.Between(0, 1, "[ADDR|NAME]"),
		func(ctx context.Context, e *env.Env, q types.QueryClient, args []string) (*types.QueryPlayerResponse, error) {
			var err error
			if address, err = e.AddressArg(args); err != nil {
				return nil, err
			}
			return q.Player(ctx, &types.QueryPlayerRequest{Address: address})
		},
		func(ctx context.Context, e *env.Env, a *types.QueryPlayerResponse) error {
			if found, err := names.Ask(ctx, e.Chain.Conn(), []string{address}); err == nil {
				e.Out.Lines([][2]string{{"name", text.NameOf(address, found[address])}}, 14)
			}
			e.Out.Lines(append(text.PlayerFacts(a.Player), [][2]string{
				{"open games", fmt.Sprint(a.Player.OpenGames)},
				{"board nonce", fmt.Sprint(a.Player.BoardNonce)},
			}...), 14)
			unfinished := "none"
			all := slices.Clone(a.Games)
			for _, k := range others {
				all = append(all, k.Unfinished(a)...)
			}
			if slices.Sort(all); len(all) > 0 {
				unfinished = joinNumbers(all, " ")
			}
			e.Out.Text("%-14s %s", "unfinished", unfinished)
			return nil
		})
}

// RewardsCmd returns the command that shows rewards.
func RewardsCmd() *cobra.Command {
	return Question("rewards", "Show the state of the Shipcoin mint", env.NoArgs,
		func(ctx context.Context, _ *env.Env, q types.QueryClient, _ []string) (*types.QueryRewardsResponse, error) {
			return q.Rewards(ctx, &types.QueryRewardsRequest{})
		},
		func(_ context.Context, e *env.Env, a *types.QueryRewardsResponse) error {
			for _, line := range []struct {
				name string
				coin sdk.Coin
			}{
				{"next winner", a.WinnerReward},
				{"next loser", a.LoserReward},
				{"by timeout", a.TimeoutReward},
				{"fee of each", a.Fee},
				{"ever minted", a.Minted},
				{"left to mint", a.Remaining},
			} {
				e.Out.Text("%-13s %s", line.name, text.Coin(line.coin))
			}
			return nil
		})
}

func rewardCoin(amount uint64) sdk.Coin { return types.RewardCoin(math.NewIntFromUint64(amount)) }

func paramsCmd() *cobra.Command {
	return Question("params", "Show the params", env.NoArgs,
		func(ctx context.Context, _ *env.Env, q types.QueryClient, _ []string) (*types.QueryParamsResponse, error) {
			return q.Params(ctx, &types.QueryParamsRequest{})
		},
		func(_ context.Context, e *env.Env, a *types.QueryParamsResponse) error {
			e.Out.Table(paramRows(a.Params), "")
			return nil
		})
}

func proofKeysCmd() *cobra.Command {
	return Question("proof-keys", "Show the hashes of the keys with which the node verifies proofs", env.NoArgs,
		func(ctx context.Context, _ *env.Env, q types.QueryClient, _ []string) (*types.QueryProofKeysResponse, error) {
			return q.ProofKeys(ctx, &types.QueryProofKeysRequest{})
		},
		func(_ context.Context, e *env.Env, a *types.QueryProofKeysResponse) error {
			for _, keys := range a.Keys {
				e.Out.Text("%s: %s", keys.Ruleset, keys.Key)
			}
			return nil
		})
}

func paramRows(p types.Params) [][]string {
	clock := func(blocks int64) string { return text.Clock(p, blocks) }
	network := "public"
	if p.LocalNetwork {
		network = text.LocalNetwork
	}
	claims := "need no claim"
	if p.ProvenClaims {
		claims = text.BoardsShown
	}
	var closed []string
	for _, id := range p.ClosedRulesets {
		closed = append(closed, env.RulesetName(id))
	}
	return [][]string{
		{"clock, live", clock(p.TurnBlocksDefault)},
		{"clock, correspondence", clock(p.TurnBlocksCorrespondence)},
		{"clock, bounds", clock(p.TurnBlocksMin) + " to " + clock(p.TurnBlocksMax)},
		{"open games wait", clock(p.OpenBlocks)},
		{"time to claim", clock(p.ClaimBlocks)},
		{"expected block time", fmt.Sprintf("%d ms", p.BlockMillis)},
		{"max expiries per block", fmt.Sprint(p.MaxExpiriesPerBlock)},
		{"stakes in", env.OrDash(strings.Join(p.StakeDenoms, ", "))},
		{"house share", fmt.Sprintf("%d bps", p.HouseShareBps)},
		{"open game's deposit", text.Coin(p.OpenDeposit)},
		{"max open games", fmt.Sprint(p.MaxOpenGames)},
		{"closed rulesets", env.OrDash(strings.Join(closed, ", "))},
		{"boards that are proven", claims},
		{"initial reward", text.Coin(types.RewardCoin(p.RewardInitial))},
		{"reward growth", fmt.Sprintf("%d ppm", p.RewardGrowthPpm)},
		{"loser's share", fmt.Sprintf("%d bps", p.LoserShareBps)},
		{"timeout share", fmt.Sprintf("%d bps", p.TimeoutShareBps)},
		{"reward cap", text.Coin(types.RewardCoin(p.RewardCap))},
		{"network", network},
		{"price of a SHIP", text.Coin(p.RewardPrice)},
		{"min shots for reward", fmt.Sprint(p.RewardMinShots)},
		{"cool-down of a pair", clock(p.PairCooldownBlocks)},
		{"period of limits", clock(p.RewardPeriodBlocks)},
		{"rewards in it", fmt.Sprintf(text.RewardLimits, limit(p.PlayerRewards), limit(p.ChainRewards))},
		{"rated games in it", fmt.Sprintf("%d a pair", p.PairRatedGames)},
	}
}

// limit formats a limit.
func limit(n uint32) string {
	if n == 0 {
		return "any number"
	}
	return fmt.Sprint(n)
}
