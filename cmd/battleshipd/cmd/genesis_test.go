package cmd_test

import (
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/cometbft/cometbft/privval"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	"github.com/stretchr/testify/require"

	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
)

// Validate accepted files from which no node starts.
func TestRegressionValidateRefusesAGenesisThatDoesNotStart(t *testing.T) {
	home := ownNetwork(t)
	file := filepath.Join(home, "config", "genesis.json")
	_, err := run(t, home, "genesis", "validate")
	require.NoError(t, err)

	_, err = run(t, home, "genesis", "add-genesis-account", "ship1qyqszqgpqyqszqgpqyqszqgpqyqszqgpxlt5mj", "5uship")
	require.EqualError(t, err, "uship: only games mint it, so no account can have any at the start of a chain")

	coins := regexp.MustCompile(`\{\s*"denom":\s*"uanchor",\s*"amount":\s*"2000000000"\s*\}`)
	for name, change := range map[string]func(*genutiltypes.AppGenesis){
		"expected at least 504h0m0s": func(genesis *genutiltypes.AppGenesis) {
			genesis.Consensus.Params.Evidence.MaxAgeDuration = 48 * time.Hour
		},
		"uship": func(genesis *genutiltypes.AppGenesis) { // in the account, and in the supply
			genesis.AppState = coins.ReplaceAll(genesis.AppState, []byte(`$0, {"denom": "uship", "amount": "5"}`))
		},
	} {
		genesis, err := genutiltypes.AppGenesisFromFile(file)
		require.NoError(t, err)
		change(genesis)
		changed := filepath.Join(t.TempDir(), "genesis.json")
		require.NoError(t, genesis.SaveAs(changed))
		_, err = run(t, home, "genesis", "validate", changed)
		require.ErrorContains(t, err, "the chain does not start from it: ")
		require.ErrorContains(t, err, name)
	}
}

// An exported chain began with a height that its validators had signed already, and halted there.
func TestRegressionValidatorsSignTheFirstHeightOfAnExportedChain(t *testing.T) {
	home := stoppedDevnet(t)
	file := filepath.Join(t.TempDir(), "genesis.json")
	_, err := run(t, home, "export", "--height", "2", "--output-document", file) // an earlier state than the node's last
	require.NoError(t, err)
	_, err = run(t, home, "genesis", "validate", file)
	require.NoError(t, err)
	genesis, err := genutiltypes.AppGenesisFromFile(file)
	require.NoError(t, err)

	data := filepath.Join(home, "data")
	validator := privval.LoadFilePV(filepath.Join(home, "config", "priv_validator_key.json"),
		filepath.Join(data, "priv_validator_state.json"))
	signed := validator.LastSignState.Height
	require.Positive(t, signed)
	require.Greater(t, genesis.InitialHeight, signed+1, "another validator may be one block ahead")
	vote := &cmtproto.Vote{Type: cmtproto.PrevoteType, Height: genesis.InitialHeight, BlockID: cmtproto.BlockID{}}
	require.NoError(t, validator.SignVote(genesis.ChainID, vote))
	vote.Height = signed
	require.Error(t, validator.SignVote(genesis.ChainID, vote))
}

// The command refused the example in its own help.
func TestRegressionPruneTakesNoInterval(t *testing.T) {
	_, err := run(t, stoppedDevnet(t), "prune", "custom", "--pruning-keep-recent", "2")
	require.NoError(t, err)
}

// The command compared the chain id with that of most devnets.
func TestRegressionFundRefusedADevnetWithAnotherChainID(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	o := devnet.Options{Home: home, ChainID: "pond-1", BlockTime: 20 * time.Millisecond}
	d, err := devnet.Start(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Stop()) })
	out, err := run(t, home, "devnet", "fund", "bob")
	require.NoError(t, err)
	require.Contains(t, out, "100 ANCHOR given to bob")
	_, err = run(t, t.TempDir(), "devnet", "fund", "bob")
	require.ErrorContains(t, err, "is not the home of a devnet")
}

// stoppedDevnet returns the home of a devnet that has made some blocks.
func stoppedDevnet(t *testing.T) string {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	d, err := devnet.Start(t.Context(), devnet.Options{Home: home, BlockTime: 20 * time.Millisecond})
	require.NoError(t, err)
	client, err := d.ClientContext().GetNode()
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		status, err := client.Status(t.Context())
		return err == nil && status.SyncInfo.LatestBlockHeight > 3
	}, time.Minute, 10*time.Millisecond)
	require.NoError(t, d.Stop())
	return home
}
