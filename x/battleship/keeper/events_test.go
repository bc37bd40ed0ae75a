package keeper_test

import (
	"reflect"
	"strconv"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// One filter follows a game from its creation to its end, and one follows a player: the players are named where a game
// begins and where it ends. The fixture demands of every other event that it can be found by its game.
func TestAGameIsFollowedByOneFilter(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	a, b := kit.Alice.Text(), kit.Bob.Text()
	d := &kit.Duel{Fixture: f}
	requireFound := func(players, finished []string) {
		t.Helper()
		id := strconv.FormatUint(d.ID, 10)
		want := map[string][]string{types.AttributeKeyGameID: {id}}
		if players != nil {
			want[types.AttributeKeyPlayer] = players
		}
		if finished != nil {
			want[types.AttributeKeyFinished] = finished
		}
		require.Equal(t, map[string]map[string][]string{id: want}, f.FoundGames())
	}
	d.NewOpen()
	requireFound([]string{a}, nil)
	join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
	join.Toss = d.TossFor(game.Creator)
	f.Deliver(join)
	requireFound([]string{a, b}, nil)
	f.Deliver(d.Reveal(game.Creator, "B7"))
	requireFound(nil, nil)
	f.Deliver(&types.MsgSetDelegate{Sender: a, GameId: d.ID, Delegate: kit.Carol.Text()})
	requireFound(nil, nil)
	f.Deliver(d.Concede(game.Joiner))
	requireFound(nil, nil)
	f.Deliver(d.Claim(game.Creator))
	requireFound([]string{a, b}, []string{a, b})
	over := f.Over(d.ID)
	require.Equal(t, d.ID, over.GameId)
	require.Equal(t, []string{a, b}, over.Result.Players)
	require.Equal(t, types.Terms{Backing: types.MaxRewardCap}, over.Terms)

	d.NewOpen()
	f.Deliver(&types.MsgCancelGame{Sender: a, GameId: d.ID})
	requireFound([]string{a}, nil)
	f.SkipTo(d.Now().Deadline + 1)
	f.EndBlock()
	requireFound([]string{a}, nil)
}

// A game that ends in EndBlock is found in the block's own events.
func TestAGameThatExpiresIsFoundByItsPlayers(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	id := strconv.FormatUint(d.ID, 10)
	for f.Has(d.ID) {
		require.NotContains(t, f.FoundGames()[id], types.AttributeKeyFinished)
		f.EndBlock()
	}
	require.Equal(t, []string{kit.Alice.Text(), kit.Bob.Text()}, f.FoundGames()[id][types.AttributeKeyFinished])
}

// Every typed event is emitted byte for byte as the SDK emits it, whatever is in its fields.
func TestEventsAreEmittedAsTheSDKEmitsThem(t *testing.T) {
	t.Parallel()
	files, err := proto.HybridResolver.FindFileByPath("battleship/v1/event.proto")
	require.NoError(t, err)
	coins := sdk.NewCoins(sdk.NewInt64Coin("uanchor", 1), sdk.NewInt64Coin("uship", 1<<62))
	texts := []string{"", "B7", `a"b\c`, "<&>", "\x00\n\x7f", "ä€\u2028", "\xff"}
	ships := []*types.Ship{nil, {}, {Class: "carrier", Placement: "A1h"}, {Class: texts[2], Placement: texts[4]}}
	for i := range files.Messages().Len() {
		name := string(files.Messages().Get(i).FullName())
		t.Run(name, func(t *testing.T) {
			for n := range 8 {
				event, ok := reflect.New(proto.MessageType(name).Elem()).Interface().(proto.Message)
				require.True(t, ok)
				fillEvent(reflect.ValueOf(event).Elem(), n, texts, ships, coins)
				want, err := sdk.TypedEventToEvent(event)
				require.NoError(t, err)
				got, err := core.TypedAttributes(event)
				require.NoError(t, err)
				require.Equal(t, want, got)
			}
		})
	}
}

// fillEvent puts the n-th of some values into each field of an event that is of a plain kind, a ship or coins; all
// zeros come first.
func fillEvent(event reflect.Value, n int, texts []string, ships []*types.Ship, coins sdk.Coins) {
	for i := range event.NumField() {
		switch field := event.Field(i); field.Interface().(type) {
		case string:
			field.SetString(texts[(n+i*min(n, 1))%len(texts)*min(n, 1)])
		case uint64:
			field.SetUint([]uint64{0, 1, 1<<64 - 1}[n%3])
		case int64:
			field.SetInt([]int64{0, 1<<63 - 1, -1 << 63}[n%3])
		case bool:
			field.SetBool(n%2 == 1)
		case *types.Ship:
			field.Set(reflect.ValueOf(ships[n%len(ships)]))
		case sdk.Coins:
			if n > 0 {
				field.Set(reflect.ValueOf(coins))
			}
		default:
			if field.Kind() == reflect.Int32 {
				field.SetInt(int64(n - 1))
			}
		}
	}
}
