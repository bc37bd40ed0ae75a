package text

import (
	"fmt"
	"strings"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Done writes an act that is done by the player of a seat: "shot at C7", "joined (classic, against alice)".
func (v Voice) Done(act Act, r *game.Ruleset, seat game.Seat, result Result) string {
	switch result := result.(type) {
	case Entered:
		return v.entered(act, r, result)
	case Moved:
		return moved(r, seat, result)
	case Claimed:
		return claimed(result)
	case Returned:
		return v.returned(act, result)
	case Submitted:
		return submitted(result)
	case Delegated:
		return v.nameOr(result.Delegate, "no one else") + " may act for you from now on"
	case Seated:
		return v.seated(act, result)
	case Aimed:
		text := fmt.Sprintf("aimed at %s in round %d, hidden until you fire", r.TileName(result.Tile), result.Round)
		if result.OwnShip {
			text += "; one of your own ships lies there"
		}
		return text
	case Fired:
		return fmt.Sprintf("fired at %s in round %d", r.TileName(result.Tile), result.Round)
	case Reported:
		return reported(r, result)
	case MeleeClaimed:
		return meleeClaimed(result)
	case MeleeLeft:
		return left(act, result)
	}
	switch act {
	case ActChallenge:
		return "accused your opponent of cheating"
	case ActConfirmMelee:
		return "confirmed"
	case ActConcede:
		return "gave up"
	case ActAllowBot:
		return "allowed your bot more fees"
	default:
		return "done"
	}
}

// nameOr returns the name of a player, or another word for no player.
func (v Voice) nameOr(address, none string) string {
	if address == "" {
		return none
	}
	return v.Name(address)
}

// entered writes how a duel was entered, the opponent and the payment.
func (v Voice) entered(act Act, r *game.Ruleset, e Entered) string {
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

func moved(r *game.Ruleset, seat game.Seat, m Moved) string {
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

func claimed(c Claimed) string {
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

// returned writes the refund for a game that ended before it was joined. Whether it can still be joined is in its next
// step.
func (v Voice) returned(act Act, r Returned) string {
	done, to := "cancelled", "you"
	if act == ActDecline {
		done, to = "declined", v.Name(r.Creator)
	}
	if !r.Back.IsZero() {
		done += fmt.Sprintf(" (%s back to %s)", Coins(r.Back), to)
	}
	return done
}

func pendingJoin(until int64) string {
	return fmt.Sprintf("a pending join can still succeed until block %d", until)
}

func submitted(p Submitted) string {
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

func (v Voice) seated(act Act, s Seated) string {
	how := "joined"
	if act == ActCreateMelee {
		how = "opened"
	}
	text := fmt.Sprintf("%s, for %s", how, Count(s.Seats, "player"))
	if !s.Paid.IsZero() {
		text += ", " + Coins(s.Paid) + " paid into escrow"
	}
	if s.Dropped != "" {
		text += fmt.Sprintf("; without a delegate: %s plays here or acts for another player", v.Name(s.Dropped))
	}
	return text
}

func reported(r *game.Ruleset, result Reported) string {
	volley := strings.Join(types.TileNames(r, result.Volley), ", ")
	switch hits := strings.Join(types.TileNames(r, result.Hits), ", "); {
	case result.Sunk:
		return fmt.Sprintf("reported %s: hit at %s, your fleet is down", volley, hits)
	case hits == "":
		return fmt.Sprintf("reported %s: no hit", volley)
	default:
		return fmt.Sprintf("reported %s: hit at %s", volley, hits)
	}
}

func meleeClaimed(c MeleeClaimed) string {
	switch {
	case c.Account != nil && c.Account.Terms.Stake != nil:
		return boardProven + "; " + c.Account.String()
	case c.Account == nil && c.Until > 0:
		return fmt.Sprintf("%s; others can prove theirs until block %d", boardProven, c.Until)
	}
	return boardProven
}

func left(act Act, l MeleeLeft) string {
	switch {
	case act == ActDecline:
		return "declined"
	case l.Back.IsZero():
		return "left"
	default:
		return fmt.Sprintf("left (%s back to you)", Coins(l.Back))
	}
}

// Proven writes how long the proof of a board or of an answer took.
func Proven(act Act, took time.Duration, ahead bool) string {
	what, when := "board proven legal", ""
	if act == ActMove {
		what = "answer proven"
	}
	if ahead {
		when = " ahead of the shot"
	}
	return fmt.Sprintf("%s%s, in %.2f s", what, when, took.Seconds())
}

// ProvenIn is Proven for where the act is named beside.
func ProvenIn(took time.Duration, ahead bool) string {
	if ahead {
		return fmt.Sprintf("proven ahead in %.2f s", took.Seconds())
	}
	return fmt.Sprintf("proven in %.2f s", took.Seconds())
}

// Place writes the block that an act is in; height 0 is for one off-chain.
func Place(height int64) string {
	if height == 0 {
		return "off-chain"
	}
	return fmt.Sprintf("block %d", height)
}
