package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	errorsmod "cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Errors of this package, for errors.Is. They are wrapped with details. Refusals by the rules are the errors of package
// game.
var (
	// ErrNotForDelegates means that only the player itself may do this.
	ErrNotForDelegates = errors.New("a delegate may not do this")
	// ErrFalseGame means that the chain cannot have the answers which the node shows as the player's.
	ErrFalseGame = errors.New("the node shows answers that are not those of your board: ask another node")
	// ErrOtherProgram means that another program moves for the player in the same game.
	ErrOtherProgram = errors.New("another program of yours moves in this game too: both pay for each move, and " +
		"only one counts, so stop one of them")
	// ErrUnknown means that the node does not know a game yet, and that it is asked again for some blocks.
	ErrUnknown = errors.New("the node does not know this game yet")
	// ErrGone means that the chain has no such game: it was cancelled before the join, or never existed.
	ErrGone = errors.New("it was cancelled or never existed")
)

// InGame names a game in an error, unless the error names it already.
func InGame(gameID uint64, err error) error {
	var (
		notNow *NotNowError
		in     *inGameError
	)
	if errors.As(err, &notNow) && notNow.GameID == gameID || errors.As(err, &in) && in.gameID == gameID {
		return err
	}
	return &inGameError{gameID: gameID, err: err}
}

// inGameError is an error about a game.
type inGameError struct {
	gameID uint64
	err    error
}

// Error implements error.
func (e *inGameError) Error() string { return fmt.Sprintf("game %d: %s", e.gameID, e.err) }

// Unwrap returns the error without the game.
func (e *inGameError) Unwrap() error { return e.err }

// ErrEntered means that the player has entered another game meanwhile, with a transaction of before.
var ErrEntered = errors.New("what you sent before is in a block now")

// EnteringError means that a transaction that enters a game was sent, and is in no block yet.
type EnteringError struct {
	// BoardNonce is that of its board: another transaction with the same cannot count beside it.
	BoardNonce uint64
	Err        error
}

// Error implements error.
func (e *EnteringError) Error() string { return e.Err.Error() }

// Unwrap is a *client.NotIncludedError.
func (e *EnteringError) Unwrap() error { return e.Err }

// Untraced returns an error of the module without its position in the source.
func Untraced(err error) error { return withoutTrace{err} }

// withoutTrace is an error of the module without its position in the source, which fmt would print.
type withoutTrace struct{ error }

// Unwrap returns the error with its trace.
func (e withoutTrace) Unwrap() error { return e.error }

// movedOn are refusals of messages that were right by the node's state of the game.
var movedOn = []*errorsmod.Error{
	types.ErrGameNotFound, types.ErrGameEnded, types.ErrPhase, types.ErrTurn, types.ErrLate, types.ErrTile,
	types.ErrWrongOpening, types.ErrInvalidProof, types.ErrSunk, types.ErrNotNewer,
}

// MovedOn reports whether the chain has refused a message that was right by the node's state of the game: there was a
// move since, by the opponent or another program with the player's key.
func MovedOn(err error) bool {
	var refused *client.RefusedError
	return errors.As(err, &refused) && slices.ContainsFunc(movedOn, refused.OfKind)
}

// FundsError means that a player has too little to enter a game.
type FundsError struct {
	// Name is that of the player's key.
	Name string
	// Need is the required amount, Have the player's balance in that coin.
	Need, Have sdk.Coin
}

// Error implements error.
func (e *FundsError) Error() string {
	return fmt.Sprintf("%s: expected at least %s, got %s", types.ErrInsufficientFunds, text.Coin(e.Need),
		text.Coin(e.Have))
}

// Unwrap is types.ErrInsufficientFunds.
func (*FundsError) Unwrap() error { return types.ErrInsufficientFunds }

// DelegateError means that a key that plays for itself is a player's delegate in the game, and not a player.
type DelegateError struct {
	GameID uint64
	// Player is the address of whose delegate it is.
	Player, Delegate string
}

// Error implements error.
func (e *DelegateError) Error() string {
	return fmt.Sprintf(text.ActsForPlayer, e.GameID, e.Delegate, e.Player)
}

// Unwrap is ErrNotInGame.
func (*DelegateError) Unwrap() error { return text.ErrNotInGame }

// NotNowError reports an act that a game does not allow now.
type NotNowError struct {
	GameID uint64
	Of     text.Kind
	// Kind is game.ErrPhase or game.ErrTurn, or the error of this package that says which.
	Kind error
	// Why is why not, as far as Next does not show it.
	Why string
	// Next is the game's next action.
	Next *types.QueryNextActionResponse
}

// Error implements error.
func (e *NotNowError) Error() string {
	return fmt.Sprintf("%s %d: %s", e.Of, e.GameID, e.Problem(text.Voice{}))
}

// Problem returns the error for a reader, without the game.
func (e *NotNowError) Problem(v text.Voice) string {
	parts := []string{}
	if e.Kind != game.ErrPhase && e.Kind != game.ErrTurn { //nolint:errorlint // these two have no text of their own here
		parts = append(parts, e.Kind.Error())
	}
	if e.Why != "" {
		parts = append(parts, e.Why)
	}
	return strings.Join(append(parts, v.Next(e.Next)), "; ")
}

// Unwrap returns the kind.
func (e *NotNowError) Unwrap() error { return e.Kind }
