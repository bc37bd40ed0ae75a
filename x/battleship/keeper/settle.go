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

// decide decides what the end of a game brings, in the block in which it leaves play, and keeps it.
func (k *Keeper) decide(ctx sdk.Context, g types.Game, after game.State) error {
	params, err := k.Params.Get(ctx)
	if err != nil {
		return err
	}
	rewards, err := k.Rewards.Get(ctx)
	if err != nil {
		return err
	}
	creators, joiners := after.Sides[game.Joiner].Answered.Len(), after.Sides[game.Creator].Answered.Len()
	left := types.Leaving{
		Reason: types.Reason(after.Reason), Shots: max(creators, joiners), Height: ctx.BlockHeight(),
	}
	switch {
	case g.Terms.Casual:
		left.Withheld = types.WITHHELD_CASUAL
	case min(creators, joiners) < int(params.RewardMinShots):
		left.Withheld = types.WITHHELD_SHOTS
	default:
		l := limits{params: params, rewards: rewards, height: left.Height}
		if left.Withheld, err = k.withheld(ctx, l, g, after); err != nil {
			return err
		}
	}
	var award types.Award
	if err := pure(func() error {
		award = types.NewAward(params, rewards, g.Terms, left)
		return nil
	}); err != nil {
		return err
	}
	return k.Awards.Set(ctx, g.Id, award)
}

// withheld returns which limit a win of a game that leaves play would run into, if any: that of whoever was first to
// claim, if the other one can win no reward. It reads only what there are limits for.
func (k *Keeper) withheld(ctx context.Context, l limits, g types.Game, after game.State) (types.Withheld, error) {
	first, _ := after.Claimant()
	var accounts [types.PlayersPerGame]account
	for i, seat := range g.Seats {
		var err error
		if accounts[i], err = k.parseAccount(seat.Address); err != nil {
			return types.WITHHELD_NONE, err
		}
	}
	if l.params.PairCooldownBlocks > 0 {
		var err error
		if l.pair, err = k.pair(ctx, accounts[game.Creator], accounts[game.Joiner]); err != nil {
			return types.WITHHELD_NONE, err
		}
	}
	// Of a challenge either player can be the winner, and each has a limit of its own.
	var player types.Player
	if l.params.PlayerRewards > 0 && after.Reason != game.ReasonChallenged {
		var err error
		if player, err = k.player(ctx, accounts[first].bytes); err != nil {
			return types.WITHHELD_NONE, err
		}
	}
	return k.limited(ctx, l, accounts[first], player)
}

// awarded returns what the end of a game brings. What was decided when it left play is withheld if a limit was reached
// since: of the period that ends with that block, so that whoever waits with its claim never waits until a limit has
// passed, and in no period are there more rewards than the params allow. What nobody claims takes nobody's place.
func (k *Keeper) awarded(ctx context.Context, e *ending) (types.Award, error) {
	a, err := k.Awards.Get(ctx, e.game.Id)
	if err != nil {
		return types.Award{}, damage(err)
	}
	if !e.won || !a.Rewarded() {
		return a, nil
	}
	l := limits{params: e.params, rewards: e.rewards, pair: e.pair, height: a.Height}
	why, err := k.limited(ctx, l, e.accounts[e.winner], e.players[e.winner])
	if err != nil {
		return types.Award{}, err
	}
	if e.overtaken = why != types.WITHHELD_NONE; e.overtaken {
		a = a.Withhold(why)
	}
	return a, nil
}

// settle divides what the game holds, mints the reward if there is one, and pays everybody.
func (k *Keeper) settle(ctx sdk.Context, e *ending) error {
	award, err := k.awarded(ctx, e)
	if err != nil {
		return err
	}
	if err := pure(func() error {
		e.settlement = e.divide(award)
		return nil
	}); err != nil {
		return err
	}
	s := e.settlement
	if err := k.payHouse(ctx, e.game.Id, s.House); err != nil {
		return err
	}
	if err := k.payPool(ctx, e.game.Id, s.Pooled); err != nil {
		return err
	}
	if err := k.burn(ctx, s.Burned); err != nil {
		return err
	}
	if e.rewards, err = k.mint(ctx, e.rewards, s.Payment.Total()); err != nil {
		return err
	}
	for i, who := range e.accounts {
		minted := types.RewardCoin(math.NewIntFromUint64(s.Shares[i].Reward))
		if err := k.payOut(ctx, e.game.Id, who, s.Released[i], sdk.NewCoins(minted)); err != nil {
			return err
		}
	}
	if s.Payment.Total().IsZero() {
		return nil
	}
	return k.countReward(ctx, e)
}

// divide says who gets what, and what is minted, no more than what remains and what is paid for.
func (e *ending) divide(a types.Award) types.Settlement {
	remaining, backed := e.rewards.Remaining(e.params), a.Backed(e.params, e.game.Terms)
	switch {
	case !e.won || !a.Rewarded():
	case remaining.IsZero():
		a = a.Withhold(types.WITHHELD_CAP)
	case backed.IsZero():
		a = a.Withhold(types.WITHHELD_UNBACKED)
	}
	return types.Settle(e.game.Terms, a, e.outcome(), math.MinInt(remaining, backed))
}

// outcome returns how the game has ended, as far as its coins and ratings are concerned.
func (e *ending) outcome() types.Outcome {
	first, _ := e.last.Claimant()
	return types.Outcome{
		Reason: types.Reason(e.last.Reason), First: first, Winner: e.winner, Won: e.won, Overtaken: e.overtaken,
	}
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
		if err := pure(func() error {
			rewards = rewards.Grown(e.params)
			return nil
		}); err != nil {
			return err
		}
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
