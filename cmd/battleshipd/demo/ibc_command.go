package demo

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
)

// Flags that name the programs that make builds for the demo.
const (
	flagRelayer = "relayer"
	flagWager   = "wager"
)

// IBCCommand returns the command that starts two chains with the given function and shows what travels between them.
func IBCCommand(start env.Start) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ibc-demo",
		Short: "Watch coins, players and results travel between chains of its own",
		Long: `Starts two real chains of one validator each in a temporary home on free loopback ports, has a relayer
connect them, and shows line by line, each once it was checked:

a. Shipcoin that was earned on A is sent to B and back.
b. A game on A is played for a stake in vouchers of B's coin, and the winner takes the pot home to B.
c. A player who has an account on B alone plays whole games on A through an interchain account: one with a delegate, one
   with every move in a packet. The rewards come home.
d. A packet that times out is refunded.
e. Accounts of a third chain bet on a game of A, and its proven result pays the winner.
f. The result of a game on A is proven to a person who can ask no node.

It ends within five minutes, with status 0 only if all of it held. Nothing is left behind.`,
		Example: "make ibc-demo",
		Args:    env.NoArgs,
		RunE:    env.WithoutUsage(func(cmd *cobra.Command, _ []string) error { return runIBCCommand(cmd, start) }),
	}
	cmd.Flags().String(flagRelayer, "", "the relayer's program, as make ibc-demo builds it")
	cmd.Flags().String(flagWager, "", "the program of examples/wager, as make ibc-demo builds it")
	return cmd
}

func runIBCCommand(cmd *cobra.Command, start env.Start) error {
	programs := make(map[string]string)
	for _, flag := range []string{flagRelayer, flagWager} {
		name := env.ValueOf[string](cmd.Flags(), flag)
		if name == "" {
			return fmt.Errorf("--%s: expected a program: build it with make build/%s", flag, flag)
		}
		program, err := exec.LookPath(name)
		if err != nil && !errors.Is(err, exec.ErrDot) {
			return fmt.Errorf("--%s: %w: build it with make build/%s", flag, err, flag)
		}
		programs[flag] = program
	}
	binary, err := os.Executable()
	if err != nil {
		return fmt.Errorf("this program's file: %w", err)
	}
	ctx, out, stop := interruptible(cmd.Context(), cmd.OutOrStdout())
	defer stop()
	figures, err := RunIBC(ctx, sdkclient.GetClientContextFromCmd(cmd), start, IBCOptions{
		Relayer: programs[flagRelayer], Wager: programs[flagWager], Binary: binary, Progress: out,
	})
	if err != nil {
		if ctx.Err() != nil && cmd.Context().Err() == nil {
			return interruption(ctx)
		}
		return err
	}
	if _, err := fmt.Fprintln(out, text.IBCHeld); err != nil {
		return err
	}
	return figures.Write(out)
}
