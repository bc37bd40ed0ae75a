package env

import (
	"context"
	"errors"
	"slices"

	"github.com/battleship-chain/battleship/player/kinds"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// kindError means that a game is of another kind than the command is for.
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
// games of another kind.
func (e *Env) checkKind(ctx context.Context, err error, about text.Prompt) error {
	var known *kindError
	if about.Game == 0 || !IsMissing(err) || errors.As(err, &known) {
		return err
	}
	for _, k := range kinds.All {
		if k.Kind == about.Kind() {
			continue
		}
		if found, askErr := k.Find(ctx, e.Chain, about.Game); askErr == nil && found != session.NoGame {
			return &kindError{prompt: about, kind: k.Kind, over: found == session.EndedGame, err: err}
		}
	}
	return err
}

// KindOf returns the one of some kinds that a game is of: the first for a game that is of none of them.
func KindOf[K interface{ Name() text.Kind }](ctx context.Context, e *Env, all []K, id uint64) (K, error) {
	found, err := kinds.Of(ctx, e.Chain, id)
	i := slices.IndexFunc(all, func(k K) bool { return k.Name() == found.Kind })
	return all[max(i, 0)], err
}

// Help joins the words that some kinds of game add to the help of a command.
func Help[K interface{ Help(command string) string }](all []K, command string) (words string) {
	for _, k := range all {
		words += k.Help(command)
	}
	return words
}
