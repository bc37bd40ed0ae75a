package chain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtcfg "github.com/cometbft/cometbft/config"
	"github.com/cometbft/cometbft/crypto/ed25519"
	cmtlog "github.com/cometbft/cometbft/libs/log"
	"github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	"github.com/cometbft/cometbft/proxy"
	"github.com/cometbft/cometbft/rpc/client/local"
	cmttypes "github.com/cometbft/cometbft/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/cosmos/gogoproto/proto"

	errorsmod "cosmossdk.io/errors"
	"cosmossdk.io/log/v2"

	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	"github.com/cosmos/cosmos-sdk/server"
	sdk "github.com/cosmos/cosmos-sdk/types"
	signing "github.com/cosmos/cosmos-sdk/types/tx/signing"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
)

// gas is the limit of each transaction. Fees are not asked for.
const gas = 2_000_000

// Node is a chain of one validator in this process, all in memory but for its keys.
type Node struct {
	*App

	ID    string
	comet *node.Node
	rpc   *local.Local
}

// Start starts a chain in an empty home. Each account has a million of the chain's coin.
func Start(
	home, id string, blockTime time.Duration, authority sdk.AccAddress, accounts ...sdk.AccAddress,
) (*Node, error) {
	app, err := New(log.NewNopLogger(), dbm.NewMemDB(), id, authority)
	if err != nil {
		return nil, err
	}
	state, err := app.Genesis(sdk.NewInt64Coin(Denom, 1_000_000), append(accounts, authority)...)
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(state)
	if err != nil {
		return nil, err
	}
	config := cmtcfg.DefaultConfig()
	config.SetRoot(home)
	config.DBBackend = "memdb"
	config.RPC.ListenAddress = ""
	config.P2P.ListenAddress = "tcp://127.0.0.1:0"
	config.P2P.PexReactor = false // it writes its peers after the node has ended
	config.Consensus.TimeoutCommit = blockTime
	cmtcfg.EnsureRoot(home)
	key := privval.NewFilePV(ed25519.GenPrivKey(), config.PrivValidatorKeyFile(), config.PrivValidatorStateFile())
	genesis := &cmttypes.GenesisDoc{
		ChainID: id, GenesisTime: time.Now().UTC(), ConsensusParams: cmttypes.DefaultConsensusParams(), AppState: raw,
		Validators: []cmttypes.GenesisValidator{{PubKey: key.Key.PubKey, Power: 1}},
	}
	if err := genesis.ValidateAndComplete(); err != nil {
		return nil, err
	}
	nodeKey, err := p2p.LoadOrGenNodeKey(filepath.Join(home, "config", "node_key.json"))
	if err != nil {
		return nil, err
	}
	comet, err := node.NewNode(config, key, nodeKey, proxy.NewLocalClientCreator(server.NewCometABCIWrapper(app)),
		func() (*cmttypes.GenesisDoc, error) { return genesis, nil }, cmtcfg.DefaultDBProvider,
		node.DefaultMetricsProvider(config.Instrumentation), cmtlog.NewNopLogger())
	if err != nil {
		return nil, fmt.Errorf("make the node: %w", err)
	}
	return &Node{App: app, ID: id, comet: comet, rpc: local.New(comet)}, comet.Start()
}

// Stop ends the chain.
func (n *Node) Stop() error {
	err := n.comet.Stop()
	n.comet.Wait()
	return errors.Join(err, n.Close())
}

// RefusedError is a transaction that had no effect.
type RefusedError struct {
	Codespace string
	Code      uint32
	Log       string
}

// Error implements error.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("refused with %s %d: %s", e.Codespace, e.Code, e.Log)
}

// Is reports whether a registered error is that of the refusal.
func (e *RefusedError) Is(target error) bool {
	registered := (*errorsmod.Error)(nil)
	return errors.As(target, &registered) && registered.Codespace() == e.Codespace && registered.ABCICode() == e.Code
}

// Send signs messages by a key, waits for their block and returns the responses. A refusal is an error.
func (n *Node) Send(ctx context.Context, by cryptotypes.PrivKey, messages ...sdk.Msg) (*sdk.TxMsgData, error) {
	tx, err := n.sign(ctx, by, messages)
	if err != nil {
		return nil, err
	}
	checked, err := n.rpc.BroadcastTxSync(ctx, tx)
	if err != nil {
		return nil, err
	}
	if checked.Code != 0 {
		return nil, &RefusedError{checked.Codespace, checked.Code, checked.Log}
	}
	result, err := n.included(ctx, checked.Hash)
	if err != nil {
		return nil, err
	}
	if result.Code != 0 {
		return nil, &RefusedError{result.Codespace, result.Code, result.Log}
	}
	var data sdk.TxMsgData
	return &data, proto.Unmarshal(result.Data, &data)
}

// included waits for the block of a transaction.
func (n *Node) included(ctx context.Context, hash []byte) (abci.ExecTxResult, error) {
	for {
		found, err := n.rpc.Tx(ctx, hash, false)
		if err == nil {
			return found.TxResult, nil
		}
		select {
		case <-ctx.Done():
			return abci.ExecTxResult{}, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// sign returns the bytes of a signed transaction.
func (n *Node) sign(ctx context.Context, by cryptotypes.PrivKey, messages []sdk.Msg) ([]byte, error) {
	var account authtypes.QueryAccountInfoResponse
	if err := n.Query(ctx, "/cosmos.auth.v1beta1.Query/AccountInfo",
		&authtypes.QueryAccountInfoRequest{Address: n.Text(sdk.AccAddress(by.PubKey().Address()))}, &account); err != nil {
		return nil, err
	}
	builder := n.txConfig.NewTxBuilder()
	builder.SetGasLimit(gas)
	if err := builder.SetMsgs(messages...); err != nil {
		return nil, err
	}
	mode := signing.SignMode_SIGN_MODE_DIRECT
	signature := signing.SignatureV2{
		PubKey: by.PubKey(), Sequence: account.Info.Sequence, Data: &signing.SingleSignatureData{SignMode: mode},
	}
	if err := builder.SetSignatures(signature); err != nil {
		return nil, err
	}
	signed, err := authsigning.GetSignBytesAdapter(ctx, n.txConfig.SignModeHandler(), mode, authsigning.SignerData{
		ChainID: n.ID, AccountNumber: account.Info.AccountNumber, Sequence: account.Info.Sequence, PubKey: by.PubKey(),
		Address: n.Text(sdk.AccAddress(by.PubKey().Address())),
	}, builder.GetTx())
	if err != nil {
		return nil, err
	}
	raw, err := by.Sign(signed)
	if err != nil {
		return nil, err
	}
	signature.Data = &signing.SingleSignatureData{SignMode: mode, Signature: raw}
	if err := builder.SetSignatures(signature); err != nil {
		return nil, err
	}
	return n.txConfig.TxEncoder()(builder.GetTx())
}

// Query asks the chain's services.
func (n *Node) Query(ctx context.Context, path string, request, response proto.Message) error {
	raw, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	res, err := n.rpc.ABCIQuery(ctx, path, raw)
	if err != nil {
		return err
	}
	if !res.Response.IsOK() {
		return fmt.Errorf("%s: %s", path, res.Response.Log)
	}
	return proto.Unmarshal(res.Response.Value, response)
}

// Wait waits for the next block.
func (n *Node) Wait(ctx context.Context) error {
	status, err := n.rpc.Status(ctx)
	for begun := status; err == nil && status.SyncInfo.LatestBlockHeight == begun.SyncInfo.LatestBlockHeight; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
		status, err = n.rpc.Status(ctx)
	}
	return err
}
