package duel

import (
	"context"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// list adds an open game to the index in which those who may join it look for it.
func (k *Keeper) list(ctx context.Context, g types.Game, deadline int64) error {
	if g.Offer.Opponent != "" {
		opponent, err := k.Addresses.Parse(g.Offer.Opponent)
		if err != nil {
			return err
		}
		return k.Lobby.Invite(ctx, opponent.Address, g.Id)
	}
	listing := types.Listing{
		Creator:       g.Participants[0].Address,
		RatingRange:   g.Offer.RatingRange,
		Deadline:      deadline,
		Fee:           g.Terms.Fee,
		HouseShareBps: g.Terms.HouseShareBps,
	}
	return k.Lobby.List(ctx, g.OpenKey(), listing, g.Offer.Matching)
}

// unlist is the inverse of list.
func (k *Keeper) unlist(ctx context.Context, g types.Game) error {
	if g.Offer.Opponent != "" {
		opponent, err := k.Addresses.Parse(g.Offer.Opponent)
		if err != nil {
			return err
		}
		return k.Lobby.Uninvite(ctx, opponent.Address, g.Id)
	}
	return k.Lobby.Unlist(ctx, g.OpenKey(), g.Offer.Matching)
}
