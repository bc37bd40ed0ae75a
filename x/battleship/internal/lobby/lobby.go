// Package lobby indexes the games that players can join: open ones, those among them that wait for a match, and
// invitations. It holds places, listings and addresses, and is independent of the games.
package lobby

import (
	"context"

	"cosmossdk.io/collections"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Lobby holds the open games, as those who may join find them.
type Lobby struct {
	// open indexes the games open to all: by terms, the creator's rating and game id.
	open collections.Map[types.OpenKey, types.Listing]
	// waiting holds those of them whose creators have asked for a match. A match joins one that fits, if there is one,
	// before it adds another; so no two waiting games of a pool fit each other, and there can only be few.
	waiting collections.Map[types.OpenKey, types.Listing]
	// invitations holds the open games that only who was invited may join.
	invitations collections.KeySet[Invitation]
}

// Invitation is one player's place in one game: address and game id.
type Invitation = collections.Pair[sdk.AccAddress, uint64]

// New returns the lobby that is kept in a store.
func New(sb *collections.SchemaBuilder, cdc codec.BinaryCodec) Lobby {
	return Lobby{
		open: collections.NewMap(sb, types.OpenGamesPrefix, "open_games",
			types.OpenKeyCodec, codec.CollValue[types.Listing](cdc)),
		waiting: collections.NewMap(sb, types.WaitingPrefix, "waiting",
			types.OpenKeyCodec, codec.CollValue[types.Listing](cdc)),
		invitations: collections.NewKeySet(sb, types.InvitationsPrefix, "invitations",
			collections.PairKeyCodec(sdk.AccAddressKey, collections.Uint64Key)),
	}
}

// Open returns the games open to all.
func (l Lobby) Open() records.Map[types.OpenKey, types.Listing] { return records.Of(l.open) }

// Waiting returns those of them that wait for a match.
func (l Lobby) Waiting() records.Map[types.OpenKey, types.Listing] { return records.Of(l.waiting) }

// Invitations returns who is invited to which games.
func (l Lobby) Invitations() records.Map[Invitation, collections.NoValue] {
	return records.OfSet(l.invitations)
}

// List adds a game open to all, also to the waiting ones if it was opened by a match.
func (l Lobby) List(ctx context.Context, at types.OpenKey, listing types.Listing, matching bool) error {
	if matching {
		if err := l.waiting.Set(ctx, at, listing); err != nil {
			return err
		}
	}
	return l.open.Set(ctx, at, listing)
}

// Unlist is the inverse of List.
func (l Lobby) Unlist(ctx context.Context, at types.OpenKey, matching bool) error {
	if matching {
		if err := l.waiting.Remove(ctx, at); err != nil {
			return err
		}
	}
	return l.open.Remove(ctx, at)
}

// Invite adds a game that a player may join because it was invited.
func (l Lobby) Invite(ctx context.Context, who sdk.AccAddress, id uint64) error {
	return l.invitations.Set(ctx, collections.Join(who, id))
}

// Uninvite is the inverse of Invite.
func (l Lobby) Uninvite(ctx context.Context, who sdk.AccAddress, id uint64) error {
	return l.invitations.Remove(ctx, collections.Join(who, id))
}
