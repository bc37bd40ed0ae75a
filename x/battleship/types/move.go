package types

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
)

// Move returns the message as the rules judge it.
func (m *MsgShootAndReveal) Move() play.Move { return newMove(m.Opening, m.Sunk, m.Target) }

// newMove returns a move as the rules judge it.
func newMove(o *Opening, sunk *Ship, target string) play.Move {
	move := play.Move{Target: target}
	if o != nil {
		opening := o.play()
		move.Opening = &opening
	}
	if sunk != nil {
		move.Sunk = &play.Ship{Class: sunk.Class, Placement: sunk.Placement}
	}
	return move
}

// Play returns the game in a state as it takes to judge what its players send.
func (g Game) Play(s game.State) play.Game {
	p := play.Game{State: s, JoinedHeight: g.JoinedHeight, Toss: g.Toss}
	if g.First == SEAT_UNSPECIFIED {
		return p // Parse would allocate an error with a stack trace
	}
	if first, err := g.First.Parse(); err == nil {
		p.First = &first
	}
	return p
}
