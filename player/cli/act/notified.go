package act

import (
	"github.com/battleship-chain/battleship/player/notify"
	"github.com/battleship-chain/battleship/player/text"
)

// Notified returns the games of one kind that a notification can be about: those of a player, by their ids, and the
// offers to it, of which offer returns the id and the creator.
func Notified[T any](
	kind text.Kind, ids []uint64, offers []T, offer func(T) (id uint64, creator string),
) (own, invited []notify.Game) {
	for _, id := range ids {
		own = append(own, notify.Game{ID: id, Kind: kind})
	}
	for _, o := range offers {
		id, creator := offer(o)
		invited = append(invited, notify.Game{ID: id, Kind: kind, Creator: creator})
	}
	return own, invited
}
