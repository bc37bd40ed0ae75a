package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui/program"
	"github.com/battleship-chain/battleship/x/battleship/types"
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

With --answer it then sends all that is owed but shots and aims: answers, the toss, proofs, and in a melee the
confirmation, the opening of the aim and the report. With --play it then opens the screens
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

// recovered is the command's report about one game.
type recovered struct {
	GameID   uint64 `json:"game_id,string"`
	Ruleset  string `json:"ruleset"`
	Phase    string `json:"phase"`
	Owes     string `json:"owes"`
	By       string `json:"by,omitempty"`
	Deadline int64  `json:"deadline,string"`
	// Fleet is the player's recovered and committed fleet. It is empty if Trouble explains why not.
	Fleet   string `json:"fleet,omitempty"`
	Trouble string `json:"trouble,omitempty"`
	// Done are the transactions that have met obligations, MeleeDone those in a melee.
	Done      []report `json:"done,omitempty"`
	MeleeDone []report `json:"melee_done,omitempty"`
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
	games, err := duel.Unfinished(ctx, p)
	if err != nil {
		return err
	}
	all, lost := []recovered{}, 0
	for _, g := range games {
		r := recoverGame(ctx, e, p, g, answer)
		if r.Trouble != "" {
			lost++
		}
		all = append(all, r)
	}
	melees, err := meleesession.Unfinished(ctx, p)
	if err != nil {
		return err
	}
	for _, id := range melees {
		r := recoverMelee(ctx, e, p, id, answer)
		if r.Trouble != "" {
			lost++
		}
		all = append(all, r)
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
		o.Game = all[0].GameID
	}
	return runScreens(e.Cmd, table, o, table.Withdraw)
}

// recoverGame recovers the player's board in one duel, reports it, and meets obligations if asked to.
func recoverGame(ctx context.Context, e *env.Env, p session.Player, g types.GameSummary, answer bool) recovered {
	r := recovered{
		GameID: g.Id, Ruleset: env.RulesetName(g.RulesetId), Phase: game.Phase(g.Phase).String(),
		Owes: game.Obligation(g.Owes).String(), By: g.Actor, Deadline: g.Deadline,
	}
	s := duel.Open(p, g.Id)
	e.Playing = s
	defer func() { _ = s.Close() }() // nothing hangs on how
	v, err := s.Look(ctx)
	if err == nil {
		var fleet game.Fleet
		if fleet, _, err = s.Fleet(v); err == nil {
			r.Fleet = v.State.Ruleset.FleetString(fleet)
		}
	}
	acting := s
	if err == nil && answer {
		delegate, delegateErr := s.AsDelegate(ctx)
		if allowed, err := s.Allowed(ctx); delegateErr == nil && err == nil && allowed {
			acting = delegate
		}
	}
	r.Done = meet(ctx, e, text.Duel, &r, e.Voice().Unfinished(g), err, answer, func() (session.Done, bool, error) {
		_, done, acted, err := acting.Advance(ctx, nil)
		return done, acted, err
	})
	return r
}

// recoverMelee is recover for a melee.
func recoverMelee(ctx context.Context, e *env.Env, p session.Player, id uint64, answer bool) recovered {
	r := recovered{GameID: id, Ruleset: melee.Ruleset().Name}
	m := meleesession.Open(p, id)
	next := ""
	v, err := m.Look(ctx)
	if err == nil {
		r.Phase, r.Deadline = v.State.Stage.String(), v.State.Deadline
		if stage, dueErr := m.Owes(v); dueErr == nil && stage != 0 {
			r.Owes, r.By = stage.String(), e.Me
		}
		next = fmt.Sprintf("melee %d (%s): %s", id, text.StakeTerms(v.Melee.Terms), e.Voice().Next(v.Next()))
		var fleet game.Fleet
		if fleet, _, err = m.Fleet(v); err == nil {
			r.Fleet = v.State.Ruleset.FleetString(fleet)
		}
	}
	r.MeleeDone = meet(ctx, e, text.Melee, &r, next, err, answer, func() (session.Done, bool, error) {
		_, done, acted, err := m.Advance(ctx, nil)
		return done, acted, err
	})
	return r
}

// maxAnswerTries bounds the number of successive tries after temporary failures: a minute, and longer if each try is
// slow. The same command continues from there.
const maxAnswerTries = int(client.DefaultPatience / client.DefaultPoll)

// meet reports on a game whose board was recovered, or could not be because of an error, with its next step. If asked
// to, it meets all of the player's obligations but shots and aims, which advance does one after the other.
func meet(
	ctx context.Context, e *env.Env, kind text.Kind, r *recovered, next string, failed error, answer bool,
	advance func() (session.Done, bool, error),
) (all []report) {
	tell := func(format string, args ...any) {
		if !e.Out.JSON {
			e.Out.Text(format, args...)
		}
	}
	if next != "" {
		tell("%s", text.Sentence(next))
	}
	if failed != nil {
		r.Trouble = failed.Error()
		tell(text.BoardLost, failed)
		return nil
	}
	tell(text.BoardFound, r.Fleet)
	if !answer {
		return nil
	}
	name := fmt.Sprintf("%s %d", text.Upper(kind.String()), r.GameID)
	if err := meetAll(ctx, e, name, advance, func(done session.Done) {
		all = append(all, newReport(done))
		tell("  %s: %s.%s%s", text.Upper(text.Place(done.Height)), doneText(e, done), provenIn(done), paidFor(done))
	}); err != nil {
		r.Trouble = err.Error()
		e.Out.Note(text.NotAllSent, name, err)
	}
	return all
}

// meetAll meets the obligations in a game, one after the other, until there is none, and reports each. It reports and
// retries temporary failures.
func meetAll(
	ctx context.Context, e *env.Env, name string, advance func() (session.Done, bool, error), tell func(session.Done),
) error {
	tries := retry{most: maxAnswerTries, tell: func(err error) {
		e.Out.Note(text.NotDoneIn, name, err)
	}}
	for {
		done, acted, err := advance()
		if err != nil && client.MayPass(err) {
			if err := tries.again(err); err != nil {
				return err
			}
			if err := e.Chain.Sleep(ctx); err != nil {
				return err
			}
			continue
		}
		tries.well()
		if err != nil || !acted {
			return err
		}
		tell(done)
	}
}
