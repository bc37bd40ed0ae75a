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
		Args:  exactly("ID"),
		RunE:  run(true, runBot),
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
	p, err := e.player()
	if err != nil {
		return err
	}
	if p.Confirm != nil {
		// One answer for all transactions: a bot that asks before each move is none.
		what := fmt.Sprintf("let %s play game %d to its end, and pay the fees of its moves", name, id)
		if err := p.Confirm(what); err != nil {
			return err
		}
		p.Confirm = nil
	}
	result, err := session.Open(p, id).Run(ctx, strategy, func(d session.Done) {
		e.out.note("Game %d, block %d: %s.", d.GameID, d.Height, sentence(d))
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
