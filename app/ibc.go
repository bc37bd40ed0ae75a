package app

import (
	"encoding/json"

	ica "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts"
	icacontroller "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/controller"
	icacontrollerkeeper "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/controller/keeper"
	icacontrollertypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/controller/types"
	icagenesistypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/genesis/types"
	icahost "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/host"
	icahostkeeper "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/host/keeper"
	icahosttypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/host/types"
	icatypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/types"
	forward "github.com/cosmos/ibc-go/v11/modules/apps/packet-forward-middleware"
	forwardkeeper "github.com/cosmos/ibc-go/v11/modules/apps/packet-forward-middleware/keeper"
	forwardtypes "github.com/cosmos/ibc-go/v11/modules/apps/packet-forward-middleware/types"
	ratelimiting "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting"
	ratelimitkeeper "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting/keeper"
	ratelimittypes "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting/types"
	ratelimitingv2 "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting/v2"
	"github.com/cosmos/ibc-go/v11/modules/apps/transfer"
	transferkeeper "github.com/cosmos/ibc-go/v11/modules/apps/transfer/keeper"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	transferv2 "github.com/cosmos/ibc-go/v11/modules/apps/transfer/v2"
	ibc "github.com/cosmos/ibc-go/v11/modules/core"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	porttypes "github.com/cosmos/ibc-go/v11/modules/core/05-port/types"
	ibcapi "github.com/cosmos/ibc-go/v11/modules/core/api"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	ibckeeper "github.com/cosmos/ibc-go/v11/modules/core/keeper"
	ibctypes "github.com/cosmos/ibc-go/v11/modules/core/types"
	ibctm "github.com/cosmos/ibc-go/v11/modules/light-clients/07-tendermint"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// IBCKeepers are the keepers of what connects the chain with others.
type IBCKeepers struct {
	IBCKeeper           *ibckeeper.Keeper
	TransferKeeper      *transferkeeper.Keeper
	ForwardKeeper       *forwardkeeper.Keeper
	RateLimitKeeper     *ratelimitkeeper.Keeper
	ICAHostKeeper       *icahostkeeper.Keeper
	ICAControllerKeeper *icacontrollerkeeper.Keeper

	light ibctm.LightClientModule
}

// ibcStores returns the names of the stores of these keepers. They came together, with the upgrade "ibc".
func ibcStores() []string {
	return []string{
		ibcexported.StoreKey,
		transfertypes.StoreKey,
		forwardtypes.StoreKey,
		ratelimittypes.StoreKey,
		icahosttypes.StoreKey,
		icacontrollertypes.StoreKey,
	}
}

// ibcModules returns the names of their modules. Those do nothing without a second chain.
func ibcModules() []string {
	return []string{
		ibcexported.ModuleName,
		ibctm.ModuleName,
		transfertypes.ModuleName,
		ratelimittypes.ModuleName,
		forwardtypes.ModuleName,
		icatypes.ModuleName,
	}
}

// setIBCKeepers makes the keepers, and routes IBC's packets by port.
func (app *App) setIBCKeepers() {
	app.IBCKeeper = ibckeeper.NewKeeper(
		app.cdc, app.storeService(ibcexported.StoreKey), app.UpgradeKeeper, authority(),
	)
	channels, addresses := app.IBCKeeper.ChannelKeeper, app.AccountKeeper.AddressCodec()
	app.TransferKeeper = transferkeeper.NewKeeper(
		app.cdc, addresses, app.storeService(transfertypes.StoreKey), channels, app.MsgServiceRouter(),
		app.AccountKeeper, app.BankKeeper, authority(),
	)
	app.ForwardKeeper = forwardkeeper.NewKeeper(
		app.cdc, addresses, app.storeService(forwardtypes.StoreKey), app.TransferKeeper, channels, app.BankKeeper,
		authority(),
	)
	app.RateLimitKeeper = ratelimitkeeper.NewKeeper(
		app.cdc, addresses, app.storeService(ratelimittypes.StoreKey), channels, app.IBCKeeper.ClientKeeper,
		app.BankKeeper, authority(),
	)
	app.ICAHostKeeper = icahostkeeper.NewKeeper(
		app.cdc, app.storeService(icahosttypes.StoreKey), channels, app.AccountKeeper, app.MsgServiceRouter(),
		app.GRPCQueryRouter(), authority(),
	)
	app.ICAControllerKeeper = icacontrollerkeeper.NewKeeper(
		app.cdc, app.storeService(icacontrollertypes.StoreKey), channels, app.MsgServiceRouter(), authority(),
	)
	app.IBCKeeper.SetRouter(app.ports())
	app.IBCKeeper.SetRouterV2(app.portsV2())
	// Other kinds of clients trust keys or signatures of few, and are not needed.
	app.light = ibctm.NewLightClientModule(app.cdc, app.IBCKeeper.ClientKeeper.GetStoreProvider())
	app.IBCKeeper.ClientKeeper.AddRoute(ibctm.ModuleName, &app.light)
}

// ports returns the routes of channel packets. A transfer that arrives passes the rate limits first, then the request
// middleware, then the forwarding, and is credited last; one that is sent or forwarded passes them in the other
// direction. So a forwarded transfer counts for both channels, a refused one has not been credited yet, and no transfer
// with a request is forwarded.
func (app *App) ports() *porttypes.Router {
	transfers := porttypes.NewIBCStackBuilder(app.IBCKeeper.ChannelKeeper).
		Base(transfer.NewIBCModule(app.TransferKeeper)).
		Next(forward.NewIBCMiddleware(
			app.ForwardKeeper, forwardRetries, forwardkeeper.DefaultForwardTransferPacketTimeoutTimestamp,
		)).
		Next(&requestsOfChannels{requests: app.requests()}).
		Next(ratelimiting.NewIBCMiddleware(app.RateLimitKeeper)).
		Build()
	return porttypes.NewRouter().
		AddRoute(transfertypes.ModuleName, transfers).
		AddRoute(icahosttypes.SubModuleName, icahost.NewIBCModule(app.ICAHostKeeper)).
		AddRoute(icacontrollertypes.SubModuleName, icacontroller.NewIBCMiddleware(app.ICAControllerKeeper))
}

// forwardRetries is how often a transfer that is sent on and times out is sent again, unless its memo says so: never,
// it goes back to where it came from.
const forwardRetries = 0

// portsV2 returns who gets packets between clients, which need no channel. Forwarding does not know them.
func (app *App) portsV2() *ibcapi.Router {
	channels := app.IBCKeeper.ChannelKeeperV2
	return ibcapi.NewRouter().AddRoute(transfertypes.PortID, ratelimitingv2.NewIBCMiddleware(
		*app.RateLimitKeeper,
		&requestsOfClients{
			PacketUnmarshalerModuleV2: transferv2.NewIBCModule(app.TransferKeeper), requests: app.requests(),
		},
		channels, channels,
	))
}

// requests returns what carries out the requests of transfers.
func (app *App) requests() requests {
	return requests{
		cdc: app.cdc, addresses: app.AccountKeeper.AddressCodec(), router: app.MsgServiceRouter(),
	}
}

// ibcModule is IBC itself with the one kind of light client that this chain has. An upgrade that adds the module begins
// with its default genesis, like a new chain.
type ibcModule struct{ ibc.AppModule }

// DefaultGenesis returns the default genesis state of IBC.
func (ibcModule) DefaultGenesis(cdc codec.JSONCodec) json.RawMessage {
	state := ibctypes.DefaultGenesisState()
	state.ClientGenesis.Params = clienttypes.NewParams(ibcexported.Tendermint)
	return cdc.MustMarshalJSON(state)
}

// icaModule is interchain accounts with a list of permitted messages.
type icaModule struct{ ica.AppModule }

// DefaultGenesis returns the default genesis state of interchain accounts.
func (icaModule) DefaultGenesis(cdc codec.JSONCodec) json.RawMessage {
	state := icagenesistypes.DefaultGenesis()
	state.HostGenesisState.Params = icahosttypes.NewParams(true, hostMessages())
	return cdc.MustMarshalJSON(state)
}

// hostMessages returns the messages that an account on another chain may execute here: those of a player, and those
// that move a player's winnings. Messages that carry others are not among them, because the permissions of those would
// have to be listed again. Governance can change the list.
func hostMessages() []string {
	messages := []sdk.Msg{
		&battleshiptypes.MsgCreateGame{},
		&battleshiptypes.MsgJoinGame{},
		&battleshiptypes.MsgMatchGame{},
		&battleshiptypes.MsgDeclineGame{},
		&battleshiptypes.MsgSetDelegate{},
		&battleshiptypes.MsgShootAndReveal{},
		&battleshiptypes.MsgConcede{},
		&battleshiptypes.MsgChallenge{},
		&battleshiptypes.MsgClaimWin{},
		&battleshiptypes.MsgSubmitState{},
		&battleshiptypes.MsgCancelGame{},
		&battleshiptypes.MsgCreateMelee{},
		&battleshiptypes.MsgJoinMelee{},
		&battleshiptypes.MsgLeaveMelee{},
		&battleshiptypes.MsgConfirmMelee{},
		&battleshiptypes.MsgAim{},
		&battleshiptypes.MsgFire{},
		&battleshiptypes.MsgReport{},
		&battleshiptypes.MsgWithdraw{},
		&battleshiptypes.MsgSetName{},
		&banktypes.MsgSend{},
		&transfertypes.MsgTransfer{},
	}
	names := make([]string, len(messages))
	for i, message := range messages {
		names[i] = sdk.MsgTypeURL(message)
	}
	return names
}
