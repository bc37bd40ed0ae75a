package look

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
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
)

// Flags of a replay.
const (
	FlagDelay  = "delay"
	FlagExport = "export"
)

// moveDelay is how long a replay pauses between two moves on a terminal.
const moveDelay = 300 * time.Millisecond

// ReplayCmd returns the command that plays a finished game back.
func ReplayCmd[K Kind](all []K) *cobra.Command {
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
		Args: env.Exactly("ID or FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			cmd.SilenceUsage = true
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			cmd.SetContext(ctx)
			id, err := env.ParseGameID(args[0])
			if err != nil {
				return replayFile(cmd, args[0])
			}
			e, err := env.New(cmd, false)
			if err != nil {
				return err
			}
			path := env.ValueOf[string](cmd.Flags(), FlagExport)
			return e.Out.NamedError(first(all, func(k K) error { return k.Replay(ctx, e, id, path) }))
		},
	}
	env.AddQueryFlags(cmd)
	cmd.Flags().Duration(FlagDelay, 0,
		fmt.Sprintf("pause between two moves (default %s on a terminal, else none)", moveDelay))
	cmd.Flags().String(FlagExport, "", "write the game into this file as a record, and do not play it back")
	return cmd
}

// codecOf is what records are read with.
func codecOf(cctx sdkclient.Context) record.Codec {
	return record.Codec{TxConfig: cctx.TxConfig, Registry: cctx.InterfaceRegistry}
}

// Replay implements Kind.
func (Duels) Replay(ctx context.Context, e *env.Env, id uint64, path string) error {
	node, err := e.Client.GetNode()
	if err != nil {
		return err
	}
	r, g, err := watch.RecordOf(ctx, node, accounter(e), codecOf(e.Client), e.Chain.ChainID(), id)
	switch {
	case errors.Is(err, watch.ErrNotOver):
		return fmt.Errorf("%w: follow it with battleshipd watch %d", err, id)
	case err != nil:
		return err
	}
	if path == "" {
		return playBack(ctx, e, g)
	}
	raw, err := r.Encode()
	if err != nil {
		return err
	}
	if err := writeNew(path, raw); err != nil {
		return fmt.Errorf("--%s: %w", FlagExport, err)
	}
	if e.Out.JSON {
		return e.Out.Object(exported{GameID: id, File: path, Txs: g.Txs, Blocks: len(r.Blocks)})
	}
	e.Out.Text(text.Recorded, id, path, g.Txs, len(r.Blocks), path)
	return nil
}

// accounter returns the accounts of players.
func accounter(e *env.Env) func(context.Context, string) (uint64, []byte, error) {
	return func(ctx context.Context, address string) (uint64, []byte, error) { return account(ctx, e, address) }
}

// account asks the chain for an account's number and public key.
func account(ctx context.Context, e *env.Env, address string) (uint64, []byte, error) {
	res, err := authtypes.NewQueryClient(e.Chain.Conn()).AccountInfo(
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
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path)) // half a record would refuse the next try
	}
	return nil
}

// replayFile plays a record back without a node.
func replayFile(cmd *cobra.Command, path string) error {
	if cmd.Flags().Changed(FlagExport) {
		return fmt.Errorf("--%s takes a game from the chain: name its ID, not the record %s", FlagExport, path)
	}
	cctx := sdkclient.GetClientContextFromCmd(cmd)
	out, err := env.NewPrinter(cmd, cctx)
	if err != nil {
		return err
	}
	raw, err := env.ReadAtMost(path, record.MaxBytes)
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
	e := &env.Env{Cmd: cmd, Client: cctx, Out: out}
	if err := playBack(cmd.Context(), e, g); err != nil {
		return err
	}
	last := r.Blocks[len(r.Blocks)-1]
	e.Out.Note(text.NoNodeAsked, r.ChainID, last.Height, strings.ToUpper(last.Hash))
	return nil
}

// playBack shows a verified game.
func playBack(ctx context.Context, e *env.Env, g record.Game) error {
	delay := Delay(e)
	if e.Out.JSON {
		return tellBack(ctx, e, g, delay)
	}
	s := newShow(e)
	s.players = g.Players
	e.Out.Text(text.RecordOf, g.ID, g.ChainID, g.Ruleset.Name)
	s.cast(e.Out.Out)
	for i, move := range g.Moves {
		if i > 0 {
			if err := Wait(ctx, delay); err != nil {
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
	e.Out.Text("\n%s", text.Verified(g.Txs, g.Ruleset.Proven, shown, g.Granted))
	return nil
}

// Delay is how long a replay pauses between two moves.
func Delay(e *env.Env) time.Duration {
	if !e.Cmd.Flags().Changed(FlagDelay) && env.IsTerminal(e.Out.Out) {
		return moveDelay
	}
	return env.ValueOf[time.Duration](e.Cmd.Flags(), FlagDelay)
}

// tellBack prints a verified game for a program.
func tellBack(ctx context.Context, e *env.Env, g record.Game, delay time.Duration) error {
	t := EventPrinter{out: e.Out, gameID: g.ID, Players: g.Players}
	for i, move := range g.Moves {
		if i > 0 {
			if err := Wait(ctx, delay); err != nil {
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
