package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/battleship-chain/battleship/player/text"
)

// IBCReport holds the measurements of an ibcDemo.
type IBCReport struct {
	// BlockSecondsA and BlockSecondsB are the time between two blocks of A and of B.
	BlockSecondsA, BlockSecondsB float64
	// ConnectSeconds is how long it took to connect the chains.
	ConnectSeconds float64
	// TransferSeconds is the time from a transfer to its acknowledgement, RoundTripSeconds that and the way back.
	TransferSeconds, RoundTripSeconds float64
	// Moves is the number of moves by packet, MoveSeconds the median of the time until the game has one, and
	// SlowestMoveSeconds the longest.
	Moves                           int
	MoveSeconds, SlowestMoveSeconds float64
	// PacketGasA and PacketGasB are the gas of a move by packet, of the relayer's transaction on A and the player's on B.
	PacketGasA, PacketGasB int64
	// ProofBytes is the size of the proof of a result.
	ProofBytes int
	// Seconds is how long all of it took.
	Seconds float64
}

// Write writes the figures for a person.
func (f IBCReport) Write(out io.Writer) error {
	var text strings.Builder
	row := rows(&text, 0)
	interval := (f.BlockSecondsA + f.BlockSecondsB) / 2
	timed := func(name string, seconds float64, rest string) {
		row(name, fmt.Sprintf("%.2f s", seconds), fmt.Sprintf("%.1f block intervals", seconds/interval), rest)
	}
	timed("connecting", f.ConnectSeconds, "clients, connection, channel")
	timed("transfer", f.TransferSeconds, "until it is acknowledged")
	timed("there and back", f.RoundTripSeconds, "")
	timed("a move by packet", f.MoveSeconds,
		fmt.Sprintf("median of %d, the slowest %.2f s", f.Moves, f.SlowestMoveSeconds))
	row("its gas", f.PacketGasA, "on A, with the update of the client", fmt.Sprintf("%d on B", f.PacketGasB))
	row("block interval", fmt.Sprintf("%.2f s", f.BlockSecondsA), "on A", fmt.Sprintf("%.2f s on B", f.BlockSecondsB))
	row("proof of a result", fmt.Sprintf("%d bytes", f.ProofBytes), "", "")
	row("in all", fmt.Sprintf("%.0f s", f.Seconds), "", "")
	row()
	return writeLines(out, text.String())
}

// prove has A's node prove the result of a game, ends both chains, and has the proof checked where there is no node.
func (c *ibcDemo) prove(ctx context.Context) error {
	header, proof := filepath.Join(c.home, "trusted.json"), filepath.Join(c.home, "result.json")
	id := fmt.Sprint(c.game)
	for _, ask := range []struct {
		file string
		args []string
	}{
		{header, []string{"query", "battleship", "trusted-header"}},
		{proof, []string{"query", "battleship", "result", id, "--prove"}},
	} {
		answer, err := c.command(ctx, append(ask.args, "--node", c.a.RPC)...)
		if err != nil {
			return err
		}
		if err := os.WriteFile(ask.file, answer, 0o600); err != nil {
			return err
		}
		c.figures.ProofBytes = len(answer)
	}
	c.say(text.IBCProof, id)
	if err := c.leave(); err != nil {
		return err
	}
	c.say(text.IBCOver)
	said, err := c.command(ctx, "verify-result", proof, "--trusted-header", header, "--game", id)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(said)) {
		c.say("f. %s", strings.TrimRight(line, "\n"))
	}
	return c.refuseForged(ctx, proof, header, id)
}

// value is the value in the file of a proof, in hexadecimal.
var value = regexp.MustCompile(`"value": *"[0-9a-fA-F]+`)

// refuseForged demands that a proof with another value is refused.
func (c *ibcDemo) refuseForged(ctx context.Context, proof, header, id string) error {
	raw, err := os.ReadFile(proof)
	if err != nil {
		return err
	}
	last := value.FindIndex(raw)
	if last == nil {
		return errors.New("expected a value in the file of the proof, got none")
	}
	raw[last[1]-1] = map[bool]byte{true: '1', false: '0'}[raw[last[1]-1] == '0']
	forged := filepath.Join(c.home, "forged.json")
	if err := os.WriteFile(forged, raw, 0o600); err != nil { //nolint:gosec // in the home that this program has made
		return err
	}
	if _, err := c.command(ctx, "verify-result", forged, "--trusted-header", header, "--game", id); err == nil {
		return errors.New("expected a proof with another value to be refused, but it was taken")
	}
	c.say(text.IBCForged)
	return nil
}

// command runs a command of battleshipd, and returns its standard output.
func (c *ibcDemo) command(ctx context.Context, args ...string) ([]byte, error) {
	//nolint:gosec // it is this program
	cmd := exec.CommandContext(ctx, c.Binary, append(args, "--home", filepath.Join(c.home, "user"))...)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("battleshipd %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return out.Bytes(), nil
}
