package keeper

import (
	"bytes"
	stderrors "errors"
	"fmt"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// actor is the player of a seat, and its delegate. Both are empty for a vacant seat.
type actor struct{ address, delegate string }

// seatAmong returns the seat for which the sender of a message may act, of those who sit at a game by seat. The game is
// named in an error.
func (k *Keeper) seatAmong(all []actor, named string, msg sdk.Msg, sender string) (int, error) {
	role, err := types.RoleOf(msg)
	if err != nil {
		return 0, err
	}
	from, err := k.addresses.Parse(sender)
	if err != nil {
		return 0, errors.Wrap(err, "sender")
	}
	for seat, a := range all {
		if a.address != "" && (from.Text == a.address || role.Delegates() && from.Text == a.delegate) {
			return seat, nil
		}
	}
	return 0, errors.Wrapf(types.ErrUnauthorized, "%s: expected %s, got %s", named, actorsIn(role, all), from.Text)
}

// provenAmong returns the seat of the player whose board a claim is to prove: the named one, or else the one for which
// the sender may act.
func (k *Keeper) provenAmong(all []actor, named string, msg *types.MsgClaimWin) (int, error) {
	if msg.Player == "" {
		return k.seatAmong(all, named, msg, msg.Sender)
	}
	if _, err := k.addresses.Parse(msg.Sender); err != nil {
		return 0, errors.Wrap(err, "sender")
	}
	player, err := k.addresses.Parse(msg.Player)
	if err != nil {
		return 0, errors.Wrap(err, "player")
	}
	for seat, a := range all {
		if a.address == player.Text {
			return seat, nil
		}
	}
	return 0, errors.Wrapf(types.ErrUnauthorized, "%s: expected a player of it, got %s", named, player.Text)
}

// actorsIn names who may act, for an error.
func actorsIn(role types.Role, all []actor) string {
	var text bytes.Buffer
	for _, a := range all {
		if a.address == "" {
			continue
		}
		if text.Len() > 0 {
			text.WriteString(" or ")
		}
		text.WriteString(a.address)
		if role.Delegates() && a.delegate != "" {
			text.WriteString(" or its delegate " + a.delegate)
		}
	}
	return text.String()
}

// actorsOf returns who sits at a duel.
func actorsOf(g types.Game) (all []actor, named string) {
	all = make([]actor, len(g.Participants))
	for i, p := range g.Participants {
		all[i] = actor{address: p.Address, delegate: p.Delegate}
	}
	return all, fmt.Sprintf("game %d", g.Id)
}

// seatOf returns the seat for which the sender of a message may act in a game.
func (k *Keeper) seatOf(g types.Game, msg sdk.Msg, sender string) (game.Seat, error) {
	all, named := actorsOf(g)
	seat, err := k.seatAmong(all, named, msg, sender)
	return game.Seat(seat), err
}

// senderOf returns the seat for which the sender of a message may act in a game. It returns nil if there is none, but
// any account may send the message because the game is on-chain.
func (k *Keeper) senderOf(g types.Game, x channel.ChainState, msg sdk.Msg, sender string) (*game.Seat, error) {
	seat, err := k.seatOf(g, msg, sender)
	switch {
	case err == nil:
		return &seat, nil
	case stderrors.Is(err, types.ErrUnauthorized) && !x.OffChain:
		return nil, nil
	default:
		return nil, err
	}
}
