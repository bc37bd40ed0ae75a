package session

import (
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The acts in a melee, by the names of their commands. It has ActConcede, ActClaim, ActDecline and ActSetDelegate, too.
const (
	ActCreateMelee  Act = "create-melee"
	ActJoinMelee    Act = "join-melee"
	ActLeaveMelee   Act = "leave-melee"
	ActConfirmMelee Act = "confirm-melee"
	ActAim          Act = "aim"
	ActFire         Act = "fire"
	ActReport       Act = "report"
)

// Seated is the result of ActCreateMelee and ActJoinMelee.
type Seated struct {
	// Seat is the player's for the whole melee, Seats how many the table has.
	Seat  melee.Seat
	Seats int
	// Paid is what went into escrow.
	Paid sdk.Coins
	// Delegate is who may act for the player; Dropped the one that was asked for, if it is another's player or delegate
	// and so acts for nobody else.
	Delegate, Dropped string
	// Notice is what the player must know about its board's secret; empty if the wallet is all it needs.
	Notice string
}

// Aimed is the result of ActAim.
type Aimed struct {
	Round int
	// Tile is the target. Nobody else knows it yet.
	Tile game.Tile
	// OwnShip tells that one of the player's own ships lies there.
	OwnShip bool
}

// Fired is the result of ActFire.
type Fired struct {
	Round int
	Tile  game.Tile
}

// Reported is the result of ActReport.
type Reported struct {
	Round int
	// Volley are the targets of the round, Hits those that hold one of the player's ships.
	Volley, Hits game.Set
	// Sunk tells that the player's last ship was hit.
	Sunk bool
}

// MeleeClaimed is the result of ActClaim in a melee.
type MeleeClaimed struct {
	// Until is, if the proof has not ended the melee, the last block in which others can prove their boards.
	Until int64
	// Over is how the melee has ended by the proof, Account what that has brought the player; nil if it has not.
	Over    *types.EventMeleeOver
	Account *Account
}

// MeleeLeft is the result of ActLeaveMelee, and of ActDecline in a melee.
type MeleeLeft struct {
	// Back is what the player gets back.
	Back sdk.Coins
	// Until is the last block in which others can still join the player's table, if it was the last one at it; 0 if the
	// seat is given up.
	Until int64
}

func (Seated) result()       {}
func (Aimed) result()        {}
func (Fired) result()        {}
func (Reported) result()     {}
func (MeleeClaimed) result() {}
func (MeleeLeft) result()    {}

// MeleeAccountOf returns what the end of a melee has brought the player of a seat.
func MeleeAccountOf(over *types.EventMeleeOver, seat melee.Seat) Account {
	if seat < 0 || int(seat) >= min(len(over.Shares), len(over.Result.Places)) {
		return Account{}
	}
	if over.Result.Places[seat].Rank == 0 { // it was not in the first round, so its stake was given back before
		return Account{}
	}
	return Account{Terms: over.Terms, Share: over.Shares[seat]}
}

// Seated returns the result of taking a seat; the zero value for another act.
func (d Done) Seated() Seated { return resultOf[Seated](d) }

// Aimed returns the result of an aim; the zero value for another act.
func (d Done) Aimed() Aimed { return resultOf[Aimed](d) }

// Fired returns the result of opening an aim; the zero value for another act.
func (d Done) Fired() Fired { return resultOf[Fired](d) }

// Reported returns the result of a report; the zero value for another act.
func (d Done) Reported() Reported { return resultOf[Reported](d) }

// MeleeClaimed returns the result of a proof in a melee; the zero value for another act.
func (d Done) MeleeClaimed() MeleeClaimed { return resultOf[MeleeClaimed](d) }

// MeleeLeft returns the result of leaving a melee or declining a place at it; the zero value for another act.
func (d Done) MeleeLeft() MeleeLeft { return resultOf[MeleeLeft](d) }
