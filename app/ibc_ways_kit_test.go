package app_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	host "github.com/cosmos/ibc-go/v11/modules/core/24-host"
	ibctesting "github.com/cosmos/ibc-go/v11/testing"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/errors"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/authz"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// waysGas is enough for any message by any way.
const waysGas = 20_000_000

// A way is how a message of a player comes to its handler.
type way string

const (
	directly    way = "directly"
	byAuthz     way = "by authz"
	nestedAuthz way = "by authz in authz"
	byPacket    way = "by packet"
	// notAtAll is for what is without the message.
	notAtAll way = ""
)

// allWays are the ways, the plain one first.
var allWays = []way{directly, byAuthz, nestedAuthz, byPacket}

// attempt is a message as somebody sends it.
type attempt struct {
	by  chain.Account
	msg sdk.Msg
	// what tells what is special about it.
	what string
}

// verdict is what comes of a message.
type verdict struct {
	// Code is 0, or why it is refused. Codespace is empty if that came back by packet, which does not tell it.
	Code      uint32
	Codespace string
	// Text is what the refusal says.
	Text string
	// Response is the message's response.
	Response string
	// Games and Coins are what is in the stores of this module and of the bank afterwards.
	Games, Coins [sha256.Size]byte
	// Events are those of this module and of the bank, without what tells the way.
	Events []abci.Event
}

// ways brings messages to one chain by each way there is, on the same state, and compares what comes of them. The
// players have keys there and are also the interchain accounts of owners on a second chain, and so each can send the
// same message by all ways.
type ways struct {
	*ibcNetwork

	at *ibcChain
	// games plays games with the cast: what its players send is compared before it is committed.
	games *recorder
	// middle has an authorization for each message of each player, and outer one to use those of middle.
	middle, outer chain.Account
	// judged counts the verdicts by message and code.
	judged map[string]map[uint32]int
	// sent counts the messages of each kind.
	sent map[string]int
	// costs are those of the last message of each kind that was accepted.
	costs map[string]map[way]cost
}

// cost is what a message takes by one way: the gas and the bytes of the transaction that brings it, with its fee.
type cost struct {
	gas   uint64
	bytes int
}

// newWays starts the chains.
func newWays(t *testing.T) *ways {
	t.Helper()
	s := newIBCNetwork(t, 2)
	w := &ways{
		ibcNetwork: s, at: s.chains[0], judged: make(map[string]map[uint32]int), sent: make(map[string]int),
		costs: make(map[string]map[way]cost),
	}
	_, w.middle = w.at.account()
	_, w.outer = w.at.account()
	var cast []chain.Account
	for _, name := range []string{chain.Alice, chain.Bob, chain.Carol, chain.Operator, chain.Mallory} {
		remote := s.registerIn(s.paths[0].EndpointB, channeltypes.UNORDERED)
		_, account := w.at.account()
		account.Name, remote.Account = name, account
		w.at.app.ICAHostKeeper.SetInterchainAccountAddress(w.at.GetContext(), remote.path.EndpointB.ConnectionID,
			remote.path.EndpointA.ChannelConfig.PortID, account.String())
		w.at.NextBlock()
		w.at.remote[account.String()] = remote
		cast = append(cast, account)
	}
	w.grant(cast)
	w.games = &recorder{
		t: t, Chain: chain.Follow(t, w.at.app, w.at.ChainID, cast...), players: make(map[uint64][]*recordedPlayer),
		carry: w.carry, await: w.at.await,
	}
	return w
}

// grant gives the authorizations.
func (w *ways) grant(cast []chain.Account) {
	w.t.Helper()
	ctx, keeper := w.at.GetContext(), w.at.app.AuthzKeeper
	names := append(w.at.app.ICAHostKeeper.GetParams(ctx).AllowMessages,
		sdk.MsgTypeURL(&battleshiptypes.MsgUpdateParams{}))
	for _, account := range cast {
		for _, name := range names {
			permission := authz.NewGenericAuthorization(name)
			require.NoError(w.t, keeper.SaveGrant(ctx, w.middle.Address, account.Address, permission, nil))
		}
	}
	permission := authz.NewGenericAuthorization(sdk.MsgTypeURL(&authz.MsgExec{}))
	require.NoError(w.t, keeper.SaveGrant(ctx, w.outer.Address, w.middle.Address, permission, nil))
	w.at.NextBlock()
}

// The first messages of each kind are compared, and some of the others.
const (
	alwaysCompared    = 10
	sometimesCompared = 5
)

// carry commits a message that a player sends directly. Before it does so, it compares the ways. Around the first of a
// kind that is accepted it also compares what must not be: the same from others, about no game, and once more.
func (w *ways) carry(p *recordedPlayer, msg sdk.Msg) chain.Result {
	w.t.Helper()
	name := sdk.MsgTypeURL(msg)
	first := w.judged[name][0] == 0
	if n := w.sent[name]; n < alwaysCompared || n%sometimesCompared == 0 {
		attempts := []attempt{{by: p.Account, msg: msg}}
		if first {
			attempts = append(attempts, w.variants(p.Account, msg)...)
			if large := w.inflated(p.Account, msg); len(large) > 0 {
				w.refused(large...)
			}
		}
		w.same(attempts...)
	}
	w.sent[name]++
	res, err := w.at.SendMsgsWithSender(w.at.senderOf(p.Address), msg)
	if res == nil {
		require.NoError(w.t, err)
	}
	if first {
		w.same(attempt{by: p.Account, msg: msg})
	}
	return chain.Result{ExecTxResult: res}
}

// count counts a verdict.
func (w *ways) count(msg sdk.Msg, code uint32) {
	name := sdk.MsgTypeURL(msg)
	if w.judged[name] == nil {
		w.judged[name] = make(map[uint32]int)
	}
	w.judged[name][code]++
}

// variants are the same message from others, and about a game that there is not.
func (w *ways) variants(by chain.Account, msg sdk.Msg) (attempts []attempt) {
	w.t.Helper()
	if !strings.HasPrefix(sdk.MsgTypeURL(msg), "/battleship.") {
		return nil
	}
	for _, name := range []string{chain.Mallory, chain.Operator} {
		if other := w.games.Account(name); !other.Address.Equals(by.Address) {
			attempts = append(attempts, attempt{other, w.changed(msg, "Sender", other.String()), "by another"})
		}
	}
	if _, ok := reflect.TypeOf(msg).Elem().FieldByName("GameId"); ok {
		attempts = append(attempts, attempt{by, w.changed(msg, "GameId", uint64(1<<40)), "no game"})
	}
	return attempts
}

// changed is a copy of a message in which one field is another.
func (w *ways) changed(msg sdk.Msg, field string, value any) sdk.Msg {
	w.t.Helper()
	other := w.copied(msg)
	reflect.ValueOf(other).Elem().FieldByName(field).Set(reflect.ValueOf(value))
	return other
}

// copied is a copy of a message.
func (w *ways) copied(msg sdk.Msg) (other sdk.Msg) {
	w.t.Helper()
	require.NoError(w.t, w.at.Codec.UnmarshalInterface(w.encoded(msg), &other))
	return other
}

// encoded is a message as transactions and packets hold it.
func (w *ways) encoded(msg sdk.Msg) []byte {
	w.t.Helper()
	bz, err := w.at.Codec.MarshalInterface(msg)
	require.NoError(w.t, err)
	return bz
}

// inflated are copies of a message of this module in each of which one text, one list or one field of bytes is larger
// than a transaction may be. A packet can be as large, so that no handler may count on the size of transactions.
func (w *ways) inflated(by chain.Account, msg sdk.Msg) (attempts []attempt) {
	w.t.Helper()
	if !strings.HasPrefix(sdk.MsgTypeURL(msg), "/battleship.") {
		return nil
	}
	for n := 0; ; n++ {
		large, at := w.copied(msg), n
		field := inflate(reflect.ValueOf(large).Elem(), &at, func() int { return len(w.encoded(large)) })
		if field == "" {
			return attempts
		}
		attempts = append(attempts, attempt{by, large, "large " + field})
	}
}

// inflate makes the field of a number larger than a transaction and returns its name, none if there is no such field.
func inflate(v reflect.Value, number *int, size func() int) string {
	found := func(grow func()) string {
		if *number--; *number >= 0 {
			return ""
		}
		grow()
		return v.Type().String()
	}
	switch v.Kind() {
	case reflect.String:
		return found(func() { v.SetString(v.String() + strings.Repeat(" ", app.MaxTxBytes)) })
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return found(func() { v.SetBytes(append(slices.Clone(v.Bytes()), make([]byte, app.MaxTxBytes)...)) })
		}
		for i := range min(v.Len(), 1) {
			if inner := inflate(v.Index(i), number, size); inner != "" {
				return inner
			}
		}
		return found(func() {
			element := reflect.Zero(v.Type().Elem())
			if v.Len() > 0 {
				element = v.Index(0)
			}
			for size() <= app.MaxTxBytes {
				for range 16 {
					v.Set(reflect.Append(v, element))
				}
			}
		})
	case reflect.Pointer:
		if !v.IsNil() {
			return inflate(v.Elem(), number, size)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			if inner := inflate(v.Field(i), number, size); inner != "" {
				return v.Type().Field(i).Name + " " + inner
			}
		}
	default:
	}
	return ""
}

// same makes sure that each message gets the same verdict by all ways. None of them is committed.
func (w *ways) same(attempts ...attempt) {
	w.t.Helper()
	for i, verdicts := range w.judge(attempts...) {
		name := sdk.MsgTypeURL(attempts[i].msg)
		plain := verdicts[directly]
		w.count(attempts[i].msg, plain.Code)
		if plain.Code != 0 {
			w.requireNothing(plain, verdicts[notAtAll])
		}
		for _, by := range allWays[1:] {
			got := verdicts[by]
			require.Contains(w.t, got.Text, plain.Text, "%s %s", name, by)
			if by == byPacket && got.Code != 0 {
				got.Codespace = plain.Codespace
			}
			got.Text = plain.Text
			require.Equal(w.t, plain, got, "%s %s", name, by)
		}
	}
}

// refused makes sure that messages do nothing by any way, and returns the codes of each.
func (w *ways) refused(attempts ...attempt) []map[way]uint32 {
	w.t.Helper()
	codes := make([]map[way]uint32, len(attempts))
	for i, verdicts := range w.judge(attempts...) {
		codes[i] = make(map[way]uint32)
		for _, by := range allWays {
			require.NotZero(w.t, verdicts[by].Code, "%s %s: %v", sdk.MsgTypeURL(attempts[i].msg), by, attempts[i].what)
			w.requireNothing(verdicts[by], verdicts[notAtAll])
			codes[i][by] = verdicts[by].Code
		}
	}
	return codes
}

// requireNothing makes sure that a message has done nothing.
func (w *ways) requireNothing(got, untouched verdict) {
	w.t.Helper()
	got.Code, got.Codespace, got.Text = 0, "", ""
	require.Equal(w.t, untouched, got)
}

// judgingApp is an application whose state is looked at after each block, before it is committed.
type judgingApp struct {
	kitApp

	look func()
}

// FinalizeBlock executes a block.
func (a judgingApp) FinalizeBlock(req *abci.RequestFinalizeBlock) (*abci.ResponseFinalizeBlock, error) {
	res, err := a.kitApp.FinalizeBlock(req)
	if err == nil {
		a.look()
	}
	return res, err
}

// judge executes each message by each way on the state of the next block, and forgets what they have done.
func (w *ways) judge(attempts ...attempt) []map[way]verdict {
	w.t.Helper()
	packets := make([]channeltypes.Packet, len(attempts))
	for i, a := range attempts {
		packets[i] = w.at.remote[a.by.String()].packet(time.Hour, a.msg)
	}
	end := w.at.remote[attempts[0].by.String()].path.EndpointB
	require.NoError(w.t, end.UpdateClient())

	verdicts := make([]map[way]verdict, len(attempts))
	plain, ok := w.at.App.(kitApp)
	require.True(w.t, ok)
	w.at.App = judgingApp{plain, func() {
		for i, a := range attempts {
			var untouched verdict
			untouched.Games, untouched.Coins = w.state(w.at.app.GetContextForFinalizeBlock(nil).MultiStore())
			verdicts[i] = map[way]verdict{notAtAll: untouched}
			for _, by := range allWays {
				verdicts[i][by], _ = w.run(by, a, packets[i], true)
			}
			if move, ok := a.msg.(*battleshiptypes.MsgShootAndReveal); ok && (move.Opening == nil || move.Target == "") {
				continue // not a whole move
			}
			if verdicts[i][directly].Code != 0 {
				continue
			}
			costs := make(map[way]cost)
			for _, by := range allWays {
				_, costs[by] = w.run(by, a, packets[i], false)
			}
			w.costs[sdk.MsgTypeURL(a.msg)] = costs
		}
	}}
	w.at.NextBlock()
	w.at.App = plain
	return verdicts
}

// run executes a message on a branch of the state. If the transaction is free of fees, what the bank does is the
// message's doing.
func (w *ways) run(by way, a attempt, packet channeltypes.Packet, free bool) (verdict, cost) {
	w.t.Helper()
	signer, msg := a.by, a.msg
	exec := authz.NewMsgExec(w.middle.Address, []sdk.Msg{a.msg})
	nested := authz.NewMsgExec(w.outer.Address, []sdk.Msg{&exec})
	switch by {
	case byAuthz:
		signer, msg = w.middle, &exec
	case nestedAuthz:
		signer, msg = w.outer, &nested
	case byPacket:
		signer = chain.Account{Key: w.at.SenderPrivKey, Address: w.at.SenderAccount.GetAddress()}
		proof, height := w.at.remote[a.by.String()].path.EndpointA.QueryProof(
			host.PacketCommitmentKey(packet.SourcePort, packet.SourceChannel, packet.Sequence))
		msg = channeltypes.NewMsgRecvPacket(packet, proof, height, signer.String())
	}
	bz := w.games.SignTx(chain.Tx{Free: free, Gas: waysGas, Msgs: []sdk.Msg{msg}}, signer)
	branch := w.at.app.GetContextForFinalizeBlock(nil).MultiStore().CacheMultiStore()
	gas, res, _, err := w.at.app.RunTx(sdk.ExecModeFinalize, bz, nil, -1, branch, nil)

	v, c := verdict{}, cost{gas.GasUsed, len(bz)}
	v.Games, v.Coins = w.state(branch)
	if err != nil {
		v.Codespace, v.Code, v.Text = errors.ABCIInfo(err, false)
		if _, text, ok := strings.Cut(v.Text, "message index: 0: "); ok {
			v.Text = text
		}
		return v, c
	}
	v.Events = plainEvents(res.Events)
	if by == byPacket {
		w.unpack(&v, res)
		return v, c
	}
	var data sdk.TxMsgData
	require.NoError(w.t, proto.Unmarshal(res.Data, &data))
	v.Response = string(data.MsgResponses[0].Value)
	for range map[way]int{byAuthz: 1, nestedAuthz: 2}[by] {
		var executed authz.MsgExecResponse
		require.NoError(w.t, proto.Unmarshal([]byte(v.Response), &executed))
		v.Response = string(executed.Results[0])
	}
	return v, c
}

// unpack reads what came of a message out of the acknowledgement of its packet.
func (w *ways) unpack(v *verdict, res *sdk.Result) {
	w.t.Helper()
	bz, err := ibctesting.ParseAckFromEvents(res.Events)
	require.NoError(w.t, err)
	var ack channeltypes.Acknowledgement
	channeltypes.SubModuleCdc.MustUnmarshalJSON(bz, &ack)
	if ack.Success() {
		var data sdk.TxMsgData
		require.NoError(w.t, proto.Unmarshal(ack.GetResult(), &data))
		v.Response = string(data.MsgResponses[0].Value)
		return
	}
	v.Code = codeOf(w.t, ack.GetError())
	for _, event := range res.Events {
		for _, attribute := range event.Attributes {
			if strings.HasSuffix(attribute.Key, "error") {
				v.Text += attribute.Value
			}
		}
	}
}

// state returns the hashes of what is in the stores of this module and of the bank.
func (w *ways) state(stores storetypes.MultiStore) (games, coins [sha256.Size]byte) {
	w.t.Helper()
	for name, hash := range map[string]*[sha256.Size]byte{
		battleshiptypes.StoreKey: &games, banktypes.StoreKey: &coins,
	} {
		var all bytes.Buffer
		entries := stores.GetKVStore(w.at.app.StoreKey(name)).Iterator(nil, nil)
		for ; entries.Valid(); entries.Next() {
			for _, bz := range [][]byte{entries.Key(), entries.Value()} {
				all.Write(binary.AppendUvarint(nil, uint64(len(bz))))
				all.Write(bz)
			}
		}
		require.NoError(w.t, entries.Close())
		*hash = sha256.Sum256(all.Bytes())
	}
	return games, coins
}

// plainEvents returns the events of this module and of the bank, without the attributes that tell by which way the
// message came.
func plainEvents(events []abci.Event) (told []abci.Event) {
	for _, event := range events {
		switch {
		case strings.HasPrefix(event.Type, "battleship."):
		case slices.Contains([]string{
			banktypes.EventTypeTransfer, banktypes.EventTypeCoinSpent, banktypes.EventTypeCoinReceived,
			banktypes.EventTypeCoinMint, banktypes.EventTypeCoinBurn,
		}, event.Type):
		default:
			continue
		}
		plain := abci.Event{Type: event.Type}
		for _, attribute := range event.Attributes {
			if attribute.Key != "msg_index" && attribute.Key != "authz_msg_index" {
				plain.Attributes = append(plain.Attributes, abci.EventAttribute{Key: attribute.Key, Value: attribute.Value})
			}
		}
		told = append(told, plain)
	}
	return told
}
