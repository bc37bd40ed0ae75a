package app_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// watch listens to a chain and checks after each block what must hold of every state, reading the stores alone.
type watch struct {
	t   testing.TB
	app *app.App
	// blocks is how many were committed, hashes are what the application said of each.
	blocks int
	hashes [][]byte
	// genesis is what there was before the first message.
	genesis struct {
		games    tally
		unminted math.Int
	}
}

var _ storetypes.ABCIListener = (*watch)(nil)

// ListenFinalizeBlock is called when the block's own work is done. In a simulation the messages come after that.
func (w *watch) ListenFinalizeBlock(
	ctx context.Context, _ abci.RequestFinalizeBlock, _ abci.ResponseFinalizeBlock,
) error {
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	if w.blocks == 0 {
		w.genesis.games, w.genesis.unminted = w.count(sdkCtx), w.unminted(sdkCtx)
	}
	w.check(sdkCtx)
	return nil
}

// ListenCommit is called when the block is committed.
func (w *watch) ListenCommit(ctx context.Context, _ abci.ResponseCommit, _ []*storetypes.StoreKVPair) error {
	w.blocks++
	w.hashes = append(w.hashes, w.app.LastCommitID().Hash)
	w.check(sdk.UnwrapSDKContext(ctx))
	w.checkCoins(sdk.UnwrapSDKContext(ctx))
	return nil
}

// check checks what must hold of games.
func (w *watch) check(ctx sdk.Context) {
	w.checkGames(ctx)
	w.checkQueue(ctx)
	w.checkIndexes(ctx)
	w.checkPlayers(ctx)
}

// checkGames: each game has a match and each match a game; together they are a state that a game can be in, and not
// an ended one.
func (w *watch) checkGames(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	games, matches := byID(ctx, w.t, k.Games), byID(ctx, w.t, k.Matches)
	require.Equal(w.t, slices.Sorted(maps.Keys(games)), slices.Sorted(maps.Keys(matches)))
	next, err := k.NextGameID.Peek(ctx)
	require.NoError(w.t, err)
	for id, g := range games {
		require.Equal(w.t, id, g.Id)
		require.Less(w.t, id, next)
		state, err := g.State(matches[id])
		require.NoError(w.t, err, "game %d", id)
		require.NoError(w.t, state.Validate(), "game %d", id)
		require.False(w.t, state.Phase.Ended(), "game %d", id)
		ended, err := k.Results.Has(ctx, id)
		require.NoError(w.t, err)
		require.False(w.t, ended, "game %d has a result and goes on", id)
	}
	require.Empty(w.t, byID(ctx, w.t, k.Quarantined))
}

// checkQueue: each game is met by the expiry queue at its deadline or before, so that it ends.
func (w *watch) checkQueue(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	first := make(map[uint64]int64)
	for _, entry := range keys(ctx, w.t, k.Expiries) {
		if _, ok := first[entry.K2()]; !ok {
			first[entry.K2()] = entry.K1()
		}
	}
	for id, m := range byID(ctx, w.t, k.Matches) {
		height, ok := first[id]
		require.True(w.t, ok, "game %d has no entry in the expiry queue", id)
		require.LessOrEqual(w.t, height, m.Deadline, "game %d", id)
	}
}

// checkIndexes: the indexes hold what follows from the games, and nothing else; nothing is left of games that have
// ended.
func (w *watch) checkIndexes(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	games, matches := byID(ctx, w.t, k.Games), byID(ctx, w.t, k.Matches)
	var open, seats []string
	for id, g := range games {
		if matches[id].Phase == types.PHASE_OPEN {
			open = append(open, fmt.Sprint(g.RulesetId, id))
		}
		for _, seat := range g.Seats {
			seats = append(seats, fmt.Sprint(seat.Address, id))
		}
	}
	var openIndex, seatIndex []string
	for _, key := range keys(ctx, w.t, k.OpenGames) {
		openIndex = append(openIndex, fmt.Sprint(key.K1(), key.K2()))
	}
	for _, key := range keys(ctx, w.t, k.PlayerGames) {
		seatIndex = append(seatIndex, fmt.Sprint(key.K1().String(), key.K2()))
	}
	require.ElementsMatch(w.t, open, openIndex)
	require.ElementsMatch(w.t, seats, seatIndex)

	recoveries, err := k.Recoveries.Iterate(ctx, nil)
	require.NoError(w.t, err)
	sealed, err := recoveries.Keys()
	require.NoError(w.t, err)
	for _, key := range sealed {
		require.Contains(w.t, games, key.K1(), "recovery data of an ended game")
		require.Less(w.t, int(key.K2()), len(games[key.K1()].Seats))
	}
}

// checkPlayers: what is counted for each player is what its games and results add up to.
func (w *watch) checkPlayers(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	want := make(map[string]types.Player)
	count := func(address string, change func(*types.Player)) {
		player := want[address]
		change(&player)
		want[address] = player
	}
	matches := byID(ctx, w.t, k.Matches)
	for id, g := range byID(ctx, w.t, k.Games) {
		for _, seat := range g.Seats {
			count(seat.Address, func(p *types.Player) {
				p.BoardNonce++
				if matches[id].Phase != types.PHASE_OPEN {
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
				switch result.Winner {
				case 0:
				case uint32(seat) + 1:
					p.Won++
				default:
					p.Lost++
				}
			})
		}
	}
	require.NoError(w.t, k.Players.Walk(ctx, nil, func(address sdk.AccAddress, got types.Player) (bool, error) {
		expected := want[address.String()]
		// Cancelled games leave nothing but the nonce of their board.
		require.GreaterOrEqual(w.t, got.BoardNonce, expected.BoardNonce)
		expected.BoardNonce = got.BoardNonce
		require.Equal(w.t, expected, got, "%s", address)
		delete(want, address.String())
		return false, nil
	}))
	require.Empty(w.t, want, "players without a record")
}

// checkCoins: no more Shipcoin was minted than there may ever be, all that was minted is there, and the supply of
// each coin is what accounts have.
func (w *watch) checkCoins(ctx sdk.Context) {
	rewards, err := w.app.BattleshipKeeper.Rewards.Get(ctx)
	require.NoError(w.t, err)
	require.True(w.t, rewards.Minted.LTE(math.NewInt(types.MaxRewardCap)), "minted %s", rewards.Minted)
	require.Equal(w.t, w.genesis.unminted.String(), w.unminted(ctx).String(),
		"minted without being counted, counted without being minted, or burned")

	sum := sdk.NewCoins()
	w.app.BankKeeper.IterateAllBalances(ctx, func(_ sdk.AccAddress, coin sdk.Coin) bool {
		sum = sum.Add(coin)
		return false
	})
	supply := sdk.NewCoins()
	w.app.BankKeeper.IterateTotalSupply(ctx, func(coin sdk.Coin) bool {
		supply = supply.Add(coin)
		return false
	})
	require.Equal(w.t, supply.String(), sum.String())
}

// unminted returns how many uship the mint has counted that nobody has: a random genesis state counts some.
func (w *watch) unminted(ctx sdk.Context) math.Int {
	rewards, err := w.app.BattleshipKeeper.Rewards.Get(ctx)
	require.NoError(w.t, err)
	return rewards.Minted.Sub(w.app.BankKeeper.GetSupply(ctx, types.RewardDenom).Amount)
}

// tally counts what became of games, by name.
type tally map[string]int

// tally returns what became of the games since the chain began.
func (w *watch) tally() tally {
	ctx := w.app.NewContext(true)
	sum := w.count(ctx)
	for name, n := range w.genesis.games {
		sum[name] -= n
	}
	sum["blocks"] = w.blocks
	sum["unfinished"] = len(byID(ctx, w.t, w.app.BattleshipKeeper.Games))
	return sum
}

// count returns what has become of all games of a state.
func (w *watch) count(ctx sdk.Context) tally {
	k := w.app.BattleshipKeeper
	next, err := k.NextGameID.Peek(ctx)
	require.NoError(w.t, err)
	sum := tally{"created": int(next) - 1}
	require.NoError(w.t, k.Players.Walk(ctx, nil, func(_ sdk.AccAddress, p types.Player) (bool, error) {
		sum["joined"] += int(p.Games)
		return false, nil
	}))
	sum["joined"] /= types.PlayersPerGame
	results := byID(ctx, w.t, k.Results)
	for _, result := range results {
		sum[result.Reason.String()]++
	}
	sum[types.REASON_CANCELLED.String()] = int(next) - 1 - len(results) - len(byID(ctx, w.t, k.Games))
	return sum
}

// add adds another tally.
func (sum tally) add(other tally) {
	for name, n := range other {
		sum[name] += n
	}
}

// String lists the counts by name.
func (sum tally) String() string {
	var text strings.Builder
	for i, name := range slices.Sorted(maps.Keys(sum)) {
		if i > 0 {
			text.WriteString(", ")
		}
		fmt.Fprintf(&text, "%s %d", strings.ToLower(strings.TrimPrefix(name, "REASON_")), sum[name])
	}
	return text.String()
}

// byID returns a collection whose keys are ids.
func byID[V any](ctx context.Context, t testing.TB, m collections.Map[uint64, V]) map[uint64]V {
	t.Helper()
	all := make(map[uint64]V)
	require.NoError(t, m.Walk(ctx, nil, func(id uint64, value V) (bool, error) {
		all[id] = value
		return false, nil
	}))
	return all
}

// keys returns the keys of a set in order.
func keys[K any](ctx context.Context, t testing.TB, set collections.KeySet[K]) []K {
	t.Helper()
	all, err := set.Iterate(ctx, nil)
	require.NoError(t, err)
	ks, err := all.Keys()
	require.NoError(t, err)
	return ks
}
