package channelpolicy

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
)

// Newest is the newest state that a player knows, with the provable part of it.
type Newest struct {
	// State is the newest state: the player's own last one, the opponent's that follows it, or the one left by the join.
	State game.State
	// Base is the state before the move that State is of; the player can prove it, too. It counts only if State is the
	// player's own concession.
	Base game.State
	// Agreed reports whether both players have signed State itself. It matters only for a concession.
	Agreed bool
	// Unsure reports whether the player may have signed unknown states: its log is missing, damaged or foreign. It then
	// submits states without a move, and signs nothing.
	Unsure bool
}

// Duty is a player's next act.
type Duty uint8

const (
	// Wait is for the opponent, a deadline, or nothing: there is nothing to do.
	Wait Duty = iota
	// Play makes the next move off-chain: checks, writes down, signs, sends. It may be a concession.
	Play
	// Resend sends the newest update again and waits.
	Resend
	// Submit submits the newest state.
	Submit
	// SubmitBase submits the state before the player's own concession, which the opponent has not agreed to.
	SubmitBase
	// SubmitMove submits the newest state with the next move, in one proof. The move is no concession. A player that owes
	// a shot and has chosen none submits the newest state alone.
	SubmitMove
	// Move makes the move that is owed on-chain, whatever shot another state had.
	Move
	// Claim shows the board.
	Claim
	// ClaimWith shows the board with the proof of the newest state.
	ClaimWith
)

// Decide returns the next act of an honest player. x is the chain's state after the last block, n the newest state that
// the player knows, and me its seat. A player out of patience has waited for an update long enough; it counts off-chain
// alone. A mute player must sign nothing off-chain any more: it has submitted something to the chain before. An unsure
// player must not, either.
//
// The first row that fits applies. N is n.State, an ending is a state in which play has ended off-chain, and newer
// compares progress.
//
//	x               N                                    duty
//	off-chain       an ending that I have won            ClaimWith; Submit if unsure or no claim is kept
//	                my concession, not agreed            Resend; SubmitBase out of patience or mute
//	                another ending                       Resend; Submit out of patience or mute
//	                I owe                                Play; SubmitMove if mute; Submit if unsure
//	                the opponent owes                    Resend; Submit out of patience or mute
//	Claim           any                                  Claim if it is my turn; else Wait
//	over            any                                  Wait
//	Toss, Play      newer, an ending that I have won     ClaimWith; Submit if unsure or no claim is kept
//	                newer, my concession, not agreed,    SubmitBase if its base is newer too; else as not newer
//	                and the opponent has not responded
//	                newer, another ending                Submit
//	                newer, I owe                         SubmitMove; Submit if unsure
//	                newer, the opponent owes             Submit
//	                not newer, I owe in x                Move
//	                not newer, the opponent owes in x    Wait
//
// So a player never claims on a state that is older than its newest one, and submits that even if it has lost.
func Decide(x channel.ChainState, n Newest, me game.Seat, outOfPatience, mute bool) Duty {
	switch {
	case x.OffChain:
		return n.offChain(me, outOfPatience, mute)
	case x.State.Phase == game.PhaseClaim && x.State.MayClaim(me):
		return Claim
	case !x.State.Phase.InPlay():
		return Wait
	}
	if n.Counts(x, me) {
		return n.onChain(x, me)
	}
	if x.State.Actor == me {
		return Move
	}
	return Wait
}

// offChain is the part of the table for an off-chain game.
func (n Newest) offChain(me game.Seat, outOfPatience, mute bool) Duty {
	owes := n.State.Phase.InPlay() && n.State.Actor == me
	switch {
	case n.wonBy(me):
		return n.close()
	case owes && n.Unsure:
		return Submit
	case owes && mute:
		return SubmitMove
	case owes:
		return Play
	case !outOfPatience && !mute && !n.Unsure:
		return Resend
	case n.Pending(me):
		return SubmitBase
	default:
		return Submit
	}
}

// Counts reports whether the newest state counts in place of the chain's: the game is off-chain, or the newest state
// has made more progress. The player's own concession counts no more once the state before it is on-chain, unless the
// opponent has responded there: then the player moves on-chain.
func (n Newest) Counts(x channel.ChainState, me game.Seat) bool {
	if x.OffChain {
		return true
	}
	newest := n.State
	if n.CountsBase(x, me) {
		newest = n.Base
	}
	return newest.Progress() > x.State.Progress()
}

// CountsBase reports whether the state before the newest one counts in its place: that is the player's own concession,
// which the opponent has not agreed to, and the opponent has not responded on-chain.
func (n Newest) CountsBase(x channel.ChainState, me game.Seat) bool {
	return n.Pending(me) && !x.Responded[me.Other()]
}

// onChain is the part of the table for a game in play on-chain if the player knows a newer state that counts.
func (n Newest) onChain(x channel.ChainState, me game.Seat) Duty {
	switch {
	case n.wonBy(me):
		return n.close()
	case n.CountsBase(x, me):
		return SubmitBase
	case n.State.Phase.InPlay() && n.State.Actor == me && !n.Unsure:
		return SubmitMove
	default:
		return Submit
	}
}

// close is the act that ends a game that is won. An unsure player does not show its board before play has ended on
// chain: the opponent's ending may be based on a state older than the player's last signed one.
func (n Newest) close() Duty {
	if n.State.Claims() && !n.Unsure {
		return ClaimWith
	}
	return Submit
}

// wonBy reports whether play has ended off-chain and the player has won it.
func (n Newest) wonBy(me game.Seat) bool { return !n.State.Phase.InPlay() && n.State.Actor == me }

// Pending reports whether the newest state is the player's own concession, which the opponent has not agreed to.
func (n Newest) Pending(me game.Seat) bool {
	return !n.State.Phase.InPlay() && n.State.Reason == game.ReasonConceded && n.State.Actor != me && !n.Agreed
}
