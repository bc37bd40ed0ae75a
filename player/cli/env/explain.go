package env

import (
	"cmp"
	"errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
)

// explained is an error in the words of the command line. Err is the error itself.
type explained struct {
	// effect is the effect of the act, such as "nothing was sent". It is empty if the problem implies it.
	effect, problem string
	err             error
}

func (e *explained) Error() string {
	if e.effect == "" {
		return e.problem
	}
	return e.effect + ": " + e.problem
}

func (e *explained) Unwrap() error { return e.err }

// say puts an error into other words.
func say(err error, problem string) error { return &explained{problem: problem, err: err} }

// Refusal words an error that has kept a transaction from being sent, or was refused in a block after its fee was paid.
func Refusal(err error, problem string) error {
	var refused *client.RefusedError
	height := int64(0)
	if errors.As(err, &refused) {
		height = refused.Height
	}
	return &explained{effect: text.Refused(height), problem: problem, err: err}
}

// Explain words an error as one sentence with the fact and the remedy, if the package that it comes from does not know
// the remedy.
func Explain(err error, p text.Prompt) error {
	var (
		ended      session.Ended
		delegate   *session.DelegateError
		atPrompt   interface{ AtPrompt() string }
		pending    *client.NotIncludedError
		unfinished *duel.UnfinishedError
	)
	voice := text.Voice{You: p.Me}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &pending):
		return say(err, p.Pending(pending.Hash, pending.Err))
	case errors.As(err, &ended):
		sends := p.Command != "show" && p.Command != "export"
		kind, id, result := ended.How(voice)
		return say(err, p.Over(kind, id, result, sends))
	case errors.As(err, &atPrompt):
		return Refusal(err, atPrompt.AtPrompt())
	case errors.As(err, &delegate):
		return Refusal(err, text.ForWhom(delegate.Delegate, delegate.Player, delegate.GameID))
	case errors.As(err, &unfinished):
		return Refusal(err, voice.OneMore(unfinished.Game))
	}
	if plain := cmp.Or(as[*light.RootError](err), as[*light.UnprovenError](err), as[*client.NoNodeError](err),
		as[*client.WrongPortError](err), as[*kindError](err)); plain != nil {
		return say(err, plain.Error())
	}
	if lost := as[*duel.LogLostError](err); lost != nil {
		return Refusal(err, lost.Error())
	}
	if problem := p.Problem(err); problem != "" {
		return Refusal(err, problem)
	}
	if problem := session.Problem(err, voice); problem != "" {
		return Refusal(err, problem+remedy(err, p))
	}
	switch {
	case errors.Is(err, game.ErrPhase), errors.Is(err, game.ErrTurn):
		return Refusal(err, err.Error())
	case IsMissing(err) && p.Game > 0:
		return say(err, p.Missing())
	}
	return err
}

// as returns the cause of an error that has a type, or nil.
func as[E error](err error) error {
	var cause E
	if errors.As(err, &cause) {
		return cause
	}
	return nil
}

// remedy names the flag or the command that goes with a problem that the screens have as well.
func remedy(err error, p text.Prompt) string {
	var own interface{ Remedy(p text.Prompt) string }
	switch {
	case as[*client.NoAccountError](err) != nil, as[*client.PoorError](err) != nil:
		return text.OtherPayer
	case errors.As(err, &own):
		return own.Remedy(p)
	case as[*session.NotNowError](err) != nil, session.MovedOn(err):
		return p.Shows()
	}
	return ""
}

// IsMissing reports whether a node has answered that there is no such game.
func IsMissing(err error) bool { return status.Code(err) == codes.NotFound && !client.MayPass(err) }

// Passing returns what keeps a transaction for a while.
func Passing(err error) string {
	var said *explained
	switch {
	case session.MovedOn(err):
		return text.BlockLate + session.Problem(err, text.Voice{})
	case err == nil:
		return ""
	case errors.As(Explain(err, text.Prompt{}), &said):
		return said.problem
	}
	return err.Error()
}
