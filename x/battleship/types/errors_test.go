package types_test

import (
	stderrors "errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestErrorsOfTheRulesCarryACode(t *testing.T) {
	cause := fmt.Errorf("%w: expected more, got less", game.ErrFleetMissing)
	err := errors.Wrap(types.WithCode(types.ErrClaim, cause), "game 7")
	require.ErrorIs(t, err, types.ErrClaim)
	require.ErrorIs(t, err, game.ErrFleetMissing)
	require.ErrorIs(t, err, game.ErrFleet)
	require.NotErrorIs(t, err, types.ErrTurn)
	codespace, code, log := errors.ABCIInfo(err, false)
	require.Equal(t, types.ModuleName, codespace)
	require.Equal(t, types.ErrClaim.ABCICode(), code)
	require.Equal(t, "game 7: claim not proven: bad fleet: ship missing: expected more, got less", log)
	require.Equal(t, "claim not proven", types.ErrorClass(err))

	require.NoError(t, types.RuleError(nil))
	unknown := stderrors.New("unknown")
	require.Equal(t, unknown, types.RuleError(unknown))
	require.True(t, types.FollowsFromState(err))
	require.False(t, types.FollowsFromState(unknown))
	unreadable := fmt.Errorf("%w: value decode", collections.ErrEncoding)
	require.True(t, types.FollowsFromState(unreadable))
	require.Equal(t, "corrupt record", types.ErrorClass(unreadable))
	require.ErrorIs(t, types.RuleError(game.ErrSunkEarly), types.ErrSunk)
	require.ErrorIs(t, types.RuleError(game.ErrAuditAnswer), types.ErrClaim)
	require.ErrorIs(t, types.RuleError(game.ErrAnswer), types.ErrInvalidMove)
}

// Codes 0 and 1 mean success and an unknown error; a code that is used twice does not start.
func TestErrorCodesStartAtTwo(t *testing.T) {
	for _, err := range []*errors.Error{types.ErrUnauthorized, types.ErrPanic} {
		require.GreaterOrEqual(t, err.ABCICode(), uint32(2))
	}
}

// The numbers of the rules and of the chain are the same, by name.
func TestNumbersOfTheRulesAreThoseOfTheChain(t *testing.T) {
	require.EqualValues(t, game.PhaseOpen, types.PHASE_OPEN)
	require.EqualValues(t, game.PhaseToss, types.PHASE_TOSS)
	require.EqualValues(t, game.PhasePlay, types.PHASE_PLAY)
	require.EqualValues(t, game.PhaseClaim, types.PHASE_CLAIM)
	require.EqualValues(t, game.PhaseOver, types.PHASE_OVER)
	require.EqualValues(t, game.PhaseCancelled, types.PHASE_CANCELLED)
	require.EqualValues(t, game.OwesNothing, types.OBLIGATION_NONE)
	require.EqualValues(t, game.OwesTossReveal, types.OBLIGATION_TOSS_REVEAL)
	require.EqualValues(t, game.OwesAnswer, types.OBLIGATION_ANSWER)
	require.EqualValues(t, game.OwesShot, types.OBLIGATION_SHOT)
	require.EqualValues(t, game.OwesClaim, types.OBLIGATION_CLAIM)
	require.EqualValues(t, game.ReasonNone, types.REASON_UNSPECIFIED)
	require.EqualValues(t, game.ReasonSunk, types.REASON_SUNK)
	require.EqualValues(t, game.ReasonConceded, types.REASON_CONCEDED)
	require.EqualValues(t, game.ReasonChallenged, types.REASON_CHALLENGED)
	require.EqualValues(t, game.ReasonTimeout, types.REASON_TIMEOUT)
	require.EqualValues(t, game.ReasonUnproven, types.REASON_UNPROVEN)
	require.EqualValues(t, game.ReasonCancelled, types.REASON_CANCELLED)
	require.EqualValues(t, game.ReasonVoid, types.REASON_VOID)
}
