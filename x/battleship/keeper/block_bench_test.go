package keeper_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
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
func newArena(tb testing.TB, games int) *arena {
	tb.Helper()
	a := &arena{TB: tb}
	var all []chain.Account
	for i := range games {
		pair := [2]chain.Account{chain.NewAccount(fmt.Sprint("creator ", i)), chain.NewAccount(fmt.Sprint("joiner ", i))}
		a.seats = append(a.seats, pair)
		all = append(all, pair[:]...)
	}
	a.chain = chain.New(tb, chain.WithAccounts(all...))
	k := a.chain.App.BattleshipKeeper
	for i, pair := range a.seats {
		f := &kit.Fixture{TB: tb, Ctx: a.chain.Context(), Keeper: k, Queries: keeper.NewQueryServer(k)}
		d := &kit.Duel{Fixture: f, ID: uint64(i) + 1}
		for seat, account := range pair {
			binding := commitment.Binding{ChainID: a.chain.ID(), Player: account.Address, Ruleset: game.Classic()}
			d.Boards[seat] = kit.BoardOf(kit.Player{Name: account.Name, Addr: account.Address}, binding, kit.ClassicFleet)
		}
		a.duels = append(a.duels, d)
	}
	for i, msgs := range []func(i int) (game.Seat, sdk.Msg){
		func(i int) (game.Seat, sdk.Msg) { return game.Creator, kit.CreateMsg(a.duels[i].Boards[game.Creator]) },
		func(i int) (game.Seat, sdk.Msg) {
			return game.Joiner, kit.JoinMsg(a.duels[i].ID, a.duels[i].Boards[game.Joiner])
		},
		a.next, a.next,
	} {
		a.block(fmt.Sprint("entry ", i), msgs)
	}
	return a
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

// block makes a block with a message for each game, and returns how long that took without signing.
func (a *arena) block(what string, msg func(i int) (game.Seat, sdk.Msg)) time.Duration {
	a.Helper()
	txs := make([][]byte, len(a.duels))
	for i := range a.duels {
		by, m := msg(i)
		txs[i] = a.chain.Sign(chain.DefaultGas, []sdk.Msg{m}, a.seats[i][by])
	}
	began := time.Now()
	res := a.chain.Block(txs...)
	took := time.Since(began)
	for i, tx := range res.TxResults {
		require.True(a, tx.IsOK(), "%s of game %d: %s", what, i+1, tx.Log)
	}
	return took
}

// A block of moves against a block of as many payments by the same accounts on the same chain, turn by turn.
func BenchmarkBlockOfMovesAgainstPayments(b *testing.B) {
	const games, rounds = 100, 60
	var a *arena
	var moves, payments time.Duration
	for i := range b.N {
		if i%rounds == 0 {
			b.StopTimer()
			a = newArena(b, games)
			b.StartTimer()
		}
		payments += a.block("payment", a.payment)
		moves += a.block("move", a.next)
	}
	perTx := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(b.N*games) }
	b.ReportMetric(perTx(moves), "us/move")
	b.ReportMetric(perTx(payments), "us/payment")
	b.ReportMetric(float64(moves)/float64(payments), "moves/payments")
}
