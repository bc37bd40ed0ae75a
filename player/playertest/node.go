package playertest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

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

// BlocksAfter returns a Silent that makes a block for each look at a game after ctx has ended.
func (w *World) BlocksAfter(ctx context.Context) func(path string) bool {
	return func(path string) bool {
		if ctx.Err() != nil && path == "/battleship.v1.Query/Game" {
			w.Node.MakeBlock()
		}
		return false
	}
}

// Now returns the time of the last block.
func (n *Node) Now() time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.Chain.Time()
}

// Node serves the RPC of a chain in this process, as far as a player uses it. A transaction that passes CheckTx gets a
// block of its own at once, unless the test holds blocks back. Its methods are safe for use by several goroutines. A
// test sets fields before others use the node, or in Change. Functions in fields are called with the node locked.
type Node struct {
	sdkclient.CometRPC // what is not needed panics

	mu sync.Mutex
	// Chain is the chain. It is used with the node locked.
	Chain *chain.Chain
	// Blocks, Results and Roots are the blocks, their results and the app hashes after them, by height.
	Blocks  map[int64]*coretypes.ResultBlock
	Results map[int64]*abci.ResponseFinalizeBlock
	Roots   map[int64][]byte
	// Txs are the transactions in blocks by hash, as queries show them.
	Txs   map[string]*sdk.TxResponse
	sizes map[string]int

	// MinGasPrices are the gas prices that the node asks for.
	MinGasPrices string
	// Syncing makes the node report that it is behind the chain.
	Syncing bool
	// Away makes the node unreachable.
	Away bool
	// Silent reports which questions get no reply.
	Silent func(path string) bool
	// Asked is called for each question for the height.
	Asked func()
	// Unknown is the number of questions for a game that are answered with "not found".
	Unknown int
	// Starting is the number of questions about the node that come before it has the service which answers them.
	Starting int
	// LookUp is called for each question for a transaction, and its error is the answer.
	LookUp func() error

	// Lagging is the number of simulations that are refused, because the node has not seen the last block.
	Lagging int
	// Lied, if not 0, is the gas that the node reports for simulations.
	Lied uint64
	// Simulations counts the simulations. Simulated is the gas of the last one, and SimulatedTx its transaction.
	Simulations int
	Simulated   uint64
	SimulatedTx []byte

	// Closed refuses a transaction by its error, before it is checked.
	Closed func(raw []byte) error
	// Check replaces the verdict on a transaction, unless it returns nil.
	Check func(raw []byte) *coretypes.ResultBroadcastTx
	// BeforeBlock is called between the check of a transaction and its block.
	BeforeBlock func()
	// Spoiled is the number of transactions that fail in their blocks.
	Spoiled int
	// Hold keeps all transactions out of blocks, KeptOut those that it reports. Held are the transactions kept out so far.
	Hold    bool
	KeptOut func(raw []byte) bool
	Held    [][]byte
	// LoseReply replaces the reply to a transaction that the node accepted by its error.
	LoseReply func() error
	// Received are all transactions that passed their check, in order.
	Received [][]byte
}

var _ sdkclient.CometRPC = (*Node)(nil)

// NewNode starts a chain and a node of it.
func NewNode(tb testing.TB, opts ...chain.Option) *Node {
	tb.Helper()
	c := chain.New(tb, opts...)
	tb.Cleanup(func() { require.NoError(tb, c.App.Close()) })
	return &Node{
		Chain:        c,
		Blocks:       make(map[int64]*coretypes.ResultBlock),
		Results:      make(map[int64]*abci.ResponseFinalizeBlock),
		Roots:        map[int64][]byte{c.Height(): c.App.LastCommitID().Hash},
		Txs:          make(map[string]*sdk.TxResponse),
		sizes:        make(map[string]int),
		MinGasPrices: "0.001uanchor",
	}
}

// Lock keeps others from asking the node, so that a test can read what it has seen.
func (n *Node) Lock() { n.mu.Lock() }

// Unlock lets others ask the node again.
func (n *Node) Unlock() { n.mu.Unlock() }

// ErrAway is the error of dialling a node that is not there.
var ErrAway = status.Error(codes.Unavailable, "connection refused")

// Advance makes empty blocks.
func (n *Node) Advance(blocks int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for range blocks {
		n.MakeBlock()
	}
}

// MakeBlock makes a block. The caller is called by the node, or holds its lock, or is the only user.
func (n *Node) MakeBlock(txs ...[]byte) {
	next := n.Chain.NextBlock(txs...)
	height := next.Height
	block := &cmttypes.Block{Data: cmttypes.Data{Txs: cmttypes.ToTxs(txs)}, LastCommit: &cmttypes.Commit{}}
	block.Header = headerOf(n.Chain.ID(), next, block.Data.Hash())
	next.Hash = block.Hash()
	res := n.Chain.BlockOf(next)
	for i, raw := range txs {
		hash := HashOf(raw)
		r := res.TxResults[i]
		n.sizes[hash] = len(raw)
		n.Txs[hash] = &sdk.TxResponse{
			TxHash: hash, Height: height, Codespace: r.Codespace, Code: r.Code, RawLog: r.Log,
			Data: strings.ToUpper(hex.EncodeToString(r.Data)), GasWanted: r.GasWanted, GasUsed: r.GasUsed, Events: r.Events,
		}
	}
	n.Blocks[height], n.Results[height] = &coretypes.ResultBlock{Block: block}, res
	n.Roots[height] = res.AppHash
}

// headerOf returns a header in which only chain, height, time and transactions are real.
func headerOf(chainID string, next *abci.RequestFinalizeBlock, data []byte) cmttypes.Header {
	some := bytes.Repeat([]byte{1}, 32)
	return cmttypes.Header{
		Version: cmtversion.Consensus{Block: version.BlockProtocol}, ChainID: chainID, Height: next.Height, Time: next.Time,
		LastBlockID:    cmttypes.BlockID{Hash: some, PartSetHeader: cmttypes.PartSetHeader{Total: 1, Hash: some}},
		LastCommitHash: some, DataHash: data, ValidatorsHash: some, NextValidatorsHash: some, ConsensusHash: some,
		AppHash: some, LastResultsHash: some, EvidenceHash: some, ProposerAddress: some[:20],
	}
}

// Fail makes an empty block, and answers for a transaction as if it had failed in that block.
func (n *Node) Fail(raw []byte) {
	n.Spoiled--
	n.MakeBlock()
	n.Txs[HashOf(raw)] = &sdk.TxResponse{
		TxHash: HashOf(raw), Height: n.Chain.Height(), Codespace: sdkerrors.ErrOutOfGas.Codespace(),
		Code: sdkerrors.ErrOutOfGas.ABCICode(), RawLog: "out of gas",
	}
}

// Spoil lets a number of transactions fail in their blocks.
func (n *Node) Spoil(txs int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.Spoiled = txs
}

// Contains reports whether raw is one of all.
func Contains(all [][]byte, raw []byte) bool {
	return slices.ContainsFunc(all, func(other []byte) bool { return bytes.Equal(other, raw) })
}

// HashOf returns the hash of a transaction as queries show it.
func HashOf(raw []byte) string { return fmt.Sprintf("%X", cmttypes.Tx(raw).Hash()) }

// ABCIInfo implements watch.Node.
func (n *Node) ABCIInfo(context.Context) (*coretypes.ResultABCIInfo, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return &coretypes.ResultABCIInfo{Response: abci.ResponseInfo{LastBlockHeight: n.Chain.Height()}}, nil
}

// Block implements watch.Node.
func (n *Node) Block(_ context.Context, height *int64) (*coretypes.ResultBlock, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if block, ok := n.Blocks[*height]; ok {
		return block, nil
	}
	return &coretypes.ResultBlock{Block: &cmttypes.Block{Header: cmttypes.Header{Height: *height}}}, nil
}

// BlockResults implements watch.Node.
func (n *Node) BlockResults(_ context.Context, height *int64) (*coretypes.ResultBlockResults, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	res, ok := n.Results[*height]
	if !ok {
		return &coretypes.ResultBlockResults{Height: *height}, nil
	}
	return &coretypes.ResultBlockResults{
		Height: *height, TxsResults: res.TxResults, FinalizeBlockEvents: res.Events,
	}, nil
}

// BroadcastTxSync implements sdkclient.CometRPC.
func (n *Node) BroadcastTxSync(_ context.Context, raw cmttypes.Tx) (*coretypes.ResultBroadcastTx, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.Away {
		return nil, ErrAway
	}
	if n.Closed != nil {
		if err := n.Closed(raw); err != nil {
			return nil, err
		}
	}
	if n.Check != nil {
		if verdict := n.Check(raw); verdict != nil {
			return verdict, nil
		}
	}
	if n.Spoiled > 0 {
		n.Fail(raw)
		return &coretypes.ResultBroadcastTx{Hash: raw.Hash()}, nil
	}
	res, err := n.Chain.App.CheckTx(&abci.RequestCheckTx{Tx: raw, Type: abci.CheckTxType_New})
	if err != nil {
		return nil, err
	}
	out := &coretypes.ResultBroadcastTx{Code: res.Code, Codespace: res.Codespace, Log: res.Log, Hash: raw.Hash()}
	if res.IsOK() && !Contains(n.Received, raw) {
		n.Received = append(n.Received, raw)
	}
	held := n.Hold || n.KeptOut != nil && n.KeptOut(raw)
	if res.IsOK() && held && !Contains(n.Held, raw) {
		n.Held = append(n.Held, raw)
	}
	if res.IsOK() && !held {
		if n.BeforeBlock != nil {
			n.BeforeBlock()
		}
		n.MakeBlock(raw)
	}
	if n.LoseReply != nil {
		if err := n.LoseReply(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ABCIQueryWithOptions implements sdkclient.CometRPC. A few services are not the application's but the node's.
func (n *Node) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.Away {
		return nil, ErrAway
	}
	if n.Silent != nil && n.Silent(path) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	answer, err := n.own(path, data)
	if err != nil {
		return nil, err
	}
	if answer == nil {
		answer, err = n.Chain.App.Query(ctx, &abci.RequestQuery{
			Path: path, Data: data, Prove: opts.Prove,
			// the application hashes all its stores to find its own height
			Height: cmp.Or(opts.Height, n.Chain.Height()),
		})
		if err != nil {
			return nil, err
		}
	}
	return &coretypes.ResultABCIQuery{Response: *answer}, nil
}

// own answers a question to the node itself. It returns nil if the question is for the application.
func (n *Node) own(path string, data []byte) (*abci.ResponseQuery, error) {
	switch path {
	case "/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo":
		if n.Starting > 0 {
			n.Starting--
			return nil, nil // so that the application answers that it has no such query
		}
		return reply(&cmtservice.GetNodeInfoResponse{
			DefaultNodeInfo: (&p2p.DefaultNodeInfo{Network: n.Chain.ID()}).ToProto(),
		})
	case "/cosmos.base.node.v1beta1.Service/Config":
		return reply(&nodeservice.ConfigResponse{MinimumGasPrice: n.MinGasPrices})
	case "/cosmos.base.node.v1beta1.Service/Status":
		if n.Asked != nil {
			n.Asked()
		}
		now := n.Chain.NextBlock().Time.Add(-chain.BlockTime)
		return reply(&nodeservice.StatusResponse{Height: uint64(n.Chain.Height()), Timestamp: &now})
	case "/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock":
		return reply(&cmtservice.GetLatestBlockResponse{SdkBlock: n.sdkBlock(n.Chain.Height())})
	case "/cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight":
		var req cmtservice.GetBlockByHeightRequest
		if err := proto.Unmarshal(data, &req); err != nil {
			return nil, err
		}
		return reply(&cmtservice.GetBlockByHeightResponse{SdkBlock: n.sdkBlock(req.Height)})
	case "/cosmos.base.tendermint.v1beta1.Service/GetSyncing":
		return reply(&cmtservice.GetSyncingResponse{Syncing: n.Syncing})
	case "/cosmos.tx.v1beta1.Service/Simulate":
		var req tx.SimulateRequest
		if err := proto.Unmarshal(data, &req); err != nil {
			return nil, err
		}
		n.SimulatedTx = req.TxBytes
		if n.Lagging > 0 {
			n.Lagging--
			return refusal(sdkerrors.ErrUnknownRequest.Wrap(status.Error(codes.Unknown, "not owed").Error())), nil
		}
		gas, res, err := n.Chain.App.Simulate(req.TxBytes)
		if err != nil {
			err = status.Errorf(codes.Unknown, "%v with gas used: '%d'", err, gas.GasUsed)
			return refusal(sdkerrors.ErrUnknownRequest.Wrap(err.Error())), nil
		}
		n.Simulations++
		n.Simulated = gas.GasUsed
		if n.Lied > 0 {
			gas.GasUsed = n.Lied
		}
		return reply(&tx.SimulateResponse{GasInfo: &gas, Result: res})
	case "/cosmos.tx.v1beta1.Service/GetTx":
		var req tx.GetTxRequest
		if err := proto.Unmarshal(data, &req); err != nil {
			return nil, err
		}
		if n.LookUp != nil {
			if err := n.LookUp(); err != nil {
				return nil, err
			}
		}
		if r, ok := n.Txs[req.Hash]; ok {
			return reply(&tx.GetTxResponse{TxResponse: r})
		}
		err := status.Errorf(codes.NotFound, "tx not found: %s", req.Hash)
		return refusal(sdkerrors.ErrKeyNotFound.Wrap(err.Error())), nil
	case "/battleship.v1.Query/Game", "/battleship.v1.Query/Result":
		if n.Unknown > 0 {
			n.Unknown--
			return refusal(sdkerrors.ErrKeyNotFound.Wrap(status.Error(codes.NotFound, "no such game").Error())), nil
		}
	}
	return nil, nil
}

// sdkBlock returns a block as queries show it, or nil if the node has none.
func (n *Node) sdkBlock(height int64) *cmtservice.Block {
	block, ok := n.Blocks[height]
	if !ok {
		return nil
	}
	return &cmtservice.Block{Header: cmtservice.Header{Height: height}, Data: block.Block.Data.ToProto()}
}

func reply(m proto.Message) (*abci.ResponseQuery, error) {
	value, err := proto.Marshal(m)
	return &abci.ResponseQuery{Value: value}, err
}

// refusal returns the answer by which BaseApp sends the error of a query over ABCI.
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

// errNoIndex is the error of a node without an index of events.
var errNoIndex = errors.New("transaction indexing is disabled")

// TxSearch implements sdkclient.CometRPC.
func (*Node) TxSearch(context.Context, string, bool, *int, *int, string) (*coretypes.ResultTxSearch, error) {
	return nil, errNoIndex
}

// BlockSearch implements sdkclient.CometRPC.
func (*Node) BlockSearch(context.Context, string, *int, *int, string) (*coretypes.ResultBlockSearch, error) {
	return nil, errNoIndex
}

// Settle puts all transactions that were kept back into a block, and keeps no more back.
func (n *Node) Settle() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.KeptOut = nil
	n.MakeBlock(n.Held...)
	n.Held = nil
}

// MakeBlocksWhenAsked makes a block for each question for the height or a game.
func (n *Node) MakeBlocksWhenAsked() {
	n.Asked = func() { n.MakeBlock() }
	n.Silent = func(path string) bool {
		if strings.HasSuffix(path, "Query/Game") {
			n.MakeBlock()
		}
		return false
	}
}

// Change calls change with the node locked.
func (n *Node) Change(change func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change()
}
