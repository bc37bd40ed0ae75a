package app_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// An export has the same chain id, so a signature that was good before is good after.
func TestAttackAnUnorderedTransactionIsNotReplayedAfterAnImport(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice := c.Account(chain.Alice)
	tx := c.SignTx(chain.Tx{Until: c.Time().Add(9*time.Minute + time.Nanosecond), Msgs: selfPayment(alice)}, alice)
	require.Zero(t, c.Block(tx).TxResults[0].Code)
	again := c.Block(tx).TxResults[0]
	require.Equal(t, sdkerrors.ErrInvalidRequest.ABCICode(), again.Code, again.Log)

	exported, err := c.App.ExportAppStateAndValidators(false, nil, nil)
	require.NoError(t, err)
	imported := chain.New(t, chain.WithInitialHeight(exported.Height), chain.WithGenesis(
		func(_ *app.App, state app.GenesisState) {
			clear(state)
			require.NoError(t, json.Unmarshal(exported.AppState, &state))
		}))
	replayed := imported.Block(tx).TxResults[0]
	require.Equal(t, sdkerrors.ErrInvalidRequest.ABCICode(), replayed.Code, replayed.Log)
	require.Contains(t, replayed.Log, "already used timeout")
	require.NotZero(t, imported.Check(tx).Code)

	other := imported.SignTx(chain.Tx{Until: imported.Time().Add(8 * time.Minute), Msgs: selfPayment(alice)}, alice)
	require.Zero(t, imported.Block(other).TxResults[0].Code)
}

func TestNoncesAreExportedWithTheModuleOfAccountsAlone(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	for _, test := range []struct {
		modules []string
		want    bool
	}{{nil, true}, {[]string{"auth"}, true}, {[]string{"bank"}, false}} {
		exported, err := c.App.ExportAppStateAndValidators(false, nil, test.modules)
		require.NoError(t, err)
		var state app.GenesisState
		require.NoError(t, json.Unmarshal(exported.AppState, &state))
		_, ok := state["unordered_nonces"]
		require.Equal(t, test.want, ok, "%v", test.modules)
	}
}
