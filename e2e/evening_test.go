package e2e_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
)

// match finds an opponent at the lobby, with a random fleet.
func (m *person) match(ctx context.Context) {
	m.t.Helper()
	m.Await(ctx, "Open games")
	m.Press("m")
	m.Await(ctx, "fast, off-chain")
	m.Press("\r")
	m.enter(ctx)
}

// enter places a fleet, and enters the game.
func (m *person) enter(ctx context.Context) {
	m.t.Helper()
	m.Await(ctx, "Your fleet is ready", "f last fleet")
	m.Press("\r")
	m.Await(ctx, "y or n")
	m.Press("y")
}

// TestAnEvening lets two players with homes of their own spend an evening on one devnet: they meet, and play off-chain
// with shots locked ahead. The program of one is killed, and continues. They play again; notify calls one of them, and
// the other replays the first game.
func TestAnEvening(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	d, err := devnet.Start(ctx, devnet.Options{
		Home: filepath.Join(t.TempDir(), "chain"), BlockTime: 200 * time.Millisecond, Log: t.Output(),
	})
	require.NoError(t, err)
	defer func() { require.NoError(t, d.Stop()) }()
	homes := map[string]string{devnet.Alice: keyOf(t, d, devnet.Alice), devnet.Bob: keyOf(t, d, devnet.Bob)}
	run := func(name string, args ...string) *person {
		return onTerminal(t, append(args, "--from", name, "--home", homes[name],
			"--keyring-backend", keyring.BackendTest, "--node", d.RPC(), "--chain-id", devnet.ChainID)...)
	}
	play := func(name string) *person { return run(name, "play", "--relay", d.Relay()) }

	calls := filepath.Join(t.TempDir(), "calls")
	notify := run(devnet.Bob, "notify", "--exec", `echo "$BATTLESHIP_TEXT" >> `+calls)

	alice := play(devnet.Alice)
	alice.match(ctx)
	alice.Await(ctx, "Waiting for an opponent")
	bob := play(devnet.Bob)
	bob.match(ctx)
	bob.Await(ctx, "#1 classic against")

	first, second := alice, bob
	if shown := alice.Await(ctx, yourTurn, "'s turn: the shot"); !strings.Contains(shown, yourTurn) {
		first, second = bob, alice
	}
	first.Await(ctx, yourTurn) // its screen may be behind that of the other
	first.Press("J1\r")
	first.Await(ctx, "You fired at J1: ") // before the second player has chosen a shot
	second.Await(ctx, yourTurn)
	second.Press("A1\r")
	second.Await(ctx, "You fired at A1: ")
	second.Press("A2\r")
	second.Await(ctx, "A2 is locked")
	first.Press("J2\r")
	first.Await(ctx, "You fired at J2: ")

	// A program that is killed has lost nothing.
	alice.kill()
	alice = play(devnet.Alice)
	alice.Await(ctx, "#1")
	alice.Press("\r")
	shown := alice.Await(ctx, "A2", "J2")
	require.Contains(t, shown, "#1 classic against")
	concede(ctx, alice, bob)
	bob.Await(ctx, "Best run")
	alice.Press("w")
	alice.Await(ctx, "Replay, shot 0 of ")
	alice.Press(strings.Repeat("\x1b[C", 3))
	alice.Await(ctx, "Replay, shot 3 of ")
	alice.Press("\x1b")
	alice.Await(ctx, "r again")

	// Bob offers a rematch. Alice accepts it with the same key with which she would have offered one.
	bob.Press("\r")
	bob.enter(ctx)
	bob.Await(ctx, "to join")
	alice.Await(ctx, "offers a rematch: enter accepts.")
	alice.Press("\r")
	alice.enter(ctx)
	alice.Await(ctx, "#2 classic against")
	bob.Await(ctx, "#2 classic against")
	for _, m := range []*person{alice, bob} {
		m.leave(ctx)
	}
	notify.Press("\x03")
	_ = notify.End(ctx)
	called, err := os.ReadFile(calls)
	require.NoError(t, err)
	require.Contains(t, string(called), "Game 1 is over: you won")
	require.Contains(t, string(called), "Game 2 has begun, off-chain: a program of yours has to be open.")
}

// concede lets one player give up in its turn, and waits until the other has won.
func concede(ctx context.Context, loser, winner *person) {
	loser.t.Helper()
	if shown := loser.Await(ctx, yourTurn, "'s turn: the "); !strings.Contains(shown, yourTurn) {
		winner.Press("J9\r")
		loser.Await(ctx, yourTurn)
	}
	loser.Press("x")
	loser.Await(ctx, "Give up?")
	loser.Press("y")
	winner.Await(ctx, won)
	loser.Await(ctx, lost)
}
