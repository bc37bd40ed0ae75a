package text

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/battleship-chain/battleship/game"
)

// Done writes an act that is done by the player of a seat: "shot at C7", "joined (classic, against alice)".
func (v Voice) Done(act Act, r *game.Ruleset, seat game.Seat, result Result) string {
	if result != nil {
		return result.done(v, act, r, seat)
	}
	return cmp.Or(wordsFor(act).done, "done")
}

// nameOr returns the name of a player, or another word for no player.
func (v Voice) nameOr(address, none string) string {
	if address == "" {
		return none
	}
	return v.Name(address)
}

// done writes how a duel was entered, the opponent and the payment.
func (e Entered) done(v Voice, act Act, r *game.Ruleset, _ game.Seat) string {
	how := "created"
	switch {
	case act == ActRematch:
		how = "rematch offered"
	case act == ActJoin:
		how = "joined"
	case act == ActMatch && e.Joined:
		how = "opponent found"
	case act == ActMatch:
		how = "no open game fits, yours is open"
	}
	parts := []string{r.Name}
	switch {
	case e.Opponent != "" && e.Rating > 0:
		parts = append(parts, fmt.Sprintf("against %s, rated %d", v.Name(e.Opponent), e.Rating))
	case e.Opponent != "":
		parts = append(parts, "against "+v.Name(e.Opponent))
	}
	if !e.Paid.IsZero() {
		parts = append(parts, Coins(e.Paid)+" paid into escrow")
	}
	text := fmt.Sprintf("%s (%s)", how, strings.Join(parts, ", "))
	if e.Dropped != "" && e.Joined {
		text += fmt.Sprintf("; without a delegate: %s is on the other side", v.Name(e.Dropped))
	}
	return text
}

func (m Moved) done(_ Voice, _ Act, r *game.Ruleset, seat game.Seat) string {
	var parts []string
	if m.First != nil {
		first := "your opponent shoots"
		if *m.First == seat {
			first = "you shoot"
		}
		parts = append(parts, "toss opened, "+first+" first")
	}
	if m.Answer != nil {
		parts = append(parts, fmt.Sprintf("%s answered: %s", r.TileName(m.Answered), Verdict(r, *m.Answer)))
	}
	if m.Shot != nil {
		parts = append(parts, "shot at "+r.TileName(*m.Shot))
	}
	if m.NotFired != nil {
		parts = append(parts, fmt.Sprintf("no shot at %s: it is not your turn", r.TileName(*m.NotFired)))
	}
	return strings.Join(parts, "; ")
}

const boardProven = "board proven"

func (c Claimed) done(Voice, Act, *game.Ruleset, game.Seat) string {
	parts := []string{boardProven}
	switch {
	case c.Account != nil:
		parts = append(parts, c.Account.String())
	case c.Until > 0:
		parts = append(parts, fmt.Sprintf("you win after block %d, unless your opponent proves its board by then", c.Until))
	}
	if c.LoserReward.IsValid() && c.LoserReward.IsPositive() {
		parts = append(parts, Coin(c.LoserReward)+" to the loser")
	}
	return strings.Join(parts, "; ")
}

// done writes the refund for a game that ended before it was joined. Whether it can still be joined is in its next
// step.
func (r Returned) done(v Voice, act Act, _ *game.Ruleset, _ game.Seat) string {
	done, to := "cancelled", "you"
	if act == ActDecline {
		done, to = "declined", v.Name(r.Creator)
	}
	switch {
	case r.Until > 0 && act == ActCancel && !r.Back.IsZero(): // the next step is that it is cancelled
		return Coins(r.Back) + " back to you"
	case !r.Back.IsZero():
		done += fmt.Sprintf(" (%s back to %s)", Coins(r.Back), to)
	}
	return done
}

func pendingJoin(until int64) string {
	return fmt.Sprintf("a pending join can still succeed until block %d", until)
}

func (p Submitted) done(Voice, Act, *game.Ruleset, game.Seat) string {
	text := "submitted the newest state"
	switch {
	case p.WasOffChain && p.AsJoined:
		text = "brought on-chain as it was joined"
	case p.WasOffChain:
		text = "brought on-chain with the newest state"
	}
	if p.NoResponse {
		text += "; your opponent or a watchtower may know a newer one"
	}
	return text
}

func (d Delegated) done(v Voice, _ Act, _ *game.Ruleset, _ game.Seat) string {
	return v.nameOr(d.Delegate, "no one else") + " may act for you from now on"
}

// Proven writes how long the proof of a board or of an answer took.
func Proven(act Act, took time.Duration) string {
	what := "board proven legal"
	if act == ActMove {
		what = "answer proven"
	}
	return fmt.Sprintf("%s, in %.2f s", what, took.Seconds())
}

// ProvenIn is Proven for where the act is named beside.
func ProvenIn(took time.Duration) string {
	return fmt.Sprintf("proven in %.2f s", took.Seconds())
}

// OffChainWith writes that a game is off-chain, and whether its opponent is there.
func OffChainWith(online bool) string {
	if online {
		return "off-chain, opponent online"
	}
	return "off-chain, opponent away"
}

// Place writes the block that an act is in; height 0 is for one off-chain.
func Place(height int64) string {
	if height == 0 {
		return "off-chain"
	}
	return fmt.Sprintf("block %d", height)
}
