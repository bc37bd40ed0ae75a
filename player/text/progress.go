package text

import (
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Stage is the progress of a transaction.
type Stage uint8

// The stages of a transaction.
const (
	// StageNone means that there was none yet.
	StageNone Stage = iota
	// StageSigning means that it is being checked, simulated and signed.
	StageSigning
	// StageSent means that it was handed to the node.
	StageSent
	// StageBidding means that a dearer one was sent for the same act, since no block has taken it.
	StageBidding
	// StageRetrying means that it could not be sent, or cannot be found, and is sent again automatically.
	StageRetrying
	// StageIncluded means that it is in a block.
	StageIncluded
	// StageFailed means that it was refused, or given up.
	StageFailed
)

// Transaction is something on its way into a block.
type Transaction struct {
	Stage Stage
	// What describes the transaction, such as "shot at C7" or "answer at B2, by itself".
	What string
	// Height is the block of an included one, or the block in which it failed, or 0.
	Height int64
	// Bids is how many dearer ones were sent.
	Bids int
	// Fee is its cost so far, in words. It is empty if that is unknown.
	Fee string
	// Hash is that of an included one. It is empty if it is unknown.
	Hash string
	// Proof describes its proof, such as "proven in 0.17 s". It is empty if there is none.
	Proof string
	// Why explains why it is retried or failed: a sentence for the player without a full stop. It is empty otherwise.
	Why string
}

// String writes the progress of a transaction. It returns "" if there is none.
func (t Transaction) String() string {
	place := Place(t.Height)
	if t.Height > 0 {
		place = "in " + place
	}
	for _, part := range []struct{ name, value string }{{"", t.Proof}, {"fee ", t.Fee}} {
		if part.value != "" {
			place += ", " + part.name + part.value
		}
	}
	return fill(stages[t.Stage], "{what}", t.What, "{bids}", Count(t.Bids, "bid"), "{why}", t.Why, "{place}", place)
}

// Details writes the progress of a transaction with its hash.
func (t Transaction) Details() string {
	if t.Hash == "" {
		return t.String()
	}
	return t.String() + ", transaction " + t.Hash
}

var stages = map[Stage]string{
	StageNone:     "",
	StageSigning:  "{what}: signing",
	StageSent:     "{what}: sent, waiting for a block",
	StageBidding:  "{what}: sent again for a higher fee ({bids}), waiting for a block",
	StageRetrying: "{what}: not in a block yet, trying again: {why}",
	StageIncluded: "{what}: {place}",
	StageFailed:   "{what}: failed: {why}",
}

// TimeLeft writes the time before a deadline: "60 blocks left (about 1m)".
func (v Voice) TimeLeft(p types.Params, blocks int64) string {
	switch {
	case blocks <= 0: // a move sent now would be in the next block
		return "time is up"
	case v.Short:
		return Duration(p.Duration(blocks)) + " left"
	}
	return fmt.Sprintf("%s left (about %s)", Count(blocks, "block"), Duration(p.Duration(blocks)))
}

// InShort writes the state of a game in a word or two, for the title of a window.
func InShort(over, turn bool) string {
	switch {
	case over:
		return "over"
	case turn:
		return "your turn"
	}
	return "waiting"
}

// Continues writes that a game continues which its player has left.
func (v Voice) Continues(id uint64, n *types.QueryNextActionResponse) string {
	return fmt.Sprintf("game %d continues. %s", id, Sentence(v.Next(n)))
}

// WithBot writes that a game against the player's own bot is opened again, in place of a new one.
func WithBot(id uint64) string {
	return fmt.Sprintf("game %d against your bot continues; c in the lobby begins another one", id)
}

// Withdrawing is shown while a program that ends withdraws its offers.
const Withdrawing = "Withdrawing the open games of this program, which no opponent has joined. Ctrl-C leaves them open."

// OffersWithdrawn writes that a program has withdrawn its offers before it ended, and why another one stays, if err is
// not nil.
func OffersWithdrawn(ids []uint64, err error) (lines []string) {
	for _, id := range ids {
		lines = append(lines, fmt.Sprintf("Game %d is withdrawn: no opponent had joined.", id))
	}
	if err != nil {
		lines = append(lines, fmt.Sprintf("An open game could not be withdrawn: %s.", err))
	}
	return lines
}

// Farewell writes which of a player's games continue without the screens, or "" if none does. Turns is the number of
// those that wait for the player, offChain of those without a clock.
func Farewell(games []uint64, turns, offChain int) string {
	var parts []string
	switch len(games) {
	case 0:
		return ""
	case 1:
		parts = append(parts, fmt.Sprintf("game %d continues", games[0]))
	default:
		parts = append(parts, fmt.Sprintf("%d games continue", len(games)))
	}
	if turns > 0 {
		parts = append(parts, fmt.Sprintf("your turn in %d", turns))
	}
	if clocks := len(games) - offChain; clocks > 0 {
		parts = append(parts, Count(clocks, "clock")+" running")
	}
	return strings.Join(parts, ", ") + "; battleshipd play shows the lobby"
}
