package party

import "slices"

// Do is what a player does next in a party.
type Do uint8

// The next steps.
const (
	// Gather means to wait for the other players.
	Gather Do = iota
	// Wait means to wait for the opponent, who has another game or has yet to offer this one.
	Wait
	// Offer means to offer the opponent a game.
	Offer
	// Enter means to join the game of the opponent.
	Enter
	// Play means that the game with the opponent runs, or waits for it.
	Play
	// Finish means that the player has no further game, while others have.
	Finish
	// Over means that all games are over.
	Over
)

// Step is the next step of a player.
type Step struct {
	Do
	// Round counts from 1, and Opponent is an address. Game is the game of the pair, if there is one.
	Round    int
	Opponent string
	Game     uint64
	// Busy is the player for whom the opponent is not free yet, if there is one.
	Busy string
}

// Next returns the next step of a player.
func (p Party) Next(me string) Step {
	seat := slices.Index(p.Players, me)
	if !p.Complete() || seat < 0 {
		return Step{Do: Gather}
	}
	states, rounds := States(p.Seats, p.Clock, p.Games), Rounds(p.Seats)
	left := false
	for i, round := range rounds {
		for _, pair := range round {
			if states[pair] == Played || states[pair] == LeftOut {
				continue
			}
			left = true
			if pair.Creator != seat && pair.Joiner != seat {
				continue
			}
			return p.step(seat, i+1, pair, states)
		}
	}
	if left {
		return Step{Do: Finish}
	}
	return Step{Do: Over}
}

// step returns the next step of a player, whose first game that is left is that of a pair.
func (p Party) step(seat, round int, pair Pair, states map[Pair]State) Step {
	g := p.Games[pair]
	s := Step{Do: Wait, Round: round, Opponent: p.Players[pair.Creator+pair.Joiner-seat], Game: g.ID}
	switch offers := pair.Creator == seat; {
	case states[pair] == Later:
		s.Busy = p.opponentNow(pair.Creator+pair.Joiner-seat, states)
	case g.Begun, offers && g.Offered:
		s.Do = Play
	case offers:
		s.Do = Offer
	case g.Offered:
		s.Do = Enter
	}
	return s
}

// opponentNow returns the player with whom a seat's game is due now. It is empty if there is none.
func (p Party) opponentNow(seat int, states map[Pair]State) string {
	for pair, state := range states {
		if state == Now && (pair.Creator == seat || pair.Joiner == seat) {
			return p.Players[pair.Creator+pair.Joiner-seat]
		}
	}
	return ""
}
