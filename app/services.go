package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"google.golang.org/grpc/codes"

	"cosmossdk.io/client/v2/autocli"
	"cosmossdk.io/core/appmodule"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/grpc/cmtservice"
	nodeservice "github.com/cosmos/cosmos-sdk/client/grpc/node"
	"github.com/cosmos/cosmos-sdk/codec/address"
	runtimeservices "github.com/cosmos/cosmos-sdk/runtime/services"
	"github.com/cosmos/cosmos-sdk/server"
	"github.com/cosmos/cosmos-sdk/server/api"
	"github.com/cosmos/cosmos-sdk/server/config"
	sdk "github.com/cosmos/cosmos-sdk/types"
	grpctypes "github.com/cosmos/cosmos-sdk/types/grpc"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	authtx "github.com/cosmos/cosmos-sdk/x/auth/tx"

	"github.com/battleship-chain/battleship/docs/openapi"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// RegisterAPIRoutes adds the REST routes: transactions, blocks, the node, the history of games, every module's queries,
// the description of this chain's own queries, and, if the operator wants it, the SDK's Swagger page. It panics if one
// of them cannot be served.
func (app *App) RegisterAPIRoutes(srv *api.Server, cfg config.APIConfig) {
	authtx.RegisterGRPCGatewayRoutes(srv.ClientCtx, srv.GRPCGatewayRouter)
	cmtservice.RegisterGRPCGatewayRoutes(srv.ClientCtx, srv.GRPCGatewayRouter)
	nodeservice.RegisterGRPCGatewayRoutes(srv.ClientCtx, srv.GRPCGatewayRouter)
	if err := battleshiptypes.RegisterHistoryHandlerClient(
		context.Background(), srv.GRPCGatewayRouter, battleshiptypes.NewHistoryClient(srv.ClientCtx),
	); err != nil {
		panic(err)
	}
	app.basics.RegisterGRPCGatewayRoutes(srv.ClientCtx, srv.GRPCGatewayRouter)
	srv.Router.Use(askAgain, checkHeight)
	srv.Router.HandleFunc(openAPIPath, serveJSON(openapi.Battleship)).Methods(http.MethodGet)
	srv.Router.HandleFunc(openAPI3Path, serveJSON(openapi.BattleshipV3)).Methods(http.MethodGet)
	if err := server.RegisterSwaggerAPI(srv.ClientCtx, srv.Router, cfg.Swagger); err != nil {
		panic(err)
	}
}

// checkHeight refuses a request whose header names no height with status 400. The SDK's own refusal is an error of the
// server, status 500, after which a client may ask again.
func checkHeight(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := r.Header.Get(grpctypes.GRPCBlockHeightHeader)
		if _, err := strconv.ParseUint(header, 10, 63); header != "" && err != nil {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]any{ // a client that has gone away needs no answer
				"code":    codes.InvalidArgument,
				"message": fmt.Sprintf("%s: expected a height, got %q", grpctypes.GRPCBlockHeightHeader, header),
				"details": []any{},
			})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// The descriptions of this chain's own queries are served at these paths, in OpenAPI 2 and 3.
const (
	openAPIPath  = "/battleship/v1/openapi.json"
	openAPI3Path = "/battleship/v1/openapi3.json"
)

// serveJSON returns a handler that serves a document.
func serveJSON(doc []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(doc) // a client that has gone away needs no answer
	}
}

// RegisterTxService registers the service of transactions: broadcast, simulation and look-up.
func (app *App) RegisterTxService(clientCtx client.Context) {
	sdk := authtx.NewTxServer(clientCtx, app.Simulate, app.registry)
	txtypes.RegisterServiceServer(app.GRPCQueryRouter(), newTxService(sdk))
}

// RegisterTendermintService serves blocks, validators and raw queries.
func (app *App) RegisterTendermintService(clientCtx client.Context) {
	comet := server.NewCometABCIWrapper(app)
	cmtservice.RegisterTendermintService(clientCtx, app.GRPCQueryRouter(), app.registry, comet.Query)
}

// RegisterNodeService serves the node's own configuration and status.
func (app *App) RegisterNodeService(clientCtx client.Context, cfg config.Config) {
	nodeservice.RegisterNodeService(clientCtx, app.GRPCQueryRouter(), cfg, func() int64 {
		return app.CommitMultiStore().EarliestVersion()
	})
}

// AutoCLI returns the options from which the command line derives the modules' queries and messages.
func (app *App) AutoCLI() autocli.AppOptions {
	modules := make(map[string]appmodule.AppModule)
	for name, m := range app.modules.Modules {
		if m, ok := m.(appmodule.AppModule); ok {
			modules[name] = m
		}
	}
	sdkConfig := sdk.GetConfig()
	return autocli.AppOptions{
		Modules:               modules,
		ModuleOptions:         runtimeservices.ExtractAutoCLIOptions(app.modules.Modules),
		AddressCodec:          address.NewBech32Codec(sdkConfig.GetBech32AccountAddrPrefix()),
		ValidatorAddressCodec: address.NewBech32Codec(sdkConfig.GetBech32ValidatorAddrPrefix()),
		ConsensusAddressCodec: address.NewBech32Codec(sdkConfig.GetBech32ConsensusAddrPrefix()),
	}
}
