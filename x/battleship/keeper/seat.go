package keeper

import (
	"bytes"
	stderrors "errors"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// seatOf returns the seat for which the sender of a message may act in a game.
func (k *Keeper) seatOf(g types.Game, msg sdk.Msg, sender string) (game.Seat, error) {
	role, err := types.RoleOf(msg)
	if err != nil {
		return 0, err
	}
	from, err := k.addresses.Parse(sender)
	if err != nil {
		return 0, errors.Wrap(err, "sender")
	}
	for i, participant := range g.Participants {
		if from.Text == participant.Address || (role.Delegates() && from.Text == participant.Delegate) {
			return game.Seat(i), nil
		}
	}
	return 0, errors.Wrapf(types.ErrUnauthorized, "game %d: expected %s, got %s",
		g.Id, expectedActors(g, role), from.Text)
}

// senderOf returns the seat for which the sender of a message may act in a game; nil if it may act for none, but may
// send the message all the same because the game is ashore.
func (k *Keeper) senderOf(g types.Game, x channel.Stand, msg sdk.Msg, sender string) (*game.Seat, error) {
	seat, err := k.seatOf(g, msg, sender)
	switch {
	case err == nil:
		return &seat, nil
	case stderrors.Is(err, types.ErrUnauthorized) && !x.AtSea:
		return nil, nil
	default:
		return nil, err
	}
}

// expectedActors names who may act, for an error.
func expectedActors(g types.Game, role types.Role) string {
	var text bytes.Buffer
	for i, participant := range g.Participants {
		if i > 0 {
			text.WriteString(" or ")
		}
		text.WriteString(participant.Address)
		if role.Delegates() && participant.Delegate != "" {
			text.WriteString(" or its delegate " + participant.Delegate)
		}
	}
	return text.String()
}
