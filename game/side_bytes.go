package game

import (
	"encoding/binary"
	"fmt"
)

// appendBinary appends the canonical bytes of a side: answered, hits (Set.Bytes each), number of sunk ships (u8), sunk
// ships (Ship.Code, u16 each).
func (s Side) appendBinary(b []byte, r *Ruleset) []byte {
	b = append(b, s.Answered.Bytes(r.Tiles())...)
	b = append(b, s.Hits.Bytes(r.Tiles())...)
	b = append(b, byte(len(s.Sunk)))
	for _, ship := range s.Sunk {
		b = binary.BigEndian.AppendUint16(b, ship.Code())
	}
	return b
}

// cutSide reads one side from the front of b and returns the rest.
func (r *Ruleset) cutSide(b []byte) (Side, []byte, error) {
	size := (r.Tiles() + 7) / 8
	if want := 2*size + 1; len(b) < want {
		return Side{}, nil, fmt.Errorf("%w: expected %d bytes of tiles, got %d", ErrEncoding, want, len(b))
	}
	answered, err := SetFromBytes(b[:size], r.Tiles())
	if err != nil {
		return Side{}, nil, err
	}
	hits, err := SetFromBytes(b[size:2*size], r.Tiles())
	if err != nil {
		return Side{}, nil, err
	}
	side := Side{Answered: answered, Hits: hits}
	n := int(b[2*size])
	b = b[2*size+1:]
	if n > r.Ships() || len(b) < 2*n {
		return Side{}, nil, fmt.Errorf("%w: expected at most %d sunk ships of 2 bytes, got %d in %d bytes",
			ErrEncoding, r.Ships(), n, len(b))
	}
	for i := range n {
		side.Sunk = append(side.Sunk, ShipFromCode(binary.BigEndian.Uint16(b[2*i:])))
	}
	return side, b[2*n:], nil
}
