package app

import (
	gogogrpc "github.com/cosmos/gogoproto/grpc"
	"github.com/cosmos/gogoproto/proto"
	"google.golang.org/grpc/reflection"
	reflectionpb "google.golang.org/grpc/reflection/grpc_reflection_v1"
)

// RegisterGRPCServerWithSkipCheckHeader registers the queries of all modules with a gRPC server, and the service by
// which clients learn of every service that the server has: version 1 of it, beside the v1alpha that the SDK registers.
func (app *App) RegisterGRPCServerWithSkipCheckHeader(server gogogrpc.Server, skipCheckHeader bool) {
	app.BaseApp.RegisterGRPCServerWithSkipCheckHeader(server, skipCheckHeader)
	services, ok := server.(reflection.GRPCServer)
	if !ok {
		return // it cannot tell which services it has
	}
	reflectionpb.RegisterServerReflectionServer(services, reflection.NewServerV1(reflection.ServerOptions{
		Services: services,
		// The definitions of the SDK's modules and of ours are not in the registry of google.golang.org/protobuf.
		DescriptorResolver: proto.HybridResolver,
	}))
}
