package app_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/crypto/keys/ed25519"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

func TestDefaultGenesis(t *testing.T) {
	t.Parallel()
	a := chain.New(t).App
	state := a.DefaultGenesis()
	require.NoError(t, a.BasicManager().ValidateGenesis(a.AppCodec(), a.TxConfig(), state))

	var bank banktypes.GenesisState
	a.AppCodec().MustUnmarshalJSON(state[banktypes.ModuleName], &bank)
	described := make(map[string]banktypes.Metadata)
	for _, metadata := range bank.DenomMetadata {
		require.NoError(t, metadata.Validate())
		described[metadata.Base] = metadata
	}
	require.Len(t, described, 2)
	for base, want := range map[string]struct{ display, symbol string }{
		"uanchor": {"anchor", "ANCHOR"},
		"uship":   {"ship", "SHIP"},
	} {
		metadata := described[base]
		require.Equal(t, want.display, metadata.Display)
		require.Equal(t, want.symbol, metadata.Symbol)
		last := metadata.DenomUnits[len(metadata.DenomUnits)-1]
		require.Equal(t, want.display, last.Denom)
		require.EqualValues(t, 6, last.Exponent)
	}
	require.Empty(t, bank.Supply)

	var staking stakingtypes.GenesisState
	a.AppCodec().MustUnmarshalJSON(state[stakingtypes.ModuleName], &staking)
	require.Equal(t, app.BondDenom, staking.Params.BondDenom)
	var mint minttypes.GenesisState
	a.AppCodec().MustUnmarshalJSON(state[minttypes.ModuleName], &mint)
	require.Equal(t, app.BondDenom, mint.Params.MintDenom)

	var gov govv1.GenesisState
	a.AppCodec().MustUnmarshalJSON(state[govtypes.ModuleName], &gov)
	require.Equal(t, app.BondDenom, gov.Params.MinDeposit[0].Denom)
	require.Equal(t, app.BondDenom, gov.Params.ExpeditedMinDeposit[0].Denom)
	require.Equal(t, app.MinInitialDepositRatio.String(), gov.Params.MinInitialDepositRatio)
	require.True(t, app.MinInitialDepositRatio.IsPositive(), "or anybody can fill the chain with proposals")

	params := app.DefaultConsensusParams()
	require.NoError(t, params.ValidateBasic())
	require.Positive(t, params.Block.MaxGas)
}

// Where the unbonding time is no whole number of blocks, evidence is accepted for one block more and not one less.
func TestEvidenceIsAcceptedInBlocksForAsLongAsStakeUnbonds(t *testing.T) {
	t.Parallel()
	const blockTime = 11 * time.Second
	a := chain.New(t).App
	params, err := app.ConsensusParams(a.AppCodec(), a.DefaultGenesis(), blockTime)
	require.NoError(t, err)
	least := time.Duration(params.Evidence.MaxAgeNumBlocks) * blockTime
	require.Greater(t, least, params.Evidence.MaxAgeDuration)
	require.Less(t, least-blockTime, params.Evidence.MaxAgeDuration)
}

// The pool of stake that is not bonded begins with the stakes of all validators, which add to the supply.
func TestAGenesisHoldsTheStakesOfAllValidators(t *testing.T) {
	t.Parallel()
	a := newApp(t, chain.ID)
	state := a.DefaultGenesis()
	var accounts []app.GenesisAccount
	var validators []app.GenesisValidator
	for i, name := range []string{chain.Alice, chain.Bob, chain.Carol} {
		address := chain.NewAccount(name).Address
		accounts = append(accounts, app.GenesisAccount{Address: address, Coins: anchors(1_000)})
		validators = append(validators, app.GenesisValidator{
			Moniker: name, Operator: address, ConsensusKey: ed25519.GenPrivKeyFromSecret([]byte(name)).PubKey(),
			Stake: math.NewInt(int64(i+1) * 1_000_000),
		})
	}
	require.NoError(t, a.AddToGenesis(state, accounts, validators))
	var bank banktypes.GenesisState
	a.AppCodec().MustUnmarshalJSON(state[banktypes.ModuleName], &bank)
	pool := authtypes.NewModuleAddress(stakingtypes.NotBondedPoolName).String()
	require.Contains(t, bank.Balances, banktypes.Balance{Address: pool, Coins: anchors(6_000_000)})
	require.Equal(t, anchors(6_003_000), bank.Supply)
}

func TestExportNeedsABlockAndKeepsHeights(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	c.AdvanceTo(5)
	exported, err := c.App.ExportAppStateAndValidators(false, nil, nil)
	require.NoError(t, err)
	require.EqualValues(t, 6, exported.Height)
	require.Len(t, exported.Validators, 1)
	require.Equal(t, app.DefaultConsensusParams().Block.MaxGas, exported.ConsensusParams.Block.MaxGas)

	_, err = c.App.ExportAppStateAndValidators(true, nil, nil)
	require.ErrorIs(t, err, app.ErrZeroHeight)

	_, err = newApp(t, c.ID()).ExportAppStateAndValidators(false, nil, nil)
	require.ErrorIs(t, err, app.ErrNothingToExport)
}
