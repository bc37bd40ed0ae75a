// Package wager is an example: a module of another chain on which two accounts bet on a game of a battleship chain, and
// are paid by its proven result. See its README.
package wager

import (
	"encoding/json"
	"fmt"

	gwruntime "github.com/grpc-ecosystem/grpc-gateway/runtime"
	"google.golang.org/grpc"

	"cosmossdk.io/core/appmodule"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"

	"github.com/battleship-chain/battleship/examples/wager/keeper"
	"github.com/battleship-chain/battleship/examples/wager/types"
)

var (
	_ module.AppModuleBasic = AppModule{}
	_ module.HasGenesis     = AppModule{}

	_ appmodule.AppModule   = AppModule{}
	_ appmodule.HasServices = AppModule{}
)

// AppModule is the module as an app wires it.
type AppModule struct{ keeper *keeper.Keeper }

// NewAppModule returns the module around its keeper.
func NewAppModule(k *keeper.Keeper) AppModule { return AppModule{keeper: k} }

// IsAppModule implements appmodule.AppModule.
func (AppModule) IsAppModule() {}

// IsOnePerModuleType implements depinject.OnePerModuleType.
func (AppModule) IsOnePerModuleType() {}

// Name returns the name of the module.
func (AppModule) Name() string { return types.ModuleName }

// RegisterLegacyAminoCodec implements module.AppModuleBasic. The example has no signers that know amino JSON alone.
func (AppModule) RegisterLegacyAminoCodec(*codec.LegacyAmino) {}

// RegisterInterfaces registers the messages.
func (AppModule) RegisterInterfaces(registry codectypes.InterfaceRegistry) {
	types.RegisterInterfaces(registry)
}

// RegisterGRPCGatewayRoutes implements module.AppModuleBasic. The example has no REST.
func (AppModule) RegisterGRPCGatewayRoutes(client.Context, *gwruntime.ServeMux) {}

// RegisterServices registers the message server and the query server.
func (am AppModule) RegisterServices(registrar grpc.ServiceRegistrar) error {
	types.RegisterMsgServer(registrar, keeper.NewMsgServer(am.keeper))
	types.RegisterQueryServer(registrar, keeper.NewQueryServer(am.keeper))
	return nil
}

// DefaultGenesis returns the genesis state of a new chain.
func (AppModule) DefaultGenesis(cdc codec.JSONCodec) json.RawMessage {
	return cdc.MustMarshalJSON(types.DefaultGenesis())
}

// ValidateGenesis checks a genesis state.
func (AppModule) ValidateGenesis(cdc codec.JSONCodec, _ client.TxEncodingConfig, bz json.RawMessage) error {
	var gs types.GenesisState
	if err := cdc.UnmarshalJSON(bz, &gs); err != nil {
		return fmt.Errorf("genesis state of %s: %w", types.ModuleName, err)
	}
	return gs.Validate()
}

// InitGenesis writes a genesis state. It panics on one that is not valid.
func (am AppModule) InitGenesis(ctx sdk.Context, cdc codec.JSONCodec, bz json.RawMessage) {
	var gs types.GenesisState
	cdc.MustUnmarshalJSON(bz, &gs)
	if err := am.keeper.InitGenesis(ctx, gs); err != nil {
		panic(fmt.Errorf("genesis state of %s: %w", types.ModuleName, err))
	}
}

// ExportGenesis returns the state.
func (am AppModule) ExportGenesis(ctx sdk.Context, cdc codec.JSONCodec) json.RawMessage {
	gs, err := am.keeper.ExportGenesis(ctx)
	if err != nil {
		panic(fmt.Errorf("genesis state of %s: %w", types.ModuleName, err))
	}
	return cdc.MustMarshalJSON(gs)
}
