package session

import (
	"fmt"
	"strings"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Account is what a game that has ended has brought one of its players. What is not there is the zero Coin.
type Account struct {
	// Pot is what it won of both stakes, less the network's share; StakeBack its own stake where nobody won the pot;
	// StakeLost its own stake where it did not come back.
	Pot, StakeBack, StakeLost sdk.Coin
	// OwnStake is how much of Pot is its own.
	OwnStake sdk.Coin
	// FeeBack is what came back of its fee, FeeBurned what was burned of it, ForfeitLost what the opponent got of it.
	FeeBack, FeeBurned, ForfeitLost sdk.Coin
	// ForfeitWon is what it got of the opponent's fee.
	ForfeitWon sdk.Coin
	// Reward is what was minted for it.
	Reward sdk.Coin
	// Withheld is why the winner got no reward.
	Withheld types.Withheld

	in, out sdk.Coins
}

// AccountOf is what the end of a game has brought the player of a seat.
func AccountOf(over *types.EventGameOver, seat game.Seat) Account {
	a, opponent := ownAccount(over, seat), ownAccount(over, seat.Other())
	if a.FeeBurned.IsNil() || opponent.ForfeitWon.IsNil() {
		return a
	}
	a.ForfeitLost = opponent.ForfeitWon
	a.FeeBurned = a.FeeBurned.Sub(a.ForfeitLost)
	return a
}

// ownAccount is that without what the opponent got.
func ownAccount(over *types.EventGameOver, seat game.Seat) Account {
	var released sdk.Coins
	if int(seat) < len(over.Released) {
		released = over.Released[seat].Coins
	}
	won, minted := over.Result.Winner == uint32(seat)+1, over.LoserReward
	if won {
		minted = over.Result.Reward
	}
	a := Account{Reward: types.RewardCoin(math.NewIntFromUint64(minted)), in: over.Terms.Entry()}
	if won {
		a.Withheld = over.Withheld
	}
	a.out = released.Add(sdk.NewCoins(a.Reward)...)
	rest := released
	if stake := over.Terms.Stake; stake != nil {
		rest = a.divideStake(*stake, over.Terms, rest, won, won || over.Result.Winner == 0)
	}
	if fee := over.Terms.Fee; fee != nil {
		got := rest.AmountOf(fee.Denom)
		back := math.MinInt(got, fee.Amount)
		a.FeeBack = sdk.NewCoin(fee.Denom, back)
		a.FeeBurned = sdk.NewCoin(fee.Denom, fee.Amount.Sub(back))
		a.ForfeitWon = sdk.NewCoin(fee.Denom, got.Sub(back))
	}
	return a
}

// divideStake says what became of the stakes, and returns what was released beside them.
func (a *Account) divideStake(stake sdk.Coin, t types.Terms, released sdk.Coins, won, mayKeep bool) sdk.Coins {
	got := released.AmountOf(stake.Denom)
	pot := stake.Amount.MulRaw(types.PlayersPerGame)
	pot = pot.Sub(pot.MulRaw(int64(t.HouseShareBps)).QuoRaw(types.BasisPoints))
	switch {
	case won && got.GTE(pot):
		a.Pot, a.OwnStake = sdk.NewCoin(stake.Denom, pot), stake
		return released.Sub(a.Pot)
	case mayKeep && got.GTE(stake.Amount):
		a.StakeBack = stake
		return released.Sub(stake)
	default:
		a.StakeLost = stake
		return released
	}
}

// Net is what the player has gained and lost in all, such as "+5.000000 ANCHOR and -21.210000 ANCHOR".
func (a Account) Net() string {
	var texts []string
	for _, coin := range a.out.Add(a.in...) {
		change := a.out.AmountOf(coin.Denom).Sub(a.in.AmountOf(coin.Denom))
		switch {
		case change.IsPositive():
			texts = append(texts, "+"+Coin(sdk.NewCoin(coin.Denom, change)))
		case change.IsNegative():
			texts = append(texts, "-"+Coin(sdk.NewCoin(coin.Denom, change.Neg())))
		}
	}
	if len(texts) == 0 {
		return "nothing"
	}
	return strings.Join(texts, " and ")
}

// String says it part by part.
func (a Account) String() string {
	var parts []string
	add := func(c sdk.Coin, format string, more ...any) {
		if !c.IsNil() && c.IsPositive() {
			parts = append(parts, fmt.Sprintf(format, append([]any{Coin(c)}, more...)...))
		}
	}
	ownStake := ""
	if !a.Pot.IsNil() {
		ownStake = Coin(a.OwnStake)
	}
	add(a.Pot, "pot of %s won, with its own stake of %s in it", ownStake)
	add(a.StakeBack, "stake of %s back")
	add(a.StakeLost, "stake of %s lost")
	add(a.FeeBack, "fee of %s back")
	add(a.FeeBurned, "fee of %s burned")
	add(a.ForfeitLost, "%s of its fee to the opponent")
	add(a.ForfeitWon, "%s of the opponent's fee won")
	add(a.Reward, "reward %s")
	if why := Withheld(a.Withheld); why != "" {
		parts = append(parts, "no reward, for "+why)
	}
	return strings.Join(append(parts, "net "+a.Net()), "; ")
}
