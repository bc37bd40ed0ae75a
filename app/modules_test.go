package app_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// A game is settled by the params of the block it expires in. Proposals that pass in that block change them after it,
// and validators after both.
func TestGamesAreSettledBeforeAProposalOfTheSameBlockChangesTheParams(t *testing.T) {
	t.Parallel()
	order := chain.New(t).App.EndBlockOrder()
	games := slices.Index(order, battleshiptypes.ModuleName)
	proposals := slices.Index(order, govtypes.ModuleName)
	validators := slices.Index(order, stakingtypes.ModuleName)
	require.GreaterOrEqual(t, games, 0)
	require.Less(t, games, proposals)
	require.Less(t, proposals, validators)
}
