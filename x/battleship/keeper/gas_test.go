package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A whole game by transactions on the real chain, beside a plain payment on the same chain.
func TestGasOfAMoveAgainstAPayment(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	accounts := [...]chain.Account{c.Account(chain.Alice), c.Account(chain.Bob)}
	coins := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
	// The first transaction of an account is dearer, for it leaves its key.
	for _, account := range accounts {
		c.MustDeliver(account, banktypes.NewMsgSend(account.Address, c.Account(chain.Carol).Address, coins))
	}
	send := c.MustDeliver(accounts[0], banktypes.NewMsgSend(accounts[0].Address, accounts[1].Address, coins))

	k := c.App.BattleshipKeeper
	f := &kit.Fixture{TB: t, Ctx: c.Context(), Keeper: k, Queries: keeper.NewQueryServer(k)}
	d := &kit.Duel{Fixture: f, ID: 1}
	for i, account := range accounts {
		p := kit.Player{Name: account.Name, Addr: account.Address}
		binding := commitment.Binding{ChainID: c.ID(), Player: p.Addr, Ruleset: game.Classic()}
		d.Boards[i] = kit.BoardOf(p, binding, kit.ClassicFleet)
	}
	gas, bytes, txs := make(map[string]int64), 0, 0
	deliver := func(by game.Seat, msg sdk.Msg) chain.Result {
		res := c.MustDeliver(accounts[by], msg)
		f.Ctx = c.Context()
		gas[sdk.MsgTypeURL(msg)] += res.GasUsed
		bytes += res.Size
		txs++
		return res
	}
	deliver(game.Creator, kit.CreateMsg(d.Boards[game.Creator]))
	deliver(game.Joiner, kit.JoinMsg(d.ID, d.Boards[game.Joiner]))
	var first, last, dearest, ending int64
	for d.Now().Phase != game.PhaseClaim {
		msg := d.Next()
		res := deliver(d.Now().Actor, msg)
		if move, ok := msg.(*types.MsgShootAndReveal); ok && move.Opening != nil && move.Target != "" {
			if first == 0 {
				first = res.GasUsed
			}
		}
		if d.Now().Phase == game.PhaseClaim {
			ending = res.GasUsed
		} else {
			last, dearest = res.GasUsed, max(dearest, res.GasUsed)
		}
	}
	award, err := f.Keeper.Records().Awards.Get(f.Ctx, d.ID)
	require.NoError(t, err)
	gs := f.Exported()
	const prefix, number, address = 1, 8, 1 + 20
	store, kept := storetypes.KVGasConfig(), int64(0)
	for _, record := range []int{
		prefix + number + award.Size(),
		prefix + 2*address - 1 + gs.Pairs[0].Pair.Size(),
		prefix + address + number + number,
		prefix + number + number,
	} {
		kept += int64(store.WriteCostFlat + store.WriteCostPerByte*uint64(record))
	}
	claim := deliver(d.Now().Actor, d.Claim(d.Now().Actor))
	t.Logf("payment: %d gas, %d bytes", send.GasUsed, send.Size)
	t.Logf("move: first %d, last %d, dearest %d gas; the dearest against a payment %.3f",
		first, last, dearest, float64(dearest)/float64(send.GasUsed))
	t.Logf("the move that ends play: %d gas, of which %d are for the records of what it brings", ending, kept)
	t.Logf("claim: %d gas, %d bytes", claim.GasUsed, claim.Size)
	t.Logf("whole game: %d transactions, %d bytes, gas by message %v", txs, bytes, gas)
	require.LessOrEqual(t, dearest, send.GasUsed, "gas of the dearest move against that of a payment")
	// The move that ends play decides what the game brings, too. It reads the params, the mint and the limits, which
	// leaves it below a payment, and writes what it has decided: the award, and the promise of a reward for the pair, the
	// player and the chain. Each of these four records costs 2,000 gas for being there and 30 for each byte.
	require.LessOrEqual(t, ending-kept, send.GasUsed, "gas of the move that ends play, but for those records")
	// It is charged as if it had records to forget, too.
	require.LessOrEqual(t, ending, send.GasUsed*120/100, "gas of the move that ends play")
	require.InEpsilon(t, first, last, 0.1, "gas of the last move against that of the first")
}
