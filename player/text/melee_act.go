package text

import (
	"fmt"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The acts of melees.
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
	// Delegate may act for the player. Dropped is the one that was asked for, if it plays here or acts for another.
	Delegate, Dropped string
	// Notice is the notice about the secret of the player's board. It is empty if the wallet is enough to recover it.
	Notice string
}

// Aimed is the result of ActAim.
type Aimed struct {
	Round int
	// Tile is the target. No other player knows it yet.
	Tile game.Tile
	// OwnShip reports whether one of the player's own ships lies there.
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
	// Sunk reports whether the player's last ship was hit.
	Sunk bool
}

// MeleeClaimed is the result of ActClaim in a melee.
type MeleeClaimed struct {
	// Until is, if the proof has not ended the melee, the last block in which others can prove their boards.
	Until int64
	// Over is the end of the melee, if the proof has ended it, and Account the outcome for the player.
	Over    *types.EventMeleeOver
	Account *Account
}

// MeleeLeft is the result of ActLeaveMelee, and of ActDecline in a melee.
type MeleeLeft struct {
	// Back is the amount that the player gets back.
	Back sdk.Coins
	// Until is the last block in which others can still join the player's table, if the player was the last one there. It
	// is 0 if the seat is given up.
	Until int64
}

func (s Seated) done(v Voice, act Act, _ *game.Ruleset, _ game.Seat) string {
	how := "joined"
	if act == ActCreateMelee {
		how = "opened"
	}
	text := fmt.Sprintf("%s, for %s", how, Count(s.Seats, "player"))
	if !s.Paid.IsZero() {
		text += ", " + Coins(s.Paid) + " paid into escrow"
	}
	if s.Dropped != "" {
		text += fmt.Sprintf("; without a delegate: %s plays here or acts for another player", v.Name(s.Dropped))
	}
	return text
}

func (a Aimed) done(_ Voice, _ Act, r *game.Ruleset, _ game.Seat) string {
	text := fmt.Sprintf("aimed at %s in round %d, hidden until you fire", r.TileName(a.Tile), a.Round)
	if a.OwnShip {
		text += "; one of your own ships lies there"
	}
	return text
}

func (f Fired) done(_ Voice, _ Act, r *game.Ruleset, _ game.Seat) string {
	return fmt.Sprintf("fired at %s in round %d", r.TileName(f.Tile), f.Round)
}

func (report Reported) done(_ Voice, _ Act, r *game.Ruleset, _ game.Seat) string {
	volley := strings.Join(types.TileNames(r, report.Volley), ", ")
	switch hits := strings.Join(types.TileNames(r, report.Hits), ", "); {
	case report.Sunk:
		return fmt.Sprintf("reported %s: hit at %s, your fleet is down", volley, hits)
	case hits == "":
		return fmt.Sprintf("reported %s: no hit", volley)
	default:
		return fmt.Sprintf("reported %s: hit at %s", volley, hits)
	}
}

func (c MeleeClaimed) done(Voice, Act, *game.Ruleset, game.Seat) string {
	switch {
	case c.Account != nil && c.Account.Terms.Stake != nil:
		return boardProven + "; " + c.Account.String()
	case c.Account == nil && c.Until > 0:
		return fmt.Sprintf("%s; others can prove theirs until block %d", boardProven, c.Until)
	}
	return boardProven
}

func (l MeleeLeft) done(_ Voice, act Act, _ *game.Ruleset, _ game.Seat) string {
	switch {
	case act == ActDecline:
		return "declined"
	case l.Back.IsZero():
		return "left"
	default:
		return fmt.Sprintf("left (%s back to you)", Coins(l.Back))
	}
}
