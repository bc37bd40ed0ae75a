package keeper

import (
	"context"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/deadline"
	"github.com/battleship-chain/battleship/x/battleship/internal/ladder"
	"github.com/battleship-chain/battleship/x/battleship/internal/lobby"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Records are the module's records for readers without queries: the app, the simulation and their tests. They cannot be
// written through it.
type Records struct {
	recordsOfKinds
	sharedRecords

	// Expiries is the expiry queue, ExpiryHeights the height of each game's entry in it, and Quarantined holds the games
	// that were put aside, by id.
	Expiries      records.Map[deadline.Entry, collections.NoValue]
	ExpiryHeights records.Map[uint64, int64]
	Quarantined   records.Map[uint64, types.Quarantine]
	// OpenGames, Waiting and Invitations index the open games.
	OpenGames, Waiting records.Map[types.OpenKey, types.Listing]
	Invitations        records.Map[lobby.Invitation, collections.NoValue]
	// Leaderboard holds the places of rated players, RatingBuckets how many there are of each rating.
	Leaderboard   records.Map[ladder.Place, collections.NoValue]
	RatingBuckets records.Map[uint32, types.RatingBucket]
	// Escrow holds how much the module holds for others by denom, Unpaid what of that waits for accounts, by address.
	Escrow records.Map[string, math.Int]
	Unpaid records.Map[sdk.AccAddress, types.Unpaid]
	// Names holds the names of accounts by address, NameOwners the addresses by name.
	Names      records.Map[sdk.AccAddress, types.Name]
	NameOwners records.Map[string, sdk.AccAddress]
}

type sharedRecords = core.Records

// Records returns the module's records.
func (k *Keeper) Records() Records {
	c := k.core
	return Records{
		recordsOfKinds: k.kinds.records(), sharedRecords: c.Records(),
		Expiries: c.Queue.Entries(), ExpiryHeights: c.Queue.Heights(), Quarantined: c.Queue.Quarantined(),
		OpenGames: c.Lobby.Open(), Waiting: c.Lobby.Waiting(), Invitations: c.Lobby.Invitations(),
		Leaderboard: c.Ladder.Places(), RatingBuckets: c.Ladder.Buckets(),
		Escrow: c.Escrow.Held(), Unpaid: c.Escrow.Waiting(),
		Names: k.names.Names(), NameOwners: k.names.Owners(),
	}
}

// Params returns the params.
func (k *Keeper) Params(ctx context.Context) (types.Params, error) { return k.core.Params(ctx) }

// Rewards returns the state of the Shipcoin mint.
func (k *Keeper) Rewards(ctx context.Context) (types.Rewards, error) { return k.core.Rewards(ctx) }

// NextGameID returns the id of the next game.
func (k *Keeper) NextGameID(ctx context.Context) (uint64, error) { return k.core.PeekID(ctx) }

// Schema describes all collections of the module.
func (k *Keeper) Schema() collections.Schema { return k.schema }
