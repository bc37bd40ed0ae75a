package session

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	errorsmod "cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Errors of this package. They are wrapped with what was expected and what came; match them with errors.Is. What the
// rules refuse comes as the errors of package game.
var (
	// ErrNotInGame means that the key is neither of the game's players.
	ErrNotInGame = errors.New("not a player of this game")
	// ErrNotDelegate means that the player has not made the key its delegate in this game.
	ErrNotDelegate = errors.New("not the player's delegate in this game")
	// ErrNotForDelegates means that only the player itself may do this.
	ErrNotForDelegates = errors.New("a delegate may not do this")
	// ErrNoWallet means that a board is needed whose player's key is not in the keyring.
	ErrNoWallet = errors.New("the board's secret is in the player's wallet")
	// ErrNotInvited means that the game is offered to somebody else, or to nobody in particular.
	ErrNotInvited = errors.New("this game is not offered to you")
	// ErrRematch means that the game is being played again already, or was.
	ErrRematch = errors.New("there is a rematch already")
	// ErrWrongBoard means that what the key recovers is not the board that the chain has the commitment of.
	ErrWrongBoard = errors.New("the recovered board is not the one committed to")
	// ErrFalseGame means that the chain cannot have the answers which the node shows as the player's.
	ErrFalseGame = errors.New("the node shows answers that are not those of your board: ask another node")
	// ErrOtherHand means that somebody else moves for the player in the same game.
	ErrOtherHand = errors.New("another bot of yours, or your own hand, moves in this game too: both pay for each move, " +
		"and only one counts, so stop one of them")
	// ErrOwnGame means that the player would play against itself.
	ErrOwnGame = errors.New("this is your own game")
	// ErrBotTerms means that a game against the player's own bot was asked for in which the bot would have to pay.
	ErrBotTerms = errors.New("a bot of your own has no coins")
	// ErrBotAtSea means that a game against the player's own bot was asked for at sea.
	ErrBotAtSea = errors.New("a bot of your own plays on chain alone")
	// ErrNoHome means that a game at sea has no place for its log.
	ErrNoHome = errors.New("a game at sea takes a home to keep its log in")
	// ErrTurnAtSea means that the player would give up at sea while its opponent moves.
	ErrTurnAtSea = errors.New("at sea you give up on your turn: wait for your opponent's letter, or bring the game ashore")
	// ErrShotToo means that an answer was to be sent at sea without the shot that goes with it.
	ErrShotToo = errors.New("at sea an answer goes with your shot")
	// ErrUnposted means that the chain has an older state than the player knows, which is to be posted first.
	ErrUnposted = errors.New("the chain has an older state than you: the newest is posted first")
	// ErrAtSea means that something cannot be done while the game is played at sea.
	ErrAtSea = errors.New("the game is played at sea")
	// ErrNothingLost means that a game at sea was to be recovered whose log is there.
	ErrNothingLost = errors.New("nothing is lost: what was signed in this game is written down here")
	// ErrNoProof means that there is nothing to prove of a game at sea: nobody has moved.
	ErrNoProof = errors.New("nobody has moved in this game yet, and the chain knows how it began")
	// ErrNotAtSea means that a game is not played at sea, or no more.
	ErrNotAtSea = errors.New("the game is played on chain")
	// ErrGone means that the chain knows no such game: it was cancelled before anybody joined, or never was.
	ErrGone = errors.New("it was cancelled, or never was")
)

// InGame names a game in an error, unless the error begins with its name.
func InGame(gameID uint64, err error) error {
	if name := fmt.Sprintf("game %d: ", gameID); !strings.HasPrefix(err.Error(), name) {
		return fmt.Errorf("%s%w", name, err)
	}
	return err
}

// ErrEntered means that the player has entered another game meanwhile, with a transaction of before.
var ErrEntered = errors.New("what you sent before is in a block now")

// EnteringError says that a transaction that enters a game was sent, and is in no block yet.
type EnteringError struct {
	// BoardNonce is that of its board: another transaction with the same cannot count beside it.
	BoardNonce uint64
	Err        error
}

// Error implements error.
func (e *EnteringError) Error() string { return e.Err.Error() }

// Unwrap is a *client.NotIncludedError.
func (e *EnteringError) Unwrap() error { return e.Err }

// saidPlainly is an error of the module without the place in its source where it was made, which fmt would print.
type saidPlainly struct{ error }

// Unwrap is the error with everything.
func (e saidPlainly) Unwrap() error { return e.error }

// movedOn are refusals of what was right by the game that the node has shown.
var movedOn = []*errorsmod.Error{
	types.ErrGameNotFound, types.ErrGameEnded, types.ErrPhase, types.ErrTurn, types.ErrLate, types.ErrTile,
	types.ErrWrongOpening, types.ErrInvalidProof, types.ErrSunk, types.ErrNotNewer,
}

// MovedOn reports whether the chain has refused what was right by the game that the node had shown: somebody has moved
// since, the opponent or another program with the player's key.
func MovedOn(err error) bool {
	var refused *client.RefusedError
	return errors.As(err, &refused) && slices.ContainsFunc(movedOn, refused.OfKind)
}

// FundsError says that a player has too little to enter a game.
type FundsError struct {
	// Name is that of the player's key.
	Name string
	// Need is what it takes, Have what the player has of that coin.
	Need, Have sdk.Coin
}

// Error implements error.
func (e *FundsError) Error() string {
	return fmt.Sprintf("%s: expected at least %s, got %s", types.ErrInsufficientFunds, Coin(e.Need), Coin(e.Have))
}

// Unwrap is types.ErrInsufficientFunds.
func (*FundsError) Unwrap() error { return types.ErrInsufficientFunds }

// DelegateError says that a key that plays for itself is a player's delegate in the game, and no player.
type DelegateError struct {
	GameID uint64
	// Player is the address of whose delegate it is.
	Player, Delegate string
}

// Error implements error.
func (e *DelegateError) Error() string {
	return fmt.Sprintf("game %d: %s is the delegate of %s and must act for it", e.GameID, e.Delegate, e.Player)
}

// Unwrap is ErrNotInGame.
func (*DelegateError) Unwrap() error { return ErrNotInGame }

// CutOffError says that letters of a game at sea neither come nor go. The game goes on all the same: ashore, if that
// lasts.
type CutOffError struct {
	// Relay is its URL.
	Relay string
	// Err is what is the matter.
	Err error
}

// Error implements error.
func (e *CutOffError) Error() string {
	var (
		silent *relay.SilentError
		other  *relay.NoRelayError
	)
	url := e.Relay
	if relay.CheckURL(url) != nil { // an opponent can have named anything
		url = strconv.QuoteToASCII(url)
	}
	switch {
	case errors.As(e.Err, &silent):
		return fmt.Sprintf("no relay answers at %s (%s): start one with battleshipd relay, or name another with --relay",
			url, silent.Reason())
	case errors.As(e.Err, &other):
		return fmt.Sprintf("what answers at %s is no relay (HTTP %d)", url, other.Status)
	default:
		return fmt.Sprintf("no letters over %s: %s", url, e.Err)
	}
}

// Unwrap is what is the matter.
func (e *CutOffError) Unwrap() error { return e.Err }

// EndedError says that a game is over, and how.
type EndedError struct {
	Result types.Result
}

// Error implements error.
func (e *EndedError) Error() string {
	return fmt.Sprintf("game %d has ended: %s", e.Result.GameId, Outcome(e.Result))
}
