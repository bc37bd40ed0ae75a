package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
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
confirmation, the opening of the aim and the report. With --play it goes on to the screens
of battleshipd play.`,
		Example: `battleshipd recover --from alice
battleshipd recover --from alice --answer
battleshipd recover --from alice --play`,
		Args: noArgs,
		RunE: run(true, runRecover),
	}
	addSendFlags(cmd)
	addScreensFlags(cmd)
	cmd.Flags().Bool(flagAnswer, false, "send all that you owe but shots and aims")
	cmd.Flags().Bool(flagPlayOn, false, "then go on to the screens")
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
	Done      []report      `json:"done,omitempty"`
	MeleeDone []meleeReport `json:"melee_done,omitempty"`
}

func runRecover(ctx context.Context, e *env, _ []string) error {
	answer, err := e.cmd.Flags().GetBool(flagAnswer)
	if err != nil {
		return err
	}
	playOn, err := e.cmd.Flags().GetBool(flagPlayOn)
	if err != nil {
		return err
	}
	if playOn {
		if err := canShow(e.cmd); err != nil {
			return err
		}
	}
	p, err := e.unaskedPlayer()
	if err != nil {
		return err
	}
	games, err := session.Unfinished(ctx, p)
	if err != nil {
		return err
	}
	all, lost := []recovered{}, 0
	for _, g := range games {
		r := e.recover(ctx, p, g, answer)
		if r.Trouble != "" {
			lost++
		}
		all = append(all, r)
	}
	melees, err := session.UnfinishedMelees(ctx, p)
	if err != nil {
		return err
	}
	for _, id := range melees {
		r := e.recoverMelee(ctx, p, id, answer)
		if r.Trouble != "" {
			lost++
		}
		all = append(all, r)
	}
	switch {
	case e.out.json:
		if err := e.out.object(all); err != nil {
			return err
		}
	case len(all) == 0:
		e.out.text("You have no unfinished games on %s.", e.chain.ChainID())
	}
	if lost > 0 {
		return fmt.Errorf("%d of %d boards could not be recovered, or not all that is owed was sent", lost, len(all))
	}
	if !playOn || len(all) == 0 {
		return nil
	}
	table, err := sit(e.cmd, e.cctx)
	if err != nil {
		return err
	}
	defer table.Close()
	var o tui.Options
	if len(all) == 1 {
		o.Game = all[0].GameID
	}
	return runScreens(e.cmd, table, o)
}

// recover recovers the player's board in one game, reports it, and meets obligations if asked to.
func (e *env) recover(ctx context.Context, p session.Player, g types.GameSummary, answer bool) recovered {
	r := recovered{
		GameID: g.Id, Ruleset: rulesetName(g.RulesetId), Phase: game.Phase(g.Phase).String(),
		Owes: game.Obligation(g.Owes).String(), By: g.Actor, Deadline: g.Deadline,
	}
	s := session.Open(p, g.Id)
	e.playing = s
	defer func() { _ = s.Close() }() // nothing hangs on how
	v, err := s.Look(ctx)
	var fleet game.Fleet
	if err == nil {
		fleet, _, err = s.Fleet(v)
	}
	if err == nil {
		r.Fleet = v.State.Ruleset.FleetString(fleet)
	} else {
		r.Trouble = err.Error()
	}
	if !e.out.json {
		e.out.text("%s", text.Sentence(e.voice().Unfinished(g)))
		if err != nil {
			e.out.text("  Your board cannot be recovered: %s.", e.out.named(err.Error()))
		} else {
			e.out.text("  Your board is recovered, and is the one that you committed to: %s.", r.Fleet)
		}
	}
	if err != nil || !answer {
		return r
	}
	if r.Done, err = e.meet(ctx, s); err != nil {
		r.Trouble = err.Error()
		e.out.note("Game %d: not all that you owe was sent: %s.", g.Id, e.out.named(err.Error()))
	}
	return r
}

// maxAnswerTries bounds the number of successive tries after temporary failures: a minute, and longer if each try is
// slow. The same command continues from there.
const maxAnswerTries = int(client.DefaultPatience / client.DefaultPoll)

// meet meets all of the player's obligations in a game, except for shots.
func (e *env) meet(ctx context.Context, s *session.Session) ([]report, error) {
	if delegate, err := s.AsDelegate(ctx); err == nil {
		if allowed, err := s.Allowed(ctx); err == nil && allowed {
			s = delegate
		}
	}
	var all []report
	err := e.meetAll(ctx, fmt.Sprintf("Game %d", s.GameID()), func() (session.Done, bool, error) {
		_, done, acted, err := s.Advance(ctx, nil)
		return done, acted, err
	}, func(done session.Done) {
		all = append(all, newReport(done))
		if !e.out.json {
			e.out.text("  %s, %s.%s%s", text.Place(done.Height), e.done(done), provenIn(done), paidFor(done))
		}
	})
	return all, err
}

// meetAll meets the obligations in a game, one after the other, until there is none, and reports each. It reports and
// retries temporary failures.
func (e *env) meetAll(
	ctx context.Context, name string, advance func() (session.Done, bool, error), tell func(session.Done),
) error {
	tries := retry{most: maxAnswerTries, tell: func(err error) {
		e.out.note("%s: not done yet, and tried again: %s.", name, e.out.named(err.Error()))
	}}
	for {
		done, acted, err := advance()
		if err != nil && client.MayPass(err) {
			if err := tries.again(err); err != nil {
				return err
			}
			if err := e.chain.Sleep(ctx); err != nil {
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
