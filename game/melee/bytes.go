package melee

import (
	"encoding/binary"
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// encodingVersion is the first byte of every encoded state.
const encodingVersion = 1

// Lengths of an encoded state: the constant part, the changing part up to the bombed tiles, and each seat but its hits.
const (
	termsBytes    = 1 + 4 + 8 + 8
	progressBytes = 1 + 1 + 1 + 8 + 2 + 2 + 2 + 2 + 2 + 2 + 1
	playerBytes   = 1 + 1 + 1
)

// Bits of the flags.
const (
	flagExtended  = 1 << 0
	flagWithdrawn = 1 << 1
	flagEmptied   = 1 << 2
)

// AppendBinary appends the canonical bytes of a state: two states have the same bytes if and only if they are the same.
// All integers are big-endian:
//
//	version 1 (u8), ruleset id (u32), turn blocks (u64), claim blocks (u64), and what AppendProgress appends
//
// The error is that of Validate, or an ErrRuleset for a ruleset that RulesetByID does not know.
func (s State) AppendBinary(b []byte) ([]byte, error) {
	if err := s.Validate(); err != nil {
		return b, err
	}
	r, err := RulesetByID(s.Ruleset.ID)
	if err != nil {
		return b, err
	}
	if !r.Equal(s.Ruleset) {
		return b, fmt.Errorf("%w: expected ruleset %d to be %s, got a different one", game.ErrRuleset, r.ID, r.Name)
	}
	b = append(b, encodingVersion)
	b = binary.BigEndian.AppendUint32(b, r.ID)
	b = binary.BigEndian.AppendUint64(b, uint64(s.Clock.TurnBlocks))
	b = binary.BigEndian.AppendUint64(b, uint64(s.Clock.ClaimBlocks))
	return s.AppendProgress(b), nil
}

// AppendProgress appends all of a valid state but its ruleset and clock, which never change:
//
//	stage (u8), flags (u8: 1 extended, 2 withdrawn, 4 emptied), round (u8), deadline (u64), the sets of seats owes,
//	struck, unreported and proven (u16 each, seat i is bit i), the part of the pot that is kept (u16 over u16), number
//	of seats (u8), bombed tiles (Set.Bytes), and for each seat: standing (u8), round (u8), target plus one or 0 (u8),
//	hits (Set.Bytes)
func (s State) AppendProgress(b []byte) []byte {
	flags := byte(0)
	if s.Extended {
		flags |= flagExtended
	}
	if s.Withdrawn {
		flags |= flagWithdrawn
	}
	if s.Emptied {
		flags |= flagEmptied
	}
	b = append(b, byte(s.Stage), flags, byte(s.Round))
	b = binary.BigEndian.AppendUint64(b, uint64(s.Deadline))
	for _, n := range []int{
		int(s.Owes), int(s.Struck), int(s.Unreported), int(s.Proven), s.Kept.Num, s.Kept.Den,
	} {
		b = binary.BigEndian.AppendUint16(b, uint16(n))
	}
	b = append(b, byte(len(s.Players)))
	b = append(b, s.Bombed.Bytes(s.Ruleset.Tiles())...)
	for _, p := range s.Players {
		target := byte(0)
		if p.HasTarget {
			target = byte(p.Target) + 1
		}
		b = append(b, byte(p.Standing), byte(p.Round), target)
		b = append(b, p.Hits.Bytes(s.Ruleset.Tiles())...)
	}
	return b
}

// MarshalBinary returns the canonical bytes of a state; see AppendBinary.
func (s State) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

// UnmarshalState is the inverse of State.MarshalBinary. It accepts only the canonical bytes of valid states, so
// MarshalBinary of the result returns the same bytes. The error is an ErrEncoding or that of State.Validate.
func UnmarshalState(b []byte) (State, error) {
	if len(b) < termsBytes {
		return State{}, fmt.Errorf("%w: expected at least %d bytes, got %d", game.ErrEncoding, termsBytes, len(b))
	}
	if b[0] != encodingVersion {
		return State{}, fmt.Errorf("%w: expected version %d, got %d", game.ErrEncoding, encodingVersion, b[0])
	}
	r, err := RulesetByID(binary.BigEndian.Uint32(b[1:]))
	if err != nil {
		return State{}, fmt.Errorf("%w: %w", game.ErrEncoding, err)
	}
	// A number past the greatest int64 comes out negative here and Validate refuses it.
	return ParseProgress(r, game.Clock{
		TurnBlocks:  int64(binary.BigEndian.Uint64(b[5:])),
		ClaimBlocks: int64(binary.BigEndian.Uint64(b[13:])),
	}, b[termsBytes:])
}

// Glance returns the stage and the deadline in what AppendProgress has appended, without a look at the rest of it. The
// error is an ErrEncoding if there is too little of it.
func Glance(progress []byte) (Stage, int64, error) {
	if len(progress) < progressBytes {
		return 0, 0, fmt.Errorf("%w: expected at least %d bytes of progress, got %d",
			game.ErrEncoding, progressBytes, len(progress))
	}
	return Stage(progress[0]), int64(binary.BigEndian.Uint64(progress[3:])), nil
}

// ParseProgress is the inverse of State.AppendProgress: it returns the state with that ruleset, clock and progress. The
// error is an ErrEncoding or that of State.Validate.
func ParseProgress(r *game.Ruleset, c game.Clock, b []byte) (State, error) {
	if err := checkRuleset(r); err != nil {
		return State{}, err
	}
	size := (r.Tiles() + 7) / 8
	if want := progressBytes + size; len(b) < want {
		return State{}, fmt.Errorf("%w: expected at least %d bytes of progress, got %d", game.ErrEncoding, want, len(b))
	}
	seats := func(i int) Seats { return Seats(binary.BigEndian.Uint16(b[11+2*i:])) }
	s := State{
		Ruleset:    r,
		Clock:      c,
		Stage:      Stage(b[0]),
		Extended:   b[1]&flagExtended != 0,
		Withdrawn:  b[1]&flagWithdrawn != 0,
		Emptied:    b[1]&flagEmptied != 0,
		Round:      int(b[2]),
		Deadline:   int64(binary.BigEndian.Uint64(b[3:])),
		Owes:       seats(0),
		Struck:     seats(1),
		Unreported: seats(2),
		Proven:     seats(3),
		Kept:       Fraction{int(seats(4)), int(seats(5))},
	}
	if most := byte(flagExtended | flagWithdrawn | flagEmptied); b[1] > most {
		return State{}, fmt.Errorf("%w: expected flags up to %d, got %d", game.ErrEncoding, most, b[1])
	}
	n := int(b[progressBytes-1])
	var err error
	if s.Bombed, err = game.SetFromBytes(b[progressBytes:progressBytes+size], r.Tiles()); err != nil {
		return State{}, err
	}
	b = b[progressBytes+size:]
	if want := n * (playerBytes + size); n > r.MaxPlayers || len(b) != want {
		return State{}, fmt.Errorf("%w: expected at most %d seats of %d bytes, got %d in %d bytes",
			game.ErrEncoding, r.MaxPlayers, playerBytes+size, n, len(b))
	}
	s.Players = make([]Player, n)
	for i := range s.Players {
		p := &s.Players[i]
		p.Standing, p.Round = Standing(b[0]), int(b[1])
		if b[2] > 0 {
			p.HasTarget, p.Target = true, game.Tile(b[2]-1)
		}
		if p.Hits, err = game.SetFromBytes(b[playerBytes:playerBytes+size], r.Tiles()); err != nil {
			return State{}, fmt.Errorf("seat %d: %w", i, err)
		}
		b = b[playerBytes+size:]
	}
	if err := s.Validate(); err != nil {
		return State{}, err
	}
	return s, nil
}
