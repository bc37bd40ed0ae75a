package app_test

import (
	"encoding/json"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	evidencetypes "github.com/cosmos/cosmos-sdk/x/evidence/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// Nobody makes a handler panic by submitting evidence, of which CometBFT alone is the source.
func TestAttackSubmittedEvidenceIsRefused(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice := c.Account("alice")
	signer := c.NextBlock().DecidedLastCommit.Votes[0].Validator
	accused := sdk.ConsAddress(signer.Address)
	honest, err := c.App.StakingKeeper.GetValidatorByConsAddr(c.Context(), accused)
	require.NoError(t, err)
	msg, err := evidencetypes.NewMsgSubmitEvidence(alice.Address, &evidencetypes.Equivocation{
		Height: 1, Time: time.Unix(1, 0).UTC(), Power: signer.Power, ConsensusAddress: accused.String(),
	})
	require.NoError(t, err)
	before := c.Balance(alice.Address, app.BondDenom)
	require.ErrorContains(t, c.Deliver(alice, msg).Err(), evidencetypes.ErrNoEvidenceHandlerExists.Error())
	fee := chain.Fee(chain.DefaultGas).AmountOf(app.BondDenom)
	require.Equal(t, before.Sub(fee), c.Balance(alice.Address, app.BondDenom), "the accuser pays its fee")
	require.False(t, c.App.SlashingKeeper.IsTombstoned(c.Context(), accused))
	accusedNow, err := c.App.StakingKeeper.GetValidatorByConsAddr(c.Context(), accused)
	require.NoError(t, err)
	require.Equal(t, honest.Tokens, accusedNow.Tokens)
}

// Evidence was ignored after two days, while stake unbonds for three weeks.
func TestRegressionADoubleSignOfTwentyDaysAgoIsPunished(t *testing.T) {
	t.Parallel()
	const days, blocks = 20 * 24 * time.Hour, 20 * 24 * 60 * 60
	c := chain.New(t, chain.WithInitialHeight(2*blocks))
	c.Advance(2)
	block := c.NextBlock()
	signer := block.DecidedLastCommit.Votes[0].Validator
	address := sdk.ConsAddress(signer.Address)
	honest, err := c.App.StakingKeeper.GetValidatorByConsAddr(c.Context(), address)
	require.NoError(t, err)
	block.Misbehavior = []abci.Misbehavior{{ //nolint:misspell // CometBFT's spelling
		Type: abci.MisbehaviorType_DUPLICATE_VOTE, Validator: signer, TotalVotingPower: signer.Power,
		Height: block.Height - blocks, Time: block.Time,
	}}
	block.Time = block.Time.Add(days)
	c.BlockOf(block)
	require.True(t, c.App.SlashingKeeper.IsTombstoned(c.Context(), address))
	validator, err := c.App.StakingKeeper.GetValidatorByConsAddr(c.Context(), address)
	require.NoError(t, err)
	require.True(t, validator.Tokens.LT(honest.Tokens), "%s of %s are left", validator.Tokens, honest.Tokens)
}

func TestAGenesisWithEarlyEvidenceExpiryIsRefused(t *testing.T) {
	t.Parallel()
	state := chain.New(t).App.DefaultGenesis()
	bz, err := json.Marshal(state)
	require.NoError(t, err)
	for age, want := range map[time.Duration]string{
		48 * time.Hour: "max_age_duration of the consensus params: expected at least 504h0m0s " +
			"(unbonding_time of x/staking), got 48h0m0s",
		504*time.Hour - 1: "got 503h59m59.999999999s",
		504 * time.Hour:   "validator set is empty", // which is the next check
	} {
		params := app.DefaultConsensusParams()
		params.Evidence.MaxAgeDuration = age
		proto := params.ToProto()
		_, err := newApp(t, chain.ID).InitChain(&abci.RequestInitChain{
			ChainId: chain.ID, InitialHeight: 1, ConsensusParams: &proto, AppStateBytes: bz,
		})
		require.ErrorContains(t, err, want)
	}
}
