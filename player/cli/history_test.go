package cli_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/playertest"
)

func TestHistoryCommand(t *testing.T) {
	t.Parallel()
	w := playertest.NewWithShortClaims(t)
	w.Ended(2)
	out := must(w, "query battleship history bob")
	require.Regexp(t, `^GAME .* AGAINST\n`+
		`2 +\d+ +classic +no winner +no board proven +rated +- +- +0 SHIP +nothing +- +alice\n`+
		`1 +\d+ +classic +lost +surrender +rated +- +- +0\.42 SHIP +\+0\.42 SHIP +- +alice\n$`, out)
	require.Contains(t, must(w, "query battleship history alice"), "42 SHIP")
	require.Equal(t, "No finished games.\n", must(w, "query battleship history mallory"))

	_, note, err := run(w, "query battleship history bob --limit 1")
	require.NoError(t, err)
	next := regexp.MustCompile(`(?m)^More with (--page-key \S+)\n$`).FindStringSubmatch(note)
	require.NotNil(t, next, note)
	require.Regexp(t, `^GAME .*\n1 .*\n$`, must(w, "query battleship history bob "+next[1]))

	var page struct {
		Games []struct {
			Height, TxHash string
			Over           struct {
				Fleet string
				Terms struct{ Backing string }
			}
		}
		NextKey []byte `json:"next_key"`
	}
	require.NoError(t, json.Unmarshal([]byte(must(w, "query battleship history bob "+next[1]+" -o json")), &page))
	require.Len(t, page.Games, 1)
	require.NotEmpty(t, page.Games[0].Over.Fleet)
	require.Len(t, page.Games[0].TxHash, 64)
	require.Empty(t, page.NextKey)
	height := w.Node.Chain.Height()
	require.Equal(t, out, must(w, fmt.Sprintf("query battleship history bob --before %d", height+1)))
	require.Equal(t, "No finished games.\n", must(w, "query battleship history bob --before 1"))
	_, _, err = run(w, "query battleship history bob --before -1")
	require.ErrorContains(t, err, "--before: expected a height, got -1")
}
