package text

import (
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Payment is one payment for entering a game: its name, the amount, and its use.
type Payment struct{ What, Amount, Fate string }

// Title writes the entry of an intent as a title: "Create a classic game for alice alone, 1m a move".
func (v Voice) Title(i Intent) string {
	return fmt.Sprintf("%s, %s a %s", Upper(v.enter(i)), TimeFor(i.Params, i.TurnBlocks), kinds[i.Kind].step)
}

// Payments writes the payments for the entry of an intent, beside the fee of its transaction.
func Payments(i Intent) []Payment { return kinds[i.Kind].payments(i) }

// payments are payments for entering a game.
type payments []Payment

// add adds those of some coins that are paid.
func (p *payments) add(what, fate string, coins ...sdk.Coin) {
	for _, coin := range coins {
		if coin.IsPositive() {
			*p = append(*p, Payment{What: what, Amount: Coin(coin), Fate: fate})
		}
	}
}

// house writes the part of the pot that the network gets, if there is one.
func house(t types.Terms) string {
	if t.HouseShareBps == 0 {
		return ""
	}
	return fmt.Sprintf(", less %s for the network", Percent(t.HouseShareBps))
}

// duelPayments writes the payments for entering a duel.
func duelPayments(i Intent) []Payment {
	var all payments
	pay := all.add
	if i.Terms.Stake != nil {
		pay("stake", "held; the winner gets both stakes"+house(i.Terms)+"; both come back if there is no winner",
			*i.Terms.Stake)
	}
	if i.Terms.Fee != nil {
		fate := "held; burned for the winner's reward, and the rest comes back; a loser who gives up or runs out of time " +
			"may lose it to the winner"
		if i.MaxFee != nil {
			fate += fmt.Sprintf("; at most %s, if rewards grow before", Coin(*i.MaxFee))
		}
		pay("fee", fate, *i.Terms.Fee)
	}
	pay("deposit", "held while the game is open; comes back when it is joined or ends", i.Deposit...)
	fees := AtMost(i.Fees)
	pay("fees, at most", "for your moves; the rest stays yours", fees...)
	if i.OwnBot {
		pay("bot, at most", "for the moves of your bot; the rest stays yours", fees...)
	}
	return all
}

// Notes writes the remarks on the entry of an intent. Rewards are those of the next game, or nil if they are unknown.
func Notes(i Intent, rewards *types.QueryRewardsResponse) []string {
	return kinds[i.Kind].notes(i, rewards)
}

// duelNotes writes the remarks on the entry of a duel.
func duelNotes(i Intent, rewards *types.QueryRewardsResponse) []string {
	var notes []string
	if i.Act == ActRematch {
		notes = append(notes, fmt.Sprintf("Stake, kind and clock are those of game %d.", i.RematchOf))
	}
	switch {
	case i.Terms.Casual:
		notes = append(notes, "Casual: no reward and no rating.")
	case rewards != nil:
		notes = append(notes, fmt.Sprintf("The winner gets %s, a loser who plays to the end %s.",
			Coin(rewards.WinnerReward), Coin(rewards.LoserReward)))
	}
	if i.Ruleset.Proven {
		note := "This program proves that your fleet is legal, and each answer"
		if !i.Terms.ProvenClaims {
			note += "; the fleet stays secret, and there is nothing to claim"
		}
		notes = append(notes, note+".")
	}
	if i.OwnBot {
		notes = append(notes, "You pay the fees of the bot's moves too, about as much as for your own. It plays in this "+
			"program, and waits while that is closed.")
	}
	switch {
	case i.NoRelay != nil:
		notes = append(notes, fmt.Sprintf(PlayedOnChain, i.NoRelay))
	case i.Channel && i.OrOnChain && i.Act == ActMatch:
		notes = append(notes, "Played off-chain, unless the game that waits is on-chain.")
	case i.Channel && i.Relay != "":
		notes = append(notes, "Played off-chain over the relay "+i.Relay+".")
	case i.Channel:
		notes = append(notes, "Played off-chain: moves go straight to your opponent. If one of you leaves, the chain "+
			"decides.")
	}
	return append(notes, fmt.Sprintf("%s a move, or you lose; answers are sent while this program runs.",
		TimeFor(i.Params, i.TurnBlocks)))
}
