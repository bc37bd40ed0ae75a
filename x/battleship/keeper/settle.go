package keeper

import (
	"context"

	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/settlement"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// What it costs at least to decide about a reward that limits may withhold: about as much as to promise it, with a
// place for one player, or for both after a challenge. Else a message that was simulated while a limit withheld the
// reward would run out of gas if the limit no longer does when it is executed.
const (
	decisionGas  storetypes.Gas = 16_500
	challengeGas storetypes.Gas = 22_000
	// closeGas is decisionGas of a claim that brings the end of a game at sea: it keeps no award, and writes what the pair
	// has with the rest. What then differs is what is paid, less of the whole than clients leave room for.
	closeGas storetypes.Gas = 7_000
)

// endingGas is what it costs at least to decide about a game and to pay for it in one message: about as much as with a
// stake, a fee and a reward, for the same reason.
const endingGas storetypes.Gas = 150_000

// decide decides what the end of a game brings, in the block in which it leaves play on chain, and keeps it for the
// claim if it is to wait for one. A reward that it promises is counted against all limits at once, and nothing of that
// is looked at again.
func (k *Keeper) decide(ctx sdk.Context, g types.Game, after game.State, keep awardKeeping) (types.Award, error) {
	d := decision{keep: keep}
	err := k.decideOnce(ctx, g, after, &d)
	return d.award, err
}

// decision is what was decided when play ended, and what was loaded for it.
type decision struct {
	keep    awardKeeping
	params  types.Params
	rewards types.Rewards
	award   types.Award
	// pair is that of the two players, as the decision leaves it; nil if it was not asked about.
	pair *types.Pair
}

// decideOnce is decide, with all that is loaded left in the decision. Of one that settles the game at once, the pair is
// not written yet.
func (k *Keeper) decideOnce(ctx sdk.Context, g types.Game, after game.State, d *decision) error {
	params, err := k.params.Get(ctx)
	if err != nil {
		return err
	}
	rewards, err := k.rewards.Get(ctx)
	if err != nil {
		return err
	}
	d.params, d.rewards = params, rewards
	creators, joiners := after.Sides[game.Joiner].Answered.Len(), after.Sides[game.Creator].Answered.Len()
	left := types.Leaving{
		Reason: types.Reason(after.Reason), Shots: max(creators, joiners), Height: ctx.BlockHeight(),
	}
	switch {
	case g.Terms.Casual:
		left.Withheld = types.WITHHELD_CASUAL
	case min(creators, joiners) < int(params.RewardMinShots):
		left.Withheld = types.WITHHELD_SHOTS
	}
	if left.Withheld != types.WITHHELD_NONE {
		if d.award, err = newAward(params, rewards, g.Terms, left); err != nil {
			return err
		}
		return k.keepAward(ctx, g, d.keep, d.award)
	}
	least := decisionGas
	switch {
	case d.keep == closeAward:
		least = closeGas
	case left.Reason == types.REASON_CHALLENGED:
		least = challengeGas
	}
	return chargeAtLeast(ctx, least, "decision", func() error {
		l, err := k.limits(ctx, g, params, rewards, left.Height)
		if err != nil {
			return err
		}
		d.pair = &l.pair
		if err := k.decideLimited(ctx, g, l, left, firstClaimant(after), d); err != nil {
			return err
		}
		return k.keepAward(ctx, g, d.keep, d.award)
	})
}

// awardKeeping is what becomes of an award.
type awardKeeping uint8

const (
	// keepAward has it wait for the claim.
	keepAward awardKeeping = iota
	// payAward has it paid at once: the game ends without a claim.
	payAward
	// closeAward has it paid at once, for the claim is in the same message.
	closeAward
)

// keepAward keeps what was decided until the claim, if it is to wait for one.
func (k *Keeper) keepAward(ctx context.Context, g types.Game, keep awardKeeping, award types.Award) error {
	if keep != keepAward {
		return nil
	}
	return k.awards.Set(ctx, g.Id, award)
}

// firstClaimant returns who is first to claim what the end of play has brought: the winner, if the game ends without a
// claim as it leaves play.
func firstClaimant(s game.State) game.Seat {
	if winner, won := s.Winner(); won {
		return winner
	}
	first, _ := s.Claimant()
	return first
}

// decideLimited decides what the end of a game brings whose reward limits may withhold, and promises it if none does.
func (k *Keeper) decideLimited(
	ctx sdk.Context, g types.Game, l limits, left types.Leaving, first game.Seat, d *decision,
) error {
	if err := k.limit(ctx, l, &left, first); err != nil {
		return err
	}
	var err error
	if d.award, err = newAward(l.params, l.rewards, g.Terms, left); err != nil || !d.award.Promised() {
		return err
	}
	pair := l.pair.Promised(l.height)
	d.pair = &pair
	if d.keep != closeAward {
		if err := k.pairs.Set(ctx, pairKey(l.accounts[game.Creator], l.accounts[game.Joiner]), pair); err != nil {
			return err
		}
	}
	return k.promise(ctx, l, d.award, d.award.Places(left.Reason, first))
}

// newAward decides what the end of a game brings.
func newAward(p types.Params, r types.Rewards, t types.Terms, left types.Leaving) (types.Award, error) {
	var award types.Award
	err := pure(func() error {
		award = types.NewAward(p, r, t, left)
		return nil
	})
	return award, err
}

// settle divides what the game holds, mints the reward if there is one, and pays everybody.
func (k *Keeper) settle(ctx sdk.Context, e *ending) error {
	var err error
	if err := pure(func() error {
		e.settlement = types.Settle(e.game.Terms, e.award.Payable(e.params, e.rewards, e.game.Terms), e.outcome())
		return nil
	}); err != nil {
		return err
	}
	s := e.settlement
	dues := settlement.Dues{House: s.House, Pooled: s.Pooled, Burned: s.Burned}
	if err := settlement.PayDues(ctx, k.escrow, dues, tellPayments(ctx, e.game.Id)); err != nil {
		return err
	}
	if e.rewards, err = k.mint(ctx, e.rewards, s.Payment.Total()); err != nil {
		return err
	}
	payees := make([]settlement.Payee, len(e.accounts))
	for i, who := range e.accounts {
		minted := types.RewardCoin(math.NewIntFromUint64(s.Shares[i].Reward))
		payees[i] = settlement.Payee{To: who, Held: s.FromEscrow[i], Minted: sdk.NewCoins(minted)}
	}
	if err := settlement.PayPlayers(ctx, k.escrow, payees, tellPayments(ctx, e.game.Id)); err != nil {
		return err
	}
	if !e.award.Promised() {
		return nil
	}
	return k.settlePromise(ctx, e)
}

// settlePromise counts what the game was promised as settled, and its reward if there was one. It lets the next reward
// grow if this one was paid in full.
func (k *Keeper) settlePromise(ctx context.Context, e *ending) error {
	rewards := e.rewards
	rewards.Settled += e.award.Total()
	if e.settlement.Payment.Total().IsPositive() {
		e.players[e.winner].Rewarded++
		rewards.Wins++
	}
	if e.settlement.Payment.Grows {
		if err := pure(func() error {
			rewards = rewards.Grown(e.params)
			return nil
		}); err != nil {
			return err
		}
	}
	return k.rewards.Set(ctx, rewards)
}

// outcome returns how the game has ended, as far as its coins and ratings are concerned.
func (e *ending) outcome() types.Outcome {
	o := types.Outcome{
		Reason: types.Reason(e.left), First: e.first, Seats: []game.Seat{game.Creator, game.Joiner},
	}
	if e.won {
		o.Winners = []game.Seat{e.winner}
	}
	return o
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
	after, err := k.rewards.Get(ctx)
	if err != nil {
		return types.Rewards{}, err
	}
	if counted := after.Minted.Sub(before.Minted); !counted.Equal(amount) {
		return types.Rewards{}, errors.Wrapf(types.ErrUncountedMint, "expected %s, got %s", amount, counted)
	}
	return after, nil
}
