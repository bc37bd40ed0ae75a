package channel

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
)

// Proof shows that an off-chain game has come to a state. Its parts are as they were sent and may be anything.
type Proof struct {
	// State are the canonical bytes of a state. If empty, it is the state left by the join.
	State []byte
	// Move is the move in that state of the player who owes something. It is nil for none.
	Move *Move
	// Signatures are the players', by seat. An empty one is absent. The mover's signature is under the state after the
	// move, the other one under State.
	Signatures [2][]byte
}

// Judged is the verified content of a proof.
type Judged struct {
	// State is the state that is proven.
	State game.State
	// Events are the events of the proof's move, if it has one.
	Events []game.Event
	// Endorsed reports by seat whether the player endorses that very state. If the proof has a move, the mover does, and
	// the other player only if it is the sender.
	Endorsed [2]bool
}

// Judge verifies a proof sent by a player, or by a third party if sender is nil. Before each check it calls pay with
// the work of the check, unless pay is nil.
func (c *Channel) Judge(p Proof, sender *game.Seat, pay func(play.Work)) (Judged, error) {
	r, err := c.read(p, sender)
	if err != nil {
		return Judged{}, err
	}
	return c.judge(r, pay)
}

// Brief returns the shortest proof of the same state that one of the players can send itself, given one that Judge
// accepts: the sender of a state endorses it, so its own signature is not needed, and a state signed by the opponent
// needs no move that leads to it. So the opponent's opening, with a proof or without, need not be judged again. The
// error is one of Judge.
func (c *Channel) Brief(p Proof, sender game.Seat) (Proof, error) {
	judged, err := c.Judge(p, &sender, nil)
	if err != nil {
		return Proof{}, err
	}
	brief := Proof{State: p.State, Move: p.Move}
	brief.Signatures[sender.Other()] = p.Signatures[sender.Other()]
	base, err := c.Decode(p.State)
	if err != nil || p.Move == nil || base.Actor == sender {
		return brief, err
	}
	brief.Move = nil
	brief.State, err = c.Encode(judged.State)
	return brief, err
}

// CheckSignature returns ErrSignature unless the signature is the seat's under a state, or ErrState for a state that
// this game cannot be in off-chain.
func (c *Channel) CheckSignature(s game.State, by game.Seat, sig []byte) error {
	if err := checkSeat(by); err != nil {
		return err
	}
	if err := checkForm(by, sig); err != nil {
		return err
	}
	message, err := c.Message(s)
	if err != nil {
		return err
	}
	if !c.params.Verify(c.params.Seats[by].Key, message, sig) {
		return fmt.Errorf("%w: %s: not of its key under this state of this game", ErrSignature, by)
	}
	return nil
}

// reading is a proof before its costly checks.
type reading struct {
	Proof
	// base is the state before the move.
	base game.State
	// said is the state of the proof if the move's openings are true.
	said game.State
	// endorsed is Judged.Endorsed if all signatures are true.
	endorsed [2]bool
}

// read reads a proof, and refuses it if it would be incomplete even with true openings.
func (c *Channel) read(p Proof, sender *game.Seat) (reading, error) {
	sends := func(by game.Seat) bool { return sender != nil && *sender == by }
	if sender != nil {
		if err := checkSeat(*sender); err != nil {
			return reading{}, err
		}
	}
	base, err := c.Decode(p.State)
	if err != nil {
		return reading{}, err
	}
	r := reading{Proof: p, base: base, said: base}
	if p.Move != nil {
		if r.said, err = c.Said(base, *p.Move); err != nil {
			return reading{}, err
		}
	}
	// The state that the join has left is the only one in its phase.
	known := base.Phase == game.PhaseToss
	for seat, sig := range p.Signatures {
		by := game.Seat(seat)
		if len(sig) > 0 {
			if err := checkForm(by, sig); err != nil {
				return reading{}, err
			}
		}
		mover := p.Move != nil && by == base.Actor
		if len(sig) == 0 && !sends(by) && (mover || !known) {
			return reading{}, fmt.Errorf("%w: expected a signature of the %s, got none", ErrProof, by)
		}
		r.endorsed[by] = sends(by) || len(sig) > 0 && (mover || p.Move == nil)
	}
	return r, nil
}

// judge makes the costly checks of a proof.
func (c *Channel) judge(r reading, pay func(play.Work)) (Judged, error) {
	j := Judged{State: r.base, Endorsed: r.endorsed}
	if r.Move == nil {
		return j, c.checkSignatures(r, r.base, pay, game.Creator, game.Joiner)
	}
	mover := r.base.Actor
	if err := c.checkSignatures(r, r.base, pay, mover.Other()); err != nil {
		return Judged{}, err
	}
	var err error
	if j.State, j.Events, err = c.Move(r.base, mover, *r.Move, pay); err != nil {
		return Judged{}, err
	}
	return j, c.checkSignatures(r, j.State, pay, mover)
}

// checkSignatures checks the signatures under a state that there are of some players.
func (c *Channel) checkSignatures(r reading, s game.State, pay func(play.Work), seats ...game.Seat) error {
	for _, by := range seats {
		sig := r.Signatures[by]
		if len(sig) == 0 {
			continue
		}
		if pay != nil {
			pay(play.Work{For: "signature", Signatures: 1})
		}
		if err := c.CheckSignature(s, by, sig); err != nil {
			return err
		}
	}
	return nil
}

// checkForm returns ErrSignature for a signature of a wrong length.
func checkForm(by game.Seat, sig []byte) error {
	if len(sig) != SignatureSize {
		return fmt.Errorf("%w: %s: expected %d bytes, got %d", ErrSignature, by, SignatureSize, len(sig))
	}
	return nil
}
