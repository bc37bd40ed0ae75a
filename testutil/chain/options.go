package chain

import (
	cmttypes "github.com/cometbft/cometbft/types"
	dbm "github.com/cosmos/cosmos-db"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ID is the chain id of a chain that was not given another.
const ID = "battleship-test-1"

// Option changes how a chain starts.
type Option func(*options)

type options struct {
	chainID       string
	initialHeight int64
	params        *cmttypes.ConsensusParams
	accounts      []Account
	coins         sdk.Coins
	db            dbm.DB
	home          string
	logger        log.Logger
	base          []func(*baseapp.BaseApp)
	genesis       []func(*app.App, app.GenesisState)
}

func defaultOptions() options {
	o := options{
		chainID:       ID,
		initialHeight: 1,
		params:        app.DefaultConsensusParams(),
		coins:         sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1_000_000_000_000)),
		db:            dbm.NewMemDB(),
		logger:        log.NewNopLogger(),
	}
	for _, name := range cast {
		o.accounts = append(o.accounts, NewAccount(name))
	}
	return o
}

// WithChainID sets the chain's id.
func WithChainID(id string) Option { return func(o *options) { o.chainID = id } }

// WithInitialHeight sets the height of the first block.
func WithInitialHeight(height int64) Option { return func(o *options) { o.initialHeight = height } }

// WithMaxGas sets the block gas limit, -1 for none.
func WithMaxGas(gas int64) Option { return func(o *options) { o.params.Block.MaxGas = gas } }

// WithAccounts adds accounts to the cast.
func WithAccounts(accounts ...Account) Option {
	return func(o *options) { o.accounts = append(o.accounts, accounts...) }
}

// WithCoins sets the initial coins of each account.
func WithCoins(coins ...sdk.Coin) Option {
	return func(o *options) { o.coins = sdk.NewCoins(coins...) }
}

// WithDB sets the database, so that a test can inspect it or count writes.
func WithDB(db dbm.DB) Option { return func(o *options) { o.db = db } }

// WithHome sets the directory that the application takes for its node's, one of the test's own if it is not set.
func WithHome(home string) Option { return func(o *options) { o.home = home } }

// WithLogger sets where the application logs.
func WithLogger(logger log.Logger) Option { return func(o *options) { o.logger = logger } }

// WithBaseApp passes options to BaseApp.
func WithBaseApp(opts ...func(*baseapp.BaseApp)) Option {
	return func(o *options) { o.base = append(o.base, opts...) }
}

// WithGenesis changes the genesis state before the chain starts. Several changes apply in the order they were given.
func WithGenesis(change func(*app.App, app.GenesisState)) Option {
	return func(o *options) { o.genesis = append(o.genesis, change) }
}

// WithParams sets the params of the module. A chain that is given none has those of a public network.
func WithParams(params types.Params) Option {
	return WithGenesis(func(a *app.App, state app.GenesisState) {
		genesis := types.DefaultGenesis()
		genesis.Params, genesis.Rewards = params, types.DefaultRewards(params)
		state[types.ModuleName] = a.AppCodec().MustMarshalJSON(genesis)
	})
}
