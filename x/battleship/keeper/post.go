package keeper

import (
	"context"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// PostState brings a state of a game at sea to the chain.
func (k *Keeper) PostState(ctx context.Context, msg *types.MsgPostState) error {
	g, _, err := k.load(ctx, msg.GameId)
	if err != nil {
		return err
	}
	return errors.Wrapf(types.ErrNotChannel, "game %d: not at sea", g.Id)
}
