package text

import "errors"

// Chosen is the end of a command that its user has chosen, by Ctrl-C or by a no.
type Chosen string

// Error implements error.
func (c Chosen) Error() string { return string(c) }

// Ends that users choose.
const (
	NotSent     Chosen = "nothing was sent"
	Interrupted Chosen = "stopped"
	BotStopped  Chosen = "Stopped. A running game continues with the same command, before its deadline"
)

// WatchStopped is the end of a command that followed a game.
func WatchStopped(id uint64) Chosen {
	return Chosen("Stopped. " + Prompt{Game: id}.fill("battleshipd watch {game} continues"))
}

// Failure writes the error with which a command ends: as a sentence if its user has chosen that end.
func Failure(err error) string {
	words := Clean(err.Error())
	if errors.As(err, new(Chosen)) {
		return Sentence(words)
	}
	return "Error: " + words
}
