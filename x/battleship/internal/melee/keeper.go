// Package melee stores melees on the chain: games of 2 to 16 players who all shoot at once. It implements no rules: it
// loads state, applies packages game/melee and game/play, writes the result and emits events.
package melee

import (
	"context"
	"fmt"

	"cosmossdk.io/collections"

	"github.com/cosmos/cosmos-sdk/codec"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/kind"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Keeper is the state of melees and the verbs that change it.
type Keeper struct {
	*core.Core

	// melees holds the fixed part of each unfinished melee by id. It is written while players come and go.
	melees collections.Map[uint64, types.Melee]
	// boards holds the boards of unfinished melees by id and seat.
	boards collections.Map[collections.Pair[uint64, uint32], types.BoardCommitment]
	// progress holds the moving part of each unfinished melee by id, in its canonical bytes.
	progress collections.Map[uint64, []byte]
	// aims holds the aims of a round that were not opened yet by melee id and seat.
	aims collections.Map[collections.Pair[uint64, uint32], []byte]
	// results holds the finished melees by id, for ever.
	results collections.Map[uint64, types.MeleeResult]
	// public holds the melees open to all, by id. Each has a value, because ICS-23 cannot prove the absence of a
	// neighbour of a key without one, and the results of melees are its neighbours.
	public collections.Map[uint64, bool]
}

var _ kind.Kind = (*Keeper)(nil)

// New returns the keeper of melees, with collections of a schema.
func New(sb *collections.SchemaBuilder, cdc codec.BinaryCodec, c *core.Core) *Keeper {
	return &Keeper{
		Core: c,
		melees: collections.NewMap(sb, types.MeleesPrefix, "melees",
			collections.Uint64Key, codec.CollValue[types.Melee](cdc)),
		boards: collections.NewMap(sb, types.MeleeBoardsPrefix, "melee_boards",
			core.SeatKeyCodec, codec.CollValue[types.BoardCommitment](cdc)),
		progress: collections.NewMap(sb, types.MeleeProgressPrefix, "melee_progress",
			collections.Uint64Key, collections.BytesValue),
		aims: collections.NewMap(sb, types.AimsPrefix, "aims", core.SeatKeyCodec, collections.BytesValue),
		results: collections.NewMap(sb, types.MeleeResultsPrefix, "melee_results",
			collections.Uint64Key, codec.CollValue[types.MeleeResult](cdc)),
		public: collections.NewMap(sb, types.OpenMeleesPrefix, "open_melees",
			collections.Uint64Key, collections.BoolValue),
	}
}

// Records are the records of melees.
type Records struct {
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

// Records returns the records of melees.
func (k *Keeper) Records() Records {
	return Records{
		Melees: records.Of(k.melees), MeleeProgress: records.Of(k.progress), MeleeBoards: records.Of(k.boards),
		Aims: records.Of(k.aims), MeleeResults: records.Of(k.results), OpenMelees: records.Of(k.public),
	}
}

// Has implements kind.Kind.
func (k *Keeper) Has(ctx context.Context, id uint64) (bool, error) { return k.melees.Has(ctx, id) }

// HasEnded implements kind.Kind.
func (k *Keeper) HasEnded(ctx context.Context, id uint64) (bool, error) {
	return k.results.Has(ctx, id)
}

// Instead implements kind.Kind.
func (k *Keeper) Instead(id uint64, ended bool) string {
	if ended {
		return fmt.Sprintf("melee %d: query melee-result %d", id, id)
	}
	return fmt.Sprintf("game %d is a melee: use join-melee, leave-melee, confirm-melee, aim, fire and report, "+
		"and query melee %d", id, id)
}

// Mention implements kind.Kind.
func (k *Keeper) Mention(player *types.QueryPlayerResponse, id uint64) {
	player.Melees = append(player.Melees, id)
}

// Count implements kind.Kind.
func (k *Keeper) Count(ctx context.Context, from uint64, most int) (kind.Count, error) {
	return core.Count(ctx, k.progress, from, most, func(progress []byte) (bool, error) {
		stage, _, err := melee.Glance(progress)
		return stage == melee.StageOpen || stage == melee.StageReady, err
	})
}
