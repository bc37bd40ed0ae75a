package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// The flags of recover.
const (
	flagAnswer = "answer"
	flagPlayOn = "play"
)

// RecoverCmd returns the command that finds a player's running games with nothing but its wallet.
func RecoverCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "recover",
		Short: "Find your unfinished games and boards again, on any machine that has your wallet",
		Long: `Lists every game of yours that has not ended, with what is owed in it and until when, and finds your
board in each again: from your wallet and what the chain keeps, checked against what you committed to when you entered.
Nothing else is needed, no file of another machine.

With --answer it then sends all that is owed but shots and aims: answers, the toss, proofs` +
			env.Help(Kinds(), "recover") + `. With --play it then opens the screens
of battleshipd play.`,
		Example: `battleshipd recover --from alice
battleshipd recover --from alice --answer
battleshipd recover --from alice --play`,
		Args: env.NoArgs,
		RunE: env.Run(true, runRecover),
	}
	env.AddSendFlags(cmd)
	addScreensFlags(cmd)
	cmd.Flags().Bool(flagAnswer, false, "send all that you owe but shots and aims")
	cmd.Flags().Bool(flagPlayOn, false, "then open the screens")
	return cmd
}

func runRecover(ctx context.Context, e *env.Env, _ []string) error {
	answer := env.ValueOf[bool](e.Cmd.Flags(), flagAnswer)
	playOn := env.ValueOf[bool](e.Cmd.Flags(), flagPlayOn)
	if playOn {
		if err := canShow(e.Cmd); err != nil {
			return err
		}
	}
	p, err := e.UnaskedPlayer()
	if err != nil {
		return err
	}
	all, lost := []act.Found{}, 0
	for _, k := range Kinds() {
		found, err := k.Recover(ctx, e, p, answer)
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	for _, r := range all {
		if r.About().Trouble != "" {
			lost++
		}
	}
	switch {
	case e.Out.JSON:
		if err := e.Out.Object(all); err != nil {
			return err
		}
	case len(all) == 0:
		e.Out.Text(text.NoUnfinished, e.Chain.ChainID())
	}
	if lost > 0 {
		return fmt.Errorf("%d of %d boards could not be recovered, or not all that is owed was sent", lost, len(all))
	}
	if !playOn || len(all) == 0 {
		return nil
	}
	table, err := sit(e.Cmd, e.Client)
	if err != nil {
		return err
	}
	defer table.Close()
	var o program.Options
	if len(all) == 1 {
		o.Game = all[0].About().GameID
	}
	return runScreens(e.Cmd, table, o, table.Withdraw)
}
