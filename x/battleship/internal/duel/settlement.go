package duel

import (
	"context"

	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/payoff"
	"github.com/battleship-chain/battleship/x/battleship/internal/settlement"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The least gas of deciding about a reward that limits may withhold: about that of promising it, with a place for one
// player, or for both after a challenge. Otherwise a message that was simulated while a limit withheld the reward would
// run out of gas if the limit no longer does when it is executed.
const (
	decisionGas  storetypes.Gas = 16_500
	challengeGas storetypes.Gas = 22_000
	// closeGas is decisionGas of a claim that brings the end of an off-chain game: it keeps no award, and writes the pair
	// record with the rest. The remaining difference is in the payments, and less than the margin of clients.
	closeGas storetypes.Gas = 7_000
)

// endingGas is the least gas of deciding about a game and paying for it in one message: about that with a stake, a fee
// and a reward, for the same reason.
const endingGas storetypes.Gas = 150_000

// decide decides the award of a game, in the block in which it leaves play on-chain, and keeps it for the claim if
// there is to be one. A promised reward counts against all limits at once, and is final.
func (k *Keeper) decide(
	ctx sdk.Context, g types.Game, before, after game.State, keep awardKeeping,
) (types.Award, error) {
	d := decision{keep: keep}
	err := k.decideOnce(ctx, g, before, after, &d)
	return d.award, err
}

// decision is the award decided when play ended, with the records loaded for it.
type decision struct {
	keep    awardKeeping
	params  types.Params
	rewards types.Rewards
	award   types.Award
	// pair is the pair record after the decision. It is nil if it was not loaded.
	pair *types.Pair
}

// decideOnce is decide, which leaves the loaded records in the decision. If the game is settled at once, the pair is
// not written yet.
func (k *Keeper) decideOnce(ctx sdk.Context, g types.Game, before, after game.State, d *decision) error {
	params, err := k.Params(ctx)
	if err != nil {
		return err
	}
	rewards, err := k.Rewards(ctx)
	if err != nil {
		return err
	}
	d.params, d.rewards = params, rewards
	creators, joiners := after.Sides[game.Joiner].Answered.Len(), after.Sides[game.Creator].Answered.Len()
	left := payoff.Leaving{
		Reason: types.Reason(after.Reason), Begun: before.Begun() || after.Begun(),
		Height: ctx.BlockHeight(),
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
	return core.ChargeAtLeast(ctx, least, "decision", func() error {
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

// awardKeeping is the storage of an award.
type awardKeeping uint8

const (
	// keepAward has it wait for the claim.
	keepAward awardKeeping = iota
	// payAward has it paid at once: the game ends without a claim.
	payAward
	// closeAward has it paid at once, for the claim is in the same message.
	closeAward
)

// keepAward stores an award until the claim, if there is to be one.
func (k *Keeper) keepAward(ctx context.Context, g types.Game, keep awardKeeping, award types.Award) error {
	if keep != keepAward {
		return nil
	}
	return k.awards.Set(ctx, g.Id, award)
}

// firstClaimant returns the player who may claim first after play has ended: the winner, if the game ends without a
// claim as it leaves play.
func firstClaimant(s game.State) game.Seat {
	if winner, won := s.Winner(); won {
		return winner
	}
	first, _ := s.Claimant()
	return first
}

// decideLimited decides the award of a game whose reward limits may withhold, and promises it if none does.
func (k *Keeper) decideLimited(
	ctx sdk.Context, g types.Game, l limits, left payoff.Leaving, first game.Seat, d *decision,
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

// newAward decides the award of a game.
func newAward(p types.Params, r types.Rewards, t types.Terms, left payoff.Leaving) (types.Award, error) {
	var award types.Award
	err := core.RecoverPanic(func() error {
		award = payoff.NewAward(p, r, t, left)
		return nil
	})
	return award, err
}

// settle divides the coins of a game, mints the reward if there is one, and makes all payments.
func (k *Keeper) settle(ctx sdk.Context, e *ending) error {
	var err error
	if err := core.RecoverPanic(func() error {
		e.settlement = payoff.Settle(e.game.Terms, payoff.Payable(e.award, e.params, e.rewards, e.game.Terms), e.outcome())
		return nil
	}); err != nil {
		return err
	}
	s := e.settlement
	dues := settlement.Dues{House: s.House, Pooled: s.Pooled, Burned: s.Burned}
	if err := settlement.PayDues(ctx, k.Escrow, dues, core.PaymentEmitter(ctx, e.game.Id)); err != nil {
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
	if err := settlement.PayPlayers(ctx, k.Escrow, payees, core.PaymentEmitter(ctx, e.game.Id)); err != nil {
		return err
	}
	if !e.award.Promised() {
		return nil
	}
	return k.settlePromise(ctx, e)
}

// settlePromise counts the game's promises as settled, and its reward if there was one. It lets the next reward grow if
// this one was paid in full.
func (k *Keeper) settlePromise(ctx context.Context, e *ending) error {
	rewards := e.rewards
	rewards.Settled += e.award.Total()
	if e.settlement.Payment.Total().IsPositive() {
		e.players[e.winner].Rewarded++
		rewards.Wins++
	}
	if e.settlement.Payment.Grows {
		if err := core.RecoverPanic(func() error {
			rewards = rewards.Grown(e.params)
			return nil
		}); err != nil {
			return err
		}
	}
	return k.SetRewards(ctx, rewards)
}

// outcome returns how the game has ended, as far as its coins and ratings are concerned.
func (e *ending) outcome() payoff.Outcome {
	o := payoff.Outcome{
		Reason: types.Reason(e.left), First: e.first, Seats: []game.Seat{game.Creator, game.Joiner},
	}
	if e.won {
		o.Winners = []game.Seat{e.winner}
	}
	return o
}

// mint mints Shipcoin and returns the state of the mint after it. It checks that it was counted, because a bank without
// the restriction would exceed the cap unnoticed.
func (k *Keeper) mint(ctx context.Context, before types.Rewards, amount math.Int) (types.Rewards, error) {
	if amount.IsZero() {
		return before, nil
	}
	if err := k.Bank.MintCoins(ctx, types.ModuleName, sdk.NewCoins(types.RewardCoin(amount))); err != nil {
		return types.Rewards{}, err
	}
	after, err := k.Rewards(ctx)
	if err != nil {
		return types.Rewards{}, err
	}
	if counted := after.Minted.Sub(before.Minted); !counted.Equal(amount) {
		return types.Rewards{}, errors.Wrapf(types.ErrUncountedMint, "expected %s, got %s", amount, counted)
	}
	return after, nil
}
