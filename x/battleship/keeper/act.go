package keeper

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
)

// act performs an action that needs no proof.
func (k *Keeper) act(
	ctx context.Context, msg sdk.Msg, id uint64, sender string, action func(by game.Seat) game.Action,
) error {
	g, before, err := k.load(ctx, id)
	if err != nil {
		return err
	}
	by, err := k.seatOf(g, msg, sender)
	if err != nil {
		return err
	}
	a := action(by)
	after, events, err := step(sdk.UnwrapSDKContext(ctx), before, a)
	if err != nil {
		return err
	}
	switch a.(type) {
	case game.Concede, game.Challenge:
		if err := mayGiveUp(g, before, by); err != nil {
			return err
		}
	}
	return k.apply(ctx, g, before, after, events)
}
