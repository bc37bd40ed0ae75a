package game

import "strings"

// Action is something that happens to a game: a player's act, or the passing of a deadline. It is one of the structs
// below, as a value; Step refuses anything else with an ErrAction.
type Action interface{ isAction() }

// Join takes the second seat of an open game.
type Join struct{}

// RevealToss is the creator's opening of its toss, which decides the player who shoots first. The caller of Step has
// checked the opening.
type RevealToss struct {
	// By is the player who opens it.
	By Seat
	// First is the player who shoots first.
	First Seat
}

// Answer reports the content of the pending tile. The caller of Step has checked the opening.
type Answer struct {
	// By is the player who answers.
	By Seat
	// Hit reports whether the tile holds a ship.
	Hit bool
	// Sunk is the ship that this shot sank, nil if none or if the ruleset announces none.
	Sunk *Ship
}

// Shoot chooses the next target on the opponent's board.
type Shoot struct {
	// By is the player who shoots.
	By Seat
	// Tile is the target.
	Tile Tile
}

// Concede gives up: the opponent wins once it has shown an honest board.
type Concede struct {
	// By is the player who gives up.
	By Seat
}

// Challenge ends play to demand the opponent's proof: the opponent wins if it shows an honest board, else the
// challenger may.
type Challenge struct {
	// By is the player who demands the proof.
	By Seat
}

// Claim shows a board to win the game: at once, or for the second claimant once the deadline has passed without a claim
// of the first. The caller of Step has checked that it is the committed board.
type Claim struct {
	// By is the player who claims.
	By Seat
	// Fleet is where its ships are.
	Fleet Fleet
}

// Cancel takes back an open game. It can still be joined for up to WithdrawBlocks, for a join may be on its way.
type Cancel struct {
	// By is the player who takes it back.
	By Seat
}

// Decline refuses an open game by the player it was offered to, who has no seat yet. The caller of Step has checked the
// sender.
type Decline struct{}

// Expire settles a deadline that has passed.
type Expire struct{}

func (Join) isAction()       {}
func (RevealToss) isAction() {}
func (Answer) isAction()     {}
func (Shoot) isAction()      {}
func (Concede) isAction()    {}
func (Challenge) isAction()  {}
func (Claim) isAction()      {}
func (Cancel) isAction()     {}
func (Decline) isAction()    {}
func (Expire) isAction()     {}

// kind is which action an Action is.
type kind uint8

const (
	kindJoin kind = iota + 1
	kindRevealToss
	kindAnswer
	kindShoot
	kindConcede
	kindChallenge
	kindClaim
	kindCancel
	kindDecline
	kindExpire
)

// kindNames are the names of the actions in texts, by number.
var kindNames = []string{
	"", "join", "reveal-toss", "answer", "shoot", "concede", "challenge", "claim", "cancel", "decline", "expire",
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

// kindOf is the kind of an action, if it is one.
func kindOf(a Action) (kind, bool) {
	switch a.(type) {
	case Join:
		return kindJoin, true
	case RevealToss:
		return kindRevealToss, true
	case Answer:
		return kindAnswer, true
	case Shoot:
		return kindShoot, true
	case Concede:
		return kindConcede, true
	case Challenge:
		return kindChallenge, true
	case Claim:
		return kindClaim, true
	case Cancel:
		return kindCancel, true
	case Decline:
		return kindDecline, true
	case Expire:
		return kindExpire, true
	default:
		return 0, false
	}
}
