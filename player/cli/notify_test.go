package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// lines is the output of a command that is running.
type lines chan string

func (l lines) Write(bz []byte) (int, error) { l <- string(bz); return len(bz), nil }

// next returns the next line.
func (l lines) next(t *testing.T) string {
	t.Helper()
	select {
	case line := <-l:
		return line
	case <-time.After(time.Minute):
		require.Fail(t, "no line")
		return ""
	}
}

func TestNotifyCallsThePlayerOfADuelAndOfAMelee(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.ClientCtx = w.ClientCtx.WithHomeDir(t.TempDir())
	id, first, second := w.Begun(game.Classic())
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, ended := make(lines, 8), make(chan error, 1)
	go func() { ended <- runTo(w, ctx, out, io.Discard, "notify "+first+" -o json") }()
	expect := func(event string, id uint64, words string) {
		t.Helper()
		var got struct {
			Event string
			ID    uint64 `json:"game_id,string"`
			Text  string
		}
		require.NoError(t, json.Unmarshal([]byte(out.next(t)), &got))
		require.Equal(t, event, got.Event)
		require.Equal(t, id, got.ID)
		require.Contains(t, got.Text, words)
	}
	expect("turn", id, fmt.Sprintf("Game %d. Your turn: the shot, by block", id))

	_, err := w.Open(second, id).Concede(ctx)
	require.NoError(t, err)
	expect("turn", id, fmt.Sprintf("Game %d. Your turn: the proof of the board, by block", id))
	_, err = w.Open(first, id).Claim(ctx)
	require.NoError(t, err)
	expect("ended", id, fmt.Sprintf("Game %d is over: you won (surrender)", id))

	melee := w.AimedMelee([]string{"A1", "B2"}, first, second)
	expect("turn", melee, fmt.Sprintf("Melee %d. ", melee))
	select {
	case err := <-ended:
		require.NoError(t, err)
		require.Fail(t, "it ends only when it is interrupted")
	default:
	}
}

// The time that is left follows from the params, not from the number of blocks.
func TestNotifyNamesTheTimeThatIsLeft(t *testing.T) {
	t.Parallel()
	params := types.LocalParams()
	params.BlockMillis = 60_000
	w := playertest.New(t, chain.WithParams(params))
	w.ClientCtx = w.ClientCtx.WithHomeDir(t.TempDir())
	id, first, _ := w.Begun(game.Classic())
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out := make(lines, 1)
	go func() { _ = runTo(w, ctx, out, io.Discard, "notify "+first) }()
	require.Regexp(t, fmt.Sprintf(`^Game %d\. Your turn: the shot, by block \d+ \((1h|59m) left\)\.\n$`, id), out.next(t))
}
