package playertest_test

import (
	"fmt"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func ExampleNew() {
	var t *testing.T // that of the test
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	if _, err := w.Open(first, id).Shoot(t.Context(), "B7"); err != nil {
		t.Fatal(err)
	}
	done, err := w.Open(second, id).Answer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(done.Height)
}

func ExampleLie() {
	var t *testing.T // that of the test
	w := playertest.New(t)
	id := w.Staked()
	w.ClientCtx = w.ClientCtx.WithClient(playertest.Lie(w.Node, "Game", func(g *types.QueryGameResponse) {
		g.Game.Terms.Stake = nil
	}))
	if _, err := w.Open("bob", id).Join(t.Context(), "", playertest.Choose(t)); err == nil {
		t.Fatal("bob paid a stake that he was not shown")
	}
}

func ExampleNewOffChain() {
	var t *testing.T // that of the test
	h := playertest.NewOffChain(t)
	relay := h.LoseUpdates()
	id := h.Started(game.Xaya())
	_, result := h.Bots(id, h.ChannelPlayer("alice"), h.ChannelPlayer("bob"))
	fmt.Println(result.Reason, h.Transactions(), relay.Changed())
}

func ExampleWorld_Prove() {
	var t *testing.T // that of the test
	w := playertest.New(t)
	n := w.Prove()
	id, first, _ := w.Begun(game.Classic())
	n.LieAboutGames(t, playertest.Stepped(t, func(s game.State) game.Action {
		return game.Shoot{By: s.Actor}
	}))
	if _, err := duel.Open(w.Player(first), id).Look(t.Context()); err == nil {
		t.Fatal("a game was shown that no header proves")
	}
}
