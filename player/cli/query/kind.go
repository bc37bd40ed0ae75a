package query

import (
	"context"

	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Kind is a kind of game beside the duel. Its games are listed below the duels, and asked for after them.
type Kind interface {
	// Help is what the kind adds to the help of a command for all kinds.
	Help(command string) string
	// Queries are the commands for games of this kind alone, and Running is the one that lists unfinished games.
	Queries() []*cobra.Command
	Running() *cobra.Command
	// TellRunning lists the first unfinished games, below other rows if there are any, and reports whether there are any.
	// TellOpen does so for open games, and TellInvitations for the user's invitations.
	TellRunning(ctx context.Context, e *env.Env, params types.Params, below bool) (bool, error)
	TellOpen(ctx context.Context, e *env.Env, below bool) (bool, error)
	TellInvitations(ctx context.Context, e *env.Env) error
	// Result asks for the result of a game, and TellResult shows one. It reports whether the result is of this kind.
	Result(ctx context.Context, q types.QueryClient, id uint64) (proto.Message, error)
	TellResult(ctx context.Context, e *env.Env, answer proto.Message) bool
	// Stored is where results are in the state, and an empty one.
	Stored() (storeproof.Kind, proto.Message)
	// Over returns the event of a game in a player's history, or false for a game of another kind.
	Over(ending types.FinishedGame) (proto.Message, bool)
	// Facts are the facts about a next action. They are nil for one of another kind.
	Facts(next *types.QueryNextActionResponse) [][2]string
	// Unfinished are the ids of a player's unfinished games.
	Unfinished(of *types.QueryPlayerResponse) []uint64
}
