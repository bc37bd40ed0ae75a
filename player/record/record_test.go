package record_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	"github.com/cosmos/cosmos-sdk/x/authz"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Each way in which a game can end, with what the record must say of it.
func TestARecordHoldsAGameHoweverItEnds(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	tests := map[string]struct {
		play   func(w *playertest.World) uint64
		phase  game.Phase
		reason game.Reason
		fleets int // shown
	}{
		"its last ship is sunk": {
			play: func(w *playertest.World) uint64 {
				id, winner, _ := w.Won(game.Xaya())
				_, err := w.Open(winner, id).Claim(ctx)
				require.NoError(w, err)
				return id
			},
			phase: game.PhaseOver, reason: game.ReasonSunk, fleets: 1,
		},
		"somebody gives up after a shot that nobody answers": {
			play: func(w *playertest.World) uint64 {
				id, first, second := w.Begun(game.Classic())
				_, err := w.Open(first, id).Shoot(ctx, "A1")
				require.NoError(w, err)
				_, err = w.Open(first, id).Concede(ctx)
				require.NoError(w, err)
				_, err = w.Open(second, id).Claim(ctx)
				require.NoError(w, err)
				return id
			},
			phase: game.PhaseOver, reason: game.ReasonConceded, fleets: 1,
		},
		"deadline after deadline passes": {
			play: func(w *playertest.World) uint64 {
				id := w.Joined(game.Classic())
				for range 2 {
					v, err := w.Open(alice, id).Look(ctx)
					require.NoError(w, err)
					w.Node.Advance(v.State.Deadline - v.Height + 2)
				}
				return id
			},
			phase: game.PhaseOver, reason: game.ReasonVoid,
		},
		"nobody joins": {
			play: func(w *playertest.World) uint64 {
				id := w.Created(game.Classic())
				_, err := w.Open(alice, id).Cancel(ctx)
				require.NoError(w, err)
				w.Node.Advance(100)
				return id
			},
			phase: game.PhaseCancelled, reason: game.ReasonCancelled,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			id := tc.play(w)
			r, g, err := w.RecordOf(id)
			require.NoError(t, err)
			require.Equal(t, tc.phase, g.State().Phase)
			require.Equal(t, tc.phase.String(), r.Ending.Phase)
			require.Equal(t, tc.reason.String(), r.Ending.Reason)
			shown := 0
			for _, f := range g.Fleets {
				if f != nil {
					shown++
				}
			}
			require.Equal(t, tc.fleets, shown)
			if tc.phase == game.PhaseOver {
				res, err := types.NewQueryClient(w.Client(alice).Conn()).Result(ctx, &types.QueryResultRequest{GameId: id})
				require.NoError(t, err)
				require.Equal(t, game.Reason(res.Result.Reason).String(), r.Ending.Reason)
				require.Equal(t, res.Result.Players, g.Players)
				for seat, shots := range res.Result.Shots {
					require.EqualValues(t, shots, r.Ending.Shots[seat])
				}
			}

			text, err := r.Encode()
			require.NoError(t, err)
			read, err := record.Decode(text)
			require.NoError(t, err)
			again, err := read.Verify(ctx, w.Codec())
			require.NoError(t, err)
			require.Equal(t, g, again)
			if len(r.Blocks) < 20 { // each change costs as many signatures as there are
				requireForgeriesRefused(t, w, r)
			}
		})
	}
}

// A wallet that shows what it signs signs amino JSON, and what is sent by leave is inside of another message.
func TestARecordHoldsAminoSignaturesAndMessagesByLeave(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := context.Background()
	id, first, second := w.Begun(game.Classic())
	block := func(msg sdk.Msg, by chain.Account) {
		raw := w.Node.Chain.SignWith(signing.SignMode_SIGN_MODE_LEGACY_AMINO_JSON, chain.DefaultGas, []sdk.Msg{msg}, by)
		res, err := w.Node.BroadcastTxSync(ctx, raw)
		require.NoError(t, err)
		require.Zero(t, res.Code, res.Log)
		require.Zero(t, w.Node.Results[w.Node.Chain.Height()].TxResults[0].Code)
	}
	conceding, friend := w.Node.Chain.Account(second), w.Node.Chain.Account(mallory)
	shooter := w.Node.Chain.Account(first)
	block(&types.MsgShootAndReveal{Sender: shooter.Address.String(), GameId: id, Target: "C3"}, shooter)
	concede := &types.MsgConcede{Sender: conceding.Address.String(), GameId: id}
	grant, err := authz.NewMsgGrant(conceding.Address, friend.Address,
		authz.NewGenericAuthorization(sdk.MsgTypeURL(concede)), nil)
	require.NoError(t, err)
	block(grant, conceding)
	exec := authz.NewMsgExec(friend.Address, []sdk.Msg{concede})
	block(&exec, friend)
	_, err = w.Open(first, id).Claim(ctx)
	require.NoError(t, err)

	r, g, err := w.RecordOf(id)
	require.NoError(t, err)
	require.Equal(t, game.ReasonConceded, g.State().Reason)
	require.Equal(t, 1, g.Granted)
	requireForgeriesRefused(t, w, r)
}

func TestARunningGameHasNoRecord(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.Joined(game.Classic())
	_, _, err := w.RecordOf(id)
	require.ErrorIs(t, err, watch.ErrNotOver)
	_, _, err = w.RecordOf(id + 1)
	require.ErrorIs(t, err, watch.ErrUnknownGame)
}

// told are the fields that only the node has told: nothing that is signed depends on them.
var told = []string{"Terms.OpenBlocks", "Terms.TurnBlocks", "Terms.ClaimBlocks"}

// requireForgeriesRefused changes one field of a record after the other, as somebody would who makes the digest anew.
// That must be refused, unless only the node has told the field; then the moves must be the same.
func requireForgeriesRefused(t *testing.T, w *playertest.World, honest record.Record) {
	t.Helper()
	before, err := honest.Verify(w.Context(), w.Codec())
	require.NoError(t, err)
	count := 0
	fields(reflect.ValueOf(honest), "", func(path string, change func(root reflect.Value)) {
		forged := clone(t, honest)
		change(reflect.ValueOf(&forged).Elem())
		if path == "Digest" {
			return // Encode makes it anew
		}
		count++
		after, err := decoded(forged, w)
		switch {
		case err == nil && slices.Contains(told, path):
			require.Equal(t, moves(before), moves(after), path)
			return
		case err == nil && strings.HasPrefix(path, "Blocks[without"):
			return // a shot that nobody answered: the ending is the same, or else it would be refused
		}
		require.ErrorIs(t, err, record.ErrRecord, path)
		require.NotContains(t, err.Error(), "\n", path)
	})
	require.Greater(t, count, 20)
}

// decoded is what a reader makes of a record.
func decoded(r record.Record, w *playertest.World) (record.Game, error) {
	text, err := r.Encode()
	if err != nil {
		return record.Game{}, err
	}
	if r, err = record.Decode(text); err != nil {
		return record.Game{}, err
	}
	return r.Verify(context.Background(), w.Codec())
}

func clone(t *testing.T, r record.Record) record.Record {
	t.Helper()
	text, err := r.Encode()
	require.NoError(t, err)
	read, err := record.Decode(text)
	require.NoError(t, err)
	return read
}

// moves are what happened in a game.
func moves(g record.Game) []string {
	var out []string
	for _, m := range g.Moves {
		if opened, ok := m.Event.(game.ClaimOpened); ok {
			opened.Deadline = 0
			m.Event = opened
		}
		out = append(out, fmt.Sprintf("%d %T %+v", m.Height, m.Event, m.Event))
	}
	return out
}

// fields calls with a change for each field of a record and of what is in it: a number is one more, a bit of bytes or
// text is another, an element of a list is left out or comes twice.
func fields(v reflect.Value, path string, each func(path string, change func(root reflect.Value))) {
	var walk func(v reflect.Value, path string, at func(reflect.Value) reflect.Value)
	walk = func(v reflect.Value, path string, at func(reflect.Value) reflect.Value) {
		set := func(what string, change func(reflect.Value)) {
			each(strings.TrimPrefix(path+what, "."), func(root reflect.Value) { change(at(root)) })
		}
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				inner := func(root reflect.Value) reflect.Value { return at(root).Field(i) }
				walk(v.Field(i), path+"."+v.Type().Field(i).Name, inner)
			}
		case reflect.String:
			set("", func(v reflect.Value) { v.SetString(v.String() + "0") })
		case reflect.Bool:
			set("", func(v reflect.Value) { v.SetBool(!v.Bool()) })
		case reflect.Int, reflect.Int32, reflect.Int64:
			set("", func(v reflect.Value) { v.SetInt(v.Int() + 1) })
		case reflect.Uint32, reflect.Uint64:
			set("", func(v reflect.Value) { v.SetUint(v.Uint() + 1) })
		case reflect.Slice:
			if v.Type().Elem().Kind() == reflect.Uint8 {
				for i := 0; i < v.Len(); i += max(v.Len()/5, 1) {
					set(fmt.Sprintf("[byte %d]", i), func(v reflect.Value) {
						b := slices.Clone(v.Bytes())
						b[i] ^= 1
						v.SetBytes(b)
					})
				}
				set("[a byte more]", func(v reflect.Value) { v.SetBytes(append(slices.Clone(v.Bytes()), 0)) })
				return
			}
			for i := range v.Len() {
				inner := func(root reflect.Value) reflect.Value { return at(root).Index(i) }
				walk(v.Index(i), fmt.Sprintf("%s[%d]", path, i), inner)
				set(fmt.Sprintf("[without %d]", i), func(v reflect.Value) {
					v.Set(reflect.AppendSlice(v.Slice3(0, i, i), v.Slice(i+1, v.Len())))
				})
				set(fmt.Sprintf("[twice %d]", i), func(v reflect.Value) {
					v.Set(reflect.AppendSlice(v.Slice3(0, i+1, i+1), v.Slice(i, v.Len())))
				})
			}
		default:
			panic(v.Kind())
		}
	}
	walk(v, path, func(root reflect.Value) reflect.Value { return root })
}

// A record of the first version, from a devnet, can be read for ever; and no byte of it can be changed.
func TestARecordOfADevnetIsRead(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	path := filepath.Join("testdata", "sunk.json")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	r, err := record.Decode(text)
	require.NoError(t, err)
	g, err := r.Verify(t.Context(), w.Codec())
	require.NoError(t, err)
	require.Equal(t, game.ReasonSunk, g.State().Reason)
	require.Equal(t, 75, g.Txs)

	for i := 0; i < len(text); i += 211 {
		changed := slices.Clone(text)
		changed[i] ^= 1
		_, err := record.Decode(changed)
		require.ErrorIs(t, err, record.ErrRecord, "byte %d", i)
	}
}
