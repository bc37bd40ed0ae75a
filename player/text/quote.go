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
	return fmt.Sprintf("%s, %s a %s", Upper(v.enter(i)), duration(i.Params, i.TurnBlocks), i.each())
}

// Payments writes the payments for the entry of an intent, beside the fee of its transaction.
func Payments(i Intent) []Payment {
	var all []Payment
	pay := func(what, fate string, coins ...sdk.Coin) {
		for _, coin := range coins {
			if coin.IsPositive() {
				all = append(all, Payment{What: what, Amount: Coin(coin), Fate: fate})
			}
		}
	}
	house := ""
	if i.Terms.HouseShareBps > 0 {
		house = fmt.Sprintf(", less %s for the network", Percent(i.Terms.HouseShareBps))
	}
	if i.Seats > 0 {
		if i.Terms.Stake != nil {
			pay("stake", "held; the last fleet afloat gets the stakes"+house+", a draw shares them; 1 % comes back if you are "+
				"sunk, all if the melee does not begin", *i.Terms.Stake)
		}
		pay("deposit", "held until the first round; comes back when it begins or the table is gone", i.Deposit...)
		pay("steps, at most", "stays yours; a key for this melee alone may spend it on the fees of your steps", i.Fees...)
		return all
	}
	if i.Terms.Stake != nil {
		pay("stake", "held; the winner gets both stakes"+house+"; both come back if there is no winner", *i.Terms.Stake)
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
	pay("moves, at most", "stays yours; a key for this game alone may spend it on the fees of your moves", i.Fees...)
	if i.OwnBot {
		pay("bot, at most", "stays yours; the bot may spend it on the fees of its moves", i.Fees...)
	}
	return all
}

// Notes writes the remarks on the entry of an intent. Rewards are those of the next game, or nil if they are unknown.
func Notes(i Intent, rewards *types.QueryRewardsResponse) []string {
	if i.Seats > 0 {
		return []string{
			fmt.Sprintf("Once the table is full all must confirm. A round has three steps of at most %s: all aim, fire, "+
				"report. You only aim; the rest is sent while this program runs. A missed deadline eliminates you, except for "+
				"the first aim. No reward, no rating.", duration(i.Params, i.TurnBlocks)),
			Sentence(Collusion),
		}
	}
	var notes []string
	if i.Act == ActRematch {
		notes = append(notes, fmt.Sprintf("Stake, kind and clock are those of game %d.", i.RematchOf))
	}
	switch {
	case i.Terms.Casual:
		notes = append(notes, "Casual: no reward and no rating.")
	case rewards != nil:
		notes = append(notes, fmt.Sprintf("The winner is rewarded with %s, a loser who plays on to the end with %s.",
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
	if i.Channel {
		notes = append(notes, "Played off-chain, by updates; on the clock once one of you brings it on-chain.")
	}
	return append(notes, fmt.Sprintf("A player who does not move for %s loses: answers are sent while this program runs.",
		duration(i.Params, i.TurnBlocks)))
}
