package types_test

import (
	"encoding/json"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"

	"github.com/battleship-chain/battleship/interchain/packet"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A message that somebody on another chain has written into a memo is read, or refused, without a panic; and what is
// read is a message that could have come in a transaction.
func FuzzMessageOfARequest(f *testing.F) {
	for _, body := range []string{
		`{"join":{"game_id":"7","entry":{"board":{"scheme":"COMMITMENT_SCHEME_MERKLE_ROWS","nonce":"1",` +
			`"row_roots":["AA=="]},"delegate":"ship1"},"toss":"AAAA"}}`,
		`{"match":{"ruleset_id":2,"stake":{"denom":"uship","amount":"5"},"entry":{"channel":{"key":"AA==","relay":"x"}}}}`,
		`{"match":{"stake":{"denom":"uship"}}}`, `{"match":{"stake":{"amount":null}}}`,
		`{"match":{"stake":null,"entry":null}}`,
		`{"match":{"stake":{"amount":"1e9"},"turn_blocks":"-9223372036854775809"}}`, `{"join":{"game_id":-1}}`,
		`{"join":{"entry":{"board":{"scheme":99,"row_roots":{}}}}}`, `{"set_delegate":{"game_id":"7","delegate":null}}`,
		`{"cancel":{"game_id":1.5}}`, `{"withdraw":{"recipient":["x"]}}`, `{"join":{"entry":[]}}`,
	} {
		f.Add(body)
	}
	cdc := codec.NewProtoCodec(codectypes.NewInterfaceRegistry())
	f.Fuzz(func(t *testing.T, body string) {
		q, found, err := packet.Parse(`{"battleship":` + body + `}`)
		if !found || err != nil {
			return
		}
		var msg, again proto.Message
		switch q.Action {
		case packet.Join:
			msg, again = new(types.MsgJoinGame), new(types.MsgJoinGame)
		case packet.Match:
			msg, again = new(types.MsgMatchGame), new(types.MsgMatchGame)
		case packet.SetDelegate:
			msg, again = new(types.MsgSetDelegate), new(types.MsgSetDelegate)
		case packet.Cancel:
			msg, again = new(types.MsgCancelGame), new(types.MsgCancelGame)
		case packet.Withdraw:
			msg, again = new(types.MsgWithdraw), new(types.MsgWithdraw)
		default:
			return
		}
		if cdc.UnmarshalJSON(q.Message, msg) != nil {
			return
		}
		bz, err := cdc.Marshal(msg)
		if err != nil {
			return
		}
		require.NoError(t, cdc.Unmarshal(bz, msg))
		text, err := cdc.MarshalJSON(msg)
		require.NoError(t, err)
		require.True(t, json.Valid(text))
		require.NoError(t, cdc.UnmarshalJSON(text, again))
		same, err := cdc.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, bz, same)
	})
}
