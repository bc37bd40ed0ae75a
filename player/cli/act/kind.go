// Package act has the parts of commands that act in games of any kind: sending, reporting and waiting.
package act

import (
	"context"

	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/notify"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Kind is a kind of game at the prompt.
type Kind interface {
	Reporter
	// Open returns the session of a game. It asks nothing.
	Open(p session.Player, id uint64) session.Game
	// Help is what the kind adds to the help of a command for all kinds.
	Help(command string) string
	// Commands play games of this kind alone.
	Commands() []*cobra.Command
	// Tell reports an act in a game, and the next action.
	Tell(ctx context.Context, e *env.Env, done session.Done) error
	// Play plays the rest of a game with a bot.
	Play(ctx context.Context, b *Robot, id uint64) error
	// Recover reports all unfinished games of a player, and meets obligations if asked to.
	Recover(ctx context.Context, e *env.Env, p session.Player, answer bool) ([]Found, error)
	// Notified returns the unfinished games of a player, and its invitations.
	Notified(
		ctx context.Context, e *env.Env, player *types.QueryPlayerResponse,
	) (own, invited []notify.Game, err error)
	// Complete returns the completers of a command's first argument.
	Complete(command string) []Completer
}

// Reporter is the part of a kind that reports acts.
type Reporter interface {
	// Name is the kind.
	Name() text.Kind
	// AddResult adds the result of an act to its report.
	AddResult(r *Report, done session.Done)
	// End returns how a game has ended, in words and as a message, if its next action says so.
	End(
		ctx context.Context, e *env.Env, id uint64, next *types.QueryNextActionResponse,
	) (words string, result proto.Message, err error)
	// Effect waits for the effect of an act, and returns the result of a shot.
	Effect(ctx context.Context, e *env.Env, done session.Done) (shot string, err error)
	// Await follows the report of an act. If --wait asks for it, it waits for the act's effect and reports that.
	Await(ctx context.Context, e *env.Env, done session.Done, next *types.QueryNextActionResponse) error
}

// MostInvitations is how many invitations of each kind a program that notifies reads.
const MostInvitations = 20
