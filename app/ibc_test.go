package app_test

import (
	"testing"

	icagenesistypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/genesis/types"
	icatypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	ibctm "github.com/cosmos/ibc-go/v11/modules/light-clients/07-tendermint"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	msgv1 "cosmossdk.io/api/cosmos/msg/v1"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/testutil/chain"
)

// The list in the genesis state is that of all messages of players, found in the descriptor of their service, and what
// moves a player's coins. It names each, and none that carries others.
func TestInterchainAccountsMayPlayAndMoveCoinsAndNothingElse(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	want := []string{sdk.MsgTypeURL(&banktypes.MsgSend{}), sdk.MsgTypeURL(&transfertypes.MsgTransfer{})}
	for _, descriptor := range messages(t) {
		signers, ok := proto.GetExtension(descriptor.Options(), msgv1.E_Signer).([]string)
		require.True(t, ok)
		if signers[0] == "sender" {
			want = append(want, "/"+string(descriptor.FullName()))
		}
	}
	var genesis icagenesistypes.GenesisState
	c.App.AppCodec().MustUnmarshalJSON(c.App.DefaultGenesis()[icatypes.ModuleName], &genesis)
	require.True(t, genesis.HostGenesisState.Params.HostEnabled)
	require.ElementsMatch(t, want, genesis.HostGenesisState.Params.AllowMessages)
	require.Equal(t, genesis.HostGenesisState.Params, c.App.ICAHostKeeper.GetParams(c.Context()))
}

func TestOnlyClientsOfCometBFTAreKnown(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	require.Equal(t, clienttypes.NewParams(ibcexported.Tendermint), c.App.IBCKeeper.ClientKeeper.GetParams(c.Context()))
	for _, kind := range []string{"06-solomachine", "08-wasm", "attestations", "09-localhost"} {
		_, err := c.App.IBCKeeper.ClientKeeper.Route(c.Context(), kind+"-0")
		require.Error(t, err, kind)
	}
	_, err := c.App.IBCKeeper.ClientKeeper.Route(c.Context(), ibctm.ModuleName+"-0")
	require.NoError(t, err)
}
