package app_test

import (
	"encoding/json"
	"testing"

	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// Modules refused their own exports: x/bank a voucher's description, rate limits the first hour of a chain.
func TestRegressionAnExportIsValid(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	c.Advance(2)
	voucher := transfertypes.NewDenom("uatom", transfertypes.NewHop(transfertypes.PortID, "channel-0"))
	ctx := c.App.NewContext(true)
	c.App.TransferKeeper.SetDenom(ctx, voucher)
	c.App.TransferKeeper.SetDenomMetadata(ctx, voucher)

	exported, err := c.App.ExportAppStateAndValidators(false, nil, nil)
	require.NoError(t, err)
	var state app.GenesisState
	require.NoError(t, json.Unmarshal(exported.AppState, &state))
	require.NoError(t, c.App.BasicManager().ValidateGenesis(c.App.AppCodec(), c.App.TxConfig(), state))

	imported := chain.New(t, chain.WithInitialHeight(exported.Height), chain.WithGenesis(
		func(_ *app.App, fresh app.GenesisState) {
			for name, raw := range state {
				fresh[name] = raw
			}
		}))
	metadata, ok := imported.App.BankKeeper.GetDenomMetaData(imported.Context(), voucher.IBCDenom())
	require.True(t, ok)
	require.Equal(t, "UATOM", metadata.Symbol)
}
