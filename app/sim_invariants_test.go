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

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/name"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// watch listens to a chain and checks after each block what must hold of every state, reading the stores alone.
type watch struct {
	t   testing.TB
	app *app.App
	// hashesOnly leaves the checks out.
	hashesOnly bool
	// shadow makes blocks again.
	shadow *simShadow
	// blocks is how many were committed, hashes are what the application said of each.
	blocks int
	hashes [][]byte
	// genesis is what had become of games before the first message.
	genesis outcomeCounts
	// ledger is what was known of coins at the last check, and rules under which params games have ended since.
	ledger ledger
	rules  rules
	// onChain is the progress of each channel game that has come on-chain.
	onChain map[uint64]int
}

var _ storetypes.ABCIListener = (*watch)(nil)

// ListenFinalizeBlock is called when the block's own work is done. In a simulation the messages come after that.
func (w *watch) ListenFinalizeBlock(
	ctx context.Context, block abci.RequestFinalizeBlock, _ abci.ResponseFinalizeBlock,
) error {
	w.shadow.began(&block)
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	if w.blocks == 0 {
		w.genesis = w.count(sdkCtx)
	}
	w.check(sdkCtx)
	return nil
}

// ListenCommit is called when the block is committed.
func (w *watch) ListenCommit(ctx context.Context, _ abci.ResponseCommit, _ []*storetypes.StoreKVPair) error {
	w.blocks++
	w.hashes = append(w.hashes, w.app.LastCommitID().Hash)
	w.shadow.committed(w.app.LastCommitID().Hash)
	w.check(sdk.UnwrapSDKContext(ctx))
	return nil
}

// blocksPerSupply is after how many blocks all balances are summed up, by far the dearest check. A wrong sum stays
// wrong.
const blocksPerSupply = 5

// check checks games, players and coins.
func (w *watch) check(ctx sdk.Context) {
	if w.hashesOnly {
		return
	}
	w.checkGames(ctx)
	w.checkMelees(ctx)
	w.checkQueue(ctx)
	w.checkIndexes(ctx)
	w.checkLobby(ctx)
	w.checkRematches(ctx)
	w.checkPlayers(ctx)
	w.checkRatings(ctx)
	w.rules.update(ctx, w)
	w.checkPromises(ctx)
	w.checkPairs(ctx)
	w.checkNames(ctx)
	w.checkEscrow(ctx)
	w.checkLedger(ctx)
	if w.blocks%blocksPerSupply == 0 {
		w.checkSupply(ctx)
	}
}

// checkGames: each game has a progress and each progress a game; together they are a state that a game can be in, and
// not an ended one.
func (w *watch) checkGames(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	games, progress := byID(ctx, w.t, k.Records().Games), byID(ctx, w.t, k.Records().Progress)
	require.Equal(w.t, slices.Sorted(maps.Keys(games)), slices.Sorted(maps.Keys(progress)))
	next, err := k.NextGameID(ctx)
	require.NoError(w.t, err)
	for id, g := range games {
		require.Equal(w.t, id, g.Id)
		require.Less(w.t, id, next)
		x, err := g.ChainState(progress[id])
		require.NoError(w.t, err, "game %d", id)
		state := x.State
		w.checkChannel(g, x)
		require.NoError(w.t, state.Validate(), "game %d", id)
		require.False(w.t, state.Phase.Ended(), "game %d", id)
		ended, err := k.Records().Results.Has(ctx, id)
		require.NoError(w.t, err)
		require.False(w.t, ended, "game %d has a result and goes on", id)
	}
	require.Empty(w.t, byID(ctx, w.t, k.Records().Quarantined))
}

// checkQueue: each game has exactly one entry in the expiry queue, at its deadline or before, so that it ends; and no
// other game has any.
func (w *watch) checkQueue(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	queued := make(map[uint64]int64)
	for _, entry := range keys(ctx, w.t, k.Records().Expiries) {
		require.NotContains(w.t, queued, entry.K2(), "a second entry of a game")
		queued[entry.K2()] = entry.K1()
	}
	require.Equal(w.t, byID(ctx, w.t, k.Records().ExpiryHeights), queued)
	deadlines := make(map[uint64]int64)
	for id, m := range byID(ctx, w.t, k.Records().Progress) {
		deadlines[id] = m.Deadline
	}
	_, melees := w.melees(ctx)
	for id, state := range melees {
		deadlines[id] = state.Deadline
	}
	require.Len(w.t, queued, len(deadlines), "entries of games that have ended")
	for id, deadline := range deadlines {
		height, ok := queued[id]
		require.True(w.t, ok, "game %d has no entry in the expiry queue", id)
		require.LessOrEqual(w.t, height, deadline, "game %d", id)
	}
}

// checkIndexes: the indexes hold what follows from the games, and nothing else; nothing is left of games that have
// ended.
func (w *watch) checkIndexes(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	games := byID(ctx, w.t, k.Records().Games)
	var seats, seatIndex []string
	for id, g := range games {
		for _, participant := range g.Participants {
			seats = append(seats, fmt.Sprint(participant.Address, id))
		}
	}
	melees, states := w.melees(ctx)
	for id, m := range melees {
		for _, address := range m.AddressesOf(types.Staked(states[id])) {
			seats = append(seats, fmt.Sprint(address, id))
		}
	}
	for _, key := range keys(ctx, w.t, k.Records().PlayerGames) {
		seatIndex = append(seatIndex, fmt.Sprint(key.K1().String(), key.K2()))
	}
	require.ElementsMatch(w.t, seats, seatIndex)

	recoveries, err := k.Records().Recoveries.Iterate(ctx, nil)
	require.NoError(w.t, err)
	sealed, err := recoveries.Keys()
	require.NoError(w.t, err)
	for _, key := range sealed {
		if state, ok := states[key.K1()]; ok {
			require.True(w.t, types.Staked(state).Has(melee.Seat(key.K2()-1)), "recovery data of nobody")
			continue
		}
		require.Contains(w.t, games, key.K1(), "recovery data of an ended game")
		seat, err := types.Seat(key.K2()).Parse()
		require.NoError(w.t, err)
		require.Less(w.t, int(seat), len(games[key.K1()].Participants))
	}
}

// checkNames: each name that an account has leads back to it, and no other name leads anywhere.
func (w *watch) checkNames(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	named := 0
	require.NoError(w.t, k.Records().Names.Walk(ctx, nil, func(who sdk.AccAddress, n types.Name) (bool, error) {
		require.LessOrEqual(w.t, n.ChangedHeight, ctx.BlockHeight())
		if n.Name == "" {
			return false, nil
		}
		named++
		require.NoError(w.t, name.Check(n.Name))
		owner, err := k.Records().NameOwners.Get(ctx, n.Name)
		require.Equal(w.t, who, owner, "%s", n.Name)
		return false, err
	}))
	require.Len(w.t, keys(ctx, w.t, k.Records().NameOwners), named)
}

// outcomeCounts counts what became of games, by name.
type outcomeCounts map[string]int

// outcomes returns what became of the games since the chain began.
func (w *watch) outcomes() outcomeCounts {
	ctx := w.app.NewContext(true)
	w.checkSupply(ctx)
	sum := w.count(ctx)
	for name, n := range w.genesis {
		sum[name] -= n
	}
	sum.add(w.ledger.kinds)
	sum["blocks"] = w.blocks
	sum["shadowed_blocks"], sum["shadowed_failed"] = w.shadow.blocks, w.shadow.failed
	sum["shadowed_accepted"], sum["shadowed_refused"] = w.shadow.accepted, w.shadow.refused
	sum["unfinished"] = len(byID(ctx, w.t, w.app.BattleshipKeeper.Records().Games))
	sum["unfinished_melees"] = len(byID(ctx, w.t, w.app.BattleshipKeeper.Records().Melees))
	return sum
}

// count returns what has become of all games of a state.
func (w *watch) count(ctx sdk.Context) outcomeCounts {
	k := w.app.BattleshipKeeper
	next, err := k.NextGameID(ctx)
	require.NoError(w.t, err)
	sum := outcomeCounts{"created": int(next) - 1}
	require.NoError(w.t, k.Records().Players.Walk(ctx, nil, func(_ sdk.AccAddress, p types.Player) (bool, error) {
		sum["joined"] += int(p.Games)
		return false, nil
	}))
	sum["joined"] /= types.PlayersPerGame
	results := byID(ctx, w.t, k.Records().Results)
	for _, result := range results {
		sum[result.Reason.String()]++
	}
	w.countMelees(ctx, sum)
	sum[types.REASON_CANCELLED.String()] = int(next) - 1 - len(results) - len(byID(ctx, w.t, k.Records().Games)) -
		len(byID(ctx, w.t, k.Records().Melees)) - sum["melees"]
	return sum
}

// add adds other counts.
func (sum outcomeCounts) add(other outcomeCounts) {
	for name, n := range other {
		sum[name] += n
	}
}

// String lists the counts by name.
func (sum outcomeCounts) String() string {
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
func byID[V any](ctx context.Context, t testing.TB, m interface {
	Walk(ctx context.Context, in collections.Ranger[uint64], visit func(uint64, V) (bool, error)) error
},
) map[uint64]V {
	t.Helper()
	all := make(map[uint64]V)
	require.NoError(t, m.Walk(ctx, nil, func(id uint64, value V) (bool, error) {
		all[id] = value
		return false, nil
	}))
	return all
}

// keys returns the keys of a set in order.
func keys[K, V any](ctx context.Context, t testing.TB, set interface {
	Iterate(ctx context.Context, in collections.Ranger[K]) (collections.Iterator[K, V], error)
},
) []K {
	t.Helper()
	all, err := set.Iterate(ctx, nil)
	require.NoError(t, err)
	ks, err := all.Keys()
	require.NoError(t, err)
	return ks
}
