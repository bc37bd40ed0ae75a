package duel

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Decline implements kind.Kind: it refuses a game that was offered to the sender alone. It ends the game, and the
// creator gets its coins back.
func (k *Keeper) Decline(ctx context.Context, msg *types.MsgDeclineGame) error {
	sender, err := k.Addresses.Parse(msg.Sender)
	if err != nil {
		return errors.Wrap(err, "sender")
	}
	g, before, err := k.load(ctx, msg.GameId)
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
