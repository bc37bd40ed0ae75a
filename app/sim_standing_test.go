package app_test

import (
	"fmt"
	"slices"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// checkPlayers: what is counted for each player is what its games and results add up to.
func (w *watch) checkPlayers(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	want := w.addUp(ctx)
	var rewarded uint64
	require.NoError(w.t, k.Players.Walk(ctx, nil, func(address sdk.AccAddress, got types.Player) (bool, error) {
		expected := want[address.String()]
		// Cancelled games leave nothing but the nonce of their board.
		require.GreaterOrEqual(w.t, got.BoardNonce, expected.BoardNonce)
		expected.BoardNonce = got.BoardNonce
		// Results do not tell these, but bound them.
		require.LessOrEqual(w.t, got.Hits, got.Shots, "%s", address)
		require.LessOrEqual(w.t, got.Streak, got.BestStreak, "%s", address)
		require.LessOrEqual(w.t, got.BestStreak, got.Won, "%s", address)
		require.LessOrEqual(w.t, got.RatedGames, got.Won+got.Lost, "%s", address)
		require.LessOrEqual(w.t, got.Conceded+got.TimedOut+got.ChallengesWrong, got.Games, "%s", address)
		expected.Hits, expected.Streak, expected.BestStreak = got.Hits, got.Streak, got.BestStreak
		expected.Conceded, expected.TimedOut, expected.ChallengesRight = got.Conceded, got.TimedOut, got.ChallengesRight
		expected.Rating, expected.RatedGames = got.Rating, got.RatedGames
		require.Equal(w.t, expected, got, "%s", address)
		delete(want, address.String())
		rewarded += got.Rewarded
		return false, nil
	}))
	require.Empty(w.t, want, "players without a record")
	rewards, err := k.Rewards.Get(ctx)
	require.NoError(w.t, err)
	require.Equal(w.t, rewards.Wins, rewarded)
}

// addUp returns what games and results say about each player, by address.
func (w *watch) addUp(ctx sdk.Context) map[string]types.Player {
	k := w.app.BattleshipKeeper
	players := make(map[string]types.Player)
	count := func(address string, change func(*types.Player)) {
		player := players[address]
		change(&player)
		players[address] = player
	}
	for _, g := range byID(ctx, w.t, k.Games) {
		for _, seat := range g.Seats {
			count(seat.Address, func(p *types.Player) {
				p.BoardNonce++
				if g.Offer != nil {
					p.OpenGames++
				} else {
					p.Games++
				}
			})
		}
	}
	for _, result := range byID(ctx, w.t, k.Results) {
		for seat, address := range result.Players {
			count(address, func(p *types.Player) {
				p.BoardNonce++
				p.Games++
				p.Shots += uint64(result.Shots[seat])
				switch result.Winner {
				case 0:
				case uint32(seat) + 1:
					p.Won++
					if result.Reward > 0 {
						p.Rewarded++
					}
				default:
					p.Lost++
					if result.Reason == types.REASON_CHALLENGED {
						p.ChallengesWrong++
					}
				}
			})
		}
	}
	return players
}

// checkRatings: the leaderboard has the players who were rated, each once and with its rating, and the buckets count
// them.
func (w *watch) checkRatings(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	var board, boardIndex []string
	buckets := make(map[uint32]types.RatingBucket)
	require.NoError(w.t, k.Players.Walk(ctx, nil, func(address sdk.AccAddress, p types.Player) (bool, error) {
		require.Equal(w.t, p.RatedGames > 0, p.Rating > 0, "%s", address)
		if p.RatedGames == 0 {
			return false, nil
		}
		board = append(board, fmt.Sprint(p.Rating, address))
		at := p.Rating / types.RatingBucketSize
		if _, ok := buckets[at]; !ok {
			buckets[at] = types.RatingBucket{Counts: make([]uint64, types.RatingBucketSize)}
		}
		buckets[at].Counts[p.Rating%types.RatingBucketSize]++
		return false, nil
	}))
	for _, key := range keys(ctx, w.t, k.Leaderboard) {
		boardIndex = append(boardIndex, fmt.Sprint(key.K1(), key.K2()))
	}
	require.ElementsMatch(w.t, board, boardIndex)
	got := make(map[uint32]types.RatingBucket)
	require.NoError(w.t, k.RatingBuckets.Walk(ctx, nil, func(at uint32, b types.RatingBucket) (bool, error) {
		got[at] = b
		return false, nil
	}))
	require.Equal(w.t, buckets, got)
}

// rules are the params that games have ended under.
type rules struct {
	params types.Params
	// since is the block in which they were found changed. Some of its games may have ended under the old ones.
	since int64
}

func (r *rules) update(ctx sdk.Context, w *watch) {
	params, err := w.app.BattleshipKeeper.Params.Get(ctx)
	require.NoError(w.t, err)
	if !params.Equal(&r.params) {
		r.params, r.since = params, ctx.BlockHeight()
	}
}

// apply tells whether all that has ended in a block has ended under these params.
func (r rules) apply(height int64) bool { return height > r.since }

// checkWins: the last rewarded wins are kept with their heights, and those of this block have not passed a limit.
func (w *watch) checkWins(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	var chain []int64
	players := make(map[string][]int64)
	for _, result := range byID(ctx, w.t, k.Results) {
		if result.Reward == 0 {
			continue
		}
		winner := result.Players[result.Winner-1]
		chain, players[winner] = append(chain, result.EndedHeight), append(players[winner], result.EndedHeight)
		if height := result.EndedHeight; height == ctx.BlockHeight() && w.rules.apply(height) {
			require.GreaterOrEqual(w.t, slices.Min(result.Shots), w.rules.params.RewardMinShots, "game %d", result.GameId)
		}
	}
	kept := lastHeights(chain, types.MaxChainRewards)
	require.Equal(w.t, kept, byID(ctx, w.t, k.ChainWins))
	w.checkLimit(ctx, chain, w.rules.params.ChainRewards)

	wins := make(map[string]map[uint64]int64)
	require.NoError(w.t, k.PlayerWins.Walk(ctx, nil,
		func(key collections.Pair[sdk.AccAddress, uint64], height int64) (bool, error) {
			who := key.K1().String()
			if wins[who] == nil {
				wins[who] = make(map[uint64]int64)
			}
			wins[who][key.K2()] = height
			return false, nil
		}))
	require.Len(w.t, wins, len(players))
	for who, heights := range players {
		require.Equal(w.t, lastHeights(heights, types.MaxPlayerRewards), wins[who], who)
		w.checkLimit(ctx, heights, w.rules.params.PlayerRewards)
	}
}

// lastHeights sorts heights and returns the last ones by their number.
func lastHeights(heights []int64, most int) map[uint64]int64 {
	slices.Sort(heights)
	last := make(map[uint64]int64)
	for i := max(0, len(heights)-most); i < len(heights); i++ {
		last[uint64(i)] = heights[i]
	}
	return last
}

// checkLimit: if any of the heights is this block's, no more than a limit of them are in the period that ends with it.
// A limit of 0 means none.
func (w *watch) checkLimit(ctx sdk.Context, heights []int64, limit uint32) {
	height := ctx.BlockHeight()
	if limit == 0 || !w.rules.apply(height) || !slices.Contains(heights, height) {
		return
	}
	inPeriod := 0
	for _, then := range heights {
		if then > height-w.rules.params.RewardPeriodBlocks {
			inPeriod++
		}
	}
	require.LessOrEqual(w.t, inPeriod, int(limit), "wins at %v", heights)
}

// checkPairs: what is kept of two players is when they were rewarded and rated for games with each other, and neither
// happened too soon in this block.
func (w *watch) checkPairs(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	ended, rewarded := make(map[string][]int64), make(map[string][]int64)
	for _, result := range byID(ctx, w.t, k.Results) {
		key := pairOf(result.Players[0], result.Players[1])
		if result.Winner > 0 {
			ended[key] = append(ended[key], result.EndedHeight)
		}
		if result.Reward > 0 {
			rewarded[key] = append(rewarded[key], result.EndedHeight)
		}
	}
	height := ctx.BlockHeight()
	pairs := make(map[string]types.Pair)
	require.NoError(w.t, k.Pairs.Walk(ctx, nil,
		func(key collections.Pair[sdk.AccAddress, sdk.AccAddress], p types.Pair) (bool, error) {
			pair := pairOf(key.K1().String(), key.K2().String())
			pairs[pair] = p
			require.LessOrEqual(w.t, len(p.RatedHeights), types.MaxPairRatedGames)
			require.True(w.t, slices.IsSorted(p.RatedHeights))
			require.Subset(w.t, ended[pair], p.RatedHeights)
			if slices.Contains(p.RatedHeights, height) && w.rules.apply(height) {
				require.Positive(w.t, w.rules.params.PairRatedGames)
			}
			w.checkLimit(ctx, p.RatedHeights, w.rules.params.PairRatedGames)
			return false, nil
		}))
	for pair, heights := range rewarded {
		slices.Sort(heights)
		last := len(heights) - 1
		require.Equal(w.t, heights[last], pairs[pair].RewardedHeight)
		if last > 0 && heights[last] == height && heights[last-1] > 0 && w.rules.apply(height) {
			require.GreaterOrEqual(w.t, height-heights[last-1], w.rules.params.PairCooldownBlocks, "rewarded at %v", heights)
		}
	}
	for pair, p := range pairs {
		if p.RewardedHeight > 0 {
			require.Contains(w.t, rewarded, pair)
		}
	}
}

// pairOf names two players, whoever comes first.
func pairOf(a, b string) string { return min(a, b) + max(a, b) }
