package packet_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/interchain/packet"
)

func TestAMemoAsksForOneThing(t *testing.T) {
	for memo, want := range map[string]packet.Request{
		`{"battleship":{"join":{"game_id":"7"}}}`: {
			Action: packet.Join, Message: []byte(`{"game_id":"7"}`),
		},
		` { "battleship" : { "match" : { } } } `: {Action: packet.Match, Message: []byte(`{ }`)},
		`{"battleship":{"set_delegate":{}}}`:     {Action: packet.SetDelegate, Message: []byte(`{}`)},
		`{"battleship":{"cancel":{}}}`:           {Action: packet.Cancel, Message: []byte(`{}`)},
		`{"battleship":{"withdraw":{}}}`:         {Action: packet.Withdraw, Message: []byte(`{}`)},
		`{"battle\u0073hip":{"return":{"denom":"uship","receiver":"cosmos1"}}}`: {
			Action: packet.SendBack, Return: packet.Return{Denom: "uship", Receiver: "cosmos1"},
		},
		`{"battleship":{"return":{"memo":"{}","denom":"ibc/A","receiver":"x"}}}`: {
			Action: packet.SendBack, Return: packet.Return{Denom: "ibc/A", Receiver: "x", Memo: "{}"},
		},
	} {
		got, found, err := packet.Parse(memo)
		require.NoError(t, err, memo)
		require.True(t, found, memo)
		require.Equal(t, want, got, memo)
	}
}

// The bound is part of what fits.
func TestAMemoOfTheGreatestLengthIsTaken(t *testing.T) {
	const head, tail = `{"battleship":{"join":{"a":"`, `"}}}`
	memo := head + strings.Repeat("x", packet.MaxMemoBytes-len(head)-len(tail)) + tail
	require.Len(t, memo, packet.MaxMemoBytes)
	_, found, err := packet.Parse(memo)
	require.NoError(t, err)
	require.True(t, found)
	_, found, err = packet.Parse(memo + " ")
	require.ErrorContains(t, err, "at most 16384 bytes")
	require.True(t, found)
}

// Memos of others pass: those of transfers that are forwarded above all.
func TestAMemoWithoutOurKeyIsNotOurs(t *testing.T) {
	for _, memo := range []string{
		"", "thanks", "battleship", `"battleship"`, `["battleship"]`, "null", "7", "{", `{"forward`,
		`{"forward":{"next":{"battleship":{"join":{}}}}}`, `{"Battleship":{"join":{}}}`, `{"note":"battleship"}`,
		strings.Repeat("x", 32_768), strings.Repeat(`{"a":`, 5_000), strings.Repeat(`[`, 32_768),
	} {
		_, found, err := packet.Parse(memo)
		require.NoError(t, err, memo)
		require.False(t, found, memo)
	}
}

// Objects and arrays count alike.
func TestADeeplyNestedRequestIsRefused(t *testing.T) {
	nested := func(levels ...string) string {
		value := "1"
		for i := len(levels) - 1; i >= 0; i-- {
			value = strings.ReplaceAll(levels[i], "_", value)
		}
		return `{"battleship":{"join":{"a":` + value + `}}}`
	}
	const object, array = `{"a":_}`, `[_]`
	const beside = `[0,_]`
	for _, level := range []string{object, array, beside} {
		for _, other := range []string{object, array, beside} {
			six := []string{level, other, level, other, level, other}
			_, found, err := packet.Parse(nested(six...))
			require.NoError(t, err, "8 levels, the request and the message included: %v", six)
			require.True(t, found)
			for _, inner := range []string{object, array, beside} {
				_, found, err = packet.Parse(nested(append(six, inner)...))
				require.ErrorContains(t, err, "at most 8 deep", "%v and %s", six, inner)
				require.True(t, found)
			}
		}
	}
}

// What two programs could read differently, and what asks for more than one thing, is refused.
func TestABadRequestIsRefusedAsOurs(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 8) + `1` + strings.Repeat(`}`, 8)
	for _, c := range []struct{ memo, says string }{
		{`{"battleship":{"join":{}},"battleship":{"join":{}}}`, "nothing beside it"},
		{`{"battleship":{"join":{}},"forward":{}}`, "nothing beside it"},
		{`{"forward":{},"battleship":{"join":{}}}`, "nothing beside it"},
		{`{"battleship":{"join":{},"match":{}}}`, "expected one request, got 2"},
		{`{"battleship":{"join":{},"join":{}}}`, `expected "join" once`},
		{`{"battleship":{"return":{},"join":{}}}`, "expected one request, got 2"},
		{`{"battleship":{}}`, "expected one request, got 0"},
		{`{"battleship":[{"join":{}},{"join":{}}]}`, "expected a JSON object"},
		{`{"battleship":null}`, "expected a JSON object"},
		{`{"battleship":"join"}`, "expected a JSON object"},
		{`{"battleship":{"join":null}}`, "expected a JSON object"},
		{`{"battleship":{"join":[]}}`, "expected a JSON object"},
		{`{"battleship":{"Join":{}}}`, "small letters"},
		{`{"battleship":{"send":{}}}`, "expected one of"},
		{`{"battleship":{"join":{"game_id":"7","game_id":"8"}}}`, `expected "game_id" once`},
		{`{"battleship":{"join":{"game_id":"7","gameId":"8"}}}`, "small letters"},
		{`{"battleship":{"join":{"GAME_ID":"7"}}}`, "small letters"},
		{`{"battleship":{"join":{"entry":{"delegate":"","delegate":1}}}}`, `expected "delegate" once`},
		{`{"battleship":{"join":{"entry":[{"a":1,"a":2}]}}}`, `expected "a" once`},
		{`{"battleship":{"join":{}}} {}`, "nothing behind"},
		{`{"battleship":{"join":{}}`, "not JSON"},
		{`{"battleship":{"join":{}}}}`, "nothing behind"},
		{`{"battleship":`, "not JSON"},
		{`{"battleship"`, "not JSON"},
		{`{"battleship":{"join":` + deep + `}}`, "at most 8 deep"},
		{`{"battleship":{"join":{"a":"` + strings.Repeat("x", packet.MaxMemoBytes) + `"}}}`, "at most 16384 bytes"},
		{`{"battleship":{"return":{}}}`, "a denom and a receiver"},
		{`{"battleship":{"return":{"denom":"uship"}}}`, "a denom and a receiver"},
		{`{"battleship":{"return":{"denom":"uship","receiver":""}}}`, "a denom and a receiver"},
		{`{"battleship":{"return":{"denom":7,"receiver":"x"}}}`, "denom: expected a text"},
		{`{"battleship":{"return":{"denom":null,"receiver":"x"}}}`, "denom: expected a text"},
		{`{"battleship":{"return":{"denom":"a","receiver":"x","amount":"1"}}}`, `got "amount"`},
	} {
		_, found, err := packet.Parse(c.memo)
		require.True(t, found, c.memo)
		require.ErrorContains(t, err, c.says, c.memo)
	}
}

// Whatever a memo holds, it is read without a panic, and what is taken reads the same to another decoder.
func FuzzParse(f *testing.F) {
	for _, memo := range []string{
		`{"battleship":{"join":{"game_id":"7","entry":{"board":{"nonce":"1"},"delegate":"ship1"},"toss":"AAAA"}}}`,
		`{"battleship":{"return":{"denom":"uship","receiver":"cosmos1","memo":"{\"forward\":{}}"}}}`,
		`{"battleship":{"join":{}},"battleship":{"match":{}}}`, `{"battleship":{"join":{"a":1,"A":2}}}`,
		`{"forward":{}}`, "{", `{"battleship":`, `{"battleship":{"join":{"a":[[[[[[[[[1]]]]]]]]]}}}`, "\x00", `{"\ud800":1}`,
		`{"battleship":{"cancel":{"game_id":1e400}}}`,
	} {
		f.Add(memo)
	}
	f.Fuzz(func(t *testing.T, memo string) {
		got, found, err := packet.Parse(memo)
		if !found || err != nil {
			require.Empty(t, got.Message)
			require.Equal(t, packet.Return{}, got.Return)
			return
		}
		var again map[string]map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(memo), &again))
		require.Len(t, again, 1)
		require.Len(t, again[packet.Key], 1)
		body := again[packet.Key][string(got.Action)]
		if got.Action == packet.SendBack {
			require.NotEmpty(t, got.Return.Denom)
			require.NotEmpty(t, got.Return.Receiver)
			return
		}
		require.Equal(t, string(bytes.TrimSpace(body)), string(got.Message))
		require.Equal(t, byte('{'), got.Message[0])
	})
}
