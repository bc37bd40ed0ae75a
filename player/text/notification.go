package text

import (
	"fmt"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Notification is the kind of an event that calls for a player.
type Notification uint8

// The kinds of notifications.
const (
	// Turn means that the player owes something.
	Turn Notification = iota
	// Begun means that a game has all its players.
	Begun
	// Invited means that the player is invited to a game.
	Invited
	// Ended means that a game is over, or that it was cancelled.
	Ended
)

// String returns the name of the kind: "turn".
func (n Notification) String() string { return notifications[n] }

var notifications = [...]string{Turn: "turn", Begun: "begun", Invited: "invited", Ended: "ended"}

// NotificationTitle is the title of all notifications.
const NotificationTitle = "Battleship"

// Texts of the program that notifies.
const (
	NotifiesOf  = "Notifying of the games of %s. Ctrl-C ends it."
	NotifyLater = "Trying again: %s."
)

// Called writes a game by its kind and id: "Game 7".
func (k Kind) Called(id uint64) string { return Upper(fmt.Sprintf("%s %d", k, id)) }

// Calls writes that a game needs the reader, with its line in the lobby: "Game 7: you shoot by block 812 (3m)".
func (k Kind) Calls(id uint64, next string) string { return k.Called(id) + ": " + next }

// Notify writes that a game needs the reader, or has begun: "Game 7. Your turn: the shot, by block 642 (1m left)."
func (v Voice) Notify(n Notification, k Kind, id uint64, next *types.QueryNextActionResponse) string {
	begun := ""
	if n == Begun {
		begun = " has begun"
		if next.OffChain && next.Obligation == types.OBLIGATION_NONE {
			return k.Called(id) + begun + ", off-chain: a program of yours has to be open."
		}
	}
	return Sentence(k.Called(id)+begun) + " " + Sentence(v.Next(next))
}

// NotifyInvited writes that the reader is invited.
func (v Voice) NotifyInvited(k Kind, id uint64, creator string) string {
	return Sentence(fmt.Sprintf("%s invites you to %s %d", v.Name(creator), k, id))
}

// NotifyEnded writes that a game is over. The result is in words, or empty for a game that was
// cancelled.
func (k Kind) NotifyEnded(id uint64, result string) string {
	if result == "" {
		return k.Called(id) + " was cancelled or declined."
	}
	return Sentence(k.Called(id) + " is over: " + result)
}
