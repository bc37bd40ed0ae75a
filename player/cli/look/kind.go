package look

import (
	"context"
	"errors"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
)

// Kind is a kind of game that can be looked at.
type Kind interface {
	// Name is the kind.
	Name() text.Kind
	// Help is what the kind adds to the help of a command for all kinds.
	Help(command string) string
	// Board draws the boards of a game, that of the user's key with its ships.
	Board(ctx context.Context, e *env.Env, id uint64, key client.Key) error
	// Watch follows a game to its end. It returns watch.ErrKind for a game of another kind.
	Watch(ctx context.Context, e *env.Env, id uint64) error
	// Replay plays a finished game back from the chain, or writes it to a file, if one is named. It returns watch.ErrKind
	// for a game of another kind.
	Replay(ctx context.Context, e *env.Env, id uint64, path string) error
}

// Duels implements Kind for duels.
type Duels struct{}

// Name implements Kind.
func (Duels) Name() text.Kind { return text.Duel }

// Help implements Kind: the help is about duels.
func (Duels) Help(string) string { return "" }

// first does something by the kind that a game is of.
func first[K Kind](all []K, do func(K) error) (err error) {
	for _, k := range all {
		if err = do(k); !errors.Is(err, watch.ErrKind) {
			return err
		}
	}
	return err
}
