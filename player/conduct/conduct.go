package conduct

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
)

// Newest is the newest state that a player knows, with what can be proven of it.
type Newest struct {
	// State is the newest state: the player's own last one, the opponent's that goes on from it, or the one that the join
	// has left.
	State game.State
	// Base is the state before the move that State is of; the player can prove it, too. It counts only if State is the
	// player's own concession.
	Base game.State
	// Agreed says that both players have signed State itself. It counts only for a concession.
	Agreed bool
	// Unsure says that the player may have signed more than it knows: its log is missing, damaged or foreign. It then
	// brings no move with a state, and signs nothing.
	Unsure bool
}

// Duty is what a player does next.
type Duty uint8

const (
	// Wait is for the opponent, a deadline, or nothing: there is nothing to do.
	Wait Duty = iota
	// Play makes the next move at sea: checks, writes down, signs, sends. It may be a concession.
	Play
	// Resend sends the newest letter again and waits.
	Resend
	// Post posts the newest state.
	Post
	// PostBase posts the state before the player's own concession, which the opponent has not agreed to.
	PostBase
	// PostMove posts the newest state with the next move, in one proof. The move is no concession.
	PostMove
	// Move makes the move that is owed on chain, whatever shot another state had.
	Move
	// Claim shows the board.
	Claim
	// ClaimWith shows the board with the proof of the newest state.
	ClaimWith
)

// String names the duty.
func (d Duty) String() string {
	names := [...]string{"wait", "play", "resend", "post", "post base", "post move", "move", "claim", "claim with proof"}
	if int(d) >= len(names) {
		return fmt.Sprintf("duty %d", d)
	}
	return names[d]
}

// Submits reports whether the duty sends something to the chain.
func (d Duty) Submits() bool { return d >= Post }

// Decide returns what an honest player does. x is what the last block has left on chain, n the newest state that the
// player knows, and me its seat. Out of patience is who has waited for a letter long enough; it counts at sea alone.
// Mute is who must sign nothing at sea any more: it has submitted something to the chain before. Who is unsure must
// not, either.
//
// The first row that fits. N is n.State, an ending is a state in which play has ended at sea, and newer compares
// progress.
//
//	x               N                                    duty
//	at sea          an ending that I have won            ClaimWith; Post if unsure or no claim is kept
//	                my concession, not agreed            Resend; PostBase out of patience or mute
//	                another ending                       Resend; Post out of patience or mute
//	                I owe                                Play; PostMove if mute; Post if unsure
//	                the opponent owes                    Resend; Post out of patience or mute
//	Claim           any                                  Claim if it is my turn; else Wait
//	over            any                                  Wait
//	Toss, Play      newer, an ending that I have won     ClaimWith; Post if unsure or no claim is kept
//	                newer, my concession, not agreed,    PostBase if its base is newer too; else as not newer
//	                and the opponent was not heard
//	                newer, another ending                Post
//	                newer, I owe                         PostMove; Post if unsure
//	                newer, the opponent owes             Post
//	                not newer, I owe in x                Move
//	                not newer, the opponent owes in x    Wait
//
// So a player never claims on a state that is older than the newest it knows, and posts that even if it has lost.
func Decide(x channel.Stand, n Newest, me game.Seat, outOfPatience, mute bool) Duty {
	switch {
	case x.AtSea:
		return n.atSea(me, outOfPatience, mute)
	case x.State.Phase == game.PhaseClaim && x.State.MayClaim(me):
		return Claim
	case !x.State.Phase.InPlay():
		return Wait
	}
	if n.State.Progress() > x.State.Progress() {
		if d, ok := n.ashore(x, me); ok {
			return d
		}
	}
	if x.State.Actor == me {
		return Move
	}
	return Wait
}

// atSea is the part of the table for a game at sea.
func (n Newest) atSea(me game.Seat, outOfPatience, mute bool) Duty {
	owes := n.State.Phase.InPlay() && n.State.Actor == me
	switch {
	case n.wonBy(me):
		return n.close()
	case owes && n.Unsure:
		return Post
	case owes && mute:
		return PostMove
	case owes:
		return Play
	case !outOfPatience && !mute && !n.Unsure:
		return Resend
	case n.Pending(me):
		return PostBase
	default:
		return Post
	}
}

// ashore is the part of the table for a game in play on chain than which something newer is known; false if there is
// nothing to do about that.
func (n Newest) ashore(x channel.Stand, me game.Seat) (Duty, bool) {
	switch {
	case n.wonBy(me):
		return n.close(), true
	case n.Pending(me) && !x.Heard[me.Other()]:
		return PostBase, n.Base.Progress() > x.State.Progress()
	case n.State.Phase.InPlay() && n.State.Actor == me && !n.Unsure:
		return PostMove, true
	default:
		return Post, true
	}
}

// close is what ends a game that is won. Who is unsure does not show its board before play has ended on chain: the
// ending that it was sent may be made on a state that is older than what it has signed.
func (n Newest) close() Duty {
	if n.State.Claims() && !n.Unsure {
		return ClaimWith
	}
	return Post
}

// wonBy reports whether play has ended at sea and the player has won it.
func (n Newest) wonBy(me game.Seat) bool { return !n.State.Phase.InPlay() && n.State.Actor == me }

// Pending reports whether the newest state is the player's own concession, which the opponent has not agreed to.
func (n Newest) Pending(me game.Seat) bool {
	return !n.State.Phase.InPlay() && n.State.Reason == game.ReasonConceded && n.State.Actor != me && !n.Agreed
}
