package cli_test

import (
	"context"
	"encoding/json"
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
		events := make([]watchedEvent, len(told))
		for i := range told {
			require.NoError(t, json.Unmarshal([]byte(told[i]), &events[i]))
		}
		shooter, opponent := w.Client(first).Key().Address.String(), w.Client(second).Key().Address.String()
		opening, shot, end := events[0], events[3], events[6]
		require.Equal(t, []any{"1", "EventGameCreated", uint32(1)}, []any{opening.GameID, opening.Event, opening.RulesetID})
		require.Contains(t, []string{shooter, opponent}, opening.Creator)
		require.Equal(t, "PHASE_OPEN", opening.Next.Phase)
		require.Equal(t, []string{"EventShotFired", shooter, "A1"}, []string{shot.Event, shot.Player, shot.Target})
		shot.Next.Deadline = ""
		require.Equal(t, nextAction{
			Phase: "PHASE_PLAY", Player: opponent, Obligation: "OBLIGATION_ANSWER", Target: "A1",
		}, shot.Next)
		require.Equal(t, []string{"EventGameOver", "REASON_CONCEDED"}, []string{end.Event, end.Result.Reason})
		require.Equal(t, shooter, end.Result.Players[map[string]int{"SEAT_CREATOR": 0, "SEAT_JOINER": 1}[end.Result.Winner]])
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

// watchedEvent is a line of watch and replay for a program.
type watchedEvent struct {
	GameID    string `json:"game_id"`
	Event     string `json:"event"`
	RulesetID uint32 `json:"ruleset_id"`
	Creator   string `json:"creator"`
	Player    string `json:"player"`
	Target    string `json:"target"`
	Result    struct {
		Players []string `json:"players"`
		Winner  string   `json:"winner"`
		Reason  string   `json:"reason"`
	} `json:"result"`
	Next nextAction `json:"next"`
}

type nextAction struct {
	Phase      string `json:"phase"`
	Player     string `json:"player"`
	Obligation string `json:"obligation"`
	Target     string `json:"target"`
	Deadline   string `json:"deadline"`
}
