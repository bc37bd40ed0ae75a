package env

import (
	"context"
	"errors"

	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// kindError means that a game is a melee where a command is for duels, or the other way round.
type kindError struct {
	prompt text.Prompt
	// kind is that of the game, and over reports whether it has ended.
	kind text.Kind
	over bool
	err  error
}

// Error implements error.
func (e *kindError) Error() string { return e.prompt.OtherKind(e.kind, e.over) }

// Unwrap is the error before it was known why.
func (e *kindError) Unwrap() error { return e.err }

// checkKind turns the error that a node knows no such game into a *kindError, if that is because the command is for
// games of the other kind.
func (e *Env) checkKind(ctx context.Context, err error, about text.Prompt) error {
	var known *kindError
	if about.Game == 0 || !IsMissing(err) || errors.As(err, &known) {
		return err
	}
	kind, find := text.Melee, meleesession.Find
	if about.Kind() != text.Duel {
		kind, find = text.Duel, duel.Find
	}
	found, askErr := find(ctx, e.Chain, about.Game)
	if askErr != nil || found == session.NoGame {
		return err
	}
	return &kindError{prompt: about, kind: kind, over: found == session.EndedGame, err: err}
}
