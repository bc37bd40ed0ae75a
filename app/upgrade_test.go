package app_test

import (
	"testing"
	"time"

	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship"
	battleshipkeeper "github.com/battleship-chain/battleship/x/battleship/keeper"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// Governance plans an upgrade; the binary of today stops at its height; the next one goes on from there, with the
// migrations run once and the new store in place.
func TestUpgradeRunsMigrations(t *testing.T) {
	t.Parallel()
	const name, added = "next", "harbour"
	db := dbm.NewMemDB()
	c := chain.New(t, chain.WithDB(db), chain.WithGenesis(voteWithin(3*chain.BlockTime)))
	height := c.Height() + 10
	pass(t, c, &upgradetypes.MsgSoftwareUpgrade{
		Authority: authtypes.NewModuleAddress(govtypes.ModuleName).String(),
		Plan:      upgradetypes.Plan{Name: name, Height: height},
	})
	c.AdvanceTo(height - 1)

	_, err := c.App.FinalizeBlock(c.NextBlock())
	require.ErrorContains(t, err, `UPGRADE "next" NEEDED`)

	var migrated int
	release := app.NextRelease{
		Home: c.Home, ChainID: c.ID(), Upgrade: name, Store: added,
		Migrate: func(*battleshipkeeper.Keeper) module.MigrationHandler {
			return func(ctx sdk.Context) error {
				migrated++
				require.Equal(t, height, ctx.BlockHeight())
				return nil
			}
		},
	}
	skipping := release
	skipping.Skip = int(height)
	_, err = skipping.New(db)
	require.ErrorContains(t, err, "version of store harbour mismatch", "an upgrade that is skipped adds no store")
	next, err := release.New(db)
	require.NoError(t, err)
	c.Reload(next)
	c.Block()
	require.Equal(t, 1, migrated)
	versions, err := c.App.UpgradeKeeper.GetModuleVersionMap(c.Context())
	require.NoError(t, err)
	require.EqualValues(t, battleship.ConsensusVersion+1, versions[battleshiptypes.ModuleName])
	done, err := c.App.UpgradeKeeper.GetDoneHeight(c.Context(), name)
	require.NoError(t, err)
	require.Equal(t, height, done)
	c.Advance(3)
	require.Equal(t, 1, migrated)

	// The binary of today would compute another state, so it refuses to go on.
	c.Reload(app.New(
		log.NewNopLogger(), db, true, simtestutil.NewAppOptionsWithFlagHome(c.Home), baseapp.SetChainID(c.ID()),
	))
	_, err = c.App.FinalizeBlock(c.NextBlock())
	require.ErrorContains(t, err, "upgrade handler is missing for next upgrade plan")
}

// voteWithin makes governance as fast as a test needs it.
func voteWithin(period time.Duration) func(*app.App, app.GenesisState) {
	return func(a *app.App, state app.GenesisState) {
		var gov govv1.GenesisState
		a.AppCodec().MustUnmarshalJSON(state[govtypes.ModuleName], &gov)
		expedited := period / 2
		gov.Params.VotingPeriod, gov.Params.ExpeditedVotingPeriod = &period, &expedited
		state[govtypes.ModuleName] = a.AppCodec().MustMarshalJSON(&gov)
	}
}

// pass has governance carry out messages.
func pass(t *testing.T, c *chain.Chain, msgs ...sdk.Msg) {
	t.Helper()
	params, err := c.App.GovKeeper.Params.Get(c.Context())
	require.NoError(t, err)
	alice, operator := c.Account(chain.Alice), c.Account(chain.Operator)
	submit, err := govv1.NewMsgSubmitProposal(
		msgs, params.MinDeposit, alice.String(), "", "a proposal", "to see it pass", false,
	)
	require.NoError(t, err)
	res := c.MustDeliver(alice, submit)
	var submitted govv1.MsgSubmitProposalResponse
	require.NoError(t, res.Response(0, &submitted))
	c.MustDeliver(operator, govv1.NewMsgVote(operator.Address, submitted.ProposalId, govv1.OptionYes, ""))
	c.Advance(int64(*params.VotingPeriod/chain.BlockTime) + 1)
	proposal, err := c.App.GovKeeper.Proposals.Get(c.Context(), submitted.ProposalId)
	require.NoError(t, err)
	require.Equal(t, govv1.StatusPassed, proposal.Status, proposal.FailedReason)
}
