package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/session"
)

// BotCmd returns the command that lets a bot play for the user.
func BotCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bot ID",
		Short: "Let a bot play the rest of a game for you, to the audit",
		Long: `Plays the rest of a game for the key named by --from: opens, answers, shoots, and proves the board if
that wins. It pays the fees of its moves and asks nothing; --yes is accepted and changes nothing.`,
		Args: exactly("ID"),
		RunE: run(true, runBot),
	}
	addSendFlags(cmd)
	cmd.Flags().String(flagStrategy, bot.HuntName, "strategy: "+strings.Join(bot.Names(), " or "))
	return cmd
}

func runBot(ctx context.Context, e *env, args []string) error {
	id, err := parseGameID(args[0])
	if err != nil {
		return err
	}
	name, err := e.cmd.Flags().GetString(flagStrategy)
	if err != nil {
		return err
	}
	intn, err := newIntn()
	if err != nil {
		return err
	}
	strategy, err := bot.New(name, intn)
	if err != nil {
		return fmt.Errorf("--%s: %w", flagStrategy, err)
	}
	var waited bool
	result, err := session.Open(e.unaskedPlayer(), id).Run(ctx, strategy, session.Observer{
		Acted: func(d session.Done) {
			e.out.note("Game %d, block %d: %s.", d.GameID, d.Height, sentence(d))
		},
		Waiting: func(what string) {
			if !waited { // later on, each act tells that the next is awaited
				e.out.note("Game %d: waiting; %s. Stop with Ctrl-C, go on with the same command.", id, what)
			}
			waited = true
		},
	})
	if err != nil {
		return err
	}
	if e.out.json {
		raw, err := e.out.raw(&result)
		if err != nil {
			return err
		}
		return e.out.object(raw)
	}
	e.out.text("Game %d is over: %s.", id, session.Outcome(result))
	return nil
}
