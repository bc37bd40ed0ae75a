package app_test

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// checkPlayers: what is counted for each player is what its games and results add up to.
func (w *watch) checkPlayers(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	want := w.addUp(ctx)
	var rewarded uint64
	require.NoError(w.t, k.Records().Players.Walk(ctx, nil, func(address sdk.AccAddress, got types.Player) (bool, error) {
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
	rewards, err := k.Rewards(ctx)
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
	for _, g := range byID(ctx, w.t, k.Records().Games) {
		for _, participant := range g.Participants {
			count(participant.Address, func(p *types.Player) {
				p.BoardNonce++
				if g.Offer != nil {
					p.OpenGames++
				} else {
					p.Games++
				}
			})
		}
	}
	w.addUpMelees(ctx, count)
	for _, result := range byID(ctx, w.t, k.Records().Results) {
		for seat, address := range result.Players {
			count(address, func(p *types.Player) {
				p.BoardNonce++
				p.Games++
				p.Shots += uint64(result.Shots[seat])
				switch result.Winner {
				case types.SEAT_UNSPECIFIED:
				case types.SeatOf(game.Seat(seat)):
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
	require.NoError(w.t, k.Records().Players.Walk(ctx, nil, func(address sdk.AccAddress, p types.Player) (bool, error) {
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
	for _, key := range keys(ctx, w.t, k.Records().Leaderboard) {
		boardIndex = append(boardIndex, fmt.Sprint(key.K1(), key.K2()))
	}
	require.ElementsMatch(w.t, board, boardIndex)
	got := make(map[uint32]types.RatingBucket)
	require.NoError(w.t, k.Records().RatingBuckets.Walk(ctx, nil, func(at uint32, b types.RatingBucket) (bool, error) {
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
	params, err := w.app.BattleshipKeeper.Params(ctx)
	require.NoError(w.t, err)
	if !params.Equal(&r.params) {
		r.params, r.since = params, ctx.BlockHeight()
	}
}

// apply reports whether all that has ended in a block has ended under these params.
func (r rules) apply(height int64) bool { return height > r.since }

// promise is what a game was promised when play ended.
type promise struct {
	players []string
	height  int64
	uship   uint64
	places  [types.PlayersPerGame]bool
}

// promises returns what games that wait for a proof and games that have ended were promised, and the sum of the latter.
func (w *watch) promises(ctx sdk.Context) (all []promise, settled uint64) {
	k := w.app.BattleshipKeeper
	for _, result := range byID(ctx, w.t, k.Records().Results) {
		if result.Promised == 0 {
			require.Zero(w.t, result.Reward, "game %d", result.GameId)
			continue
		}
		settled += result.Promised
		all = append(all, promise{
			players: result.Players, height: result.PromisedHeight, uship: result.Promised,
			places: [...]bool{result.Place(game.Creator), result.Place(game.Joiner)},
		})
		if height := result.PromisedHeight; height == ctx.BlockHeight() && w.rules.apply(height) {
			require.GreaterOrEqual(w.t, slices.Min(result.Shots), w.rules.params.RewardMinShots, "game %d", result.GameId)
		}
	}
	games, progress := byID(ctx, w.t, k.Records().Games), byID(ctx, w.t, k.Records().Progress)
	for id, award := range byID(ctx, w.t, k.Records().Awards) {
		if !award.Promised() {
			continue
		}
		state, err := games[id].State(progress[id])
		require.NoError(w.t, err)
		first, ok := state.Claimant()
		require.True(w.t, ok, "game %d", id)
		places := award.Places(types.Reason(state.Reason), first)
		waiting := promise{height: award.Height, uship: award.Total(), places: places}
		for _, participant := range games[id].Participants {
			waiting.players = append(waiting.players, participant.Address)
		}
		all = append(all, waiting)
	}
	return all, settled
}

// checkPromises: what was promised is kept with its height for each player and in all, and that of this block has not
// passed a limit.
func (w *watch) checkPromises(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	rewards, err := k.Rewards(ctx)
	require.NoError(w.t, err)
	all, settled := w.promises(ctx)
	require.Equal(w.t, settled, rewards.Settled)
	players := make(map[string][]int64)
	inPeriod, now := uint64(0), ctx.BlockHeight()
	promisedNow := false
	for _, p := range all {
		for seat, taken := range p.places {
			if taken {
				players[p.players[seat]] = append(players[p.players[seat]], p.height)
			}
		}
		promisedNow = promisedNow || p.height == now
		if w.rules.params.InPeriod(p.height, now) {
			inPeriod += p.uship
		}
	}
	if limit := w.rules.params.ChainRewards; limit > 0 && promisedNow && w.rules.apply(now) {
		most := rewards.Full(w.rules.params).MulRaw(int64(limit))
		require.True(w.t, most.GTE(math.NewIntFromUint64(inPeriod)), "promised %d of %s", inPeriod, most)
	}

	sums := make(map[int64]uint64)
	slices.SortFunc(all, func(a, b promise) int { return cmp.Compare(a.height, b.height) })
	sum := uint64(0)
	for _, p := range all {
		sum += p.uship
		sums[p.height] = sum
	}
	kept := make(map[int64]uint64)
	require.NoError(w.t, k.Records().Promised.Walk(ctx, nil, func(height int64, uship uint64) (bool, error) {
		kept[height] = uship
		return false, nil
	}))
	require.Equal(w.t, sums, kept)

	places := make(map[string]map[uint64]int64)
	require.NoError(w.t, k.Records().Places.Walk(ctx, nil,
		func(key collections.Pair[sdk.AccAddress, uint64], height int64) (bool, error) {
			who := key.K1().String()
			if places[who] == nil {
				places[who] = make(map[uint64]int64)
			}
			places[who][key.K2()] = height
			return false, nil
		}))
	require.Len(w.t, places, len(players))
	for who, heights := range players {
		require.Equal(w.t, lastHeights(heights, types.MaxPlayerRewards), places[who], who)
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

// checkPairs requires that the record of two players has the times of their rewarded and rated games with each other,
// and that neither came too soon in this block.
func (w *watch) checkPairs(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	ended, promised := make(map[string][]int64), make(map[string][]int64)
	for _, result := range byID(ctx, w.t, k.Records().Results) {
		key := pairOf(result.Players[0], result.Players[1])
		if result.Winner != types.SEAT_UNSPECIFIED {
			ended[key] = append(ended[key], result.EndedHeight)
		}
	}
	all, _ := w.promises(ctx)
	for _, p := range all {
		key := pairOf(p.players[0], p.players[1])
		promised[key] = append(promised[key], p.height)
	}
	height := ctx.BlockHeight()
	pairs := make(map[string]types.Pair)
	require.NoError(w.t, k.Records().Pairs.Walk(ctx, nil,
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
	for pair, heights := range promised {
		slices.Sort(heights)
		last := len(heights) - 1
		require.Equal(w.t, heights[last], pairs[pair].PromisedHeight)
		if last > 0 && heights[last] == height && heights[last-1] > 0 && w.rules.apply(height) {
			require.GreaterOrEqual(w.t, height-heights[last-1], w.rules.params.PairCooldownBlocks, "promised at %v", heights)
		}
	}
	for pair, p := range pairs {
		if p.PromisedHeight > 0 {
			require.Contains(w.t, promised, pair)
		}
	}
}

// pairOf names two players, whoever comes first.
func pairOf(a, b string) string { return min(a, b) + max(a, b) }
