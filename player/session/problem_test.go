package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	errorsmod "cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A late move was reported as a move of the opponent, although none may have been made.
func TestRegressionALateMoveIsReportedAsAnOpponentsMove(t *testing.T) {
	for want, kind := range map[string]*errorsmod.Error{"time is up": types.ErrLate, text.MovedOn: types.ErrTurn} {
		err := &client.RefusedError{Codespace: kind.Codespace(), Code: kind.ABCICode()}
		require.True(t, session.MovedOn(err))
		require.Equal(t, want, session.Problem(err, text.Voice{}))
	}
}
