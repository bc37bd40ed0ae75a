package duel

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Errors of this package, for errors.Is. They are wrapped with details.
var (
	// ErrRematch means that the game is being played again already, or was.
	ErrRematch = errors.New("there is a rematch already")
	// ErrOwnGame means that the player would play against itself.
	ErrOwnGame = errors.New("this is your own game")
	// ErrBotTerms means that a game against the player's own bot was asked for in which the bot would have to pay.
	ErrBotTerms = errors.New("a bot of your own has no coins")
	// ErrBotOffChain means that a game against the player's own bot was asked for off-chain.
	ErrBotOffChain = errors.New("a bot of your own plays on-chain alone")
	// ErrNoHome means that an off-chain game has no place for its log.
	ErrNoHome = errors.New("an off-chain game takes a home to keep its log in")
	// ErrNotJoined means that an open game of the player has ended because no opponent joined it in time. It is a
	// session.ErrGone.
	ErrNotJoined = fmt.Errorf("no opponent joined in time: %w", session.ErrGone)
	// ErrNothingLost means that an off-chain game was to be recovered whose log is there.
	ErrNothingLost = errors.New("nothing is lost: what was signed in this game is written down here")
	// ErrNoProof means that an off-chain game has no state to prove: there was no move.
	ErrNoProof = errors.New("no move was made in this game yet, and the chain knows how it began")
)

// CutOffError means that updates of an off-chain game are not delivered. The game continues all the same: on-chain, if
// that lasts.
type CutOffError struct {
	// Relay is its URL.
	Relay string
	// Err is the underlying error.
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
		return fmt.Sprintf(text.NoRelay, url, silent.Reason())
	case errors.As(e.Err, &other):
		return fmt.Sprintf(text.NotARelay, url, other.Status)
	default:
		return fmt.Sprintf("no updates over %s: %s", url, e.Err)
	}
}

// Unwrap returns the underlying error.
func (e *CutOffError) Unwrap() error { return e.Err }

// UnkeptError means that the opponent's newest update of an off-chain game, or the proof for a watchtower, is not on
// the disk. The game continues all the same.
type UnkeptError struct {
	// Err is the underlying error.
	Err error
}

// Error implements error.
func (e *UnkeptError) Error() string { return text.OneLine(e.Err.Error()) }

// Unwrap returns the underlying error.
func (e *UnkeptError) Unwrap() error { return e.Err }

// EndedError means that a game is over, with its result.
type EndedError struct {
	Result types.Result
}

// Error implements error.
func (e *EndedError) Error() string {
	return fmt.Sprintf("game %d has ended: %s", e.Result.GameId, text.Voice{}.Result(e.Result))
}

// How implements session.Ended.
func (e *EndedError) How(v text.Voice) (text.Kind, uint64, string) {
	return text.Duel, e.Result.GameId, v.Result(e.Result)
}

// Unwrap is ErrEnded.
func (*EndedError) Unwrap() error { return session.ErrEnded }
