package cli_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/watch"
)

func TestAGameIsWatchedAndPlayedBack(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := context.Background()
	id, first, second := w.Begun(game.Classic())
	w.ClientCtx = w.ClientCtx.WithClient(w.Index())

	f, err := watch.Follow(ctx, w.Index(), w.ClientCtx.TxConfig.TxDecoder(), id, 1)
	require.NoError(t, err)
	require.False(t, f.Over())
	for range 3 { // opened, joined, tossed
		_, err := f.Next(ctx)
		require.NoError(t, err)
	}
	// From here on it is told by the blocks.
	_, err = w.Open(first, id).Shoot(ctx, "A1")
	require.NoError(t, err)
	news, err := f.Next(ctx)
	require.NoError(t, err)
	require.Equal(t, game.ShotFired{By: news.State.Actor.Other()}, news.Event)
	require.True(t, news.State.HasPending)

	_, _, err = run(w, fmt.Sprintf("replay %d", id))
	require.ErrorContains(t, err, fmt.Sprintf("not over yet: follow it with battleshipd watch %d", id))

	_, err = w.Open(second, id).Concede(ctx)
	require.NoError(t, err)
	_, err = w.Open(first, id).Claim(ctx)
	require.NoError(t, err)
	for over := false; !over; {
		news, err := f.Next(ctx)
		require.NoError(t, err)
		over = news.Result != nil
		require.Equal(t, over, news.Fleet != nil)
	}
	require.True(t, f.Over())

	w.Node.Advance(1)
	w.ClientCtx = w.ClientCtx.WithClient(w.Index())
	out := must(w, fmt.Sprintf("watch %d", id))
	require.Contains(t, out, second+" gave up")
	require.Contains(t, out, fmt.Sprintf("Game %d is over: %s won (surrender)", id, first))

	for _, line := range []string{"watch", "replay"} {
		told := strings.Split(strings.TrimSpace(must(w, fmt.Sprintf("%s %d -o json", line, id))), "\n")
		require.Len(t, told, 8, line)
		require.Regexp(t, `^{"game_id":"1","height":"\d+","event":"EventGameCreated","ruleset_id":1,"creator":"ship1\w+",`+
			`"next":{"phase":"PHASE_OPEN","deadline":"\d+"}}$`, told[0])
		require.Regexp(t, `"event":"EventShotFired","player":"`+w.Client(first).Key().Address.String()+
			`","target":"A1","next":{"phase":"PHASE_PLAY","player":"`+w.Client(second).Key().Address.String()+
			`","obligation":"OBLIGATION_ANSWER","target":"A1","deadline":"\d+"}}$`, told[3])
		require.Contains(t, told[6], `"event":"EventGameOver","reason":"REASON_CONCEDED","winner":"ship1`)
		require.Contains(t, told[7], playertest.ClassicFleet, "%s: the winner's fleet", line)
	}

	file := filepath.Join(t.TempDir(), "game.json")
	out = must(w, fmt.Sprintf("replay %d --export %s", id, file))
	require.Contains(t, out, "verified. Check it anywhere with battleshipd replay "+file)
	_, _, err = run(w, fmt.Sprintf("replay %d --export %s", id, file))
	require.ErrorContains(t, err, "is there already: name another file")
	w.Node.Away = true // a record needs no node
	require.Contains(t, must(w, "replay "+file), "gave up")

	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(text), "conceded", "timeout", 1)), 0o600))
	_, _, err = run(w, "replay "+file)
	require.ErrorContains(t, err, "the record was damaged or changed")
	_, _, err = run(w, "replay nothing.json")
	require.EqualError(t, err, `"nothing.json" is neither the ID of a game nor the file of a record`)
}
