package duel

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/payoff"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// limits are the limits on the rewards of two players in a block.
type limits struct {
	params types.Params
	height int64
	// rewards is the mint as if all promises had been minted, and promised their sum.
	rewards  types.Rewards
	promised uint64
	accounts [types.PlayersPerGame]account.Account
	pair     types.Pair
}

// limits loads the limits on the reward of a game that leaves play in a block.
func (k *Keeper) limits(
	ctx context.Context, g types.Game, params types.Params, rewards types.Rewards, height int64,
) (limits, error) {
	l := limits{params: params, height: height}
	var err error
	for i, participant := range g.Participants {
		if l.accounts[i], err = k.Addresses.Parse(participant.Address); err != nil {
			return limits{}, err
		}
	}
	if l.pair, err = k.pair(ctx, l.accounts[game.Creator], l.accounts[game.Joiner]); err != nil {
		return limits{}, err
	}
	if l.promised, err = k.promisedUntil(ctx, height); err != nil {
		return limits{}, err
	}
	err = core.RecoverPanic(func() error {
		l.rewards = rewards.Reserved(l.promised)
		return nil
	})
	return l, err
}

// limit sets the limits that a game that leaves play has reached.
func (k *Keeper) limit(ctx context.Context, l limits, left *payoff.Leaving, first game.Seat) error {
	if l.pair.CoolingDown(l.params, l.height) {
		left.Withheld = types.WITHHELD_PAIR
		return nil
	}
	var err error
	if left.Full[0], err = k.full(ctx, l, first); err != nil {
		return err
	}
	if left.Reason == types.REASON_CHALLENGED {
		if left.Full[1], err = k.full(ctx, l, first.Other()); err != nil {
			return err
		}
	}
	if l.params.ChainRewards == 0 {
		return nil
	}
	before, err := k.promisedUntil(ctx, l.height-l.params.RewardPeriodBlocks)
	if err != nil {
		return err
	}
	return core.RecoverPanic(func() error {
		left.Room = l.rewards.Room(l.params, l.promised-before)
		return nil
	})
}

// full reports whether the player in a seat has been promised all rewards of its period: it has if the one that was
// promised limit rewards ago still counts. That is one look, however long the period and however high the limit.
func (k *Keeper) full(ctx context.Context, l limits, seat game.Seat) (bool, error) {
	limit := uint64(l.params.PlayerRewards)
	if limit == 0 {
		return false, nil
	}
	who := l.accounts[seat].Address
	taken, err := k.placesTaken(ctx, who)
	if err != nil || taken < limit {
		return false, err
	}
	then, err := k.places.Get(ctx, collections.Join(who, taken-limit))
	if stderrors.Is(err, collections.ErrNotFound) {
		// It is longer ago than a genesis file remembers.
		return false, nil
	}
	return err == nil && l.params.InPeriod(then, l.height), err
}

// promise counts a reward that is promised against the limits, but for that of the pair, also where there are none now,
// for there may be some soon.
func (k *Keeper) promise(ctx context.Context, l limits, a types.Award, places [types.PlayersPerGame]bool) error {
	for i, who := range l.accounts {
		if !places[i] {
			continue
		}
		if err := k.takePlace(ctx, who.Address, l.height); err != nil {
			return err
		}
	}
	if err := k.promised.Set(ctx, l.height, l.promised+a.Total()); err != nil {
		return err
	}
	return k.forgetPromised(ctx, l.height-types.MaxClockBlocks)
}

// takePlace counts a reward against a player's limit, and forgets the one that none can ask about any more.
func (k *Keeper) takePlace(ctx context.Context, who sdk.AccAddress, height int64) error {
	taken, err := k.placesTaken(ctx, who)
	if err != nil {
		return err
	}
	if err := k.places.Set(ctx, collections.Join(who, taken), height); err != nil {
		return err
	}
	if taken < types.MaxPlayerRewards {
		return nil
	}
	return k.places.Remove(ctx, collections.Join(who, taken-types.MaxPlayerRewards))
}

// placesTaken returns how many rewards a player was ever promised.
func (k *Keeper) placesTaken(ctx context.Context, who sdk.AccAddress) (uint64, error) {
	of := collections.NewPrefixedPairRange[sdk.AccAddress, uint64](who).Descending()
	last, err := firstOf(ctx, k.places, of)
	if err != nil || last == nil {
		return 0, err
	}
	return last.Key.K2() + 1, nil
}

// promisedUntil returns how many uship had ever been promised when a block ended.
func (k *Keeper) promisedUntil(ctx context.Context, height int64) (uint64, error) {
	last, err := firstOf(ctx, k.promised, new(collections.Range[int64]).EndInclusive(height).Descending())
	if err != nil || last == nil {
		return 0, err
	}
	return last.Value, nil
}

// forgetPromised removes at most two of the oldest sums, which no period can begin after any more: those that another
// one follows until that height. Each block adds one at most, so they do not pile up.
func (k *Keeper) forgetPromised(ctx context.Context, until int64) error {
	const most = 2
	for range most {
		oldest, err := heightsOf(ctx, k.promised, most)
		if err != nil || len(oldest) < most || oldest[1] > until {
			return err
		}
		if err := k.promised.Remove(ctx, oldest[0]); err != nil {
			return err
		}
	}
	return nil
}

// heightsOf returns the first keys of a collection by height, up to a limit.
func heightsOf[V any](ctx context.Context, m collections.Map[int64, V], most int) ([]int64, error) {
	var heights []int64
	err := m.Walk(ctx, nil, func(height int64, _ V) (bool, error) {
		heights = append(heights, height)
		return len(heights) == most, nil
	})
	return heights, err
}

// firstOf returns the first entry of a range, or nil if there is none.
func firstOf[K, V any](
	ctx context.Context, m collections.Map[K, V], of collections.Ranger[K],
) (*collections.KeyValue[K, V], error) {
	var first *collections.KeyValue[K, V]
	err := m.Walk(ctx, of, func(key K, value V) (bool, error) {
		first = &collections.KeyValue[K, V]{Key: key, Value: value}
		return true, nil
	})
	return first, err
}
