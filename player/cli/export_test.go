package cli

import (
	"errors"

	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
)

// Ask is ask.
var Ask = env.Ask

// IsRedraw reports whether an answer asks for another fleet, IsDeclined whether it is a no.
func IsRedraw(err error) bool   { return errors.Is(err, env.ErrRedraw) }
func IsDeclined(err error) bool { return errors.Is(err, env.ErrDeclined) }

// Explain puts an error of a command that acts for a player in a game into words.
func Explain(err error, command, me string, gameID uint64) error {
	return env.Explain(err, text.Prompt{Command: command, Me: me, Game: gameID})
}

// Trouble says what keeps a bot from moving in a game.
func Trouble(err error, gameID uint64) string {
	return act.Trouble(err, text.Prompt{Command: "bot", Game: gameID})
}

// ClockNote is ClockNote.
var ClockNote = env.ClockNote

// UTF8Locale is utf8Locale.
var UTF8Locale = utf8Locale

// Passing is passing.
var Passing = env.Passing
