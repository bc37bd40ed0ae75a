package keeper

import (
	"context"

	"cosmossdk.io/collections"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// list adds an open game to the index in which those who may join it look for it.
func (k *Keeper) list(ctx context.Context, g types.Game, deadline int64) error {
	if g.Offer.Opponent != "" {
		opponent, err := k.addresses.Parse(g.Offer.Opponent)
		if err != nil {
			return err
		}
		return k.invitations.Set(ctx, collections.Join(opponent.Address, g.Id))
	}
	key := g.OpenKey()
	listing := types.Listing{
		Creator:     g.Participants[0].Address,
		RatingRange: g.Offer.RatingRange,
		Deadline:    deadline,
		Fee:         g.Terms.Fee,
	}
	if g.Offer.Matching {
		if err := k.waiting.Set(ctx, key, listing); err != nil {
			return err
		}
	}
	return k.openGames.Set(ctx, key, listing)
}

// unlist is the inverse of list.
func (k *Keeper) unlist(ctx context.Context, g types.Game) error {
	if g.Offer.Opponent != "" {
		opponent, err := k.addresses.Parse(g.Offer.Opponent)
		if err != nil {
			return err
		}
		return k.invitations.Remove(ctx, collections.Join(opponent.Address, g.Id))
	}
	key := g.OpenKey()
	if g.Offer.Matching {
		if err := k.waiting.Remove(ctx, key); err != nil {
			return err
		}
	}
	return k.openGames.Remove(ctx, key)
}
