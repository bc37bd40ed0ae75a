package keeper

import (
	"context"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Bounds of a census's reads after a block.
const (
	// CensusGames is how many unfinished games are counted after a block.
	CensusGames = 256
	// CensusLate is the most that is counted of overdue and of quarantined games.
	CensusLate = 1_000
	// CensusDenoms is how many denoms of the escrow are read.
	CensusDenoms = 64
)

// Figures are the gauges for an operator.
type Figures struct {
	// Open and Running count the unfinished games before and after the join, and the melees before and after their first
	// rounds have begun.
	Open, Running int
	// Overdue counts the entries of the expiry queue that no block has had room to look at yet, up to CensusLate.
	Overdue int
	// Quarantined counts the games in quarantine, up to CensusLate.
	Quarantined int
	// Escrow is the amount that the module holds for others, of the first CensusDenoms denoms.
	Escrow sdk.Coins
	// Minted is how many uship were ever minted.
	Minted math.Int
}

// Census counts the unfinished games over as many blocks as it takes, so that a block reads no more than the bounds
// above, however many games there are. It only reads, and belongs to one node: it is no part of consensus.
type Census struct {
	keeper *Keeper
	// next is the lowest id that this round has not counted, among the melees once all duels are counted; open and running
	// are the counts so far.
	next          uint64
	melees        bool
	open, running int
	// last are the figures of the last round.
	last Figures
}

// NewCensus returns a census that has counted nothing.
func NewCensus(k *Keeper) *Census { return &Census{keeper: k} }

// Read returns the figures after a block. Those of unfinished games are of the last complete round.
func (c *Census) Read(ctx context.Context) (Figures, error) {
	if err := c.count(ctx); err != nil {
		return Figures{}, err
	}
	due, err := c.keeper.queue.Due(ctx, sdk.UnwrapSDKContext(ctx).BlockHeight(), CensusLate)
	if err != nil {
		return Figures{}, err
	}
	aside, err := atMost(ctx, c.keeper.queue.Quarantined(), CensusLate)
	if err != nil {
		return Figures{}, err
	}
	held, err := atMost(ctx, c.keeper.escrow.Held(), CensusDenoms)
	if err != nil {
		return Figures{}, err
	}
	rewards, err := c.keeper.rewards.Get(ctx)
	if err != nil {
		return Figures{}, err
	}
	figures := c.last
	figures.Overdue, figures.Quarantined, figures.Minted = len(due), len(aside), rewards.Minted
	for _, entry := range held {
		figures.Escrow = append(figures.Escrow, sdk.NewCoin(entry.Key, entry.Value))
	}
	return figures, nil
}

// count continues the round, and begins the next one if it is complete.
func (c *Census) count(ctx context.Context) error {
	most := CensusGames
	if !c.melees {
		counted, done, err := countFrom(ctx, c, c.keeper.progress, most, func(p types.Progress) (bool, error) {
			return p.Phase == types.PHASE_OPEN, nil
		})
		if err != nil || !done {
			return err
		}
		c.melees, c.next, most = true, 0, most-counted
	}
	_, done, err := countFrom(ctx, c, c.keeper.meleeProgress, most, func(progress []byte) (bool, error) {
		stage, _, err := melee.Glance(progress)
		return stage == melee.StageOpen || stage == melee.StageReady, err
	})
	if err != nil || !done {
		return err
	}
	c.last.Open, c.last.Running = c.open, c.running
	c.next, c.melees, c.open, c.running = 0, false, 0, 0
	return nil
}

// countFrom counts the next games of one kind, up to a limit. It returns their number, and whether they were the last.
func countFrom[V any](
	ctx context.Context, c *Census, games collections.Map[uint64, V], most int, isOpen func(V) (bool, error),
) (counted int, done bool, err error) {
	all, err := games.Iterate(ctx, new(collections.Range[uint64]).StartInclusive(c.next))
	if err != nil {
		return 0, false, err
	}
	defer all.Close() //nolint:errcheck // it was only read
	for ; all.Valid() && counted < most; counted++ {
		entry, err := all.KeyValue()
		if err != nil {
			return counted, false, err
		}
		open, err := isOpen(entry.Value)
		if err != nil {
			return counted, false, err
		}
		if open {
			c.open++
		} else {
			c.running++
		}
		c.next = entry.Key + 1
		all.Next()
	}
	return counted, !all.Valid(), nil
}

// iterable is a collection of records.
type iterable[K, V any] interface {
	Iterate(ctx context.Context, in collections.Ranger[K]) (collections.Iterator[K, V], error)
}

// atMost returns the first records of a collection.
func atMost[K, V any](
	ctx context.Context, records iterable[K, V], most int,
) (found []collections.KeyValue[K, V], err error) {
	iterator, err := records.Iterate(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer iterator.Close() //nolint:errcheck // it was only read
	for ; iterator.Valid() && len(found) < most; iterator.Next() {
		record, err := iterator.KeyValue()
		if err != nil {
			return nil, err
		}
		found = append(found, record)
	}
	return found, nil
}
