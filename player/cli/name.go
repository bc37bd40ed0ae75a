package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game/name"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

func setNameCmd() *cobra.Command {
	cmd := env.Described(&cobra.Command{
		Use:   "set-name [NAME]",
		Short: "Set the name by which others see you, or give it up with --none",
		Args:  env.Between(0, 1, "[NAME]"),
		RunE: env.Run(true, func(ctx context.Context, e *env.Env, args []string) error {
			none := env.ValueOf[bool](e.Cmd.Flags(), env.FlagNone)
			if named := len(args) > 0 && args[0] != ""; named == none {
				return fmt.Errorf("which name? battleshipd set-name otter sets one, --%s gives yours up", env.FlagNone)
			}
			to := ""
			if !none {
				to = args[0]
			}
			p, err := e.Player()
			if err != nil {
				return err
			}
			receipt, err := session.SetName(ctx, p, to)
			if err != nil {
				return err
			}
			switch {
			case e.Out.JSON:
				return e.Out.Object(naming{Act: string(text.ActSetName), Receipt: receipt, Name: to})
			case none:
				e.Out.Text(text.NameGivenUp, receipt.Height, name.Generated(p.Key().Address.String()))
			default:
				e.Out.Text(text.NameSet, receipt.Height, to)
			}
			return nil
		}),
	}, `A name has 3 to 20 of a-z, 0-9 and single hyphens, and belongs to one player. It is a label: payments and
proofs use addresses. The network can ask a price for it, which is burned, and a time between two changes; params
shows both.
Anybody who sees your transaction before its block can take the name first, at the same price.`)
	env.AddTxFlags(cmd)
	cmd.Flags().Bool(env.FlagNone, false, "give up your name: it costs nothing, and others can set it then")
	return cmd
}

// naming is the command's output about a name.
type naming struct {
	Act string `json:"act"`
	client.Receipt
	// Name is the new name, empty for none.
	Name string `json:"name"`
}
