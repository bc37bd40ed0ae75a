package chain

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/crypto/keys/ed25519"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
)

// BlockTime is how far the chain's clock moves with each block.
const BlockTime = time.Second

// validatorPower is the voting power of the chain's validator.
const validatorPower = 100

// genesisTime is when every chain starts, so that no test depends on the day it is run.
var genesisTime = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Chain is a running chain. It is not safe for use by several goroutines at once.
type Chain struct {
	// App is the application. Tests may read everything through it; to change state they should send transactions.
	App *app.App
	// Home is the directory that the application takes for its node's. It is empty unless the test has filled it.
	Home string

	tb        testing.TB
	chainID   string
	accounts  map[string]Account
	validator abci.Validator
	start     int64
	height    int64
	// follows is true if the blocks are made elsewhere, and then height is not known.
	follows bool
}

// New starts a chain and commits its first block. Over a database that holds a chain it resumes that one instead.
func New(tb testing.TB, opts ...Option) *Chain {
	tb.Helper()
	o := defaultOptions()
	for _, opt := range opts {
		opt(&o)
	}

	consensusKey := ed25519.GenPrivKeyFromSecret([]byte("battleship/testutil/validator")).PubKey()
	if o.home == "" {
		o.home = tb.TempDir()
	}
	c := &Chain{
		App: app.New(o.logger, o.db, true, simtestutil.NewAppOptionsWithFlagHome(o.home),
			append([]func(*baseapp.BaseApp){baseapp.SetChainID(o.chainID), baseapp.SetIAVLSyncPruning(true)}, o.base...)...),
		Home:      o.home,
		tb:        tb,
		chainID:   o.chainID,
		accounts:  make(map[string]Account),
		validator: abci.Validator{Address: consensusKey.Address(), Power: validatorPower},
		start:     o.initialHeight,
		height:    o.initialHeight - 1,
	}
	for _, account := range o.accounts {
		c.accounts[account.Name] = account
	}
	if height := c.App.LastBlockHeight(); height > 0 {
		c.height = height
		return c
	}

	state := c.App.DefaultGenesis()
	accounts := make([]app.GenesisAccount, 0, len(o.accounts))
	for _, account := range o.accounts {
		accounts = append(accounts, app.GenesisAccount{Address: account.Address, Coins: o.coins})
	}
	require.NoError(tb, c.App.AddToGenesis(state, accounts, []app.GenesisValidator{{
		Moniker:      "validator",
		Operator:     c.Account(Operator).Address,
		ConsensusKey: consensusKey,
		Stake:        sdk.TokensFromConsensusPower(validatorPower, sdk.DefaultPowerReduction),
	}}))
	for _, change := range o.genesis {
		change(c.App, state)
	}
	c.initChain(o.params, state)
	c.Block()
	return c
}

// Follow returns a read-only chain whose blocks are made elsewhere. The accounts are its cast.
func Follow(tb testing.TB, application *app.App, id string, accounts ...Account) *Chain {
	tb.Helper()
	c := &Chain{App: application, tb: tb, chainID: id, accounts: make(map[string]Account), follows: true}
	for _, account := range accounts {
		c.accounts[account.Name] = account
	}
	return c
}

// initChain hands the genesis state to the application.
func (c *Chain) initChain(params *cmttypes.ConsensusParams, state app.GenesisState) {
	c.tb.Helper()
	bz, err := json.Marshal(state)
	require.NoError(c.tb, err)
	consensus := params.ToProto()
	res, err := c.App.InitChain(&abci.RequestInitChain{
		Time:            genesisTime,
		ChainId:         c.chainID,
		ConsensusParams: &consensus,
		InitialHeight:   c.start,
		AppStateBytes:   bz,
	})
	require.NoError(c.tb, err)
	require.Len(c.tb, res.Validators, 1, "validators of the new chain")
}

// ID returns the chain's id.
func (c *Chain) ID() string { return c.chainID }

// TB returns the test that the chain runs in.
func (c *Chain) TB() testing.TB { return c.tb }

// Height returns the height of the last committed block.
func (c *Chain) Height() int64 { return c.height }

// Time returns the time of the last committed block.
func (c *Chain) Time() time.Time { return timeOf(c.height) }

// timeOf returns the time of a block.
func timeOf(height int64) time.Time { return genesisTime.Add(time.Duration(height) * BlockTime) }

// Account returns the account of a name that the chain started with.
func (c *Chain) Account(name string) Account {
	c.tb.Helper()
	account, ok := c.accounts[name]
	require.True(c.tb, ok, "the chain started without an account for %q", name)
	return account
}

// NextBlock returns the block that comes next, with transactions as bytes, for tests that hand it to the application
// themselves.
func (c *Chain) NextBlock(txs ...[]byte) *abci.RequestFinalizeBlock {
	height := c.height + 1
	return &abci.RequestFinalizeBlock{
		Txs:               txs,
		Height:            height,
		Time:              timeOf(height),
		Hash:              cmttypes.Tx(fmt.Sprint(c.chainID, height)).Hash(),
		ProposerAddress:   c.validator.Address,
		DecidedLastCommit: c.lastCommit(height),
	}
}

// Block makes and commits the next block, with transactions as bytes, and returns their results.
func (c *Chain) Block(txs ...[]byte) *abci.ResponseFinalizeBlock {
	c.tb.Helper()
	return c.BlockOf(c.NextBlock(txs...))
}

// BlockOf makes and commits the next block as NextBlock returned it, with the caller's changes.
func (c *Chain) BlockOf(block *abci.RequestFinalizeBlock) *abci.ResponseFinalizeBlock {
	c.tb.Helper()
	res, err := c.App.FinalizeBlock(block)
	require.NoError(c.tb, err, "finalize block %d", block.Height)
	_, err = c.App.Commit()
	require.NoError(c.tb, err, "commit block %d", block.Height)
	c.height = block.Height
	return res
}

// Check hands a transaction to the application's mempool, as a node does that receives one.
func (c *Chain) Check(tx []byte) *abci.ResponseCheckTx {
	c.tb.Helper()
	return c.check(tx, abci.CheckTxType_New)
}

// Recheck asks whether a transaction is still in the application's mempool, as a node does after each block.
func (c *Chain) Recheck(tx []byte) *abci.ResponseCheckTx {
	c.tb.Helper()
	return c.check(tx, abci.CheckTxType_Recheck)
}

func (c *Chain) check(tx []byte, kind abci.CheckTxType) *abci.ResponseCheckTx {
	c.tb.Helper()
	res, err := c.App.CheckTx(&abci.RequestCheckTx{Tx: tx, Type: kind})
	require.NoError(c.tb, err)
	return res
}

// Prepare returns the transactions that a proposer would put into the next block, within a number of bytes.
func (c *Chain) Prepare(maxBytes int64) [][]byte {
	c.tb.Helper()
	block := c.NextBlock()
	var lastCommit abci.ExtendedCommitInfo
	for _, vote := range block.DecidedLastCommit.Votes {
		lastCommit.Votes = append(lastCommit.Votes, abci.ExtendedVoteInfo{
			Validator: vote.Validator, BlockIdFlag: vote.BlockIdFlag,
		})
	}
	res, err := c.App.PrepareProposal(&abci.RequestPrepareProposal{
		MaxTxBytes:      maxBytes,
		LocalLastCommit: lastCommit,
		Height:          block.Height,
		Time:            block.Time,
		ProposerAddress: block.ProposerAddress,
	})
	require.NoError(c.tb, err)
	return res.Txs
}

// Process reports whether a validator accepts a proposal.
func (c *Chain) Process(txs ...[]byte) bool {
	c.tb.Helper()
	block := c.NextBlock(txs...)
	res, err := c.App.ProcessProposal(&abci.RequestProcessProposal{
		Txs:                txs,
		Height:             block.Height,
		Time:               block.Time,
		Hash:               block.Hash,
		ProposerAddress:    block.ProposerAddress,
		ProposedLastCommit: block.DecidedLastCommit,
	})
	require.NoError(c.tb, err)
	return res.Status == abci.ResponseProcessProposal_ACCEPT
}

// Propose makes and commits the next block from the mempool, as the chain's validator does. It returns the transactions
// and their results.
func (c *Chain) Propose() ([][]byte, *abci.ResponseFinalizeBlock) {
	c.tb.Helper()
	txs := c.Prepare(app.DefaultConsensusParams().Block.MaxBytes)
	require.True(c.tb, c.Process(txs...), "the proposer's own block")
	return txs, c.Block(txs...)
}

// Reload continues with another application over the same database, like a restarted node.
func (c *Chain) Reload(application *app.App) {
	c.tb.Helper()
	require.Equal(c.tb, c.height, application.LastBlockHeight(), "height of the new application")
	c.App = application
}

// AdvanceTo makes empty blocks until the chain is at a height, which must not be behind it.
func (c *Chain) AdvanceTo(height int64) {
	c.tb.Helper()
	require.GreaterOrEqual(c.tb, height, c.height, "the chain cannot go back")
	for c.height < height {
		c.Block()
	}
}

// Advance makes some empty blocks.
func (c *Chain) Advance(blocks int64) {
	c.tb.Helper()
	c.AdvanceTo(c.height + blocks)
}

// Context returns a view of the committed state. Writes through it are discarded.
func (c *Chain) Context() sdk.Context {
	height := c.height // the application hashes all its stores to find its own
	if c.follows {
		height = c.App.LastBlockHeight()
	}
	ctx, _ := c.App.NewContext(true).WithBlockHeight(height).CacheContext()
	return ctx
}

// Balance returns the balance of an address in a coin.
func (c *Chain) Balance(address sdk.AccAddress, denom string) math.Int {
	return c.App.BankKeeper.GetBalance(c.Context(), address, denom).Amount
}

// Supply returns how much of a coin exists.
func (c *Chain) Supply(denom string) math.Int {
	return c.App.BankKeeper.GetSupply(c.Context(), denom).Amount
}

// lastCommit returns the validator's signature under the block before a height, so that it is never punished for
// absence.
func (c *Chain) lastCommit(height int64) abci.CommitInfo {
	if height == c.start {
		return abci.CommitInfo{}
	}
	return abci.CommitInfo{Votes: []abci.VoteInfo{{
		Validator: c.validator, BlockIdFlag: cmtproto.BlockIDFlagCommit,
	}}}
}
