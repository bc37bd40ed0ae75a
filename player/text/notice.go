package text

import (
	"fmt"
	"time"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Notices about devices, which ask their owners before each signature.
const (
	DeviceFindsBoard = "your device asks for a signature that finds your board again: confirm it there"
	DeviceAllowsKey  = "your device asks for a key of this game and an allowance for its fees: confirm it there"
)

// FleetHidden writes why the player's ships in an ended game are not shown.
func FleetHidden(problem string) string { return "your own ships are not shown: " + problem }

// DeviceNotAsked is the problem of a fleet that only a signature of a device would recover.
const DeviceNotAsked = "your device would have to sign to find them again"

// ShotByOther writes that a target was not fired at, since another program fired in the same turn.
func ShotByOther(tile string) string {
	return "another program of yours fired in this turn: " + tile + " was not fired at"
}

// LogLostHere writes that the moves of an off-chain game are lost, and the key that recovers them.
func LogLostHere(key string) string {
	return fmt.Sprintf("this game's moves are not on this machine: %s asks your opponent for them, and brings the game "+
		"on-chain", key)
}

// MovesUnknown writes that the node has pruned the beginning of a game.
func MovesUnknown(before int64) string {
	return fmt.Sprintf("this node does not know the moves before block %d", before)
}

// Failures writes that an act has failed repeatedly in blocks, and waits, unless the enter key can end that.
func Failures(n int, until int64, enter bool, problem string) string {
	or := ""
	if enter {
		or = ", or when you press enter"
	}
	return fmt.Sprintf("it failed %d times in a block and paid a fee each time; the next attempt is after block %d%s: %s",
		n, until, or, problem)
}

// Notices about the player's own bot.
const (
	BotAllowanceUsedUp = "the fees that you allowed your bot are used up or over: unless it is allowed more it moves no " +
		"more, and you win by its clock"
	BotNotRunning = "no bot of yours plays in this game"
)

// BotFailed writes that the player's own bot does not play.
func BotFailed(problem string) string { return "your bot does not play: " + problem }

// BotRetries writes that the player's own bot has not moved yet.
func BotRetries(problem string) string {
	return "your bot has not moved yet, and tries again: " + problem
}

// BotFailures is Failures for the player's own bot.
func BotFailures(n int, until int64, problem string) string {
	return fmt.Sprintf("your bot failed to move %d times in a block and paid a fee each time; it tries again after "+
		"block %d: %s", n, until, problem)
}

// OtherProgram warns of another program that moves with the player's key.
const OtherProgram = "another program plays this game with your key, too: end one of them, for both pay fees"

// NodeSilent is the notice of a node that does not answer.
const NodeSilent = "the node does not respond: trying again"

// EventsUnknown writes that the newest events of a game could not be read.
func EventsUnknown(problem string) string { return "the newest events are not known yet: " + problem }

// NodeFailed writes that a node does not answer.
func NodeFailed(problem string) string { return problem + "; trying again until it answers" }

// CatchingUp writes that a node is behind the chain.
func CatchingUp(height int64) string {
	return fmt.Sprintf("the node is still catching up with the chain, at block %d: what it shows is old, and moves wait",
		height)
}

// NoBlocks writes that a node has shown no new block for some time.
func NoBlocks(since time.Duration) string {
	return fmt.Sprintf("no new block for %s: the chain has halted, or the node has lost its peers",
		since.Round(time.Second))
}

// WrongClock writes that this machine's clock is ahead of the chain's, or behind it if the difference is negative.
func WrongClock(ahead time.Duration) string {
	how := "ahead of"
	if ahead < 0 {
		how = "behind"
	}
	return fmt.Sprintf("this machine's clock is %s %s the chain's: set it, or bids may fail",
		Duration(ahead.Abs()), how)
}

// OldBlock writes that the last block of a node is old by this machine's clock.
func OldBlock(height int64, age time.Duration) string {
	return fmt.Sprintf("The node's last block, %d, is %s old: the chain has halted, the node is behind, or the clock of "+
		"this machine is ahead.", height, Duration(age))
}

// NothingForFees writes that a player cannot pay fees.
func NothingForFees(name string) string { return "you have nothing to pay fees with: " + Faucet(name) }

// Spent writes the cost of transactions: "0.3 ANCHOR for 5 transactions".
func Spent(coins string, txs int) string {
	return fmt.Sprintf("%s for %s", coins, Count(txs, "transaction"))
}

// LobbyClock writes the clock of a game in the lobby. Unit is the act that it is for, or empty for an off-chain game.
func LobbyClock(p types.Params, blocks int64, unit string) string {
	clock := TimeFor(p, blocks)
	if unit == "" {
		return clock + ", off-chain"
	}
	return clock + " a " + unit
}

// Notices in the lobby, and answers to a request that was not carried out.
const (
	GamesUnfinished = "You have games that are not over. Enter continues one; b plays against a bot."
	StillEntering   = "another game is still being entered: wait until that is in a block"
	TargetReplaced  = "another target was chosen"
	AimTooLate      = "the round continued without this aim"
	NodeAway        = "the node does not answer: try again"
	Pending         = "it was sent but is in no block yet, and may still get into one"
	NoAllowance     = "the allowance for this game's fees is used up or over"
)

// Reopened writes that a game was opened in place of one that no opponent has joined in time.
func Reopened(id, again uint64) string {
	return fmt.Sprintf("No opponent joined game %d in time: game %d is open on the same terms.", id, again)
}

// SpentByBot adds the part of the player's own bot to a cost.
func SpentByBot(all, bot string) string { return fmt.Sprintf("%s, including %s of your bot", all, bot) }

// TermsUnknown writes that the node has pruned the terms of a game that is to be played again.
func TermsUnknown(id uint64) string {
	return fmt.Sprintf("this node has no record of the terms of game %d: create a game for your opponent in the lobby "+
		"instead", id)
}
