// Package duel stores duels on the chain: games of two players, their rewards and their ratings. It implements no
// rules: it loads state, applies packages game, game/channel and game/play, writes the result and emits events.
package duel

import (
	"context"
	"fmt"

	"cosmossdk.io/collections"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/kind"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Keeper is the state of duels and the verbs that change it.
type Keeper struct {
	*core.Core

	// games holds the fixed part of each unfinished game by id. It is written at entry only.
	games collections.Map[uint64, types.Game]
	// progress holds the moving part of each unfinished game by id, the only record that a move writes.
	progress collections.Map[uint64, types.Progress]
	// results holds the finished games by id, for ever.
	results collections.Map[uint64, types.Result]
	// pairs holds the records of pairs of players by their addresses, the lower one first.
	pairs collections.Map[collections.Pair[sdk.AccAddress, sdk.AccAddress], types.Pair]
	// places holds the heights at which the last rewards were promised to each player by address and number.
	places collections.Map[collections.Pair[sdk.AccAddress, uint64], int64]
	// promised holds how many uship had ever been promised after a block in which any were by height, as far back as any
	// period can reach.
	promised collections.Map[int64, uint64]
	// awards holds the awards of the games that wait for a proof, by id.
	awards collections.Map[uint64, types.Award]
	// rematches holds the rematch of an ended game by the id of the ended game.
	rematches collections.Map[uint64, uint64]
}

var _ kind.Kind = (*Keeper)(nil)

// New returns the keeper of duels, with collections of a schema.
func New(sb *collections.SchemaBuilder, cdc codec.BinaryCodec, c *core.Core) *Keeper {
	return &Keeper{
		Core: c,
		games: collections.NewMap(sb, types.GamesPrefix, "games",
			collections.Uint64Key, codec.CollValue[types.Game](cdc)),
		progress: collections.NewMap(sb, types.ProgressPrefix, "progress",
			collections.Uint64Key, codec.CollValue[types.Progress](cdc)),
		results: collections.NewMap(sb, types.ResultsPrefix, "results",
			collections.Uint64Key, codec.CollValue[types.Result](cdc)),
		pairs: collections.NewMap(sb, types.PairsPrefix, "pairs",
			collections.PairKeyCodec(sdk.AccAddressKey, sdk.AccAddressKey), codec.CollValue[types.Pair](cdc)),
		places: collections.NewMap(sb, types.PlacesPrefix, "places",
			collections.PairKeyCodec(sdk.AccAddressKey, collections.Uint64Key), collections.Int64Value),
		promised: collections.NewMap(sb, types.PromisedPrefix, "promised",
			collections.Int64Key, collections.Uint64Value),
		awards: collections.NewMap(sb, types.AwardsPrefix, "awards",
			collections.Uint64Key, codec.CollValue[types.Award](cdc)),
		rematches: collections.NewMap(sb, types.RematchesPrefix, "rematches",
			collections.Uint64Key, collections.Uint64Value),
	}
}

// Records are the records of duels.
type Records struct {
	// Games and Progress hold the fixed and the moving part of each unfinished game by id.
	Games    records.Map[uint64, types.Game]
	Progress records.Map[uint64, types.Progress]
	// Results holds the finished games by id, Rematches the rematch of each that has one.
	Results   records.Map[uint64, types.Result]
	Rematches records.Map[uint64, uint64]
	// Pairs holds the pair records by both addresses, the lower one first.
	Pairs records.Map[collections.Pair[sdk.AccAddress, sdk.AccAddress], types.Pair]
	// Awards holds the awards of the games that wait for a proof, by id; Places and Promised hold recent promises.
	Awards   records.Map[uint64, types.Award]
	Places   records.Map[collections.Pair[sdk.AccAddress, uint64], int64]
	Promised records.Map[int64, uint64]
}

// Records returns the records of duels.
func (k *Keeper) Records() Records {
	return Records{
		Games: records.Of(k.games), Progress: records.Of(k.progress),
		Results: records.Of(k.results), Rematches: records.Of(k.rematches), Pairs: records.Of(k.pairs),
		Awards: records.Of(k.awards), Places: records.Of(k.places), Promised: records.Of(k.promised),
	}
}

// Has implements kind.Kind.
func (k *Keeper) Has(ctx context.Context, id uint64) (bool, error) { return k.games.Has(ctx, id) }

// HasEnded implements kind.Kind.
func (k *Keeper) HasEnded(ctx context.Context, id uint64) (bool, error) {
	return k.results.Has(ctx, id)
}

// Instead implements kind.Kind.
func (k *Keeper) Instead(id uint64, ended bool) string {
	if ended {
		return fmt.Sprintf("game %d, a duel: query result %d", id, id)
	}
	return fmt.Sprintf("game %d is a duel: use join, shoot, reveal and claim, and query game %d", id, id)
}

// Mention implements kind.Kind.
func (k *Keeper) Mention(player *types.QueryPlayerResponse, id uint64) {
	player.Games = append(player.Games, id)
}

// Count implements kind.Kind.
func (k *Keeper) Count(ctx context.Context, from uint64, most int) (kind.Count, error) {
	return core.Count(ctx, k.progress, from, most, func(p types.Progress) (bool, error) {
		return p.Phase == types.PHASE_OPEN, nil
	})
}
