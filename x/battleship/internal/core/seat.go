package core

import (
	"bytes"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Actor is the player of a seat, and its delegate. Both are empty for a vacant seat.
type Actor struct{ Address, Delegate string }

// SeatAmong returns the seat for which the sender of a message may act, of those who sit at a game by seat. The game is
// named in an error.
func (k *Core) SeatAmong(all []Actor, named string, msg sdk.Msg, sender string) (int, error) {
	role, err := types.RoleOf(msg)
	if err != nil {
		return 0, err
	}
	from, err := k.Addresses.Parse(sender)
	if err != nil {
		return 0, errors.Wrap(err, "sender")
	}
	for seat, a := range all {
		if a.Address != "" && (from.Text == a.Address || role.Delegates() && from.Text == a.Delegate) {
			return seat, nil
		}
	}
	return 0, errors.Wrapf(types.ErrUnauthorized, "%s: expected %s, got %s", named, actorsIn(role, all), from.Text)
}

// ProvenAmong returns the seat of the player whose board a claim is to prove: the named one, or else the one for which
// the sender may act.
func (k *Core) ProvenAmong(all []Actor, named string, msg *types.MsgClaimWin) (int, error) {
	if msg.Player == "" {
		return k.SeatAmong(all, named, msg, msg.Sender)
	}
	if _, err := k.Addresses.Parse(msg.Sender); err != nil {
		return 0, errors.Wrap(err, "sender")
	}
	player, err := k.Addresses.Parse(msg.Player)
	if err != nil {
		return 0, errors.Wrap(err, "player")
	}
	for seat, a := range all {
		if a.Address == player.Text {
			return seat, nil
		}
	}
	return 0, errors.Wrapf(types.ErrUnauthorized, "%s: expected a player of it, got %s", named, player.Text)
}

// actorsIn names who may act, for an error.
func actorsIn(role types.Role, all []Actor) string {
	var text bytes.Buffer
	for _, a := range all {
		if a.Address == "" {
			continue
		}
		if text.Len() > 0 {
			text.WriteString(" or ")
		}
		text.WriteString(a.Address)
		if role.Delegates() && a.Delegate != "" {
			text.WriteString(" or its delegate " + a.Delegate)
		}
	}
	return text.String()
}
