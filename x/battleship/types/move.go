package types

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
)

// Move returns the message as the rules judge it.
func (m *MsgShootAndReveal) Move() play.Move {
	move := play.Move{Target: m.Target}
	if o := m.Opening; o != nil {
		move.Opening = &play.Opening{Content: int(o.Content), Salt: o.Salt, Path: o.Path, Proof: o.Proof}
	}
	if m.Sunk != nil {
		move.Sunk = &play.Ship{Class: m.Sunk.Class, Placement: m.Sunk.Placement}
	}
	return move
}

// Play returns the game in a state as it takes to judge what its players send.
func (g Game) Play(s game.State) play.Game {
	p := play.Game{State: s, JoinedHeight: g.JoinedHeight, Toss: g.Toss}
	if first, err := g.First.Parse(); err == nil {
		p.First = &first
	}
	return p
}
