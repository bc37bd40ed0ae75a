package act

import (
	"context"
	"errors"
	"math"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
)

// AddWaitFlag adds --wait.
func AddWaitFlag(cmd *cobra.Command, what string) {
	cmd.Flags().Bool(env.FlagWait, false, what)
}

// Waiting reports whether --wait was given to a command that has it.
func Waiting(e *env.Env) bool { return env.ValueOf[bool](e.Cmd.Flags(), env.FlagWait) }

// Until looks at a game of the player's, which has just acted there, until that reports true. It outlasts temporary
// failures.
func Until(ctx context.Context, e *env.Env, kind text.Kind, id uint64, look func() (bool, error)) error {
	tries := Retry{Most: math.MaxInt, Tell: func(err error) { e.Out.Note(text.StillWaiting, err) }}
	for {
		over, err := look()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case env.IsMissing(err):
			return errors.New(kind.Gone(id))
		case err != nil && client.MayPass(err):
			err = tries.Again(err)
		}
		if over || err != nil {
			return err
		}
		if err := e.Chain.Sleep(ctx); err != nil {
			return err
		}
	}
}

// NoteWaiting prints how a wait is ended.
func NoteWaiting(e *env.Env, kind text.Kind, id uint64) {
	e.Out.Note(text.Waiting, kind, id)
}
