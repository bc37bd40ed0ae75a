package session

import (
	"fmt"
	"strings"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Account is what the end of a game has brought one of its players.
type Account struct {
	// Share is the player's part of the settlement, as the chain has divided it.
	types.Share
	// Terms are what the game was played for.
	Terms types.Terms
	// Withheld is why the winner got no reward.
	Withheld types.Withheld
}

// AccountOf returns what the end of a game has brought the player of a seat.
func AccountOf(over *types.EventGameOver, seat game.Seat) Account {
	a := Account{Terms: over.Terms}
	if int(seat) < len(over.Shares) {
		a.Share = over.Shares[seat]
	}
	if over.Result.Won(seat) {
		a.Withheld = over.Withheld
	}
	return a
}

// Minted returns what was minted for the player.
func (a Account) Minted() sdk.Coin { return types.RewardCoin(math.NewIntFromUint64(a.Reward)) }

// stakeLost returns the player's stake if the opponent has won it, else nil.
func (a Account) stakeLost() *sdk.Coin {
	if a.Pot != nil || a.StakeBack != nil || a.StakePooled != nil {
		return nil
	}
	return a.Terms.Stake
}

// Net returns in words what the player has gained and lost in all, such as "+5.000000 ANCHOR and -21.210000 ANCHOR".
func (a Account) Net() string {
	paid, got := a.Terms.Entry(), a.FromEscrow().Add(a.Minted())
	var texts []string
	for _, coin := range got.Add(paid...) {
		change := got.AmountOf(coin.Denom).Sub(paid.AmountOf(coin.Denom))
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

// String returns the parts of the account in words, and the net.
func (a Account) String() string { return strings.Join(append(a.Parts(), "net "+a.Net()), "; ") }

// Parts returns in words what became of all that the player has paid, and what it got.
func (a Account) Parts() []string {
	var parts []string
	add := func(c *sdk.Coin, format string) {
		if c != nil && c.IsPositive() {
			parts = append(parts, fmt.Sprintf(format, Coin(*c)))
		}
	}
	if a.Pot != nil && a.Terms.Stake != nil {
		add(a.Pot, "pot of %s won, with its own stake of "+Coin(*a.Terms.Stake)+" in it")
	}
	add(a.StakeBack, "stake of %s back")
	add(a.stakeLost(), "stake of %s lost")
	add(a.StakePooled, "stake of %s lost to the community pool")
	add(a.FeeBack, "fee of %s back")
	add(a.FeeBurned, "fee of %s burned")
	add(a.ForfeitLost, "%s of its fee to the opponent")
	add(a.ForfeitWon, "%s of the opponent's fee won")
	reward := a.Minted()
	add(&reward, "reward %s")
	if why := Withheld(a.Withheld); why != "" {
		parts = append(parts, "no reward, for "+why)
	}
	return parts
}
