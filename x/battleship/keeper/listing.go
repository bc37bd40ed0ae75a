package keeper

import (
	"context"

	"cosmossdk.io/collections"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// list adds an open game to the index in which those who may join it look for it.
func (k *Keeper) list(ctx context.Context, g types.Game, deadline int64) error {
	if g.Offer.Opponent != "" {
		opponent, err := k.parseAccount(g.Offer.Opponent)
		if err != nil {
			return err
		}
		return k.Invitations.Set(ctx, collections.Join(opponent.bytes, g.Id))
	}
	key := g.OpenKey()
	listing := types.Listing{
		Creator:     g.Participants[0].Address,
		RatingRange: g.Offer.RatingRange,
		Deadline:    deadline,
		Fee:         g.Terms.Fee,
	}
	if g.Offer.Matching {
		if err := k.Waiting.Set(ctx, key, listing); err != nil {
			return err
		}
	}
	return k.OpenGames.Set(ctx, key, listing)
}

// unlist is the inverse of list.
func (k *Keeper) unlist(ctx context.Context, g types.Game) error {
	if g.Offer.Opponent != "" {
		opponent, err := k.parseAccount(g.Offer.Opponent)
		if err != nil {
			return err
		}
		return k.Invitations.Remove(ctx, collections.Join(opponent.bytes, g.Id))
	}
	key := g.OpenKey()
	if g.Offer.Matching {
		if err := k.Waiting.Remove(ctx, key); err != nil {
			return err
		}
	}
	return k.OpenGames.Remove(ctx, key)
}
