package chainbackend

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// kind is the games of one kind that a Backend plays and shows. The caller of a method without a context holds the
// lock.
type kind interface {
	// base returns the base of a game's runner. It is nil if the game has none. bases returns all.
	base(id uint64) *runnerBase
	bases() []*runnerBase
	// start starts to play a game.
	start(id uint64) *runnerBase
	// show adds a game to a snapshot, and reports whether it has a runner.
	show(id uint64, s *tui.Snapshot) bool
	// rows returns the lobby's rows of the player's own games.
	rows() []tui.RunningGame
	// look queries the lobby and the player's running games. The function shows them, and starts to play them.
	look(ctx context.Context) (func(), error)
	// others queries the games of others that are in play. The function returns their rows, with the known names.
	others(ctx context.Context) (func() []tui.PageRow, error)
	// quote returns the terms of the game of a wish, the intent to enter it as far as they do not determine it, and the
	// most that a delegate may spend on fees by a quote.
	quote(ctx context.Context, p session.Player, w tui.Wish) (session.Quote, text.Intent, mostFees, error)
	// enter enters the game of a wish, and returns a function that starts to play it.
	enter(ctx context.Context, p session.Player, o offer) (beginning, session.Done, error)
	// begin returns the first screen for a game.
	begin(ctx context.Context, p session.Player, id uint64) (program.Options, error)
}

type (
	mostFees  func(ctx context.Context, p session.Player, r *game.Ruleset, q session.Quote) (sdk.Coins, error)
	beginning func(id uint64, rep *reporter) *runnerBase
)

// newKinds returns the kinds of games of a backend.
func newKinds(b *Backend) []kind { return []kind{text.Duel: &duels{b}, text.Melee: newMelees(b)} }
