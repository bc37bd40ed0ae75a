// Package chain is a small chain with the module wager: accounts, coins, the light clients of IBC, and bets. It has one
// validator and no stake, so it is for demonstrations and tests.
package chain

import (
	"encoding/json"
	"fmt"

	abci "github.com/cometbft/cometbft/abci/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/cosmos/gogoproto/proto"
	ibc "github.com/cosmos/ibc-go/v11/modules/core"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	ibckeeper "github.com/cosmos/ibc-go/v11/modules/core/keeper"
	ibctm "github.com/cosmos/ibc-go/v11/modules/light-clients/07-tendermint"

	"cosmossdk.io/core/store"
	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/codec/address"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/std"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	"github.com/cosmos/cosmos-sdk/x/auth"
	"github.com/cosmos/cosmos-sdk/x/auth/ante"
	authkeeper "github.com/cosmos/cosmos-sdk/x/auth/keeper"
	authtx "github.com/cosmos/cosmos-sdk/x/auth/tx"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/cosmos-sdk/x/bank"
	bankkeeper "github.com/cosmos/cosmos-sdk/x/bank/keeper"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	consensuskeeper "github.com/cosmos/cosmos-sdk/x/consensus/keeper"
	consensustypes "github.com/cosmos/cosmos-sdk/x/consensus/types"
	"github.com/cosmos/cosmos-sdk/x/tx/signing"
	upgradekeeper "github.com/cosmos/cosmos-sdk/x/upgrade/keeper"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	"github.com/battleship-chain/battleship/examples/wager"
	"github.com/battleship-chain/battleship/examples/wager/keeper"
	"github.com/battleship-chain/battleship/examples/wager/types"
)

// Prefix is that of the chain's addresses, Denom its coin.
const (
	Prefix = sdk.Bech32MainPrefix
	Denom  = "uchip"
)

// App is the chain's application.
type App struct {
	*baseapp.BaseApp

	Bank bankkeeper.BaseKeeper
	IBC  *ibckeeper.Keeper
	Bets *keeper.Keeper

	cdc      codec.Codec
	registry codectypes.InterfaceRegistry
	txConfig client.TxConfig
	keys     map[string]*storetypes.KVStoreKey
	modules  *module.Manager
}

// genesisOrder is the order in which the modules begin: accounts and coins before the modules with balances.
var genesisOrder = []string{authtypes.ModuleName, banktypes.ModuleName, ibcexported.ModuleName, types.ModuleName}

// New returns the application over an empty database. The authority sets the params of the module, as governance would.
func New(logger log.Logger, db dbm.DB, chainID string, authority sdk.AccAddress) (*App, error) {
	registry, err := codectypes.NewInterfaceRegistryWithOptions(codectypes.InterfaceRegistryOptions{
		ProtoFiles: proto.HybridResolver,
		SigningOptions: signing.Options{
			AddressCodec: address.NewBech32Codec(Prefix), ValidatorAddressCodec: address.NewBech32Codec(Prefix + "valoper"),
		},
	})
	if err != nil {
		return nil, fmt.Errorf("make the interface registry: %w", err)
	}
	std.RegisterInterfaces(registry)
	app := &App{registry: registry, cdc: codec.NewProtoCodec(registry)}
	app.txConfig = authtx.NewTxConfig(app.cdc, authtx.DefaultSignModes)
	app.BaseApp = baseapp.NewBaseApp(types.ModuleName, logger, db, app.txConfig.TxDecoder(), baseapp.SetChainID(chainID))
	app.SetInterfaceRegistry(registry)
	app.SetTxEncoder(app.txConfig.TxEncoder())
	app.keys = storetypes.NewKVStoreKeys(authtypes.StoreKey, banktypes.StoreKey, consensustypes.StoreKey,
		upgradetypes.StoreKey, ibcexported.StoreKey, types.StoreKey)
	accounts := app.setModules(logger, authority)
	if err := app.modules.RegisterServices(
		module.NewConfigurator(app.cdc, app.MsgServiceRouter(), app.GRPCQueryRouter()),
	); err != nil {
		return nil, fmt.Errorf("register the modules' services: %w", err)
	}
	app.MountKVStores(app.keys)
	anteHandler, err := ante.NewAnteHandler(ante.HandlerOptions{
		AccountKeeper: accounts, BankKeeper: app.Bank, SignModeHandler: app.txConfig.SignModeHandler(),
	})
	if err != nil {
		return nil, fmt.Errorf("make the ante handler: %w", err)
	}
	app.SetAnteHandler(anteHandler)
	app.SetInitChainer(app.initChain)
	app.SetBeginBlocker(app.modules.BeginBlock)
	app.SetEndBlocker(app.modules.EndBlock)
	return app, app.LoadLatestVersion()
}

func (app *App) store(name string) store.KVStoreService {
	return runtime.NewKVStoreService(app.keys[name])
}

// setModules makes keepers and modules.
func (app *App) setModules(logger log.Logger, authority sdk.AccAddress) authkeeper.AccountKeeper {
	codec := address.NewBech32Codec(Prefix)
	by, _ := codec.BytesToString(authority) // any bytes have a text
	params := consensuskeeper.NewKeeper(app.cdc, app.store(consensustypes.StoreKey), by, runtime.EventService{})
	app.SetParamStore(params.ParamsStore)
	accounts := authkeeper.NewAccountKeeper(
		app.cdc, app.store(authtypes.StoreKey), authtypes.ProtoBaseAccount,
		map[string][]string{authtypes.FeeCollectorName: nil, types.ModuleName: nil}, codec, Prefix, by,
	)
	app.Bank = bankkeeper.NewBaseKeeper(app.cdc, app.store(banktypes.StoreKey), accounts, nil, by, logger)
	upgrades := upgradekeeper.NewKeeper(nil, app.store(upgradetypes.StoreKey), app.cdc, "", app.BaseApp, by)
	app.IBC = ibckeeper.NewKeeper(app.cdc, app.store(ibcexported.StoreKey), upgrades, by)
	light := ibctm.NewLightClientModule(app.cdc, app.IBC.ClientKeeper.GetStoreProvider())
	app.IBC.ClientKeeper.AddRoute(ibctm.ModuleName, &light)
	app.Bets = keeper.New(app.cdc, app.store(types.StoreKey), codec, app.Bank, app.IBC.ClientKeeper, by)

	app.modules = module.NewManager(
		auth.NewAppModule(app.cdc, accounts, nil, nil),
		bank.NewAppModule(app.cdc, app.Bank, accounts, nil),
		ibc.NewAppModule(app.IBC),
		ibctm.NewAppModule(light),
		wager.NewAppModule(app.Bets),
	)
	for _, m := range app.modules.Modules {
		if basic, ok := m.(module.AppModuleBasic); ok {
			basic.RegisterInterfaces(app.registry)
		}
	}
	return accounts
}

// Genesis returns the state of a new chain on which accounts have coins.
func (app *App) Genesis(coins sdk.Coin, accounts ...sdk.AccAddress) (map[string]json.RawMessage, error) {
	state := make(map[string]json.RawMessage)
	for _, name := range genesisOrder {
		if m, ok := app.modules.Modules[name].(module.HasGenesis); ok {
			state[name] = m.DefaultGenesis(app.cdc)
		}
	}
	own := authtypes.DefaultGenesisState()
	balances := banktypes.DefaultGenesisState()
	for _, account := range accounts {
		packed, err := codectypes.NewAnyWithValue(&authtypes.BaseAccount{Address: app.Text(account)})
		if err != nil {
			return nil, err
		}
		own.Accounts = append(own.Accounts, packed)
		balances.Balances = append(balances.Balances,
			banktypes.Balance{Address: app.Text(account), Coins: sdk.NewCoins(coins)})
		balances.Supply = balances.Supply.Add(coins)
	}
	state[authtypes.ModuleName], state[banktypes.ModuleName] = app.cdc.MustMarshalJSON(own),
		app.cdc.MustMarshalJSON(balances)
	return state, nil
}

// Text returns an address of the chain as text.
func (*App) Text(account sdk.AccAddress) string {
	return sdk.MustBech32ifyAddressBytes(Prefix, account)
}

// initChain writes the state of the modules. The validators are those of the genesis document.
func (app *App) initChain(ctx sdk.Context, req *abci.RequestInitChain) (*abci.ResponseInitChain, error) {
	var state map[string]json.RawMessage
	if err := json.Unmarshal(req.AppStateBytes, &state); err != nil {
		return nil, fmt.Errorf("genesis state: %w", err)
	}
	for _, name := range genesisOrder {
		m, ok := app.modules.Modules[name].(module.HasGenesis)
		if !ok {
			return nil, fmt.Errorf("expected a module %s with a genesis state", name)
		}
		m.InitGenesis(ctx, app.cdc, state[name])
	}
	return &abci.ResponseInitChain{Validators: req.Validators}, nil
}
