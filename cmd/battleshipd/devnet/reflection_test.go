package devnet_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/reflection/grpc_reflection_v1alpha"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// dial connects to a gRPC server.
func dial(t *testing.T, target string) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	return conn
}

// The fault: generic clients ask for version 1, and the SDK serves v1alpha alone. From what the service tells, a client
// without any file of ours can build all types of the game's queries.
func TestReflectionV1IsNotServed(t *testing.T) {
	t.Parallel()
	conn := dial(t, start(t, filepath.Join(t.TempDir(), "home")).GRPC())
	stream, err := grpc_reflection_v1.NewServerReflectionClient(conn).ServerReflectionInfo(within(t))
	require.NoError(t, err)
	ask := func(req *grpc_reflection_v1.ServerReflectionRequest) *grpc_reflection_v1.ServerReflectionResponse {
		require.NoError(t, stream.Send(req))
		res, err := stream.Recv()
		require.NoError(t, err)
		require.Nil(t, res.GetErrorResponse())
		return res
	}

	services := ask(&grpc_reflection_v1.ServerReflectionRequest{
		MessageRequest: &grpc_reflection_v1.ServerReflectionRequest_ListServices{},
	}).GetListServicesResponse().GetService()
	var names []string
	for _, service := range services {
		names = append(names, service.GetName())
	}
	require.Subset(t, names, []string{
		"battleship.v1.Query", "cosmos.bank.v1beta1.Query", "cosmos.tx.v1beta1.Service",
		"cosmos.base.tendermint.v1beta1.Service", "cosmos.base.node.v1beta1.Service",
		"grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection",
	})

	var set descriptorpb.FileDescriptorSet
	known := make(map[string]bool)
	add := func(answer *grpc_reflection_v1.ServerReflectionResponse) {
		for _, bz := range answer.GetFileDescriptorResponse().GetFileDescriptorProto() { // each file once in a stream
			var file descriptorpb.FileDescriptorProto
			require.NoError(t, proto.Unmarshal(bz, &file))
			set.File, known[file.GetName()] = append(set.File, &file), true
		}
	}
	for _, name := range names {
		add(ask(&grpc_reflection_v1.ServerReflectionRequest{
			MessageRequest: &grpc_reflection_v1.ServerReflectionRequest_FileContainingSymbol{FileContainingSymbol: name},
		}))
	}
	// A file leaves out an import that was registered after it, such as some of IBC's. Clients ask for it by its name.
	for i := 0; i < len(set.File); i++ {
		for _, name := range set.File[i].GetDependency() {
			if !known[name] {
				known[name] = true
				add(ask(&grpc_reflection_v1.ServerReflectionRequest{
					MessageRequest: &grpc_reflection_v1.ServerReflectionRequest_FileByFilename{FileByFilename: name},
				}))
			}
		}
	}
	registry, err := protodesc.NewFiles(&set)
	require.NoError(t, err, "the files and all that they import")
	for _, name := range []string{"battleship.v1.QueryGameResponse", "battleship.v1.Params", "cosmos.tx.v1beta1.TxRaw"} {
		_, err := registry.FindDescriptorByName(protoreflect.FullName(name))
		require.NoError(t, err, name)
	}
	require.NoError(t, stream.CloseSend())
}

//nolint:staticcheck // deprecated, but the one that the SDK serves and older tools ask for
func TestReflectionV1AlphaIsServedToo(t *testing.T) {
	t.Parallel()
	conn := dial(t, start(t, filepath.Join(t.TempDir(), "home")).GRPC())
	stream, err := grpc_reflection_v1alpha.NewServerReflectionClient(conn).ServerReflectionInfo(within(t))
	require.NoError(t, err)
	require.NoError(t, stream.Send(&grpc_reflection_v1alpha.ServerReflectionRequest{
		MessageRequest: &grpc_reflection_v1alpha.ServerReflectionRequest_ListServices{},
	}))
	res, err := stream.Recv()
	require.NoError(t, err)
	var names []string
	for _, service := range res.GetListServicesResponse().GetService() {
		names = append(names, service.GetName())
	}
	require.Contains(t, names, "battleship.v1.Query")
	require.Contains(t, names, "grpc.reflection.v1.ServerReflection")
	require.NoError(t, stream.CloseSend())
}
