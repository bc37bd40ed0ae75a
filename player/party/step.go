package party

import (
	"slices"

	"github.com/battleship-chain/battleship/player/text"
)

// Step is the next step of a player.
type Step struct {
	Do text.PartyStep
	// Round counts from 1, and Opponent is an address. Game is the game of the pair, if there is one.
	Round    int
	Opponent string
	Game     uint64
	// Busy is the player that the opponent plays first. It is empty if there is none.
	Busy string
}

// Next returns the next step of a player.
func (p Party) Next(me string) Step {
	seat := slices.Index(p.Players, me)
	if !p.Complete() || seat < 0 {
		return Step{Do: text.PartyGather}
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
		return Step{Do: text.PartyFinish}
	}
	return Step{Do: text.PartyOver}
}

// step returns the next step of a player, whose first game that is left is that of a pair.
func (p Party) step(seat, round int, pair Pair, states map[Pair]State) Step {
	g := p.Games[pair]
	s := Step{Do: text.PartyWait, Round: round, Opponent: p.Players[pair.Creator+pair.Joiner-seat], Game: g.ID}
	switch offers := pair.Creator == seat; {
	case states[pair] == Later:
		s.Busy = p.opponentNow(pair.Creator+pair.Joiner-seat, states)
	case g.Begun, offers && g.Offered > 0:
		s.Do = text.PartyPlay
	case offers:
		s.Do = text.PartyOffer
	case g.Offered > 0:
		s.Do = text.PartyEnter
	}
	return s
}

// opponentNow returns the opponent in the game of a seat that is due now. It is empty if there is none.
func (p Party) opponentNow(seat int, states map[Pair]State) string {
	for pair, state := range states {
		if state == Now && (pair.Creator == seat || pair.Joiner == seat) {
			return p.Players[pair.Creator+pair.Joiner-seat]
		}
	}
	return ""
}

// Sentences describe the party and the next step of the reader of a voice, with the code of the party.
func (p Party) Sentences(v text.Voice, code string) []string {
	next := p.Next(v.You)
	switch next.Do {
	case text.PartyGather:
		return append(v.PartyHere(p.Players, p.Seats, code), v.PartyNext(next.Do, 0, "", ""))
	case text.PartyOver:
		var first []string
		for _, s := range Scores(p.Seats, p.Games) {
			if s.Place == 1 {
				first = append(first, p.Players[s.Seat])
			}
		}
		return []string{v.PartyWon(first, p.Seats*(p.Seats-1)/2-p.played())}
	case text.PartyWait, text.PartyOffer, text.PartyEnter, text.PartyPlay, text.PartyFinish:
	}
	return []string{v.PartyNext(next.Do, next.Round, next.Opponent, next.Busy)}
}

// played is the number of games that have ended.
func (p Party) played() (n int) {
	for _, g := range p.Games {
		if g.Ended > 0 {
			n++
		}
	}
	return n
}

// Table returns the table of a complete party.
func (p Party) Table(v text.Voice) (scores []text.PartyScore) {
	for _, s := range Scores(p.Seats, p.Games) {
		scores = append(scores, text.PartyScore{
			Place: s.Place, Name: v.Called(p.Players[s.Seat]), Played: s.Played, Won: s.Won, Lost: s.Lost,
			Sunk: s.Sunk, Shots: s.Shots,
		})
	}
	return scores
}
