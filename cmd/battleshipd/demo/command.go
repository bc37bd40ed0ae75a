package demo

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
)

// Command returns the command that starts a chain with the given function and lets two bots play a game on it.
func Command(start env.Start) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Watch bots play a whole game on a chain of its own",
		Long: `Starts a real chain of one validator in a temporary home on free loopback ports, funds
new players, and lets bots play a whole game by transactions. Nothing is left behind.

` + tableHelp + `
With --channel they then play the same off-chain game, with the same fleets and shots: two new players, whose bots are
processes of their own and send each other signed updates over the chain's relay. The chain has three transactions of
it, or the command fails.`,
		Args: env.NoArgs,
		RunE: env.WithoutUsage(func(cmd *cobra.Command, _ []string) error { return runCommand(cmd, start) }),
	}
	f := cmd.Flags()
	f.String(env.FlagRuleset, game.Classic().Name, "ruleset: "+env.RulesetNames())
	f.String(env.FlagStrategy, bot.DensityName, "strategy of the bots: "+text.Or(bot.Names()))
	f.Uint64(env.FlagSeed, 0, "repeat the keys and fleets of an earlier game; the toss stays random (default random)")
	f.Bool(env.FlagChannel, false, "play the same off-chain game, too, and compare")
	addTableFlag(f)
	f.StringP(flags.FlagOutput, "o", flags.OutputFormatText, "output format: text or json")
	return cmd
}

func runCommand(cmd *cobra.Command, start env.Start) error {
	cctx := sdkclient.GetClientContextFromCmd(cmd)
	out, err := env.NewPrinter(cmd, cctx)
	if err != nil {
		return err
	}
	ctx, writer, stop := interruptible(cmd.Context(), out.Out)
	defer stop()
	out.Out = writer
	o, err := optionsOf(cmd, out)
	if err != nil {
		return err
	}
	offChain := env.ValueOf[bool](cmd.Flags(), env.FlagChannel)
	if o.Players > 0 {
		noteTable(out, o)
	} else {
		out.Note(text.StartingDuel, o.Ruleset.Name, o.Seed)
	}
	summary, played, err := playAll(ctx, cctx, start, o, offChain)
	if err != nil {
		if ctx.Err() != nil && cmd.Context().Err() == nil {
			return interruption(ctx)
		}
		if played {
			_ = summary.Write(out.Err) // played to its end, and yet not as promised
		}
		return err
	}
	if out.JSON {
		return out.Object(summary)
	}
	out.Text("")
	return summary.Write(out.Out)
}

// playAll plays on-chain, and again off-chain if asked. It returns what to show, and whether anything was played to
// its end.
func playAll(
	ctx context.Context, cctx sdkclient.Context, start env.Start, o Options, offChain bool,
) (interface{ Write(out io.Writer) error }, bool, error) {
	if o.Players > 0 {
		battle, err := RunTable(ctx, cctx, start, o)
		return battle, battle.Rounds > 0, err
	}
	if !offChain {
		summary, err := Run(ctx, cctx, start, o)
		return summary, summary.Txs > 0, err
	}
	report, err := RunOffChain(ctx, cctx, start, o)
	return report, report.OffChain.Txs > 0, err
}

func optionsOf(cmd *cobra.Command, out env.Printer) (o Options, err error) {
	name := env.ValueOf[string](cmd.Flags(), env.FlagRuleset)
	if o.Ruleset, err = game.RulesetByName(name); err != nil {
		return o, fmt.Errorf("--%s: expected %s, got %q", env.FlagRuleset, env.RulesetNames(), name)
	}
	if o.Players, err = tableFlag(cmd); err != nil {
		return o, err
	}
	o.Strategy = env.ValueOf[string](cmd.Flags(), env.FlagStrategy)
	check := func() error {
		_, err := bot.New(o.Strategy, nil)
		return err
	}
	if o.Players > 0 {
		check = o.checkTableStrategy
	}
	if err := check(); err != nil {
		return o, fmt.Errorf("--%s: %w", env.FlagStrategy, err)
	}
	o.Seed = env.ValueOf[uint64](cmd.Flags(), env.FlagSeed)
	if !cmd.Flags().Changed(env.FlagSeed) {
		o.Seed = rand.Uint64() //nolint:gosec // a seed to repeat a show, not a secret
	}
	if o.Binary, err = os.Executable(); err != nil {
		return o, fmt.Errorf("this program's file: %w", err)
	}
	// A program that reads the answer from standard output must find nothing else there.
	o.Progress = out.Out
	if out.JSON {
		o.Progress = out.Err
	}
	o.Redraw = env.IsTerminal(o.Progress)
	if o.Players > 0 {
		o.fitTable()
	}
	return o, nil
}
