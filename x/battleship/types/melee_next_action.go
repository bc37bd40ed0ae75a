package types

import "github.com/battleship-chain/battleship/game/melee"

// NextMeleeAction returns who owes what in an unfinished melee after the block of a height.
func NextMeleeAction(m Melee, s melee.State, p Params, height int64) *QueryNextActionResponse {
	next := &QueryNextActionResponse{
		Stage:      Stage(s.Stage),
		Round:      uint32(s.Round), //nolint:gosec // a round fits a byte
		Deadline:   s.Deadline,
		BlocksLeft: max(s.Deadline-height, 0),
		Players:    m.AddressesOf(s.Seats(melee.Afloat)),
		Withdrawn:  s.Withdrawn,
		Vacant:     uint32(s.Seats(melee.Vacant).Len()), //nolint:gosec // seats have small numbers
		Proven:     s.Proven != 0,
	}
	next.SecondsLeft = p.Seconds(next.BlocksLeft)
	for seat := range s.Owes.All() {
		next.Owed = append(next.Owed, Owed{
			Seat: uint32(seat), Player: m.AddressOf(seat), //nolint:gosec // seats have small numbers
		})
	}
	if s.Stage == melee.StageOpen {
		next.Invited = m.Invited
	}
	if s.Stage == melee.StageReport {
		next.Volley = uint32(s.Volley().Len()) //nolint:gosec // a volley is at most one tile for each seat
	}
	return next
}
