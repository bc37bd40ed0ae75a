package app_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/telemetry"

	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// A block tells its operator what it has done: a line of the module for each event of a game, and gauges after it.
// What is only checked or simulated leaves no line, and no line holds a secret.
func TestABlockLeavesLinesAndGauges(t *testing.T) {
	//nolint:staticcheck // deprecated for OpenTelemetry, whose gauges the SDK's /metrics does not show
	metrics, err := telemetry.New(telemetry.Config{Enabled: true, PrometheusRetentionTime: 600})
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := telemetry.New(telemetry.Config{}) //nolint:staticcheck // see above
		require.NoError(t, err)
	})
	var lines bytes.Buffer
	c := chain.New(t, chain.WithGenesis(onOneMachine),
		chain.WithLogger(log.NewLogger(&lines, log.OutputJSONOption())))
	alice, bob := newPlayer(chain.Alice), newPlayer(chain.Bob)

	require.NotZero(t, c.Simulate(alice.Account, alice.create()))
	require.NotContains(t, lines.String(), "game created")
	create, stake := alice.create(), anchors(5)[0]
	create.Stake = &stake
	c.MustDeliver(alice.Account, create)
	require.Contains(t, lines.String(), `"module":"x/battleship","game":1,"creator":"`+alice.String()+`","coins":`)
	requireGauges(t, metrics, "battleship_games_open 1", "battleship_games_running 0",
		`battleship_escrow{denom="uanchor"} 1.000005e+06`)

	toss := bytes.Repeat([]byte{7}, commitment.TossSize)
	c.MustDeliver(bob.Account, &battleshiptypes.MsgJoinGame{
		Sender: bob.String(), GameId: 1, Entry: bob.entry(), Toss: toss,
	})
	c.MustDeliver(bob.Account, &battleshiptypes.MsgConcede{Sender: bob.String(), GameId: 1})
	c.MustDeliver(alice.Account, &battleshiptypes.MsgClaimWin{
		Sender: alice.String(), GameId: 1, Fleet: commitmenttest.ClassicFleet, BoardSecret: alice.Secret,
	})
	for _, part := range []string{
		`"joiner":"` + bob.String() + `"`, `"players":["` + alice.String() + `","` + bob.String() + `"]`, "game over",
	} {
		require.Contains(t, lines.String(), part)
	}
	for _, secret := range [][]byte{toss, alice.Secret, bob.Secret} {
		require.NotContains(t, lines.String(), hex.EncodeToString(secret))
		require.NotContains(t, lines.String(), string(secret))
	}
	requireGauges(t, metrics, "battleship_games_open 0", "battleship_games_running 0", "battleship_games_overdue 0",
		"battleship_games_quarantined 0", `battleship_minted{denom="uship"} `,
		"battleship_escrow{denom=\"uanchor\"} 0\n")
}

// requireGauges compares lines of what a node serves under /metrics.
func requireGauges(t *testing.T, metrics *telemetry.Metrics, want ...string) { //nolint:staticcheck // see above
	t.Helper()
	got, err := metrics.Gather(telemetry.FormatPrometheus) //nolint:staticcheck // see above
	require.NoError(t, err)
	for _, line := range want {
		require.Contains(t, string(got.Metrics), line)
	}
}
