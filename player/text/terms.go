package text

import (
	"cmp"
	"fmt"
	"strings"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Terms writes each player's payment for entering a duel: "stake 5 SHIP, fee 21.21 ANCHOR".
func Terms(t types.Terms) string {
	fee := "no fee"
	switch {
	case t.Casual:
		fee = "casual"
	case t.Fee != nil:
		fee = "fee " + Coin(*t.Fee)
	}
	return StakeTerms(t) + ", " + fee
}

// StakeTerms writes each player's payment for entering a game that takes no fee.
func StakeTerms(t types.Terms) string {
	if t.Stake == nil {
		return "no stake"
	}
	return "stake " + Coin(*t.Stake)
}

// StakeAndFee writes the terms of a duel in short form, without those that are absent. It returns "" if all are.
func StakeAndFee(t types.Terms) string {
	var parts []string
	if t.Stake != nil {
		parts = append(parts, "stake "+Coin(*t.Stake)+" each")
	}
	if t.Fee != nil && t.Fee.IsPositive() {
		parts = append(parts, "fee "+Coin(*t.Fee)+" each")
	}
	if t.Casual {
		parts = append(parts, "casual")
	}
	return strings.Join(parts, ", ")
}

// Withheld writes why a win brings no reward; it returns "" if it brings one.
func Withheld(w types.Withheld) string { return withheld[w] }

var withheld = map[types.Withheld]string{
	types.WITHHELD_NONE:     "",
	types.WITHHELD_CASUAL:   "the game is casual",
	types.WITHHELD_SHOTS:    "too few shots were fired",
	types.WITHHELD_PAIR:     "these players had a rewarded game a short time ago",
	types.WITHHELD_PLAYER:   "the winner has had all rewards of the period",
	types.WITHHELD_CHAIN:    "the chain has paid all rewards of the period",
	types.WITHHELD_CAP:      "the supply cap is reached",
	types.WITHHELD_UNBACKED: "the fees no longer cover one",
	types.WITHHELD_PARAMS:   "the chain pays none for such a win",
	types.WITHHELD_SECOND:   "a second claim returns only what was paid",
}

// Account is the outcome of a game for one of its players, in coins.
type Account struct {
	// Share is the player's part of the settlement.
	types.Share
	// Terms are the terms of the game.
	Terms types.Terms
	// Withheld is why the winner got no reward.
	Withheld types.Withheld
}

// Minted returns the reward minted for the player.
func (a Account) Minted() sdk.Coin { return types.RewardCoin(math.NewIntFromUint64(a.Reward)) }

// Net writes the player's net gain or loss.
func (a Account) Net() string { return Net(a.FromEscrow().Add(a.Minted()), a.Terms.Entry()) }

// String writes the parts of the account, and the net if the player has paid for entering.
func (a Account) String() string {
	parts := append(a.returned(), a.Remarks()...)
	if !a.Terms.Entry().IsZero() {
		parts = append(parts, "net "+a.Net())
	}
	return cmp.Or(strings.Join(parts, "; "), nothing)
}

// parts are the parts of an account in words.
type parts []string

// add adds a part about a coin, if there is one.
func (p *parts) add(c *sdk.Coin, format string) {
	if c != nil && c.IsPositive() {
		*p = append(*p, fmt.Sprintf(format, Coin(*c)))
	}
}

// returned writes what the player got, and a stake that it lost.
func (a Account) returned() (p parts) {
	if a.Pot != nil && a.Terms.Stake != nil {
		p.add(a.Pot, "won the pot of %s, with your stake of "+Coin(*a.Terms.Stake))
	}
	p.add(a.StakeBack, "stake of %s back")
	if a.Pot == nil && a.StakeBack == nil && a.StakePooled == nil {
		p.add(a.Terms.Stake, "stake of %s lost")
	}
	p.add(a.FeeBack, "fee of %s back")
	reward := a.Minted()
	p.add(&reward, "reward %s")
	return p
}

// Remarks writes the parts of the account that do not follow from the sums of what the player paid and got.
func (a Account) Remarks() []string {
	var p parts
	p.add(a.StakePooled, "stake of %s lost to the community pool")
	p.add(a.FeeBurned, "fee of %s burned")
	p.add(a.ForfeitLost, "%s of the fee lost to the opponent")
	p.add(a.ForfeitWon, "%s of the opponent's fee won")
	if why := Withheld(a.Withheld); why != "" {
		p = append(p, "no reward: "+why)
	}
	return p
}
