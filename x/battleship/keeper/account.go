package keeper

import (
	"bytes"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// account is an address and its one canonical text. Bech32 can be written in capitals too, so texts that came from
// outside must not be compared: whoever writes its address differently would be somebody else.
type account struct {
	bytes sdk.AccAddress
	text  string
}

// parseAccount returns the account that a text names.
func (k *Keeper) parseAccount(text string) (account, error) {
	raw, err := k.addressCodec.StringToBytes(text)
	if err != nil {
		return account{}, errors.Wrapf(types.ErrInvalidAddress, "expected an address, got %q: %s",
			truncate(text, types.MaxErrorBytes), err)
	}
	if len(raw) > types.MaxAddressBytes {
		return account{}, errors.Wrapf(types.ErrInvalidAddress, "expected at most %d bytes, got %d",
			types.MaxAddressBytes, len(raw))
	}
	return k.accountOf(raw)
}

// accountOf returns the account of an address.
func (k *Keeper) accountOf(raw sdk.AccAddress) (account, error) {
	canonical, err := k.addressCodec.BytesToString(raw)
	if err != nil {
		return account{}, errors.Wrap(types.ErrInvalidAddress, err.Error())
	}
	return account{bytes: raw, text: canonical}, nil
}

// seatOf returns the seat for which the sender of a message may act in a game.
func (k *Keeper) seatOf(g types.Game, msg sdk.Msg, sender string) (game.Seat, error) {
	role, err := types.RoleOf(msg)
	if err != nil {
		return 0, err
	}
	from, err := k.parseAccount(sender)
	if err != nil {
		return 0, errors.Wrap(err, "sender")
	}
	for i, participant := range g.Participants {
		if from.text == participant.Address || (role.Delegates() && from.text == participant.Delegate) {
			return game.Seat(i), nil
		}
	}
	return 0, errors.Wrapf(types.ErrUnauthorized, "game %d: expected %s, got %s",
		g.Id, expectedActors(g, role), from.text)
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

// truncate cuts a text that came from outside, so that it can stand in an error.
func truncate(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	return text[:bytes]
}
