package melee

import (
	"strings"

	"github.com/battleship-chain/battleship/game"
)

// Action is something that happens to a melee: a player's act, or the passing of a deadline. It is one of the structs
// below, as a value; Step refuses anything else with an ErrAction.
type Action interface{ isAction() }

// Join takes the lowest vacant seat.
type Join struct{}

// Decline refuses an offered place, and the melee is for one less. The caller of Step has checked that the sender is an
// invited player without a seat.
type Decline struct{}

// Leave gives up a seat before the first round. The stake is given back.
type Leave struct {
	// By is the seat of the player who leaves.
	By Seat
}

// Confirm binds a player to a full table.
type Confirm struct {
	// By is the seat of the player who confirms.
	By Seat
}

// Aim commits to the target of this round. The caller of Step keeps the commitment.
type Aim struct {
	// By is the seat of the player who aims.
	By Seat
}

// Fire opens the aim of this round. The caller of Step has checked the opening.
type Fire struct {
	// By is the seat of the player who fires.
	By Seat
	// Tile is the target, on every board.
	Tile game.Tile
}

// Report lists the targets of this round that hold a ship. The caller of Step has checked the openings of all targets,
// which State.Volley lists.
type Report struct {
	// By is the seat of the player who reports.
	By Seat
	// Hits are those that hold a ship.
	Hits game.Set
}

// Concede gives up after the melee has begun.
type Concede struct {
	// By is the seat of the player who gives up.
	By Seat
}

// Claim shows a board. The caller of Step has checked that it is the committed one.
type Claim struct {
	// By is the seat of the player who claims.
	By Seat
	// Fleet is where its ships are.
	Fleet game.Fleet
}

// Expire settles a deadline that has passed.
type Expire struct{}

func (Join) isAction()    {}
func (Decline) isAction() {}
func (Leave) isAction()   {}
func (Confirm) isAction() {}
func (Aim) isAction()     {}
func (Fire) isAction()    {}
func (Report) isAction()  {}
func (Concede) isAction() {}
func (Claim) isAction()   {}
func (Expire) isAction()  {}

// kind is which action an Action is.
type kind uint8

const (
	kindJoin kind = iota + 1
	kindDecline
	kindLeave
	kindConfirm
	kindAim
	kindFire
	kindReport
	kindConcede
	kindClaim
	kindExpire
)

// kindNames are the names of the actions in texts, by number.
var kindNames = []string{
	"", "join", "decline", "leave", "confirm", "aim", "fire", "report", "concede", "claim", "expire",
}

// String names the kind.
func (k kind) String() string { return nameOf(kindNames, "action", k) }

// eitherOf names kinds of which one is expected.
func eitherOf(kinds []kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	return strings.Join(names, " or ")
}

// kindOf is the kind of an action, if it is one, and the seat of the player who acts, if one does.
func kindOf(a Action) (k kind, by Seat, seated, ok bool) {
	switch a := a.(type) {
	case Join:
		return kindJoin, 0, false, true
	case Decline:
		return kindDecline, 0, false, true
	case Leave:
		return kindLeave, a.By, true, true
	case Confirm:
		return kindConfirm, a.By, true, true
	case Aim:
		return kindAim, a.By, true, true
	case Fire:
		return kindFire, a.By, true, true
	case Report:
		return kindReport, a.By, true, true
	case Concede:
		return kindConcede, a.By, true, true
	case Claim:
		return kindClaim, a.By, true, true
	case Expire:
		return kindExpire, 0, false, true
	default:
		return 0, 0, false, false
	}
}
