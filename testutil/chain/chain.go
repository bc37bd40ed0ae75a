package chain

import (
	"encoding/json"
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

	tb        testing.TB
	chainID   string
	accounts  map[string]Account
	validator abci.Validator
	start     int64
	height    int64
}

// New starts a chain and commits its first block.
func New(tb testing.TB, opts ...Option) *Chain {
	tb.Helper()
	o := defaultOptions()
	for _, opt := range opts {
		opt(&o)
	}

	consensusKey := ed25519.GenPrivKeyFromSecret([]byte("battleship/testutil/validator")).PubKey()
	c := &Chain{
		App: app.New(o.logger, o.db, true, simtestutil.NewAppOptionsWithFlagHome(tb.TempDir()),
			append([]func(*baseapp.BaseApp){baseapp.SetChainID(o.chainID)}, o.base...)...),
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
	c.initChain(state)
	c.Block()
	return c
}

// initChain hands the genesis state to the application.
func (c *Chain) initChain(state app.GenesisState) {
	c.tb.Helper()
	bz, err := json.Marshal(state)
	require.NoError(c.tb, err)
	params := app.DefaultConsensusParams().ToProto()
	res, err := c.App.InitChain(&abci.RequestInitChain{
		Time:            genesisTime,
		ChainId:         c.chainID,
		ConsensusParams: &params,
		InitialHeight:   c.start,
		AppStateBytes:   bz,
	})
	require.NoError(c.tb, err)
	require.Len(c.tb, res.Validators, 1, "validators of the new chain")
}

// ID returns the chain's id.
func (c *Chain) ID() string { return c.chainID }

// Height returns the height of the last committed block.
func (c *Chain) Height() int64 { return c.height }

// Account returns the account of a name that the chain started with.
func (c *Chain) Account(name string) Account {
	c.tb.Helper()
	account, ok := c.accounts[name]
	require.True(c.tb, ok, "the chain started without an account for %q", name)
	return account
}

// Block makes and commits the next block, with transactions as bytes, and returns what came of them.
func (c *Chain) Block(txs ...[]byte) *abci.ResponseFinalizeBlock {
	c.tb.Helper()
	c.height++
	res, err := c.App.FinalizeBlock(&abci.RequestFinalizeBlock{
		Txs:               txs,
		Height:            c.height,
		Time:              c.time(),
		Hash:              c.blockHash(),
		ProposerAddress:   c.validator.Address,
		DecidedLastCommit: c.lastCommit(),
	})
	require.NoError(c.tb, err, "finalize block %d", c.height)
	_, err = c.App.Commit()
	require.NoError(c.tb, err, "commit block %d", c.height)
	return res
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

// Context returns a view of the committed state. What is written through it is thrown away.
func (c *Chain) Context() sdk.Context {
	ctx, _ := c.App.NewContext(true).WithBlockHeight(c.height).CacheContext()
	return ctx
}

// Balance returns what an address holds of a coin.
func (c *Chain) Balance(address sdk.AccAddress, denom string) math.Int {
	return c.App.BankKeeper.GetBalance(c.Context(), address, denom).Amount
}

// Supply returns how much of a coin exists.
func (c *Chain) Supply(denom string) math.Int {
	return c.App.BankKeeper.GetSupply(c.Context(), denom).Amount
}

// time returns the time of the block being made.
func (c *Chain) time() time.Time { return genesisTime.Add(time.Duration(c.height) * BlockTime) }

// blockHash returns something to tell the block being made from others.
func (c *Chain) blockHash() []byte {
	return cmttypes.Tx(c.chainID + c.time().String()).Hash()
}

// lastCommit returns the validator's signature under the block before, so that it is never punished for absence.
func (c *Chain) lastCommit() abci.CommitInfo {
	if c.height == c.start {
		return abci.CommitInfo{}
	}
	return abci.CommitInfo{Votes: []abci.VoteInfo{{Validator: c.validator, BlockIdFlag: cmtproto.BlockIDFlagCommit}}}
}
