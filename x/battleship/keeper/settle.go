package keeper

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// settle divides what the game holds, mints the reward if there is one, and pays everybody.
func (k *Keeper) settle(ctx sdk.Context, e *ending) error {
	outcome := types.Outcome{Winner: e.winner, Won: e.won, Reason: types.Reason(e.state.Reason)}
	if e.won {
		var err error
		if outcome.Withheld, err = k.withheld(ctx, *e); err != nil {
			return err
		}
	}
	if err := pure(func() error {
		e.settlement = types.Settle(e.params, e.rewards, e.game.Terms, outcome)
		return nil
	}); err != nil {
		return err
	}
	s := e.settlement
	if err := k.payHouse(ctx, e.game.Id, s.House); err != nil {
		return err
	}
	if err := k.burn(ctx, s.Burned); err != nil {
		return err
	}
	var err error
	if e.rewards, err = k.mint(ctx, e.rewards, s.Payment.Total()); err != nil {
		return err
	}
	for i, who := range e.accounts {
		minted := s.Payment.Loser
		if e.won && game.Seat(i) == e.winner {
			minted = s.Payment.Winner
		}
		if err := k.payOut(ctx, e.game.Id, who, s.Released[i], sdk.NewCoins(types.RewardCoin(minted))); err != nil {
			return err
		}
	}
	if s.Payment.Total().IsZero() {
		return nil
	}
	return k.countReward(ctx, e)
}

// withheld returns why a win brings no reward, if it does not.
func (k *Keeper) withheld(ctx context.Context, e ending) (types.Withheld, error) {
	if e.game.Terms.Casual {
		return types.WITHHELD_CASUAL, nil
	}
	if e.fewestShots() < int(e.params.RewardMinShots) {
		return types.WITHHELD_SHOTS, nil
	}
	l := limits{params: e.params, rewards: e.rewards, pair: e.pair, height: e.height}
	return k.limited(ctx, l, e.accounts[e.winner], e.players[e.winner])
}

// limits is what limits the rewards of two players in a block.
type limits struct {
	params  types.Params
	rewards types.Rewards
	pair    types.Pair
	height  int64
}

// limited returns which limit a win of one of the players would run into, if any.
func (k *Keeper) limited(ctx context.Context, l limits, winner account, player types.Player) (types.Withheld, error) {
	if l.pair.CoolingDown(l.params, l.height) {
		return types.WITHHELD_PAIR, nil
	}
	full, err := l.reached(player.Rewarded, l.params.PlayerRewards, func(n uint64) (int64, error) {
		return k.PlayerWins.Get(ctx, collections.Join(winner.bytes, n))
	})
	if err != nil {
		return types.WITHHELD_NONE, err
	}
	if full {
		return types.WITHHELD_PLAYER, nil
	}
	full, err = l.reached(l.rewards.Wins, l.params.ChainRewards, func(n uint64) (int64, error) {
		return k.ChainWins.Get(ctx, n)
	})
	if err != nil {
		return types.WITHHELD_NONE, err
	}
	if full {
		return types.WITHHELD_CHAIN, nil
	}
	return types.WITHHELD_NONE, nil
}

// reached tells whether a limit of rewarded wins in the period is reached after so many wins ever: it is if the win
// that was limit wins ago still counts. That is one read, however long the period and however high the limit.
func (l limits) reached(wins uint64, limit uint32, heightOf func(uint64) (int64, error)) (bool, error) {
	if limit == 0 || wins < uint64(limit) {
		return false, nil
	}
	then, err := heightOf(wins - uint64(limit))
	if stderrors.Is(err, collections.ErrNotFound) {
		// It is longer ago than a genesis file remembers.
		return false, nil
	}
	return err == nil && l.params.InPeriod(then, l.height), err
}

// countReward counts a rewarded win against the limits, also where there are none now, for there may be some soon. It
// lets the next reward grow if this one was paid in full.
func (k *Keeper) countReward(ctx context.Context, e *ending) error {
	e.pair = e.pair.Rewarded(e.height)
	winner, who := &e.players[e.winner], e.accounts[e.winner].bytes
	if err := k.PlayerWins.Set(ctx, collections.Join(who, winner.Rewarded), e.height); err != nil {
		return err
	}
	if winner.Rewarded >= types.MaxPlayerRewards {
		old := winner.Rewarded - types.MaxPlayerRewards
		if err := k.PlayerWins.Remove(ctx, collections.Join(who, old)); err != nil {
			return err
		}
	}
	winner.Rewarded++
	rewards := e.rewards
	if err := k.ChainWins.Set(ctx, rewards.Wins, e.height); err != nil {
		return err
	}
	if rewards.Wins >= types.MaxChainRewards {
		if err := k.ChainWins.Remove(ctx, rewards.Wins-types.MaxChainRewards); err != nil {
			return err
		}
	}
	rewards.Wins++
	if e.settlement.Payment.Grows {
		rewards = rewards.Grown(e.params)
	}
	return k.Rewards.Set(ctx, rewards)
}

// mint makes new Shipcoin and returns the state of the mint after it. It makes sure that it was counted, for a bank
// without the restriction would let the cap be passed without anybody noticing.
func (k *Keeper) mint(ctx context.Context, before types.Rewards, amount math.Int) (types.Rewards, error) {
	if amount.IsZero() {
		return before, nil
	}
	if err := k.bank.MintCoins(ctx, types.ModuleName, sdk.NewCoins(types.RewardCoin(amount))); err != nil {
		return types.Rewards{}, err
	}
	after, err := k.Rewards.Get(ctx)
	if err != nil {
		return types.Rewards{}, err
	}
	if counted := after.Minted.Sub(before.Minted); !counted.Equal(amount) {
		return types.Rewards{}, errors.Wrapf(types.ErrUncountedMint, "expected %s, got %s", amount, counted)
	}
	return after, nil
}
