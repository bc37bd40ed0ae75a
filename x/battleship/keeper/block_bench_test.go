package keeper_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/baseapp/txnrunner"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/testutil/against"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
)

// arena is a chain on which many games are played at once, a move of each in every block.
type arena struct {
	testing.TB

	chain *chain.Chain
	duels []*kit.Duel
	// seats are the accounts by game and seat.
	seats [][2]chain.Account
}

// newArena returns games after the toss and a first shot.
func newArena(tb testing.TB, games int, opts ...chain.Option) *arena {
	tb.Helper()
	a := &arena{TB: tb}
	all := a.seat(games)
	a.chain = chain.New(tb, append(opts, chain.WithAccounts(all...))...)
	a.setBoards()
	for _, entry := range []string{"create", "join", "toss", "first shot"} {
		a.block(entry, a.entry(entry))
	}
	return a
}

// seat makes the accounts of games, and returns them.
func (a *arena) seat(games int) (all []chain.Account) {
	for i := range games {
		pair := [2]chain.Account{chain.NewAccount(fmt.Sprint("creator ", i)), chain.NewAccount(fmt.Sprint("joiner ", i))}
		a.seats = append(a.seats, pair)
		all = append(all, pair[:]...)
	}
	return all
}

// setBoards gives the players the boards of their first games.
func (a *arena) setBoards() {
	a.Helper()
	k := a.chain.App.BattleshipKeeper
	for i, pair := range a.seats {
		f := &kit.Fixture{TB: a.TB, Ctx: a.chain.Context(), Keeper: k, Queries: keeper.NewQueryServer(k)}
		d := &kit.Duel{Fixture: f, ID: uint64(i) + 1}
		for seat, account := range pair {
			binding := commitment.Binding{ChainID: a.chain.ID(), Player: account.Address, Ruleset: game.Classic()}
			d.Boards[seat] = kit.BoardOf(kit.Player{Name: account.Name, Addr: account.Address}, binding, kit.ClassicFleet)
		}
		a.duels = append(a.duels, d)
	}
}

// entry returns the messages of a step into the games.
func (a *arena) entry(step string) func(i int) (game.Seat, sdk.Msg) {
	switch step {
	case "create":
		return func(i int) (game.Seat, sdk.Msg) { return game.Creator, kit.CreateMsg(a.duels[i].Boards[game.Creator]) }
	case "join":
		return func(i int) (game.Seat, sdk.Msg) {
			return game.Joiner, kit.JoinMsg(a.duels[i].ID, a.duels[i].Boards[game.Joiner])
		}
	default:
		return a.next
	}
}

// next returns what is owed in a game.
func (a *arena) next(i int) (game.Seat, sdk.Msg) {
	a.duels[i].Ctx = a.chain.Context()
	return a.duels[i].Now().Actor, a.duels[i].Next()
}

// payment returns a payment by the player who owes a move.
func (a *arena) payment(i int) (game.Seat, sdk.Msg) {
	a.duels[i].Ctx = a.chain.Context()
	by := a.duels[i].Now().Actor
	coins := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
	return by, banktypes.NewMsgSend(a.seats[i][by].Address, a.seats[i][by.Other()].Address, coins)
}

// sign returns a transaction with a message of each game.
func (a *arena) sign(msg func(i int) (game.Seat, sdk.Msg)) [][]byte {
	a.Helper()
	txs := make([][]byte, len(a.duels))
	for i := range a.duels {
		by, m := msg(i)
		txs[i] = a.chain.Sign(chain.DefaultGas, []sdk.Msg{m}, a.seats[i][by])
	}
	return txs
}

// block makes a block with a message for each game, and returns how long that took without signing.
func (a *arena) block(what string, msg func(i int) (game.Seat, sdk.Msg)) time.Duration {
	a.Helper()
	return a.blockOf(what, a.sign(msg))
}

// blockOf makes a block, and returns how long that took. Garbage is collected before, because a collection that comes
// with one block in several would decide the ratio of two.
func (a *arena) blockOf(what string, txs [][]byte) time.Duration {
	a.Helper()
	runtime.GC()
	began := time.Now()
	res := a.chain.Block(txs...)
	took := time.Since(began)
	for i, tx := range res.TxResults {
		require.True(a, tx.IsOK(), "%s of game %d: %s", what, i+1, tx.Log)
	}
	return took
}

// A block of 300 moves against a block of as many payments by the same accounts on the same chain, turn by turn.
func BenchmarkBlockOfMovesAgainstPayments(b *testing.B) {
	const games, rounds = 300, 40
	for b.Loop() {
		a := newArena(b, games)
		var r against.Rounds
		for range rounds {
			payments := a.block("payment", a.payment)
			r.Add(a.block("move", a.next), payments)
		}
		r.Report(b, "move", "payment", games)
	}
}

// BenchmarkBlockSTM executes blocks of 300 moves of independent games by Block-STM and one after the other, turn by
// turn, and fails if the states differ. Nodes have no such setting: cmd/battleshipd refuses it.
func BenchmarkBlockSTM(b *testing.B) {
	const games, rounds = 300, 40
	for b.Loop() {
		sequential, parallel := newArena(b, games), newArena(b, games)
		application := parallel.chain.App
		stores, ok := application.CommitMultiStore().(interface {
			StoreKeysByName() map[string]storetypes.StoreKey
		})
		require.True(b, ok)
		keys := slices.Collect(maps.Values(stores.StoreKeysByName()))
		slices.SortFunc(keys, func(x, y storetypes.StoreKey) int { return strings.Compare(x.Name(), y.Name()) })
		application.SetDisableBlockGasMeter(true)
		application.SetBlockSTMTxRunner(txnrunner.NewSTMRunner(application.TxConfig().TxDecoder(), keys,
			runtime.GOMAXPROCS(0), true, func(storetypes.MultiStore) string { return app.BondDenom }))
		var r against.Rounds
		for range rounds {
			txs := sequential.sign(sequential.next)
			base := sequential.blockOf("move", txs)
			r.Add(parallel.blockOf("move", txs), base)
			require.Equal(b, sequential.chain.App.LastCommitID().Hash, application.LastCommitID().Hash)
		}
		r.Report(b, "parallel", "sequential", games)
	}
}
