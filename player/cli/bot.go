package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
)

// BotCmd returns the command that lets a bot play for the user.
func BotCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bot [ID]",
		Short: "Let a bot play the rest of a game for you, to the audit, or with --match find an opponent first",
		Long: `Plays the rest of a game for the key named by --from: opens, answers, shoots, and proves the board if
that wins. With --match it plays your unfinished game of that kind, or else finds one as match does, and
waits for an opponent if need be. It tries until the deadline whatever keeps it from moving, pays the fees of its
moves and asks nothing; --yes is accepted and changes nothing.`,
		Example: `battleshipd bot 1 --from alice
battleshipd bot --match --ruleset xaya --from alice`,
		Args: between(0, 1, "ID or --"+flagMatch),
		RunE: run(true, runBot),
	}
	addSendFlags(cmd)
	addForFlag(cmd)
	cmd.Flags().Bool(flagMatch, false, "find an opponent; the flags that say for what game go with it alone")
	addMatchFlags(cmd)
	cmd.Flags().String(flagStrategy, bot.DensityName, "strategy: "+strings.Join(bot.Names(), " or "))
	return cmd
}

func runBot(ctx context.Context, e *env, args []string) error {
	strategy, err := strategyFlag(e.cmd)
	if err != nil {
		return err
	}
	s, err := e.botGame(ctx, args)
	if err != nil {
		return err
	}
	id := s.GameID()
	var waited bool
	result, err := s.Run(ctx, strategy, session.Observer{
		Acted: func(d session.Done) {
			e.out.note("Game %d, block %d: %s.%s", d.GameID, d.Height, sentence(d), paidFor(d))
		},
		Waiting: func(what string) {
			if !waited { // later on, each act tells that the next is awaited
				e.out.note("Game %d: waiting; %s. Stop with Ctrl-C, go on with bot %d.", id, what, id)
			}
			waited = true
		},
		Trouble: func(err error) { e.out.note("Game %d: not done yet, and tried again: %s.", id, err) },
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
	for _, line := range e.accounts(ctx, result) {
		e.out.text("%s", line)
	}
	return nil
}

// botGame is the game that a bot is to play: the one that is named, or a match.
func (e *env) botGame(ctx context.Context, args []string) (*session.Session, error) {
	match, err := e.cmd.Flags().GetBool(flagMatch)
	if err != nil {
		return nil, err
	}
	if named := len(args) > 0; named == match {
		return nil, fmt.Errorf("expected either the ID of a game or --%s", flagMatch)
	}
	p, err := e.unaskedPlayer()
	if err != nil {
		return nil, err
	}
	if match {
		return e.botMatch(ctx, p)
	}
	for _, name := range matchFlags {
		if e.cmd.Flags().Changed(name) {
			return nil, fmt.Errorf("--%s: expected --%s with it, got game %s", name, flagMatch, args[0])
		}
	}
	id, err := parseGameID(args[0])
	if err != nil {
		return nil, err
	}
	return session.Open(p, id), nil
}

// botMatch finds an opponent for a bot.
func (e *env) botMatch(ctx context.Context, p session.Player) (*session.Session, error) {
	w, err := e.wishWithFleet(ctx)
	if err != nil {
		return nil, err
	}
	if err := e.tellUnfinished(ctx); err != nil {
		return nil, err
	}
	for {
		s, done, err := session.Match(ctx, p, w)
		var (
			unfinished  *session.UnfinishedError
			notIncluded *client.NotIncludedError
		)
		switch {
		case err == nil:
			e.tellMatch(done)
			return s, nil
		case errors.As(err, &unfinished):
			e.out.note("The bot plays %s; --%s asks for one more.", session.Describe(unfinished.Game), flagAnother)
			return session.Open(p, unfinished.Game.Id), nil
		case ctx.Err() != nil || !client.MayPass(err) && !errors.As(err, &notIncluded):
			return nil, err
		}
		// What was sent can still be in a block: then it is an unfinished game. Another match would need the same board
		// nonce, so only one of them can be.
		e.out.note("No match yet, and tried again: %s.", err)
		if err := e.chain.Sleep(ctx); err != nil {
			return nil, err
		}
	}
}

// tellMatch says what a match has come to.
func (e *env) tellMatch(done session.Done) {
	if done.Notice != "" {
		e.out.note("%s", done.Notice)
	}
	e.out.note("Game %d, block %d: %s.", done.GameID, done.Height, sentence(done))
}

// strategyFlag is the strategy that --strategy names.
func strategyFlag(cmd *cobra.Command) (bot.Strategy, error) {
	name, err := cmd.Flags().GetString(flagStrategy)
	if err != nil {
		return nil, err
	}
	intn, err := newIntn()
	if err != nil {
		return nil, err
	}
	strategy, err := bot.New(name, intn)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flagStrategy, err)
	}
	return strategy, nil
}
