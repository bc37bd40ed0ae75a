package keeper

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// DeclineGame refuses a game that was offered to the sender alone. It ends the game, and the creator gets its coins
// back. In a melee it closes the sender's place.
func (k *Keeper) DeclineGame(ctx context.Context, msg *types.MsgDeclineGame) error {
	sender, err := k.addresses.Parse(msg.Sender)
	if err != nil {
		return errors.Wrap(err, "sender")
	}
	g, before, err := k.load(ctx, msg.GameId)
	if isOtherKind(err) {
		return k.declineMelee(ctx, msg)
	}
	if err != nil {
		return err
	}
	after, events, err := step(sdk.UnwrapSDKContext(ctx), before, game.Decline{})
	if err != nil {
		return err
	}
	only := g.Offer.Opponent
	if only == "" {
		return errors.Wrapf(types.ErrUnauthorized,
			"game %d is open to all, and nobody has to decline it", g.Id)
	}
	if only != sender.Text {
		return errors.Wrapf(types.ErrUnauthorized, "game %d: expected %s, got %s", g.Id, only, sender.Text)
	}
	return k.apply(ctx, g, before, after, events)
}
