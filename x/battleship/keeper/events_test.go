package keeper_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// One filter follows a game from its creation to its end, and one follows a player: the players are named where a game
// begins and where it ends. The fixture demands of every other event that it can be found by its game.
func TestAGameIsFollowedByOneFilter(t *testing.T) {
	f := newFixture(t)
	a, b := alice.text(), bob.text()
	d := &duel{fixture: f}
	requireFound := func(players, finished []string) {
		t.Helper()
		id := strconv.FormatUint(d.id, 10)
		want := map[string][]string{types.AttributeKeyGameID: {id}}
		if players != nil {
			want[types.AttributeKeyPlayer] = players
		}
		if finished != nil {
			want[types.AttributeKeyFinished] = finished
		}
		require.Equal(t, map[string]map[string][]string{id: want}, f.foundGames())
	}
	d.newOpen()
	requireFound([]string{a}, nil)
	join := joinMsg(d.id, d.boards[game.Joiner])
	join.Toss = d.tossFor(game.Creator)
	f.deliver(join)
	requireFound([]string{a, b}, nil)
	f.deliver(d.reveal(game.Creator, "B7"))
	requireFound(nil, nil)
	f.deliver(&types.MsgSetDelegate{Sender: a, GameId: d.id, Delegate: carol.text()})
	requireFound(nil, nil)
	f.deliver(d.concede(game.Joiner))
	requireFound(nil, nil)
	f.deliver(d.claim(game.Creator))
	requireFound([]string{a, b}, []string{a, b})
	over := f.over(d.id)
	require.Equal(t, d.id, over.GameId)
	require.Equal(t, []string{a, b}, over.Players)
	require.Equal(t, types.Terms{Backing: types.MaxRewardCap}, over.Terms)

	d.newOpen()
	f.deliver(&types.MsgCancelGame{Sender: a, GameId: d.id})
	requireFound([]string{a}, nil)
}

// A game that ends in EndBlock is found in the block's own events.
func TestAGameThatExpiresIsFoundByItsPlayers(t *testing.T) {
	f := newFixture(t)
	d := f.play(game.Classic())
	id := strconv.FormatUint(d.id, 10)
	for f.has(d.id) {
		require.NotContains(t, f.foundGames()[id], types.AttributeKeyFinished)
		f.endBlock()
	}
	require.Equal(t, []string{alice.text(), bob.text()}, f.foundGames()[id][types.AttributeKeyFinished])
}
