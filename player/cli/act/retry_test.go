package act_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/cli/act"
)

// Attempts once went on for ever, and without a word.
func TestRetriesAreReportedAndEnd(t *testing.T) {
	away, behind := errors.New("no node answers"), errors.New("the node is behind")
	var told []string
	r := act.Retry{Most: 3, Tell: func(err error) { told = append(told, err.Error()) }}
	require.NoError(t, r.Again(away))
	require.NoError(t, r.Again(away))
	r.Well()
	require.NoError(t, r.Again(away))
	require.NoError(t, r.Again(behind))
	err := r.Again(behind)
	require.ErrorIs(t, err, behind)
	require.EqualError(t, err, "given up after 3 attempts: the node is behind")
	require.Equal(t, []string{away.Error(), away.Error(), behind.Error()}, told)
}
