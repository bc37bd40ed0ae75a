package zk

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
)

// boardWitness returns the inputs of the board's circuit. The prover chooses nothing: the grid follows from the fleet.
func (s *secrets) boardWitness() boardWires[fr.Element] {
	w := newBoardWires[fr.Element](s.layout)
	w.Commitment, w.Tag, w.Salt = s.commitment, s.tag, s.salt
	copy(w.Fleet, s.bits)
	l := s.layout
	for i, ship := range s.fleet {
		along, across := l.place(ship)
		for k := range l.ships[i].length + l.thick - 1 {
			for j := range l.thick {
				cell := (along + k) + (across+j)*l.stride
				if ship.Vertical {
					cell = (along+k)*l.stride + across + j
				}
				w.Grid[cell] = fr.One()
			}
		}
	}
	return w
}

// answerWitness returns the inputs of the answer's circuit for the public inputs of a true answer.
func (s *secrets) answerWitness(public []fr.Element, tile game.Tile, hits game.Set) answerWires[fr.Element] {
	l := s.layout
	w := newAnswerWires[fr.Element](l)
	w.setPublic(public)
	w.Salt = s.salt
	copy(w.Fleet, s.bits)

	all := fr.One()
	for i, ship := range s.fleet {
		miss := l.miss(ship, tile)
		all.Mul(&all, &miss)
		if l.ruleset.AnnounceSunk {
			w.Inverse[i].Inverse(&miss) // the inverse of 0 is 0
			if miss.IsZero() {
				w.On[i].SetOne()
				s.setDry(&w, ship, tile, hits)
			}
		}
	}
	if !l.ruleset.AnnounceSunk {
		w.Inverse[0].Inverse(&all)
	}
	return w
}

// setDry sets what shows that a ship on the tile is not sunk, or what excuses a ship that is announced.
func (s *secrets) setDry(w *answerWires[fr.Element], ship game.Ship, tile game.Tile, hits game.Set) {
	if !w.Sunk[0].IsZero() {
		w.Excuse[0].Inverse(&w.Sunk[0])
		return
	}
	length, step := s.layout.ruleset.Classes[ship.Class].Length, s.layout.step(ship)
	for k := range length {
		dry := int(ship.Origin) + k*step
		if dry == int(tile) || hits.Has(game.Tile(dry)) {
			continue
		}
		w.Dry[0] = num(k)
		apart := num(dry - int(tile))
		for i := range w.Hits {
			difference := num(dry)
			difference.Sub(&difference, &w.Hits[i])
			apart.Mul(&apart, &difference)
		}
		w.DryInverse[0].Inverse(&apart)
		return
	}
}

// miss is the native twin of missRows.
func (l *layout) miss(s game.Ship, tile game.Tile) fr.Element {
	u, step := num(int(tile)-int(s.Origin)), num(l.step(s))
	u.Div(&u, &step)
	product := fr.One()
	for k := range l.ruleset.Classes[s.Class].Length {
		factor := num(-k)
		factor.Add(&factor, &u)
		product.Mul(&product, &factor)
	}
	return product
}

// step is from one tile of a ship to its next.
func (l *layout) step(s game.Ship) int {
	if s.Vertical {
		return l.side
	}
	return 1
}

// checkAnswer returns ErrUntrue unless hit and sunk are true of the fleet: the circuit's condition, in words.
func (s *secrets) checkAnswer(tile game.Tile, hit bool, sunk *game.Ship, hits game.Set) error {
	r := s.layout.ruleset
	name := r.TileName(tile)
	for _, ship := range s.fleet {
		tiles, err := r.Footprint(ship)
		if err != nil {
			return err
		}
		if !tiles.Has(tile) {
			continue
		}
		switch {
		case !hit:
			return fmt.Errorf("%w: %s is a hit", ErrUntrue, name)
		case sunk != nil && *sunk != ship:
			return fmt.Errorf("%w: the ship on %s is another one", ErrUntrue, name)
		case sunk == nil && r.AnnounceSunk && tiles.Minus(hits.With(tile)).IsEmpty():
			return fmt.Errorf("%w: the hit on %s sinks a ship that must be announced", ErrUntrue, name)
		}
		return nil
	}
	switch {
	case hit:
		return fmt.Errorf("%w: %s is a miss", ErrUntrue, name)
	case sunk != nil:
		return fmt.Errorf("%w: no ship is announced with a miss on %s", ErrUntrue, name)
	}
	return nil
}
