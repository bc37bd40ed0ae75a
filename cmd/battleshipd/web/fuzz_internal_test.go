package web

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzReadBlock reads any message of a node. The event of a block is one line of JSON with the block's fields, and has
// each game once, in order, that the message names.
func FuzzReadBlock(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"result":{}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32000}}`))
	f.Add([]byte(`{"result":{"data":{"value":{"block":{"header":{"chain_id":"c","height":"7",` +
		`"time":"2026-01-02T03:04:05Z"}},` +
		`"result_finalize_block":{"events":[{"type":"battleship.v1.EventGameOver","attributes":[{"key":"game_id",` +
		`"value":"\"12\""}]}],"tx_results":[{"events":[{"type":"battleship","attributes":[{"key":"game_id","value":"010"},` +
		`{"key":"game_id","value":"12"}]},{"type":"transfer","attributes":[{"key":"game_id","value":"9"}]}]}]}}}}}`))
	f.Fuzz(func(t *testing.T, sent []byte) {
		b, err := readBlock(sent)
		if err != nil || b == nil {
			require.Nil(t, b)
			return
		}
		require.NotEmpty(t, b.Height)
		game := watched{path: "/battleship/v1/games/7", id: "7"}
		for event, answers := range map[string]map[string]json.RawMessage{
			string(b.plain): nil,
			string(b.with(game, func() []byte { return []byte(`{"id":7}`) })): {game.path: json.RawMessage(`{"id":7}`)},
		} {
			line, ok := strings.CutSuffix(event, "\n\n")
			require.True(t, ok && !strings.ContainsAny(line, "\r\n"), "%q", event)
			line, ok = strings.CutPrefix(line, "data: ")
			require.True(t, ok)
			var got struct {
				Chain, Height, Time string
				Games               []string
				Answers             map[string]json.RawMessage
			}
			d := json.NewDecoder(strings.NewReader(line))
			d.DisallowUnknownFields()
			require.NoError(t, d.Decode(&got))
			require.Equal(t, [3]string{b.Chain, b.Height, b.Time}, [3]string{got.Chain, got.Height, got.Time})
			require.Equal(t, b.Games, got.Games)
			require.Equal(t, answers, got.Answers)
		}
		checkGames(t, sent, b.Games)
	})
}

// digits are those of a number.
var digits = regexp.MustCompile("[0-9]+")

// checkGames checks that games ascend, and that a message names each of them.
func checkGames(t *testing.T, sent []byte, games []string) {
	t.Helper()
	named := make(map[uint64]bool)
	for _, digits := range digits.FindAllString(string(sent), -1) {
		if id, err := strconv.ParseUint(digits, 10, 64); err == nil {
			named[id] = true
		}
	}
	var last uint64
	for i, game := range games {
		id, err := strconv.ParseUint(game, 10, 64)
		require.NoError(t, err)
		require.Equal(t, strconv.FormatUint(id, 10), game)
		require.True(t, i == 0 || id > last)
		require.True(t, named[id] || bytes.Contains(sent, []byte(`\u`)), "%s", game)
		last = id
	}
}

// FuzzQueries reads any text as the query of a stream, and as that of a request for proofs. What is read has one form,
// which is read the same, and within the limits.
func FuzzQueries(f *testing.F) {
	for _, query := range []string{
		"", "view=games/7", "view=melees/18446744073709551615", "view=games/07", "view=games/7&view=games/8",
		proofQuery{height: 9, keys: []string{"080000000000000007", "1c"}, known: strings.Repeat("AB", 32)}.encode(),
		"height=1&keys=&known=", "height=-1", "height=1&keys=0,1",
	} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		if game, err := readWatched(query); err == nil && query != "" {
			at, err := url.Parse(game.path)
			require.NoError(t, err)
			require.Equal(t, game.path, at.EscapedPath())
			name, ok := strings.CutPrefix(game.path, "/battleship/v1/")
			require.True(t, ok && strings.HasSuffix(name, "/"+game.id) && strings.Count(name, "/") == 1, "%q", game.path)
			again, err := readWatched("view=" + name)
			require.NoError(t, err)
			require.Equal(t, game, again)
		} else {
			require.Equal(t, watched{}, game)
		}
		checkProofQuery(t, query)
	})
}

// checkProofQuery checks what a text is read as in a request for proofs.
func checkProofQuery(t *testing.T, query string) {
	t.Helper()
	p := &proofs{keys: maxKeys}
	read := func(query string) (proofQuery, bool) {
		w := httptest.NewRecorder()
		q, ok := p.query(w, &http.Request{URL: &url.URL{RawQuery: query}})
		require.Equal(t, ok, w.Code == http.StatusOK)
		return q, ok
	}
	q, ok := read(query)
	if !ok {
		return
	}
	require.Positive(t, q.height)
	require.LessOrEqual(t, len(q.keys), maxKeys)
	for _, key := range q.keys {
		raw, err := hex.DecodeString(key)
		require.NoError(t, err)
		require.Equal(t, hex.EncodeToString(raw), key)
		require.True(t, len(raw) > 0 && len(raw) <= maxKeyBytes)
	}
	if q.known != "" {
		raw, err := hex.DecodeString(q.known)
		require.NoError(t, err)
		require.Len(t, raw, 32)
	}
	again, ok := read(q.encode())
	require.True(t, ok)
	require.Equal(t, q, again)
}
