package client_test

import (
	"google.golang.org/grpc"

	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	cryptocodec "github.com/cosmos/cosmos-sdk/crypto/codec"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
)

var secp256k1Algo = hd.Secp256k1

func newGRPCServer() *grpc.Server { return grpc.NewServer() }

func newKeyring() keyring.Keyring {
	registry := codectypes.NewInterfaceRegistry()
	cryptocodec.RegisterInterfaces(registry)
	return keyring.NewInMemory(codec.NewProtoCodec(registry))
}
