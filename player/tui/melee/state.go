package melee

import (
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/tui"
)

// whole reports whether the melee can be shown.
func whole(m tui.Melee) bool {
	n := len(m.State.Players)
	return m.State.Ruleset != nil && n > 0 && n <= game.MaxPlayers && m.Me >= 0 && int(m.Me) < n &&
		len(m.Names) == n && len(m.Fleets) == n && len(m.Shares) == n
}

// you reports whether a seat is the player's own. A spectator has none.
func you(m tui.Melee, seat melee.Seat) bool { return seat == m.Me && !m.Watching }

// mayAim reports whether the player owes an aim.
func mayAim(m tui.Melee) bool {
	return !m.Watching && m.State.Stage == melee.StageAim && m.State.Owes.Has(m.Me) && !m.HasTarget
}

// mayConfirm reports whether the player owes the confirmation of a full table.
func mayConfirm(m tui.Melee) bool {
	return !m.Watching && m.State.Stage == melee.StageReady && m.State.Owes.Has(m.Me)
}

// mayLeave reports whether the player can give up its seat.
func mayLeave(m tui.Melee) bool {
	return !m.Watching && m.State.Players[m.Me].Standing == melee.Afloat &&
		(m.State.Stage == melee.StageOpen && !m.State.Withdrawn || mayConfirm(m))
}

// mayConcede reports whether the player is in play.
func mayConcede(m tui.Melee) bool {
	return !m.Watching && inRound(m) && m.State.Players[m.Me].Standing == melee.Afloat
}

// mayClaim reports whether the player's board may be shown.
func mayClaim(m tui.Melee) bool {
	s := m.State.Stage
	return !m.Watching && (s == melee.StageClaim || s == melee.StageSecond) && m.State.Owes.Has(m.Me)
}

// struck reports whether a player has a strike, with which another missed aim is the end.
func struck(m tui.Melee, seat melee.Seat) bool {
	return m.State.Struck.Has(seat) && m.State.Players[seat].Standing == melee.Afloat && !m.State.Stage.Ended()
}

// inRound reports whether bombs fall.
func inRound(m tui.Melee) bool {
	s := m.State.Stage
	return s == melee.StageAim || s == melee.StageFire || s == melee.StageReport
}

// begun reports whether a first round has begun.
func begun(m tui.Melee) bool { return m.State.Round > 0 }

// seated are the seats that are taken, or were when the first round began.
func seated(m tui.Melee) []melee.Seat {
	var seats []melee.Seat
	for i, p := range m.State.Players {
		if p.Standing != melee.Vacant && p.Standing != melee.Closed && (p.Standing != melee.Absent || !begun(m)) {
			seats = append(seats, melee.Seat(i))
		}
	}
	return seats
}

// boards are the seats that have boards, but for one.
func boards(m tui.Melee, but melee.Seat) []melee.Seat {
	if !begun(m) {
		return nil
	}
	return slices.DeleteFunc(seated(m), func(seat melee.Seat) bool { return seat == but })
}

// ownShip is the name of the player's ship that a bomb at a tile would hit.
func ownShip(m tui.Melee, t game.Tile) (string, bool) {
	if m.Watching || m.State.Players[m.Me].Hits.Has(t) {
		return "", false
	}
	for _, one := range m.Fleets[m.Me] {
		if tiles, err := m.State.Ruleset.Footprint(one); err == nil && tiles.Has(t) {
			return m.State.Ruleset.Classes[one.Class].Name, true
		}
	}
	return "", false
}
