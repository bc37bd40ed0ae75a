package cli_test

import (
	"encoding/json"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/name"
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

// runNotify runs the command beside a test, and waits for its end before the test's folders are removed, for it writes
// there what it has delivered.
func runNotify(t *testing.T, w *playertest.World, line string) (lines, <-chan struct{}) {
	t.Helper()
	w.ClientCtx = w.ClientCtx.WithHomeDir(t.TempDir())
	out, ended := make(lines), make(chan struct{})
	go func() {
		defer close(ended)
		_ = runTo(w, t.Context(), out, io.Discard, line) // until the test ends
	}()
	t.Cleanup(func() {
		for {
			select {
			case <-out:
			case <-ended:
				return
			}
		}
	})
	return out, ended
}

func TestNotifyCallsThePlayerOfADuelAndOfAMelee(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	out, ended := runNotify(t, w, "notify "+first+" -o json")
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

	_, err := w.Open(second, id).Concede(t.Context())
	require.NoError(t, err)
	expect("turn", id, fmt.Sprintf("Game %d. Your turn: the proof of the board, by block", id))
	_, err = w.Open(first, id).Claim(t.Context())
	require.NoError(t, err)
	expect("ended", id, fmt.Sprintf("Game %d is over: you won (surrender)", id))

	melee := w.AimedMelee([]string{"A1", "B2"}, first, second)
	expect("turn", melee, fmt.Sprintf("Melee %d. ", melee))
	select {
	case <-ended:
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
	id, first, _ := w.Begun(game.Classic())
	out, _ := runNotify(t, w, "notify "+first)
	require.Regexp(t, fmt.Sprintf(`^Game %d\. Your turn: the shot, by block \d+ \((1h|59m) left\)\.\n$`, id), out.next(t))
}

// Lists called strangers by generated names, and notifications by their addresses.
func TestRegressionNotifyCallsStrangersByNames(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	alice, bob := w.Address("alice"), w.Address("bob")
	must(w, "create --opponent bob --casual --channel=false --from alice -y")
	w.ClientCtx = w.ClientCtx.WithKeyring(keyring.NewInMemory(w.ClientCtx.Codec))
	out, _ := runNotify(t, w, "notify "+bob+" -o json")
	require.Contains(t, out.next(t), name.Generated(alice)+" invites you to game 1.")
	out, _ = runNotify(t, w, "notify "+bob+" -o json --addresses")
	require.Contains(t, out.next(t), alice+" invites you to game 1.")
}
