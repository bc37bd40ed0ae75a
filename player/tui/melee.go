package tui

import (
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// Melee is one melee as the player sees it. Names, Fleets and Shares are as long as State.Players.
type Melee struct {
	ID uint64
	// Me is the player's seat; the first in a melee that is watched.
	Me melee.Seat
	// Watching reports whether the player has no seat, and cannot act.
	Watching bool
	// Names are the players' by seat: the name of a key, or a short address. That of a vacant seat is empty.
	Names []string
	// Invited are the names of those who may still take a seat, if only they may.
	Invited []string
	// State is the public state. It is kept when the melee has ended.
	State melee.State
	// Fleets are the visible fleets by seat: the player's own, and others once they were proven. A hidden one is nil.
	Fleets []game.Fleet
	// Answers are the seats' known reports: for a seat that is out of play the state alone lacks its misses.
	Answers melee.Answers
	// Target is the player's target of this round, if HasTarget; it is secret until it is fired at.
	Target    game.Tile
	HasTarget bool
	// Log are the events, in order.
	Log []MeleeEntry
	// LogNote describes gaps in the log. It is empty for none.
	LogNote string
	// Height is the last block, and BlockMillis how long one takes, in milliseconds.
	Height, BlockMillis int64
	// Stakes describes the terms, such as "stake 5 SHIP each". It is empty if there are none.
	Stakes string
	// Risks describe the costs of acts, for the questions before them.
	Risks Risks
	// Sending is the last transaction in this melee, automatic ones included.
	Sending text.Transaction
	// Notice is a notice about this melee. It is empty for none.
	Notice string
	// Shares are the seats' payments at the end, in words. They are empty if there are none, and before the end.
	Shares []string
	// Coins are the payments of an ended melee. It is nil while it runs, and without terms.
	Coins *Coins
}

// MeleeEntry is one thing that has happened in a melee.
type MeleeEntry struct {
	// Height is the block.
	Height int64
	Event  melee.Event
	// Player is the name of the player of an event of the lobby: its seat may be another's by now.
	Player string
}

// Aim commits to the target of a round.
type Aim struct{ Tile game.Tile }

// Confirm binds the player to a full table.
type Confirm struct{}

// Leave gives up the player's seat before the first round.
type Leave struct{}

func (Aim) act() text.Act     { return text.ActAim }
func (Confirm) act() text.Act { return text.ActConfirmMelee }
func (Leave) act() text.Act   { return text.ActLeaveMelee }

// whole reports whether the melee can be shown.
func (m Melee) whole() bool {
	n := len(m.State.Players)
	return m.State.Ruleset != nil && n > 0 && n <= game.MaxPlayers && m.Me >= 0 && int(m.Me) < n &&
		len(m.Names) == n && len(m.Fleets) == n && len(m.Shares) == n
}

// you reports whether a seat is the player's own. A spectator has none.
func (m Melee) you(seat melee.Seat) bool { return seat == m.Me && !m.Watching }

// mayAim reports whether the player owes an aim.
func (m Melee) mayAim() bool {
	return !m.Watching && m.State.Stage == melee.StageAim && m.State.Owes.Has(m.Me) && !m.HasTarget
}

// mayConfirm reports whether the player owes the confirmation of a full table.
func (m Melee) mayConfirm() bool {
	return !m.Watching && m.State.Stage == melee.StageReady && m.State.Owes.Has(m.Me)
}

// mayLeave reports whether the player can give up its seat.
func (m Melee) mayLeave() bool {
	return !m.Watching && m.State.Players[m.Me].Standing == melee.Afloat &&
		(m.State.Stage == melee.StageOpen && !m.State.Withdrawn || m.mayConfirm())
}

// mayConcede reports whether the player is in play.
func (m Melee) mayConcede() bool {
	return !m.Watching && m.inRound() && m.State.Players[m.Me].Standing == melee.Afloat
}

// mayClaim reports whether the player's board may be shown.
func (m Melee) mayClaim() bool {
	s := m.State.Stage
	return !m.Watching && (s == melee.StageClaim || s == melee.StageSecond) && m.State.Owes.Has(m.Me)
}

// struck reports whether a player has a strike, with which another missed aim is the end.
func (m Melee) struck(seat melee.Seat) bool {
	return m.State.Struck.Has(seat) && m.State.Players[seat].Standing == melee.Afloat && !m.State.Stage.Ended()
}

// inRound reports whether bombs fall.
func (m Melee) inRound() bool {
	s := m.State.Stage
	return s == melee.StageAim || s == melee.StageFire || s == melee.StageReport
}

// begun reports whether a first round has begun.
func (m Melee) begun() bool { return m.State.Round > 0 }

// seated are the seats that are taken, or were when the first round began.
func (m Melee) seated() []melee.Seat {
	var seats []melee.Seat
	for i, p := range m.State.Players {
		if p.Standing != melee.Vacant && p.Standing != melee.Closed && (p.Standing != melee.Absent || !m.begun()) {
			seats = append(seats, melee.Seat(i))
		}
	}
	return seats
}

// boards are the seats that have boards, but for one.
func (m Melee) boards(but melee.Seat) []melee.Seat {
	if !m.begun() {
		return nil
	}
	return slices.DeleteFunc(m.seated(), func(seat melee.Seat) bool { return seat == but })
}

// ships are the tiles of a seat's fleet, and whether that is known.
func (m Melee) ships(seat melee.Seat) (game.Set, bool) {
	if m.Fleets[seat] == nil {
		return game.Set{}, false
	}
	tiles, err := m.State.Ruleset.FleetTiles(m.Fleets[seat])
	return tiles, err == nil
}

// ownShip is the name of the player's ship that a bomb at a tile would hit.
func (m Melee) ownShip(t game.Tile) (string, bool) {
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
