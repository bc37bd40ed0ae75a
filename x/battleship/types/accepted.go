package types

import (
	"cmp"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// Accepted returns the terms on which a player joins the game as it is.
func (g Game) Accepted() AcceptedTerms {
	a := AcceptedTerms{
		RulesetId: g.RulesetId, TurnBlocks: g.TurnBlocks, Stake: g.Terms.Stake, Casual: g.Terms.Casual, First: g.First,
		MaxFee: g.Terms.Fee, MaxHouseShareBps: g.Terms.HouseShareBps,
	}
	if len(g.Participants) > 0 {
		a.Creator = g.Participants[0].Address
	}
	return a
}

// Check returns ErrTerms unless the game has the accepted terms. The creator's address is in its canonical form.
func (a AcceptedTerms) Check(g Game) error {
	has := g.Accepted()
	return cmp.Or(
		checkTerm(g.Id, "creator", has.Creator, a.Creator),
		checkTerm(g.Id, "ruleset_id", has.RulesetId, a.RulesetId),
		checkTerm(g.Id, "turn_blocks", has.TurnBlocks, a.TurnBlocks),
		checkAcceptedStake(g.Id, has.Stake, a.Stake),
		checkTerm(g.Id, "casual", has.Casual, a.Casual),
		checkTerm(g.Id, "first", has.First, a.First),
		g.Terms.CheckLimits(a.MaxFee, a.MaxHouseShareBps),
	)
}

// CheckLimits returns ErrTerms if the fee or the network's share of the pot is larger than a player accepts.
func (t Terms) CheckLimits(maxFee *sdk.Coin, maxHouseShareBps uint32) error {
	if FeeExceeds(t.Fee, maxFee) {
		return errors.Wrapf(ErrTerms, "max_fee: expected at least %s, got %s", optionalCoinText(t.Fee),
			optionalCoinText(maxFee))
	}
	if t.HouseShareBps > maxHouseShareBps {
		return errors.Wrapf(ErrTerms, "max_house_share_bps: expected at least %d, got %d", t.HouseShareBps,
			maxHouseShareBps)
	}
	return nil
}

// FeeExceeds reports whether a fee is more than another, or of another coin. A nil fee is zero, and the other one may
// be any that a message brings.
func FeeExceeds(fee, most *sdk.Coin) bool {
	return fee != nil &&
		(most == nil || most.Amount.IsNil() || fee.Denom != most.Denom || fee.Amount.GT(most.Amount))
}

// checkTerm returns ErrTerms unless a term of a game is the accepted one.
func checkTerm[T comparable](id uint64, name string, has, accepted T) error {
	if has == accepted {
		return nil
	}
	return errors.Wrapf(ErrTerms, "game %d: %s: expected %v, got %v", id, name, has, accepted)
}

// checkAcceptedStake is checkTerm for the stake.
func checkAcceptedStake(id uint64, has, accepted *sdk.Coin) error {
	if has == nil && accepted == nil || has != nil && accepted != nil && !accepted.Amount.IsNil() &&
		has.Denom == accepted.Denom && has.Amount.Equal(accepted.Amount) {
		return nil
	}
	return errors.Wrapf(ErrTerms, "game %d: stake: expected %s, got %s", id, optionalCoinText(has),
		optionalCoinText(accepted))
}

// optionalCoinText returns a coin for an error, whatever came.
func optionalCoinText(coin *sdk.Coin) string {
	if coin == nil {
		return "none"
	}
	text := coinText(*coin)
	return text[:min(len(text), MaxErrorBytes)]
}
