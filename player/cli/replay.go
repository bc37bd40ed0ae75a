package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
)

const (
	flagDelay  = "delay"
	flagExport = "export"
)

// moveDelay is how long a replay pauses between two moves on a terminal.
const moveDelay = 300 * time.Millisecond

// ReplayCmd returns the command that plays a finished game back.
func ReplayCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "replay ID|FILE",
		Short: "Play a finished game back, move by move, from the chain or from a record",
		Long: `Plays a finished game back from the transactions that the chain holds, or from a record of them, and
verifies it on the way: each transaction is in its block and signed by its sender, each answer opens the board that was
committed to, each move is legal, and the fleets that were shown are those of the start. --export writes the game
as a record, which replay FILE plays and verifies without a node. A record does not prove that its blocks are the
chain's: compare a hash with a node that you trust. With --output json each line is an object: an event, what is owed
after it, and at the end how the game ended and what was verified.`,
		Example: `battleshipd replay 4
battleshipd replay 4 --export game4.json
battleshipd replay game4.json`,
		Args: exactly("ID or FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			cmd.SilenceUsage = true
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			cmd.SetContext(ctx)
			id, err := parseGameID(args[0])
			if err != nil {
				return replayFile(cmd, args[0])
			}
			e, err := newEnv(cmd, false)
			if err != nil {
				return err
			}
			return e.out.namedError(e.replayGame(ctx, id))
		},
	}
	addQueryFlags(cmd)
	cmd.Flags().Duration(flagDelay, 0,
		fmt.Sprintf("pause between two moves (default %s on a terminal, else none)", moveDelay))
	cmd.Flags().String(flagExport, "", "write the game into this file as a record, and do not play it back")
	return cmd
}

// codecOf is what records are read with.
func codecOf(cctx sdkclient.Context) record.Codec {
	return record.Codec{TxConfig: cctx.TxConfig, Registry: cctx.InterfaceRegistry}
}

// replayGame plays a game back from the chain, or exports it.
func (e *env) replayGame(ctx context.Context, id uint64) error {
	node, err := e.cctx.GetNode()
	if err != nil {
		return err
	}
	path := valueOf[string](e.cmd.Flags(), flagExport)
	r, g, err := watch.RecordOf(ctx, node, e.account, codecOf(e.cctx), e.chain.ChainID(), id)
	switch {
	case errors.Is(err, watch.ErrMelee) && path != "":
		return fmt.Errorf("--%s: %w", flagExport, errMeleeRecord)
	case errors.Is(err, watch.ErrMelee):
		return e.replayMelee(ctx, id, e.delay())
	case errors.Is(err, watch.ErrNotOver):
		return fmt.Errorf("%w: follow it with battleshipd watch %d", err, id)
	case err != nil:
		return err
	}
	if path == "" {
		return e.playBack(ctx, g)
	}
	raw, err := r.Encode()
	if err != nil {
		return err
	}
	if err := writeNew(path, raw); err != nil {
		return fmt.Errorf("--%s: %w", flagExport, err)
	}
	if e.out.json {
		return e.out.object(exported{GameID: id, File: path, Txs: g.Txs, Blocks: len(r.Blocks)})
	}
	e.out.text(text.Recorded, id, path, g.Txs, len(r.Blocks), path)
	return nil
}

// account asks the chain for an account's number and public key.
func (e *env) account(ctx context.Context, address string) (uint64, []byte, error) {
	res, err := authtypes.NewQueryClient(e.chain.Conn()).AccountInfo(
		ctx, &authtypes.QueryAccountInfoRequest{Address: address})
	if err != nil {
		return 0, nil, err
	}
	if res.Info == nil || res.Info.PubKey == nil {
		return 0, nil, errors.New("the node's answer holds no public key")
	}
	key, err := res.Info.PubKey.Marshal()
	return res.Info.AccountNumber, key, err
}

// writeNew writes a new file: an existing one is not overwritten.
func writeNew(path string, raw []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: name another file", path)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	return errors.Join(err, f.Close())
}

// replayFile plays a record back without a node.
func replayFile(cmd *cobra.Command, path string) error {
	if cmd.Flags().Changed(flagExport) {
		return fmt.Errorf("--%s takes a game from the chain: name its ID, not the record %s", flagExport, path)
	}
	cctx := sdkclient.GetClientContextFromCmd(cmd)
	out, err := newPrinter(cmd, cctx)
	if err != nil {
		return err
	}
	raw, err := readAtMost(path, record.MaxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%q is neither the ID of a game nor the file of a record", path)
	}
	if err != nil {
		return err
	}
	r, err := record.Decode(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	g, err := r.Verify(cmd.Context(), codecOf(cctx))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	e := &env{cmd: cmd, cctx: cctx, out: out}
	if err := e.playBack(cmd.Context(), g); err != nil {
		return err
	}
	last := r.Blocks[len(r.Blocks)-1]
	e.out.note(text.NoNodeAsked, r.ChainID, last.Height, strings.ToUpper(last.Hash))
	return nil
}

// playBack shows a verified game.
func (e *env) playBack(ctx context.Context, g record.Game) error {
	delay := e.delay()
	if e.out.json {
		return e.tellBack(ctx, g, delay)
	}
	s := e.newShow()
	s.players = g.Players
	e.out.text(text.RecordOf, g.ID, g.ChainID, g.Ruleset.Name)
	s.cast(e.out.out)
	for i, move := range g.Moves {
		if i > 0 {
			if err := wait(ctx, delay); err != nil {
				return err
			}
		}
		if _, over := move.Event.(game.Over); over {
			s.fleets = g.Fleets
		}
		s.move(move.Height, move.Event, move.State)
	}
	s.end(g.State())
	shown := make([]bool, len(g.Players))
	for seat := range shown {
		shown[seat] = g.Fleets[seat] != nil
	}
	e.out.text("\n%s", text.Verified(g.Txs, g.Ruleset.Proven, shown, g.Granted))
	return nil
}

// delay is how long a replay pauses between two moves.
func (e *env) delay() time.Duration {
	if !e.cmd.Flags().Changed(flagDelay) && isTerminal(e.out.out) {
		return moveDelay
	}
	return valueOf[time.Duration](e.cmd.Flags(), flagDelay)
}

// tellBack prints a verified game for a program.
func (e *env) tellBack(ctx context.Context, g record.Game, delay time.Duration) error {
	t := eventPrinter{out: e.out, gameID: g.ID, players: g.Players}
	for i, move := range g.Moves {
		if i > 0 {
			if err := wait(ctx, delay); err != nil {
				return err
			}
		}
		if err := t.move(move.Height, move.Event, move.State); err != nil {
			return err
		}
	}
	ending := g.Ending()
	f := finished{ChainID: g.ChainID, Ending: &ending, Txs: g.Txs, Granted: g.Granted}
	return t.end(f, g.State(), g.Fleets)
}

// exported describes a written record to a program.
type exported struct {
	GameID uint64 `json:"game_id,string"`
	File   string `json:"file"`
	Txs    int    `json:"txs"`
	Blocks int    `json:"blocks"`
}
