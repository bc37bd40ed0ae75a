package client_test

import (
	"context"
	"testing"
	"time"

	cmtp2p "github.com/cometbft/cometbft/proto/tendermint/p2p"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cosmos/cosmos-sdk/client/grpc/cmtservice"
	"github.com/cosmos/cosmos-sdk/client/grpc/node"
	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	cryptocodec "github.com/cosmos/cosmos-sdk/crypto/codec"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	authtx "github.com/cosmos/cosmos-sdk/x/auth/tx"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	_ "github.com/battleship-chain/battleship/app" // sets the prefix of addresses
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// liar is a node that keeps every transaction that it is given, whatever it says of it.
type liar struct {
	kept [][]byte

	// price is what it asks for a unit of gas, sequence what it says of the account.
	price    string
	sequence uint64
	height   uint64
	started  time.Time
	// ahead is how far the time of a block is ahead; there is a block whenever the node is asked for its height. There is
	// none if ahead is nil.
	ahead func(height uint64) time.Duration
	// verdict is what it says of a transaction, lookUp of one that is looked for.
	verdict func() *sdk.TxResponse
	// simulated, unless it is nil, is what it says of a transaction that it is to simulate.
	simulated func(raw []byte) error
	lookUp    codes.Code
}

func (*liar) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, status.Error(codes.Unimplemented, "")
}

func (l *liar) Invoke(_ context.Context, _ string, req, reply any, _ ...grpc.CallOption) error {
	switch res := reply.(type) {
	case *cmtservice.GetNodeInfoResponse:
		res.DefaultNodeInfo = &cmtp2p.DefaultNodeInfo{Network: "ship-1"}
	case *authtypes.QueryAccountInfoResponse:
		res.Info = &authtypes.BaseAccount{AccountNumber: 7, Sequence: l.sequence}
	case *node.ConfigResponse:
		res.MinimumGasPrice = l.price
	case *node.StatusResponse:
		now := l.started
		if l.ahead != nil {
			l.height++
			now = now.Add(l.ahead(l.height))
		}
		res.Height, res.Timestamp = l.height, &now
	case *txtypes.SimulateResponse:
		if simulate, ok := req.(*txtypes.SimulateRequest); ok && l.simulated != nil {
			if err := l.simulated(simulate.TxBytes); err != nil {
				return err
			}
		}
		res.GasInfo, res.Result = &sdk.GasInfo{GasUsed: 200_000}, &sdk.Result{}
	case *txtypes.GetTxResponse:
		return status.Error(l.lookUp, "no")
	case *txtypes.BroadcastTxResponse:
		broadcast, ok := req.(*txtypes.BroadcastTxRequest)
		if !ok {
			return status.Error(codes.InvalidArgument, "")
		}
		l.kept = append(l.kept, broadcast.TxBytes)
		res.TxResponse = l.verdict()
	default:
		return status.Error(codes.Unimplemented, "")
	}
	return nil
}

// victim is a player who asks a liar, and the fees of all that the liar has kept.
type victim struct {
	*client.Client
	*liar
	txConfig interface{ TxDecoder() sdk.TxDecoder }
}

func newVictim(t *testing.T, l *liar) victim {
	t.Helper()
	l.height, l.started = 5, time.Now()
	registry := codectypes.NewInterfaceRegistry()
	for _, register := range []func(codectypes.InterfaceRegistry){
		cryptocodec.RegisterInterfaces, types.RegisterInterfaces, txtypes.RegisterInterfaces,
	} {
		register(registry)
	}
	cdc := codec.NewProtoCodec(registry)
	keys := keyring.NewInMemory(cdc)
	_, _, err := keys.NewMnemonic("alice", keyring.English, "", "", hd.Secp256k1)
	require.NoError(t, err)
	config := authtx.NewTxConfig(cdc, authtx.DefaultSignModes)
	link := client.Link{Conn: l, Address: "x:1", ChainID: "ship-1", TxConfig: config, Keyring: keys}
	c, err := client.New(t.Context(), link, client.Options{From: "alice", Poll: time.Microsecond})
	require.NoError(t, err)
	return victim{Client: c, liar: l, txConfig: config}
}

// shot is an order for a shot that the player owes.
func (v victim) shot(maxFee sdk.Coin, firm bool) client.Order {
	return client.Order{
		Msgs:     []sdk.Msg{&types.MsgShootAndReveal{Sender: v.Key().Address.String(), GameId: 1, Target: "A1"}},
		Deadline: 1_000, Patience: 500 * time.Millisecond, MaxFee: maxFee, HardLimit: firm,
	}
}

// bill is what all transactions cost that the liar has, if it puts all of them into blocks.
func (v victim) bill(t *testing.T) int64 {
	t.Helper()
	seen, sum := make(map[string]bool), int64(0)
	for _, raw := range v.kept {
		if seen[string(raw)] {
			continue
		}
		seen[string(raw)] = true
		tx, err := v.txConfig.TxDecoder()(raw)
		require.NoError(t, err)
		fee, ok := tx.(sdk.FeeTx)
		require.True(t, ok)
		sum += fee.GetFee().AmountOf(client.GasDenom).Int64()
	}
	return sum
}

// A node that raises the sequence has every transaction signed anew, and could keep all of them.
func TestAttackASequenceThatRisesForEverCostsNoMoreThanTheLimit(t *testing.T) {
	for name, tc := range map[string]struct {
		maxFee sdk.Coin
		firm   bool
		most   int64
	}{
		"a firm limit": {maxFee: sdk.NewInt64Coin(client.GasDenom, 40_000), firm: true, most: 40_000},
		// The first transaction costs 24,000; a few of them are signed in any case.
		"a limit for bids": {maxFee: sdk.NewInt64Coin(client.GasDenom, 40_000), most: 40_000 + 5*24_480},
		"no limit":         {most: 5 * 24_480},
	} {
		t.Run(name, func(t *testing.T) {
			l := &liar{price: "0.1uanchor", lookUp: codes.NotFound}
			l.verdict = func() *sdk.TxResponse {
				l.sequence++
				return &sdk.TxResponse{
					Code: sdkerrors.ErrWrongSequence.ABCICode(), Codespace: sdkerrors.ErrWrongSequence.Codespace(),
				}
			}
			v := newVictim(t, l)
			_, err := v.SendOrder(t.Context(), v.shot(tc.maxFee, tc.firm))
			require.Error(t, err)
			require.NotEmpty(t, l.kept)
			require.LessOrEqual(t, v.bill(t), tc.most)
			if tc.firm {
				var over *client.FeeLimitError
				require.ErrorAs(t, err, &over)
				require.ErrorContains(t, err, "not sent again: expected fees of at most 40000uanchor together (--max-fee)")
			}
		})
	}
}

// A node whose time runs ahead could make the player forget what it has signed, and sign more.
func TestRegressionATimeThatRunsAheadCostsNoMoreThanTheLimit(t *testing.T) {
	for name, tc := range map[string]struct {
		ahead  func(height uint64) time.Duration
		refuse bool
	}{
		"further with each block": {
			ahead: func(height uint64) time.Duration { return time.Duration(height) * time.Minute }, refuse: true,
		},
		"to and fro": {ahead: func(height uint64) time.Duration { return time.Duration(height%2) * 20 * time.Minute }},
		"hardly":     {ahead: func(height uint64) time.Duration { return time.Duration(height) * time.Millisecond }},
	} {
		t.Run(name, func(t *testing.T) {
			l := &liar{price: "0.001uanchor", lookUp: codes.NotFound, ahead: tc.ahead}
			l.verdict = func() *sdk.TxResponse { return &sdk.TxResponse{} }
			v := newVictim(t, l)
			order := v.shot(sdk.NewInt64Coin(client.GasDenom, 40_000), true)
			_, err := v.SendOrder(t.Context(), order)
			var late *client.NotIncludedError
			require.ErrorAs(t, err, &late)
			require.LessOrEqual(t, v.bill(t), int64(40_000))
			if !tc.refuse {
				require.Greater(t, v.bill(t), int64(20_000), "bids within the limit are made")
				return
			}
			// The next one would be unordered from the start, for the first is stuck.
			_, err = v.SendOrder(t.Context(), order)
			require.ErrorContains(t, err, "its last block is more than 1m0s ahead of this machine's clock")
		})
	}
}

// A node that had just started gave the time of no block, and the chain refused what was signed for that time.
func TestRegressionANodeWithoutTheTimeOfABlockIsNotReady(t *testing.T) {
	l := &liar{price: "0.001uanchor", lookUp: codes.NotFound}
	l.ahead = func(height uint64) time.Duration { return time.Duration(height) * time.Minute }
	l.verdict = func() *sdk.TxResponse { return &sdk.TxResponse{} }
	v := newVictim(t, l)
	order := v.shot(sdk.NewInt64Coin(client.GasDenom, 40_000), true)
	_, err := v.SendOrder(t.Context(), order) // is stuck, so that the next one is unordered from the start
	require.Error(t, err)
	kept := len(l.kept)
	l.ahead = func(uint64) time.Duration { return -time.Since(time.Unix(0, 0)) }
	_, err = v.SendOrder(t.Context(), order)
	var notReady *client.NotReadyError
	require.ErrorAs(t, err, &notReady)
	require.ErrorContains(t, err, "it waits for its first block")
	require.Len(t, l.kept, kept, "nothing is signed for the beginning of time")
}

// A node can end an attempt whenever it likes; another one is for the same obligation.
func TestRegressionAttemptsForOneObligationShareItsLimit(t *testing.T) {
	for name, firm := range map[string]bool{"a firm limit": true, "a limit for bids": false} {
		t.Run(name, func(t *testing.T) {
			l := &liar{price: "0.01uanchor", lookUp: codes.Internal}
			l.verdict = func() *sdk.TxResponse { return &sdk.TxResponse{} }
			v := newVictim(t, l)
			order := v.shot(sdk.NewInt64Coin(client.GasDenom, 10_000), firm)
			order.Spending = new(client.Spending)
			var err error
			for range 50 {
				_, err = v.SendOrder(t.Context(), order)
			}
			var over *client.FeeLimitError
			require.ErrorAs(t, err, &over)
			most := int64(10_000)
			if !firm {
				most += 5 * 2_500
			}
			require.LessOrEqual(t, v.bill(t), most)
			require.Equal(t, v.bill(t), order.Spending.Total().AmountOf(client.GasDenom).Int64())
		})
	}
}

// Another transaction of the account waits, so that the next sequence is not the account's as the last block has left
// it. After two blocks the order goes past it, without a sequence.
func TestABlockedTransactionIsSentUnorderedAfterTwoBlocks(t *testing.T) {
	l := &liar{price: "0.001uanchor", lookUp: codes.NotFound}
	l.ahead = func(uint64) time.Duration { return 0 }
	l.verdict = func() *sdk.TxResponse { return &sdk.TxResponse{} }
	v := newVictim(t, l)
	isUnordered := func(raw []byte) bool {
		decoded, err := v.txConfig.TxDecoder()(raw)
		require.NoError(t, err)
		tx, ok := decoded.(sdk.TxWithUnordered)
		require.True(t, ok)
		return tx.GetUnordered()
	}
	var refusedAt, takenAt uint64
	first := l.height + 1 // the height when the node is asked for the first time
	l.simulated = func(raw []byte) error {
		if isUnordered(raw) {
			if takenAt == 0 {
				takenAt = l.height
			}
			return nil
		}
		if refusedAt = max(refusedAt, l.height); l.height > first+10 {
			return status.Error(codes.Aborted, "it waits for ever")
		}
		return status.Error(codes.Unknown, "account sequence mismatch, expected 8, got 7: incorrect account sequence")
	}
	_, err := v.SendOrder(t.Context(), v.shot(sdk.Coin{}, false))
	require.Error(t, err, "no block has it")
	require.NotEmpty(t, l.kept)
	require.True(t, isUnordered(l.kept[0]))
	require.Equal(t, first+1, refusedAt, "the last height at which the sequence is tried")
	require.Equal(t, first+2, takenAt)
}
