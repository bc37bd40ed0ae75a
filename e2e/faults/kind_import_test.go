package main

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A bot's transaction timed out: the chain began again at the time of its first genesis, two hours before.
func TestRegressionAnImportedChainHasATimeOfItsOwn(t *testing.T) {
	const export = `{"genesis_time":"2026-01-02T03:04:05Z","initial_height":45,"app_state":{"n":12345678901234567890}}`
	began := time.Date(2026, 1, 2, 5, 4, 5, 0, time.UTC)
	raw, err := begunAt([]byte(export), began)
	require.NoError(t, err)
	var got struct {
		Time  time.Time       `json:"genesis_time"`
		First int64           `json:"initial_height"`
		State json.RawMessage `json:"app_state"`
	}
	require.NoError(t, json.Unmarshal(raw, &got))
	require.Equal(t, began, got.Time)
	require.EqualValues(t, 45, got.First)
	require.Equal(t, `{"n":12345678901234567890}`, string(got.State))
}
