package keeper

import (
	"context"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
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
	// Open and Running count the unfinished games before and after the start of play.
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
	// kind is the kind whose games are being counted, by its place in the list of kinds, and next is the lowest id of it
	// that this round has not counted. open and running are the counts so far.
	kind          int
	next          uint64
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
	due, err := c.keeper.core.Queue.Due(ctx, sdk.UnwrapSDKContext(ctx).BlockHeight(), CensusLate)
	if err != nil {
		return Figures{}, err
	}
	aside, err := atMost(ctx, c.keeper.core.Queue.Quarantined(), CensusLate)
	if err != nil {
		return Figures{}, err
	}
	held, err := atMost(ctx, c.keeper.core.Escrow.Held(), CensusDenoms)
	if err != nil {
		return Figures{}, err
	}
	rewards, err := c.keeper.core.Rewards(ctx)
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
	for most := CensusGames; c.kind < len(c.keeper.core.Kinds); c.kind++ {
		counted, err := c.keeper.core.Kinds[c.kind].Count(ctx, c.next, most)
		if err != nil {
			return err
		}
		c.open, c.running, c.next, most = c.open+counted.Open, c.running+counted.Running, counted.Next, most-counted.Total()
		if !counted.Done {
			return nil
		}
		c.next = 0
	}
	c.last.Open, c.last.Running = c.open, c.running
	c.kind, c.open, c.running = 0, 0, 0
	return nil
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
