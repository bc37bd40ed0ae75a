package tui

import (
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// Melee is one melee as the player sees it. Names, Fleets and Shares are as long as State.Players.
type Melee struct {
	ID uint64
	// Me is the player's seat; the first in a melee that is watched.
	Me melee.Seat
	// Watching tells that the player has no seat: there is nothing to do in it.
	Watching bool
	// Names are the players' by seat: the name of a key, or a short address; empty while nobody sits there.
	Names []string
	// Invited are the names of those who may still take a seat, if only they may.
	Invited []string
	// State is what everybody knows. It is kept when the melee has ended.
	State melee.State
	// Fleets are the boards by seat as far as the player may see them: its own, and others once they were proven; nil
	// otherwise.
	Fleets []game.Fleet
	// Answers are what the seats have reported, as far as it is known what has happened: of a seat that is out of play the
	// state alone does not tell its misses.
	Answers melee.Answers
	// Target is where the player has aimed in this round, if HasTarget; nobody else knows before it is fired.
	Target    game.Tile
	HasTarget bool
	// Log is what has happened, in order.
	Log []MeleeEntry
	// LogNote says in words what the log lacks; empty for nothing.
	LogNote string
	// Height is the last block, and BlockMillis how long one takes, in milliseconds.
	Height, BlockMillis int64
	// Stakes is what is played for, in words such as "stake 5 SHIP each"; empty for nothing.
	Stakes string
	// Risks say what an act costs, for the question before it.
	Risks MeleeRisks
	// Sending is the transaction that was begun last in this melee, also of what is done by itself.
	Sending Transaction
	// Notice is what the player must know in this melee; empty for nothing.
	Notice string
	// Shares are what each seat was paid at the end, in words; empty for nothing, and before the end.
	Shares []string
	// Coins is what an ended melee has brought; nil while it runs, and where nothing was played for.
	Coins *Coins
}

// MeleeRisks are to a melee what Risks are to a duel.
type MeleeRisks struct {
	Leave, Confirm, Concede, Claim string
}

// MeleeEntry is one thing that has happened in a melee.
type MeleeEntry struct {
	// Height is the block.
	Height int64
	Event  melee.Event
	// Player is the name of the player whom an event of the lobby is about: its seat may be somebody else's by now.
	Player string
}

// Aim commits to the target of a round.
type Aim struct{ Tile game.Tile }

// Confirm says at a full table that the player is there, which binds it.
type Confirm struct{}

// Leave gives up the player's seat before the first round.
type Leave struct{}

func (Aim) isAct()     {}
func (Confirm) isAct() {}
func (Leave) isAct()   {}

// whole reports whether the melee can be shown.
func (m Melee) whole() bool {
	n := len(m.State.Players)
	return m.State.Ruleset != nil && n > 0 && n <= game.MaxPlayers && m.Me >= 0 && int(m.Me) < n &&
		len(m.Names) == n && len(m.Fleets) == n && len(m.Shares) == n
}

// you reports whether a seat is the player's own; none is in a melee that is watched.
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

// seated are the seats at which somebody sits, or has sat when the first round began.
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
