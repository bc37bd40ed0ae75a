package eventindex_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// FuzzPageKey asks for the page of any key. A key of another length or of no height is refused. From all others a page
// goes over the entries of the log from the key on, or back.
func FuzzPageKey(f *testing.F) {
	const blocks, txs = 4, 3
	c := newChronicle(f)
	var all []string // the targets of the log in order, by their positions
	for height := range blocks {
		var shots [][]proto.Message
		for index := range txs {
			shots = append(shots, shot(7, fmt.Sprint(height+1, index)))
			all = append(all, fmt.Sprintf("%d/%d %d", height+1, height+1, index))
		}
		c.block(nil, shots...)
	}
	key := func(height uint64, index uint32) []byte {
		return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint64(nil, height), index)
	}
	for _, reverse := range []bool{false, true} {
		f.Add(key(2, 1), reverse, uint32(2))
		f.Add(key(1<<63-1, 1<<32-1), reverse, uint32(0))
		f.Add(key(3, 1<<32-1), reverse, uint32(100))
		f.Add(key(1<<63, 0), reverse, uint32(1))
	}
	f.Fuzz(func(t *testing.T, key []byte, reverse bool, limit uint32) {
		ctx := sdk.Context{}.WithContext(t.Context()).WithBlockHeight(blocks)
		res, err := c.server.Log(ctx, &types.QueryLogRequest{GameId: 7, Key: key, Reverse: reverse, Limit: limit})
		if len(key) > 0 && (len(key) != 12 || key[0] > 127) {
			require.Equal(t, codes.InvalidArgument, status.Code(err))
			return
		}
		require.NoError(t, err)
		want := slices.Clone(all)
		if len(key) > 0 {
			height, index := binary.BigEndian.Uint64(key), binary.BigEndian.Uint32(key[8:])
			at := 0 // the number of entries before the key
			if height > 0 {
				at = int(min(height-1, blocks))*txs + int(min(index, txs))
			}
			if at = min(at, len(all)); height > blocks {
				at = len(all)
			}
			if want = all[at:]; reverse {
				same := height >= 1 && height <= blocks && index < txs
				want = slices.Clone(all[:at])
				if same {
					want = append(want, all[at])
				}
			}
		}
		if reverse {
			slices.Reverse(want)
		}
		if most := int(min(limit, types.MaxPageItems)); most > 0 {
			want = want[:min(most, len(want))]
		}
		require.Equal(t, append([]string{}, want...), append([]string{}, targetsOf(t, res)...))
	})
}

// FuzzTyped reads any event. What is read is one of the module, and is written and read the same.
func FuzzTyped(f *testing.F) {
	kinds := []proto.Message{
		&types.EventShotAnswered{GameId: 7, Player: "a", Target: "A1", Sunk: &types.Ship{Class: "carrier"}},
		&types.EventMeleeOver{GameId: 7, Result: types.MeleeResult{}}, &types.EventGameCreated{GameId: 7},
		&types.EventStateSubmitted{GameId: 7}, &types.EventGameOver{GameId: 7},
	}
	for _, kind := range kinds {
		event, err := sdk.TypedEventToEvent(kind)
		require.NoError(f, err)
		for _, a := range event.Attributes {
			f.Add(event.Type, a.Key, a.Value, "msg_index", "0")
		}
	}
	f.Add("battleship.v1.MsgClaimWin", "game_id", `"7"`, "mode", "EndBlock")
	f.Fuzz(func(t *testing.T, kind, key, value, second, other string) {
		events := []abci.Event{{Type: kind, Attributes: []abci.EventAttribute{
			{Key: key, Value: value}, {Key: second, Value: other},
		}}}
		typed, err := eventindex.Typed(events)
		require.Equal(t, key, events[0].Attributes[0].Key, "the event is read only")
		if err != nil {
			require.Empty(t, typed)
			return
		}
		for _, one := range typed {
			require.Equal(t, kind, proto.MessageName(one))
			written, err := sdk.TypedEventToEvent(one)
			require.NoError(t, err)
			again, err := eventindex.Typed([]abci.Event{abci.Event(written)})
			require.NoError(t, err)
			require.Len(t, again, 1)
			require.True(t, proto.Equal(one, again[0]), "expected %v, got %v", one, again[0])
		}
	})
}
