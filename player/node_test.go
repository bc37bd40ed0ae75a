package player_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	"github.com/cometbft/cometbft/p2p"
	cmtversion "github.com/cometbft/cometbft/proto/tendermint/version"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cometbft/cometbft/version"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/grpc/cmtservice"
	nodeservice "github.com/cosmos/cosmos-sdk/client/grpc/node"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/types/tx"

	"github.com/battleship-chain/battleship/testutil/chain"
)

// node serves the RPC of a chain in this process, as far as a player uses it. A transaction that passes CheckTx gets a
// block of its own at once, unless the test holds blocks back. It is safe for use by several goroutines.
type node struct {
	sdkclient.CometRPC // what is not needed panics

	mu     sync.Mutex
	chain  *chain.Chain
	blocks map[int64]*coretypes.ResultBlock
	// results are the transactions' by block.
	results map[int64]*abci.ResponseFinalizeBlock
	// roots are the app hashes after blocks.
	roots map[int64][]byte
	txs   map[string]*sdk.TxResponse
	sizes map[string]int

	// minGasPrices is what the node says it asks.
	minGasPrices string
	// hold keeps transactions out of blocks; away makes the node unreachable; check replaces the verdict on a transaction.
	hold, away bool
	check      func(raw []byte) *coretypes.ResultBroadcastTx
	// beforeBlock happens between the check of a transaction and its block.
	beforeBlock func()
	// unknown is how often yet the node says that it knows no such game.
	unknown int
	// lagging is how often yet a simulation is refused, because it does not build on the last block.
	lagging int
	// held are the transactions that hold has kept back.
	held [][]byte
	// silent tells to which questions there is never a reply.
	silent func(path string) bool
	// closed, if not nil, takes the place of the check of a transaction: the node does not take it.
	closed func(raw []byte) error
	// syncing says that the node is behind the chain.
	syncing bool
	// asked happens with each question for the node's height.
	asked func()
	// spoiled is how many of the next transactions fail in their blocks.
	spoiled int
	// simulated is the gas of the last simulation, lied the gas that is told instead.
	simulated, lied uint64
	// keptOut tells which transactions get into no block.
	keptOut func(raw []byte) bool
	// simulations counts them, simulatedTx is the last one.
	simulations int
	simulatedTx []byte
	// received are all transactions that passed their check, in order.
	received [][]byte
	// lookUp, if not nil, is asked first for each transaction that is looked for in a block.
	lookUp func() error
	// loseReply, if not nil, takes the place of the reply to a transaction that the node has taken.
	loseReply func() error
}

var _ sdkclient.CometRPC = (*node)(nil)

func newNode(tb testing.TB, opts ...chain.Option) *node {
	tb.Helper()
	c := chain.New(tb, opts...)
	tb.Cleanup(func() { require.NoError(tb, c.App.Close()) })
	return &node{
		chain:        c,
		blocks:       make(map[int64]*coretypes.ResultBlock),
		results:      make(map[int64]*abci.ResponseFinalizeBlock),
		roots:        map[int64][]byte{c.Height(): c.App.LastCommitID().Hash},
		txs:          make(map[string]*sdk.TxResponse),
		sizes:        make(map[string]int),
		minGasPrices: "0.001uanchor",
	}
}

// errAway is what dialling a node that is not there gives.
var errAway = status.Error(codes.Unavailable, "connection refused")

// advance makes empty blocks.
func (n *node) advance(blocks int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for range blocks {
		n.block()
	}
}

// block makes a block. The caller holds the lock.
func (n *node) block(txs ...[]byte) {
	next := n.chain.NextBlock(txs...)
	height := next.Height
	block := &cmttypes.Block{Data: cmttypes.Data{Txs: cmttypes.ToTxs(txs)}, LastCommit: &cmttypes.Commit{}}
	block.Header = headerOf(n.chain.ID(), next, block.Data.Hash())
	next.Hash = block.Hash()
	res := n.chain.BlockOf(next)
	for i, raw := range txs {
		hash := hashOf(raw)
		r := res.TxResults[i]
		n.sizes[hash] = len(raw)
		n.txs[hash] = &sdk.TxResponse{
			TxHash: hash, Height: height, Codespace: r.Codespace, Code: r.Code, RawLog: r.Log,
			Data: strings.ToUpper(hex.EncodeToString(r.Data)), GasWanted: r.GasWanted, GasUsed: r.GasUsed, Events: r.Events,
		}
	}
	n.blocks[height], n.results[height] = &coretypes.ResultBlock{Block: block}, res
	n.roots[height] = res.AppHash
}

// headerOf is the header of a block of which nothing counts but chain, height, time and transactions.
func headerOf(chainID string, next *abci.RequestFinalizeBlock, data []byte) cmttypes.Header {
	some := bytes.Repeat([]byte{1}, 32)
	return cmttypes.Header{
		Version: cmtversion.Consensus{Block: version.BlockProtocol}, ChainID: chainID, Height: next.Height, Time: next.Time,
		LastBlockID:    cmttypes.BlockID{Hash: some, PartSetHeader: cmttypes.PartSetHeader{Total: 1, Hash: some}},
		LastCommitHash: some, DataHash: data, ValidatorsHash: some, NextValidatorsHash: some, ConsensusHash: some,
		AppHash: some, LastResultsHash: some, EvidenceHash: some, ProposerAddress: some[:20],
	}
}

// fail makes a block in which a transaction failed, for all that the node tells of it.
func (n *node) fail(raw []byte) {
	n.spoiled--
	n.block()
	n.txs[hashOf(raw)] = &sdk.TxResponse{
		TxHash: hashOf(raw), Height: n.chain.Height(), Codespace: sdkerrors.ErrOutOfGas.Codespace(),
		Code: sdkerrors.ErrOutOfGas.ABCICode(), RawLog: "out of gas",
	}
}

// spoil lets the next transactions fail in their blocks.
func (n *node) spoil(txs int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.spoiled = txs
}

func contains(all [][]byte, raw []byte) bool {
	return slices.ContainsFunc(all, func(other []byte) bool { return bytes.Equal(other, raw) })
}

func hashOf(raw []byte) string { return fmt.Sprintf("%X", cmttypes.Tx(raw).Hash()) }

// ABCIInfo implements watch.Node.
func (n *node) ABCIInfo(context.Context) (*coretypes.ResultABCIInfo, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return &coretypes.ResultABCIInfo{Response: abci.ResponseInfo{LastBlockHeight: n.chain.Height()}}, nil
}

// Block implements watch.Node.
func (n *node) Block(_ context.Context, height *int64) (*coretypes.ResultBlock, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if block, ok := n.blocks[*height]; ok {
		return block, nil
	}
	return &coretypes.ResultBlock{Block: &cmttypes.Block{Header: cmttypes.Header{Height: *height}}}, nil
}

// BlockResults implements watch.Node.
func (n *node) BlockResults(_ context.Context, height *int64) (*coretypes.ResultBlockResults, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	res, ok := n.results[*height]
	if !ok {
		return &coretypes.ResultBlockResults{Height: *height}, nil
	}
	return &coretypes.ResultBlockResults{
		Height: *height, TxsResults: res.TxResults, FinalizeBlockEvents: res.Events,
	}, nil
}

// BroadcastTxSync implements sdkclient.CometRPC.
func (n *node) BroadcastTxSync(_ context.Context, raw cmttypes.Tx) (*coretypes.ResultBroadcastTx, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.away {
		return nil, errAway
	}
	if n.closed != nil {
		if err := n.closed(raw); err != nil {
			return nil, err
		}
	}
	if n.check != nil {
		if verdict := n.check(raw); verdict != nil {
			return verdict, nil
		}
	}
	if n.spoiled > 0 {
		n.fail(raw)
		return &coretypes.ResultBroadcastTx{Hash: raw.Hash()}, nil
	}
	res, err := n.chain.App.CheckTx(&abci.RequestCheckTx{Tx: raw, Type: abci.CheckTxType_New})
	if err != nil {
		return nil, err
	}
	out := &coretypes.ResultBroadcastTx{Code: res.Code, Codespace: res.Codespace, Log: res.Log, Hash: raw.Hash()}
	if res.IsOK() && !contains(n.received, raw) {
		n.received = append(n.received, raw)
	}
	held := n.hold || n.keptOut != nil && n.keptOut(raw)
	if res.IsOK() && held && !contains(n.held, raw) {
		n.held = append(n.held, raw)
	}
	if res.IsOK() && !held {
		if n.beforeBlock != nil {
			n.beforeBlock()
		}
		n.block(raw)
	}
	if n.loseReply != nil {
		if err := n.loseReply(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ABCIQueryWithOptions implements sdkclient.CometRPC. A few services are not the application's but the node's.
func (n *node) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.away {
		return nil, errAway
	}
	if n.silent != nil && n.silent(path) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	answer, err := n.own(path, data)
	if err != nil {
		return nil, err
	}
	if answer == nil {
		answer, err = n.chain.App.Query(ctx, &abci.RequestQuery{
			Path: path, Data: data, Height: opts.Height, Prove: opts.Prove,
		})
		if err != nil {
			return nil, err
		}
	}
	return &coretypes.ResultABCIQuery{Response: *answer}, nil
}

// own answers for the node; nil if the question is the application's.
func (n *node) own(path string, data []byte) (*abci.ResponseQuery, error) {
	switch path {
	case "/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo":
		return reply(&cmtservice.GetNodeInfoResponse{
			DefaultNodeInfo: (&p2p.DefaultNodeInfo{Network: n.chain.ID()}).ToProto(),
		})
	case "/cosmos.base.node.v1beta1.Service/Config":
		return reply(&nodeservice.ConfigResponse{MinimumGasPrice: n.minGasPrices})
	case "/cosmos.base.node.v1beta1.Service/Status":
		if n.asked != nil {
			n.asked()
		}
		now := n.chain.NextBlock().Time.Add(-chain.BlockTime)
		return reply(&nodeservice.StatusResponse{Height: uint64(n.chain.Height()), Timestamp: &now})
	case "/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock":
		return reply(&cmtservice.GetLatestBlockResponse{SdkBlock: n.sdkBlock(n.chain.Height())})
	case "/cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight":
		var req cmtservice.GetBlockByHeightRequest
		if err := proto.Unmarshal(data, &req); err != nil {
			return nil, err
		}
		return reply(&cmtservice.GetBlockByHeightResponse{SdkBlock: n.sdkBlock(req.Height)})
	case "/cosmos.base.tendermint.v1beta1.Service/GetSyncing":
		return reply(&cmtservice.GetSyncingResponse{Syncing: n.syncing})
	case "/cosmos.tx.v1beta1.Service/Simulate":
		var req tx.SimulateRequest
		if err := proto.Unmarshal(data, &req); err != nil {
			return nil, err
		}
		n.simulatedTx = req.TxBytes
		if n.lagging > 0 {
			n.lagging--
			return refusal(sdkerrors.ErrUnknownRequest.Wrap(status.Error(codes.Unknown, "not owed").Error())), nil
		}
		gas, res, err := n.chain.App.Simulate(req.TxBytes)
		if err != nil {
			err = status.Errorf(codes.Unknown, "%v with gas used: '%d'", err, gas.GasUsed)
			return refusal(sdkerrors.ErrUnknownRequest.Wrap(err.Error())), nil
		}
		n.simulations++
		n.simulated = gas.GasUsed
		if n.lied > 0 {
			gas.GasUsed = n.lied
		}
		return reply(&tx.SimulateResponse{GasInfo: &gas, Result: res})
	case "/cosmos.tx.v1beta1.Service/GetTx":
		var req tx.GetTxRequest
		if err := proto.Unmarshal(data, &req); err != nil {
			return nil, err
		}
		if n.lookUp != nil {
			if err := n.lookUp(); err != nil {
				return nil, err
			}
		}
		if r, ok := n.txs[req.Hash]; ok {
			return reply(&tx.GetTxResponse{TxResponse: r})
		}
		err := status.Errorf(codes.NotFound, "tx not found: %s", req.Hash)
		return refusal(sdkerrors.ErrKeyNotFound.Wrap(err.Error())), nil
	case "/battleship.v1.Query/Game", "/battleship.v1.Query/Result":
		if n.unknown > 0 {
			n.unknown--
			return refusal(sdkerrors.ErrKeyNotFound.Wrap(status.Error(codes.NotFound, "no such game").Error())), nil
		}
	}
	return nil, nil
}

// sdkBlock is a block as queries show it, as far as that counts; nil if the node has none.
func (n *node) sdkBlock(height int64) *cmtservice.Block {
	block, ok := n.blocks[height]
	if !ok {
		return nil
	}
	return &cmtservice.Block{Header: cmtservice.Header{Height: height}, Data: block.Block.Data.ToProto()}
}

func reply(m proto.Message) (*abci.ResponseQuery, error) {
	value, err := proto.Marshal(m)
	return &abci.ResponseQuery{Value: value}, err
}

// refusal is how BaseApp sends the error of a query over ABCI.
func refusal(err error) *abci.ResponseQuery {
	var registered interface {
		ABCICode() uint32
		Codespace() string
	}
	r := &abci.ResponseQuery{Log: err.Error(), Code: sdkerrors.ErrUnknownRequest.ABCICode()}
	if errors.As(err, &registered) {
		r.Code, r.Codespace = registered.ABCICode(), registered.Codespace()
	}
	return r
}
