package app_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	evidencetypes "github.com/cosmos/cosmos-sdk/x/evidence/types"

	"github.com/battleship-chain/battleship/testutil/chain"
)

// Nobody makes a handler panic by submitting evidence, of which CometBFT alone is the source.
func TestSubmittedEvidenceIsRefused(t *testing.T) {
	c := chain.New(t)
	alice := c.Account("alice")
	msg, err := evidencetypes.NewMsgSubmitEvidence(alice.Address, &evidencetypes.Equivocation{
		Height:           1,
		Time:             time.Unix(1, 0).UTC(),
		Power:            1,
		ConsensusAddress: sdk.ConsAddress(alice.Address).String(),
	})
	require.NoError(t, err)
	require.ErrorContains(t, c.Deliver(alice, msg).Err(), evidencetypes.ErrNoEvidenceHandlerExists.Error())
}
