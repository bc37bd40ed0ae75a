package chainbackend

import (
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend/feed"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The bill of a game that had not been joined, or whose fees had no grantee, named a bot that did not exist.
func TestRegressionAFeeWithoutAGranteeIsNotThatOfABot(t *testing.T) {
	h := &history{me: "alice"}
	paid := func(grantee string) feed.Events {
		fee := watch.Fee{Payer: h.me, Grantee: grantee, Coins: sdk.NewCoins(sdk.NewInt64Coin("uanchor", 5))}
		return feed.Events{Height: 1, Fee: fee, Events: []proto.Message{&types.EventGameCreated{Creator: h.me}}}
	}
	h.Add(paid(""))
	require.Zero(t, h.bots.Txs)
	h.players[game.Joiner] = "bot"
	h.Add(paid("delegate"))
	require.Zero(t, h.bots.Txs)
	h.Add(paid("bot"))
	require.Equal(t, 1, h.bots.Txs)
}

// What the lobby has to say once was shown for good.
func TestANoticeIsForgottenOnceItWasShown(t *testing.T) {
	b := &Backend{changed: make(chan struct{}), duels: map[uint64]*duelRunner{1: {}, 2: {}}}
	b.kinds = newKinds(b)
	for _, r := range b.duels {
		r.wake = make(chan struct{}, 1)
	}
	b.lobby.Notice = "back it up"
	b.Focus(1)
	require.NotEmpty(t, b.lobby.Notice, "the lobby was not shown yet")
	b.Focus(0)
	require.NotEmpty(t, b.lobby.Notice)
	b.Focus(2)
	require.Empty(t, b.lobby.Notice)
}
