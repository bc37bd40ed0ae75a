package keeper

import (
	"context"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/deadline"
	"github.com/battleship-chain/battleship/x/battleship/internal/ladder"
	"github.com/battleship-chain/battleship/x/battleship/internal/lobby"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Records are the module's records for readers without queries: the app, the simulation and their tests. They cannot be
// written through it.
type Records struct {
	// Games and Progress hold the fixed and the moving part of each unfinished game by id.
	Games    records.Map[uint64, types.Game]
	Progress records.Map[uint64, types.Progress]
	// Recoveries holds the sealed fleets of unfinished games by game id and seat.
	Recoveries records.Map[collections.Pair[uint64, uint32], []byte]
	// Expiries is the expiry queue, ExpiryHeights the height of each game's entry in it, and Quarantined holds the games
	// that were put aside, by id.
	Expiries      records.Map[deadline.Entry, collections.NoValue]
	ExpiryHeights records.Map[uint64, int64]
	Quarantined   records.Map[uint64, types.Quarantine]
	// OpenGames, Waiting and Invitations index the open games, PlayerGames the unfinished ones of each player.
	OpenGames, Waiting records.Map[types.OpenKey, types.Listing]
	Invitations        records.Map[lobby.Invitation, collections.NoValue]
	PlayerGames        records.Map[collections.Pair[sdk.AccAddress, uint64], collections.NoValue]
	// Results holds the finished games by id, Rematches the rematch of each that has one.
	Results   records.Map[uint64, types.Result]
	Rematches records.Map[uint64, uint64]
	// Players holds the players by address, Pairs the pair records by both addresses, the lower one first.
	Players records.Map[sdk.AccAddress, types.Player]
	Pairs   records.Map[collections.Pair[sdk.AccAddress, sdk.AccAddress], types.Pair]
	// Leaderboard holds the places of rated players, RatingBuckets how many there are of each rating.
	Leaderboard   records.Map[ladder.Place, collections.NoValue]
	RatingBuckets records.Map[uint32, types.RatingBucket]
	// Escrow holds how much the module holds for others by denom, Unpaid what of that waits for accounts, by address.
	Escrow records.Map[string, math.Int]
	Unpaid records.Map[sdk.AccAddress, types.Unpaid]
	// Awards holds the awards of the games that wait for a proof, by id; Places and Promised hold recent promises.
	Awards   records.Map[uint64, types.Award]
	Places   records.Map[collections.Pair[sdk.AccAddress, uint64], int64]
	Promised records.Map[int64, uint64]
	// Melees and MeleeProgress hold the fixed and the moving part of each unfinished melee by id, MeleeBoards its boards
	// and Aims the aims of its round that were not opened yet by id and seat; MeleeResults the finished melees by id.
	Melees        records.Map[uint64, types.Melee]
	MeleeProgress records.Map[uint64, []byte]
	MeleeBoards   records.Map[collections.Pair[uint64, uint32], types.BoardCommitment]
	Aims          records.Map[collections.Pair[uint64, uint32], []byte]
	MeleeResults  records.Map[uint64, types.MeleeResult]
	// OpenMelees indexes the melees open to all.
	OpenMelees records.Map[uint64, bool]
}

// Records returns the module's records.
func (k *Keeper) Records() Records {
	return Records{
		Games: records.Of(k.games), Progress: records.Of(k.progress), Recoveries: records.Of(k.recoveries),
		Expiries: k.queue.Entries(), ExpiryHeights: k.queue.Heights(), Quarantined: k.queue.Quarantined(),
		OpenGames: k.lobby.Open(), Waiting: k.lobby.Waiting(), Invitations: k.lobby.Invitations(),
		PlayerGames: records.OfSet(k.playerGames),
		Results:     records.Of(k.results), Rematches: records.Of(k.rematches),
		Players: records.Of(k.players), Pairs: records.Of(k.pairs),
		Leaderboard: k.ladder.Places(), RatingBuckets: k.ladder.Buckets(),
		Escrow: k.escrow.Held(), Unpaid: k.escrow.Waiting(),
		Awards: records.Of(k.awards), Places: records.Of(k.places), Promised: records.Of(k.promised),
		Melees: records.Of(k.melees), MeleeProgress: records.Of(k.meleeProgress),
		MeleeBoards: records.Of(k.meleeBoards), Aims: records.Of(k.aims),
		MeleeResults: records.Of(k.meleeResults), OpenMelees: k.lobby.Melees(),
	}
}

// Params returns the params.
func (k *Keeper) Params(ctx context.Context) (types.Params, error) { return k.params.Get(ctx) }

// Rewards returns the state of the Shipcoin mint.
func (k *Keeper) Rewards(ctx context.Context) (types.Rewards, error) { return k.rewards.Get(ctx) }

// NextGameID returns the id of the next game.
func (k *Keeper) NextGameID(ctx context.Context) (uint64, error) { return k.nextGameID.Peek(ctx) }

// Schema describes all collections of the module.
func (k *Keeper) Schema() collections.Schema { return k.schema }
