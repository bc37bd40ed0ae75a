package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// setSail has alice and bob begin a game at sea.
func (b *bills) setSail(change func(*types.MsgCreateGame)) *voyage {
	b.Helper()
	d := &duel{fixture: b.fixture}
	id, err := b.keeper.NextGameID(b.ctx)
	require.NoError(b, err)
	d.id = id
	for i, name := range []string{chain.Alice, chain.Bob} {
		d.boards[i] = b.newSailor(b.player(name), game.Classic(), classicFleet)
	}
	msg := createMsg(d.boards[game.Creator])
	if change != nil {
		change(msg)
	}
	b.deliver("create, at sea", chain.Alice, msg)
	join := joinMsg(d.id, d.boards[game.Joiner])
	join.Entry.Channel.Relay, join.Toss = "", d.tossFor(game.Creator)
	b.deliver("join, at sea", chain.Bob, join)
	b.chain.Block()
	b.ctx = b.next()
	return &voyage{duel: d, sea: d.channel(id)}
}

// everyMessageAtSea sends the messages of games at sea.
func (b *bills) everyMessageAtSea() {
	b.Helper()
	seats := [...]string{chain.Alice, chain.Bob}
	stake := func(msg *types.MsgCreateGame) {
		coin := anchors(1_000_000)
		msg.Stake = &coin
	}
	v := b.setSail(stake)
	legs := v.legs(0)
	for _, n := range []int{1, len(legs) - 2} {
		b.deliver("post a state", seats[n%2], v.posts(b.player(seats[n%2]), legs[n].letter))
	}
	b.deliver("post the end", chain.Bob, v.posts(b.player(chain.Bob), legs[len(legs)-1].letter))

	v = b.setSail(stake)
	last := v.legs(0)[len(legs)-1]
	b.deliver("claim, from sea", seats[last.state.Actor], v.claims(last.state.Actor, v.brief(last, last.state.Actor)))
}

// A whole game at sea is three transactions of few bytes, and bringing a state of it to the chain costs little more
// than a move.
func TestGasAndBytesOfAGameAtSea(t *testing.T) {
	b := newBills(t)
	v := b.setSail(nil)
	legs := v.legs(0)
	last := legs[len(legs)-1]
	b.deliver("claim, from sea", chain.Alice, v.claims(game.Creator, v.brief(last, game.Creator)))
	require.Equal(t, game.Creator, last.state.Actor)
	bytes := b.bytes["create, at sea"] + b.bytes["join, at sea"] + b.bytes["claim, from sea"]
	t.Logf("close: %d gas; bytes: create %d, join %d, close %d, together %d", b.prices["claim, from sea"].used,
		b.bytes["create, at sea"], b.bytes["join, at sea"], b.bytes["claim, from sea"], bytes)
	require.LessOrEqual(t, b.prices["claim, from sea"].used, int64(180_000))
	require.LessOrEqual(t, bytes, 2_500)

	v = b.setSail(nil)
	legs = v.legs(0)
	for n, l := range legs[:len(legs)-1] {
		if n%10 == 0 || n == len(legs)-2 {
			b.deliver("post a state", chain.Alice, v.posts(b.player(chain.Alice), l.letter))
		}
	}
	t.Logf("posting a state: %d gas, %d bytes", b.prices["post a state"].used, b.bytes["post a state"])
	require.LessOrEqual(t, b.prices["post a state"].used, int64(80_000))
}

// Thirty accounts fill the chain with transactions that want whole blocks. A player who has to answer an old state does
// so in the very next block all the same, if it offers a little more: before the deadline, from inside a full block.
func TestADisputeIsInTheNextBlockOfAStuffedChainIfItBids(t *testing.T) {
	attackers := make([]chain.Account, 30)
	for i := range attackers {
		attackers[i] = chain.NewAccount(fmt.Sprint("stuffer-", i))
	}
	b := newBills(t, chain.WithAccounts(attackers...))
	v := b.setSail(nil)
	legs := v.legs(20)
	eighth := uint64(app.DefaultConsensusParams().Block.MaxGas) / 8
	coin := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
	for _, attacker := range attackers {
		pay := []sdk.Msg{banktypes.NewMsgSend(attacker.Address, attacker.Address, coin)}
		for range 8 {
			require.Zero(t, b.chain.Check(b.chain.Sign(eighth, pay, attacker)).Code)
		}
	}
	for _, post := range []struct {
		by  string
		leg leg
	}{{chain.Alice, legs[1]}, {chain.Bob, legs[19]}} {
		bid := b.chain.SignTx(chain.Tx{
			Gas:  150_000,
			Fee:  sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 331)),
			Msgs: []sdk.Msg{v.posts(b.player(post.by), post.leg.letter)},
		}, b.chain.Account(post.by))
		require.Zero(t, b.chain.Check(bid).Code)
		txs, block := b.chain.Propose()
		require.Equal(t, bid, txs[0])
		require.Zero(t, block.TxResults[0].Code, block.TxResults[0].Log)
		b.ctx = b.chain.Context()
		require.Equal(t, post.leg.state.Restart(b.chain.Height()), v.now())
	}
}
