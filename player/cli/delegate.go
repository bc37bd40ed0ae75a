package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

func setDelegateCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "set-delegate ID [ADDRESS]",
		Short: "Name the delegate who acts for you in a game, or remove it with --none",
		Long: `Names who may shoot, answer, concede and claim for you in one game` + env.Help(Kinds(), "set-delegate") +
			`, in place of the earlier delegate.
What is won stays yours. A delegate uses those commands with --for.`,
		Example: `battleshipd set-delegate 1 carol --from alice
battleshipd shoot 1 B7 --for alice --from carol
battleshipd set-delegate 1 --none --from alice`,
		Args: env.Between(1, 2, "ID, and ADDRESS or --none"),
		RunE: env.OnGame(true, func(ctx context.Context, e *env.Env, id uint64, args []string) (err error) {
			none := env.ValueOf[bool](e.Cmd.Flags(), env.FlagNone)
			if named := len(args) > 0; named == none {
				return fmt.Errorf("which delegate? Name an address or a key, or remove yours with --%s", env.FlagNone)
			}
			var delegate string
			if !none {
				if delegate, err = e.Address(args[0]); err != nil {
					return err
				}
			}
			return actIn(ctx, e, id, func(ctx context.Context, g session.Game) (session.Done, error) {
				return g.SetDelegate(ctx, delegate)
			})
		}),
	}
	env.AddTxFlags(cmd)
	cmd.Flags().Bool(env.FlagNone, false, "remove your delegate")
	return cmd
}

func withdrawCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "withdraw",
		Short: "Withdraw payments to you that the bank refused when they were due",
		Args:  env.NoArgs,
		RunE: env.Run(true, func(ctx context.Context, e *env.Env, _ []string) error {
			recipient, err := e.AddressFlag(env.FlagRecipient)
			if err != nil {
				return err
			}
			p, err := e.Player()
			if err != nil {
				return err
			}
			receipt, paid, err := session.Withdraw(ctx, p, recipient)
			if err != nil {
				return err
			}
			if e.Out.JSON {
				return e.Out.Object(withdrawal{Act: "withdraw", Receipt: receipt, Paid: paid.String()})
			}
			e.Out.Text(text.Withdrawn, receipt.Height, text.Coins(paid))
			return nil
		}),
	}
	env.AddTxFlags(cmd)
	cmd.Flags().String(env.FlagRecipient, "", "address, or name of a key, that is paid instead of you")
	return cmd
}

// withdrawal is the command's output about a withdrawal.
type withdrawal struct {
	Act string `json:"act"`
	client.Receipt
	// Paid is the amount paid out.
	Paid string `json:"paid"`
}
