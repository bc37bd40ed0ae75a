package app

import (
	"fmt"
	"sync"

	dbm "github.com/cosmos/cosmos-db"
	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cast"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/codec/address"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/runtime"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	"github.com/cosmos/cosmos-sdk/std"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	"github.com/cosmos/cosmos-sdk/version"
	authtx "github.com/cosmos/cosmos-sdk/x/auth/tx"
	"github.com/cosmos/cosmos-sdk/x/tx/signing"

	"github.com/battleship-chain/battleship/app/mempool"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	battleshipkeeper "github.com/battleship-chain/battleship/x/battleship/keeper"
)

// App is the application: BaseApp with the chain's modules. All fields are complete once New has returned.
type App struct {
	*baseapp.BaseApp
	Keepers

	amino    *codec.LegacyAmino
	cdc      codec.Codec
	registry codectypes.InterfaceRegistry
	txConfig client.TxConfig
	pool     *mempool.Pool
	gauges   gauges
	// history is nil if the node is configured to keep none.
	history *eventindex.Store

	keys         map[string]*storetypes.KVStoreKey
	modules      *module.Manager
	basics       module.BasicManager
	simulation   *module.SimulationManager
	configurator module.Configurator

	closeOnce sync.Once
	closeErr  error
}

var (
	_ runtime.AppI            = (*App)(nil)
	_ servertypes.Application = (*App)(nil)
)

// New returns the application over a database, loaded to its latest version if asked. Of the options it reads the home
// directory and the heights at which upgrades are skipped; the rest reaches it as options of BaseApp. It panics if the
// parts do not fit together, if the database cannot be loaded, or if the file that names a pending upgrade cannot be
// read: there is no application then.
func New(
	logger log.Logger, db dbm.DB, loadLatest bool, opts servertypes.AppOptions, baseOptions ...func(*baseapp.BaseApp),
) *App {
	app, err := newApp(logger, db, opts, baseOptions)
	if err != nil {
		panic(fmt.Errorf("wire the application: %w", err))
	}
	if loadLatest {
		if err := app.LoadLatestVersion(); err != nil {
			panic(fmt.Errorf("load the application's latest version: %w", err))
		}
	}
	return app
}

// newApp returns the application, wired but not loaded.
func newApp(
	logger log.Logger, db dbm.DB, opts servertypes.AppOptions, baseOptions []func(*baseapp.BaseApp),
) (*App, error) {
	app := &App{keys: newStoreKeys(), amino: codec.NewLegacyAmino(), pool: mempool.New(poolSize, poolShare)}
	if err := app.setCodecs(); err != nil {
		return nil, err
	}

	// The last option wins: the SDK's server sets a mempool of its own by mempool.max-txs in app.toml.
	baseOptions = append(baseOptions, baseapp.SetOptimisticExecution(), baseapp.SetMempool(basePool{app.pool}))
	app.BaseApp = baseapp.NewBaseApp(Name, logger, db, limitTxs(app.txConfig), baseOptions...)
	app.SetVersion(version.Version)
	app.SetInterfaceRegistry(app.registry)
	app.SetTxEncoder(app.txConfig.TxEncoder())
	if err := app.RegisterStreamingServices(opts, app.keys); err != nil {
		return nil, fmt.Errorf("register streaming: %w", err)
	}
	app.setHistory(db, opts)

	home := cast.ToString(opts.Get(flags.FlagHome))
	app.setKeepers(logger, home, skipUpgradeHeights(opts))
	if err := app.setModules(); err != nil {
		return nil, err
	}
	app.MountKVStores(app.keys)
	app.SetQueryMultiStore(queryStore{app.CommitMultiStore(), db})
	app.setHandlers(logger)
	if err := app.setUpgrades(home, upgrades()); err != nil {
		return nil, err
	}
	return app, nil
}

// setCodecs makes the codecs for messages, state and transactions.
func (app *App) setCodecs() error {
	registry, err := codectypes.NewInterfaceRegistryWithOptions(codectypes.InterfaceRegistryOptions{
		ProtoFiles: proto.HybridResolver,
		SigningOptions: signing.Options{
			AddressCodec:          address.NewBech32Codec(sdk.GetConfig().GetBech32AccountAddrPrefix()),
			ValidatorAddressCodec: address.NewBech32Codec(sdk.GetConfig().GetBech32ValidatorAddrPrefix()),
		},
	})
	if err != nil {
		return fmt.Errorf("make the interface registry: %w", err)
	}
	if err := registry.SigningContext().Validate(); err != nil {
		return fmt.Errorf("check the signers of all messages: %w", err)
	}
	std.RegisterInterfaces(registry)
	std.RegisterLegacyAminoCodec(app.amino)
	app.registry = registry
	app.cdc = codec.NewProtoCodec(registry)
	app.txConfig = authtx.NewTxConfig(app.cdc, authtx.DefaultSignModes)
	return nil
}

// setHandlers sets BaseApp's handlers of each step of a block.
func (app *App) setHandlers(logger log.Logger) {
	anteHandler := app.newAnteHandler()
	proposals := proposalHandler{
		logger:     logger,
		decode:     app.TxDecode,
		params:     app.AccountKeeper.GetParams,
		pool:       app.pool,
		beginBlock: app.BeginBlocker,
		ante:       anteHandler,
		router:     app.MsgServiceRouter(),
	}
	app.SetCheckTxHandler(app.checkTx)
	app.gauges.census = battleshipkeeper.NewCensus(app.BattleshipKeeper)
	app.SetPrepareCheckStater(app.PrepareCheckState)
	app.SetPrepareProposal(proposals.prepare)
	app.SetProcessProposal(proposals.process)
	app.SetAnteHandler(anteHandler)
	app.SetInitChainer(app.InitChainer)
	app.SetPreBlocker(app.PreBlocker)
	app.SetBeginBlocker(app.BeginBlocker)
	app.SetEndBlocker(app.EndBlocker)
}

// Name returns the name of the application.
func (*App) Name() string { return Name }

// LegacyAmino returns the codec of amino JSON, in which hardware wallets sign.
func (app *App) LegacyAmino() *codec.LegacyAmino { return app.amino }

// AppCodec returns the codec of messages and state.
func (app *App) AppCodec() codec.Codec { return app.cdc }

// InterfaceRegistry returns the types that a google.protobuf.Any may hold.
func (app *App) InterfaceRegistry() codectypes.InterfaceRegistry { return app.registry }

// TxConfig returns the codec and the sign modes of transactions.
func (app *App) TxConfig() client.TxConfig { return app.txConfig }

// BasicManager returns the part of the modules that needs no keeper: codecs, default genesis, commands.
func (app *App) BasicManager() module.BasicManager { return app.basics }

// SimulationManager returns the modules as the simulation sees them.
func (app *App) SimulationManager() *module.SimulationManager { return app.simulation }

// StoreKey returns the key of a module's store, nil if there is none. It serves tools and tests that look into stores.
func (app *App) StoreKey(name string) *storetypes.KVStoreKey { return app.keys[name] }

// Close closes the databases. It may be called more than once, as the SDK's start command does.
func (app *App) Close() error {
	app.closeOnce.Do(func() { app.closeErr = app.BaseApp.Close() })
	return app.closeErr
}

// LoadHeight loads the application as it was at a height.
func (app *App) LoadHeight(height int64) error { return app.LoadVersion(height) }
