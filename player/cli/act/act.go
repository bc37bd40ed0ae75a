package act

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session"
)

// Run is OnGame for a function that does one act in a game of a kind, which is then reported.
func Run(
	kind Kind, do func(ctx context.Context, e *env.Env, id uint64, args []string) (session.Done, error),
) func(*cobra.Command, []string) error {
	return env.OnGame(true, func(ctx context.Context, e *env.Env, id uint64, args []string) error {
		done, err := do(ctx, e, id, args)
		if err != nil {
			return err
		}
		return kind.Tell(ctx, e, done)
	})
}

// Joining is a command that joins an open game of a kind, by its number or an invite code, and reports that.
func Joining(
	kind Kind, use, short string,
	join func(ctx context.Context, n *Entrant, id uint64, delegate string) (session.Done, error),
) *cobra.Command {
	run := Run(kind, func(ctx context.Context, e *env.Env, id uint64, _ []string) (session.Done, error) {
		delegate, err := e.AddressFlag(env.FlagDelegate)
		if err != nil {
			return session.Done{}, err
		}
		n, err := NewEntrant(e)
		if err != nil {
			return session.Done{}, err
		}
		return n.Enter(func() (session.Done, error) { return join(ctx, n, id, delegate) })
	})
	cmd := &cobra.Command{
		Use:   use + " ID|CODE",
		Short: short,
		Args:  env.Exactly("ID or CODE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := env.Invited(cmd, args[0])
			if err != nil {
				cmd.SilenceUsage = true
				return err
			}
			return run(cmd, []string{id})
		},
	}
	env.AddTxFlags(cmd)
	env.AddDelegateFlag(cmd)
	return cmd
}
