package session

import (
	"time"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// MaxFeeShare bounds the fees of one owed message: they are at most one part in this many of the player's stake and
	// fee.
	MaxFeeShare = 20
	// MinMaxFee is the least such bound, in client.GasDenom: 0.01 ANCHOR.
	MinMaxFee = 10_000
	// MaxMaxFee is the highest such bound, unless the player sets another: 1 ANCHOR. The stake is the node's word.
	MaxMaxFee = 1_000_000
	// ProvenFees is the factor of both for proven boards: a move needs that many times the gas there, and must not be
	// cheaper to censor.
	ProvenFees = 5
	// clockSlack is how much longer than the params say the blocks up to a deadline may take before a node that does not
	// answer is given up.
	clockSlack = 3
)

// Delivery is the way to send a message. The zero delivery is that of a message that is not owed.
type Delivery struct {
	// deadline is the last height at which it counts.
	deadline int64
	// patience is longer than the blocks up to the deadline take.
	patience time.Duration
	// MaxFeeOf is the player's default limit for it.
	maxFee sdk.Coin
	// spending is the record of earlier signatures for it.
	spending *client.Spending
	// BeforeSend is client.Order's.
	BeforeSend func() error
}

// order is how messages are sent.
func (p Player) order(d Delivery, msgs ...sdk.Msg) client.Order {
	o := client.Order{
		Msgs: msgs, Deadline: d.deadline, Patience: d.patience, MaxFee: d.maxFee, Spending: d.spending,
		BeforeSend: d.BeforeSend,
	}
	if o.Spending == nil {
		o.Spending = new(client.Spending) // for all attempts
	}
	if p.MaxFee != nil {
		o.MaxFee, o.HardLimit = *p.MaxFee, p.MaxFee.IsPositive()
	}
	return o
}

// MaxFeeOf is a player's default limit for an owed message of a game of those terms.
func MaxFeeOf(r *game.Ruleset, t types.Terms, params types.Params) sdk.Coin {
	fee := leastMaxFee(r)
	if share := worth(t, params).QuoRaw(MaxFeeShare); share.GT(fee.Amount) {
		fee.Amount = math.MinInt(share, fee.Amount.MulRaw(MaxMaxFee/MinMaxFee))
	}
	return fee
}

// leastMaxFee is the least such limit, for any stake.
func leastMaxFee(r *game.Ruleset) sdk.Coin {
	fee := sdk.NewInt64Coin(client.GasDenom, MinMaxFee)
	if r.Proven {
		fee.Amount = fee.Amount.MulRaw(ProvenFees)
	}
	return fee
}

// worth is the value of a player's payments into a game in client.GasDenom, a SHIP at its price in the params. Other
// coins have no price here.
func worth(t types.Terms, params types.Params) math.Int {
	sum := math.ZeroInt()
	for _, coin := range t.Entry() {
		switch {
		case coin.Denom == client.GasDenom:
			sum = sum.Add(coin.Amount)
		case coin.Denom == types.RewardDenom && params.RewardPrice.Denom == client.GasDenom:
			sum = sum.Add(coin.Amount.Mul(params.RewardPrice.Amount).QuoRaw(types.BasePerReward))
		}
	}
	return sum
}
