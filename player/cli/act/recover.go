package act

import (
	"context"
	"fmt"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// Found is a kind's report about one game.
type Found interface {
	// About is the part that games of all kinds have.
	About() *Recovered
}

// Recovered is the command's report about one game.
type Recovered struct {
	GameID   uint64 `json:"game_id,string"`
	Ruleset  string `json:"ruleset"`
	Phase    string `json:"phase"`
	Owes     string `json:"owes"`
	By       string `json:"by,omitempty"`
	Deadline int64  `json:"deadline,string"`
	// Fleet is the player's recovered and committed fleet. It is empty if Trouble explains why not.
	Fleet   string `json:"fleet,omitempty"`
	Trouble string `json:"trouble,omitempty"`
	// Done are the transactions that have met obligations.
	Done []Report `json:"done,omitempty"`
}

// About implements Found.
func (r *Recovered) About() *Recovered { return r }

// maxAnswerTries bounds the number of successive tries after temporary failures: a minute, and longer if each try is
// slow. The same command continues from there.
const maxAnswerTries = int(client.DefaultPatience / client.DefaultPoll)

// Meet reports on a game whose board was recovered, or could not be because of an error, with its next step. If asked
// to, it meets all of the player's obligations but shots and aims, which advance does one after the other.
func Meet(
	ctx context.Context, e *env.Env, kind Reporter, r *Recovered, next string, failed error, answer bool,
	advance func() (session.Done, bool, error),
) (all []Report) {
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
	name := fmt.Sprintf("%s %d", text.Upper(kind.Name().String()), r.GameID)
	if err := meetAll(ctx, e, name, advance, func(done session.Done) {
		all = append(all, NewReport(kind, done))
		tell("  %s: %s.%s%s", text.Upper(text.Place(done.Height)), DoneText(e, done), ProvenIn(done), PaidFor(done))
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
	tries := Retry{Most: maxAnswerTries, Tell: func(err error) {
		e.Out.Note(text.NotDoneIn, name, err)
	}}
	for {
		done, acted, err := advance()
		if err != nil && client.MayPass(err) {
			if err := tries.Again(err); err != nil {
				return err
			}
			if err := e.Chain.Sleep(ctx); err != nil {
				return err
			}
			continue
		}
		tries.Well()
		if err != nil || !acted {
			return err
		}
		tell(done)
	}
}
