// Package kind is the module's view of a kind of game: what messages, queries, blocks and genesis files ask of a game
// without knowing its kind. An id belongs to a game of one kind at most.
package kind

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Kind is a kind of game. Messages and queries that concern one kind alone are methods of its message server and its
// query server, and no part of this.
type Kind interface {
	// Has reports whether an id belongs to an unfinished game of this kind, and HasEnded to an ended one.
	Has(ctx context.Context, id uint64) (bool, error)
	HasEnded(ctx context.Context, id uint64) (bool, error)
	// Instead names the commands for an unfinished game of this kind, and the query for an ended one, to a player who
	// took it for a game of another kind.
	Instead(id uint64, ended bool) string

	// Concede, Claim, Decline and SetDelegate handle the messages of a game of this kind. They return an OtherError for
	// one of another kind.
	Concede(ctx context.Context, msg *types.MsgConcede) error
	Claim(ctx context.Context, msg *types.MsgClaimWin) (*types.MsgClaimWinResponse, error)
	Decline(ctx context.Context, msg *types.MsgDeclineGame) error
	SetDelegate(ctx context.Context, msg *types.MsgSetDelegate) error

	// NextAction returns the due action of a game. It returns an OtherError for a game of another kind.
	NextAction(ctx context.Context, id uint64) (*types.QueryNextActionResponse, error)
	// Mention adds an unfinished game to the answer about its player.
	Mention(player *types.QueryPlayerResponse, id uint64)

	// Deadline returns the last height for the obligation of an unfinished game, or collections.ErrNotFound if no game of
	// this kind has that id.
	Deadline(ctx context.Context, id uint64) (int64, error)
	// SettleLate settles a deadline that has passed.
	SettleLate(ctx sdk.Context, id uint64) (Lapse, error)

	// Count counts the unfinished games from an id on, up to a limit.
	Count(ctx context.Context, from uint64, most int) (Count, error)

	// CheckImport returns ErrInvalidGenesis unless the games of a valid genesis state belong to a chain at this height.
	CheckImport(gs types.GenesisState, height int64) error
	// Import writes the games of a genesis state and their entries in the indexes and the expiry queue.
	Import(ctx context.Context, gs types.GenesisState) error
	// Export adds the games to a genesis state.
	Export(ctx context.Context, gs *types.GenesisState) error
}

// Lapse is the result of settling a deadline that has passed.
type Lapse struct {
	// Ended reports whether the game is over. If it is not, Next is its next deadline.
	Ended bool
	Next  int64
	// Seats is the number of settled seats, which a block limits: at least one.
	Seats int
}

// Count is a number of unfinished games.
type Count struct {
	// Open and Running count the games before and after the start of play.
	Open, Running int
	// Next is the lowest id that was not counted, and Done reports whether no game has it or a higher one.
	Next uint64
	Done bool
}

// Total returns the number of counted games.
func (c Count) Total() int { return c.Open + c.Running }

// OtherError is the error of a kind that was asked for a game of another one. Its code is that of ErrGameKind if the
// game is unfinished, else that of ErrGameEnded.
type OtherError struct {
	// Kind is the kind of the game.
	Kind Kind

	reason *errors.Error
	text   string
}

// Error implements error.
func (e *OtherError) Error() string { return e.text + ": " + e.reason.Error() }

// Cause returns the registered error: ABCI takes the code of a transaction's result from it.
func (e *OtherError) Cause() error { return e.reason }

// Unwrap lets errors.Is find the registered error.
func (e *OtherError) Unwrap() error { return e.reason }

// Unfinished reports whether the game has not ended.
func (e *OtherError) Unfinished() bool { return e.reason == types.ErrGameKind }

// List holds kinds in the order in which they are asked for a game. The order is gas, and never changes.
type List []Kind

// Without returns the list without a kind.
func (l List) Without(asked Kind) List {
	others := make(List, 0, len(l))
	for _, k := range l {
		if k != asked {
			others = append(others, k)
		}
	}
	return others
}

// Find returns an OtherError that names the kind of a game, or nil if no kind of the list has or had it.
func (l List) Find(ctx context.Context, id uint64) error {
	for _, k := range l {
		unfinished, err := k.Has(ctx, id)
		if err != nil {
			return err
		}
		if unfinished {
			return &OtherError{Kind: k, reason: types.ErrGameKind, text: k.Instead(id, false)}
		}
		ended, err := k.HasEnded(ctx, id)
		if err != nil {
			return err
		}
		if ended {
			return &OtherError{Kind: k, reason: types.ErrGameEnded, text: k.Instead(id, true)}
		}
	}
	return nil
}
