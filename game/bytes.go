package game

import (
	"encoding/binary"
	"fmt"
)

// encodingVersion is the first byte of every encoded state.
const encodingVersion = 3

// headBytes is the length of an encoded state up to its sides, in a ruleset that is not proven.
const headBytes = 1 + 4 + 8 + 8 + 1 + 1 + 1 + 1 + 8 + 2 + 1 + 1

// AppendBinary appends the canonical bytes of a state: two states have the same bytes if and only if they are the same.
// All integers are big-endian:
//
//	version 3 (u8), ruleset id (u32), turn blocks (u64), claim blocks (u64), phase (u8), obligation (u8), actor (u8),
//	first (u8), deadline (u64), pending tile plus one or 0 (u16), reason (u8), second claim (u8), and for each side:
//	answered, hits (Set.Bytes each), number of sunk ships (u8), sunk ships (Ship.Code, u16 each)
//
// In a proven ruleset alone, a byte before the sides records whether the game keeps claims (u8, 0 or 1).
//
// The error is that of Validate, or an ErrRuleset for a ruleset unknown to RulesetByID.
func (s State) AppendBinary(b []byte) ([]byte, error) {
	if err := s.Validate(); err != nil {
		return b, err
	}
	r, err := RulesetByID(s.Ruleset.ID)
	if err != nil {
		return b, err
	}
	return r.appendState(b, s)
}

// AppendState appends the canonical bytes of a state of this ruleset, whether RulesetByID knows it or not: two of its
// states have the same bytes if and only if they are the same. State.AppendBinary says which bytes they are. The error
// is that of State.Validate, or an ErrRuleset for a state of another ruleset.
func (r *Ruleset) AppendState(b []byte, s State) ([]byte, error) {
	if err := s.Validate(); err != nil {
		return b, err
	}
	return r.appendState(b, s)
}

// appendState is AppendState for a valid state.
func (r *Ruleset) appendState(b []byte, s State) ([]byte, error) {
	if !r.Equal(s.Ruleset) {
		return b, fmt.Errorf("%w: expected ruleset %d to be %s, got a different one", ErrRuleset, r.ID, r.Name)
	}
	b = append(b, encodingVersion)
	b = binary.BigEndian.AppendUint32(b, r.ID)
	b = binary.BigEndian.AppendUint64(b, uint64(s.Clock.TurnBlocks))
	b = binary.BigEndian.AppendUint64(b, uint64(s.Clock.ClaimBlocks))
	b = append(b, byte(s.Phase), byte(s.Owes), byte(s.Actor), byte(s.First))
	b = binary.BigEndian.AppendUint64(b, uint64(s.Deadline))
	pending := uint16(0)
	if s.HasPending {
		pending = uint16(s.Pending) + 1
	}
	b = binary.BigEndian.AppendUint16(b, pending)
	b = append(b, byte(s.Reason), byte(s.Second))
	if r.Proven {
		claims := byte(0)
		if s.ProvenClaims {
			claims = 1
		}
		b = append(b, claims)
	}
	for _, side := range s.Sides {
		b = side.appendBinary(b, r)
	}
	return b, nil
}

// MarshalBinary returns the canonical bytes of a state; see AppendBinary.
func (s State) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

// UnmarshalState is the inverse of State.MarshalBinary. It accepts only the canonical bytes of valid states, so
// MarshalBinary of the result returns the same bytes. The error is an ErrEncoding or that of State.Validate.
func UnmarshalState(b []byte) (State, error) {
	id, err := stateRuleset(b)
	if err != nil {
		return State{}, err
	}
	r, err := RulesetByID(id)
	if err != nil {
		return State{}, fmt.Errorf("%w: %w", ErrEncoding, err)
	}
	return r.UnmarshalState(b)
}

// UnmarshalState is the inverse of AppendState. It accepts canonical bytes of valid states of this ruleset alone, and
// the states have this very ruleset. The error is an ErrEncoding or that of State.Validate.
func (r *Ruleset) UnmarshalState(b []byte) (State, error) {
	if err := r.Validate(); err != nil {
		return State{}, err
	}
	id, err := stateRuleset(b)
	if err != nil {
		return State{}, err
	}
	if id != r.ID {
		return State{}, fmt.Errorf("%w: expected a state of ruleset %d, got one of %d", ErrEncoding, r.ID, id)
	}
	s := State{
		Ruleset: r,
		// A number past the greatest int64 comes out negative here and Validate refuses it.
		Clock: Clock{
			TurnBlocks:  int64(binary.BigEndian.Uint64(b[5:])),
			ClaimBlocks: int64(binary.BigEndian.Uint64(b[13:])),
		},
		Phase:    Phase(b[21]),
		Owes:     Obligation(b[22]),
		Actor:    Seat(b[23]),
		First:    Seat(b[24]),
		Deadline: int64(binary.BigEndian.Uint64(b[25:])),
		Reason:   Reason(b[35]),
		Second:   SecondClaim(b[36]),
	}
	if pending := int(binary.BigEndian.Uint16(b[33:])); pending > r.Tiles() {
		return State{}, fmt.Errorf("%w: expected a pending tile below %d, got %d", ErrEncoding, r.Tiles(), pending-1)
	} else if pending > 0 {
		s.Pending, s.HasPending = Tile(pending-1), true
	}
	b = b[headBytes:]
	if r.Proven {
		if len(b) < 1 || b[0] > 1 {
			return State{}, fmt.Errorf("%w: expected 0 or 1 for claims in ruleset %s, got %x",
				ErrEncoding, r.Name, b[:min(len(b), 1)])
		}
		s.ProvenClaims, b = b[0] == 1, b[1:]
	}
	for i := range s.Sides {
		if s.Sides[i], b, err = r.cutSide(b); err != nil {
			return State{}, fmt.Errorf("%s: %w", Seat(i), err)
		}
	}
	if len(b) != 0 {
		return State{}, fmt.Errorf("%w: expected the end, got %d more bytes", ErrEncoding, len(b))
	}
	if err := s.Validate(); err != nil {
		return State{}, err
	}
	return s, nil
}

// stateRuleset returns the ruleset's number in the head of an encoded state.
func stateRuleset(b []byte) (uint32, error) {
	if len(b) < headBytes {
		return 0, fmt.Errorf("%w: expected at least %d bytes, got %d", ErrEncoding, headBytes, len(b))
	}
	if b[0] != encodingVersion {
		return 0, fmt.Errorf("%w: expected version %d, got %d", ErrEncoding, encodingVersion, b[0])
	}
	return binary.BigEndian.Uint32(b[1:]), nil
}
