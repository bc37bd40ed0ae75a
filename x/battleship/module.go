// Package battleship is the module that lets a chain play games of Battleship: see its README.
package battleship

import (
	"context"
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

	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ConsensusVersion is the version of the module's state. It grows with each change that needs a migration.
const ConsensusVersion = 2

var (
	_ module.AppModuleBasic      = AppModule{}
	_ module.HasGenesis          = AppModule{}
	_ module.HasConsensusVersion = AppModule{}

	_ appmodule.AppModule     = AppModule{}
	_ appmodule.HasServices   = AppModule{}
	_ appmodule.HasEndBlocker = AppModule{}
)

// AppModule is the module as an app wires it.
type AppModule struct {
	keeper *keeper.Keeper
}

// NewAppModule returns the module around its keeper.
func NewAppModule(k *keeper.Keeper) AppModule { return AppModule{keeper: k} }

// IsAppModule implements appmodule.AppModule.
func (AppModule) IsAppModule() {}

// IsOnePerModuleType implements depinject.OnePerModuleType.
func (AppModule) IsOnePerModuleType() {}

// Name returns the name of the module.
func (AppModule) Name() string { return types.ModuleName }

// ConsensusVersion implements module.HasConsensusVersion.
func (AppModule) ConsensusVersion() uint64 { return ConsensusVersion }

// RegisterLegacyAminoCodec registers the messages for signers that know amino JSON alone.
func (AppModule) RegisterLegacyAminoCodec(cdc *codec.LegacyAmino) {
	types.RegisterLegacyAminoCodec(cdc)
}

// RegisterInterfaces registers the messages.
func (AppModule) RegisterInterfaces(registry codectypes.InterfaceRegistry) {
	types.RegisterInterfaces(registry)
}

// RegisterGRPCGatewayRoutes registers the queries under REST.
func (AppModule) RegisterGRPCGatewayRoutes(clientCtx client.Context, mux *gwruntime.ServeMux) {
	if err := types.RegisterQueryHandlerClient(context.Background(), mux, types.NewQueryClient(clientCtx)); err != nil {
		panic(err)
	}
}

// RegisterServices registers the message server, the query server and the migrations.
func (am AppModule) RegisterServices(registrar grpc.ServiceRegistrar) error {
	types.RegisterMsgServer(registrar, keeper.NewMsgServer(am.keeper))
	types.RegisterQueryServer(registrar, keeper.NewQueryServer(am.keeper))
	if configurator, ok := registrar.(module.Configurator); ok {
		return keeper.NewMigrator(am.keeper).Register(configurator)
	}
	return nil
}

// EndBlock settles games whose deadline has passed.
func (am AppModule) EndBlock(ctx context.Context) error { return am.keeper.EndBlock(ctx) }

// DefaultGenesis returns the genesis state of a new chain.
func (AppModule) DefaultGenesis(cdc codec.JSONCodec) json.RawMessage {
	return cdc.MustMarshalJSON(types.DefaultGenesis())
}

// ValidateGenesis checks a genesis state.
func (am AppModule) ValidateGenesis(cdc codec.JSONCodec, _ client.TxEncodingConfig, bz json.RawMessage) error {
	var gs types.GenesisState
	if err := cdc.UnmarshalJSON(bz, &gs); err != nil {
		return fmt.Errorf("genesis state of %s: %w", types.ModuleName, err)
	}
	return gs.Validate(am.keeper.AddressCodec())
}

// InitGenesis writes a genesis state. It panics on one that is not valid, for a chain must not start with it.
func (am AppModule) InitGenesis(ctx sdk.Context, cdc codec.JSONCodec, bz json.RawMessage) {
	var gs types.GenesisState
	cdc.MustUnmarshalJSON(bz, &gs)
	if err := am.keeper.InitGenesis(ctx, gs); err != nil {
		panic(fmt.Errorf("genesis state of %s: %w", types.ModuleName, err))
	}
}

// ExportGenesis returns the state as a genesis state.
func (am AppModule) ExportGenesis(ctx sdk.Context, cdc codec.JSONCodec) json.RawMessage {
	gs, err := am.keeper.ExportGenesis(ctx)
	if err != nil {
		panic(fmt.Errorf("genesis state of %s: %w", types.ModuleName, err))
	}
	return cdc.MustMarshalJSON(gs)
}
