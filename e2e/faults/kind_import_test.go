package main

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A bot's transaction timed out: the chain began again at the time of its first genesis, two hours before.
func TestRegressionAnImportedChainBeginsNow(t *testing.T) {
	const export = `{"genesis_time":"2026-01-02T03:04:05Z","initial_height":45,"app_state":{"n":12345678901234567890}}`
	raw, err := begunNow([]byte(export))
	require.NoError(t, err)
	var got struct {
		Time  time.Time       `json:"genesis_time"`
		First int64           `json:"initial_height"`
		State json.RawMessage `json:"app_state"`
	}
	require.NoError(t, json.Unmarshal(raw, &got))
	require.WithinDuration(t, time.Now(), got.Time, time.Minute)
	require.EqualValues(t, 45, got.First)
	require.Equal(t, `{"n":12345678901234567890}`, string(got.State))
}
