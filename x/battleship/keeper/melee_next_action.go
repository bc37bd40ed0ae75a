package keeper

import (
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeNextAction tells in fields and in words who owes what in an unfinished melee, after the block of that height.
func meleeNextAction(m types.Melee, s melee.State, p types.Params, height int64) *types.QueryNextActionResponse {
	next := &types.QueryNextActionResponse{
		Stage:      types.Stage(s.Stage),
		Round:      uint32(s.Round), //nolint:gosec // a round fits a byte
		Deadline:   s.Deadline,
		BlocksLeft: max(s.Deadline-height, 0),
	}
	next.SecondsLeft = p.Seconds(next.BlocksLeft)
	for seat := range s.Owes.All() {
		next.Owed = append(next.Owed, types.Owed{
			Seat: uint32(seat), Player: m.AddressOf(seat), //nolint:gosec // seats have small numbers
		})
	}
	next.Summary = summariseMelee(m, s, next.Owed, until(next, p))
	return next
}

// summariseMelee says in words who owes what until when.
func summariseMelee(m types.Melee, s melee.State, owed []types.Owed, until string) string {
	names := make([]string, len(owed))
	for i, o := range owed {
		names[i] = o.Player
	}
	who, round := strings.Join(names, ", "), fmt.Sprintf("round %d: ", s.Round)
	switch s.Stage {
	case melee.StageOpen:
		return summariseOpenMelee(m, s, until)
	case melee.StageReady:
		return fmt.Sprintf("the table is full; to be confirmed by %s %s", who, until)
	case melee.StageAim:
		return fmt.Sprintf("%san aim is owed by %s %s", round, who, until)
	case melee.StageFire:
		return fmt.Sprintf("%sthe opening of an aim is owed by %s %s", round, who, until)
	case melee.StageReport:
		return fmt.Sprintf("%sa report of %s is owed by %s %s", round, count(s.Volley().Len(), "tile"), who, until)
	case melee.StageClaim, melee.StageSecond:
		if s.Proven != 0 {
			return fmt.Sprintf("to win, a board is to be proven by %s %s; else what is proven wins", who, until)
		}
		return fmt.Sprintf("to win, a board is to be proven by %s %s", who, until)
	default:
		return fmt.Sprintf("stage %s", s.Stage)
	}
}

// summariseOpenMelee says in words who may join until when.
func summariseOpenMelee(m types.Melee, s melee.State, until string) string {
	who := "anybody"
	if len(m.Invited) > 0 {
		who = strings.Join(m.Invited, " or ")
	}
	withdrawn := ""
	if s.Withdrawn {
		withdrawn = ", who wants to leave,"
	}
	seats := "the last vacant seat"
	if n := s.Seats(melee.Vacant).Len(); n > 1 {
		seats = fmt.Sprintf("one of %d vacant seats", n)
	}
	return fmt.Sprintf("%s may take %s beside %s%s %s", who, seats,
		strings.Join(m.AddressesOf(s.Seats(melee.Afloat)), ", "), withdrawn, until)
}

// count says how many of something there are.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// summariseMeleeResult says in words how a melee has ended.
func summariseMeleeResult(r types.MeleeResult) string {
	var winners []string
	for i, place := range r.Places {
		if r.Winners>>i&1 == 1 {
			winners = append(winners, place.Player)
		}
	}
	ended := fmt.Sprintf("melee %d ended at block %d after %s", r.GameId, r.EndedHeight, count(int(r.Rounds), "round"))
	switch len(winners) {
	case 0:
		return ended + " without a winner: nobody proved an honest board"
	case 1:
		return ended + ": " + winners[0] + " won"
	default:
		return ended + ": a draw of " + strings.Join(winners, ", ")
	}
}
