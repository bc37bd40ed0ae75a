package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MeleeView is a melee as it stood at one height.
type MeleeView struct {
	// Melee is what does not change in a round: who sits where, the clock, what it is played for.
	Melee types.Melee
	// State is the melee as the rules know it.
	State melee.State
	// Boards are the commitments of the seats, Aims those of the round that were not opened yet, and Recoveries the sealed
	// fleets.
	Boards     map[melee.Seat]types.BoardCommitment
	Aims       map[melee.Seat][]byte
	Recoveries map[melee.Seat][]byte
	// Height is the last committed block. Whatever is sent now can be in the next one at the earliest.
	Height int64
	// SecondsLeft is about how long the deadline is away.
	SecondsLeft int64
}

// errFalseSeat means that a node shows what is of a seat that the melee does not have.
var errFalseSeat = errors.New("expected a seat of the melee")

func newMeleeView(res *types.QueryMeleeResponse) (MeleeView, error) {
	v := MeleeView{
		Melee: res.Melee, Height: res.Height, SecondsLeft: res.SecondsLeft,
		Boards:     make(map[melee.Seat]types.BoardCommitment),
		Aims:       make(map[melee.Seat][]byte),
		Recoveries: make(map[melee.Seat][]byte),
	}
	var err error
	if v.State, err = res.Melee.StateOf(res.State); err != nil {
		return v, err
	}
	seats := uint32(len(v.State.Players))
	for _, b := range res.Boards {
		if b.Seat >= seats {
			return v, fmt.Errorf("%w, got a board of seat %d", errFalseSeat, b.Seat)
		}
		v.Boards[melee.Seat(b.Seat)] = b.Board
	}
	for _, a := range res.Aims {
		if a.Seat >= seats {
			return v, fmt.Errorf("%w, got an aim of seat %d", errFalseSeat, a.Seat)
		}
		v.Aims[melee.Seat(a.Seat)] = a.Aim
	}
	for _, r := range res.Recoveries {
		if r.Seat >= seats {
			return v, fmt.Errorf("%w, got recovery data of seat %d", errFalseSeat, r.Seat)
		}
		v.Recoveries[melee.Seat(r.Seat)] = r.Recovery
	}
	return v, nil
}

// next is the height that the rules are asked about: the first block that a transaction sent now can be in.
func (v MeleeView) next() int64 { return v.Height + 1 }

// round is the round as aims name it.
func (v MeleeView) round() uint16 { return uint16(v.State.Round) }

// Player is who sits on a seat; nobody if it has none.
func (v MeleeView) Player(seat melee.Seat) string { return v.Melee.AddressOf(seat) }

// Owes reports whether a seat owes what the stage asks for, or may win by proving its board.
func (v MeleeView) Owes(seat melee.Seat) bool { return v.State.Owes.Has(seat) }

// Invited reports whether an address may take a vacant seat, as far as the list of invited players says.
func (v MeleeView) Invited(address string) bool {
	return len(v.Melee.Invited) == 0 || slices.Contains(v.Melee.Invited, address)
}

// Position names the moment of the melee in which something is owed: the same text means the same moment, and none
// comes again. Its form stands in files, so it never changes.
func (v MeleeView) Position() string { return v.position(v.State.Stage) }

// position is that of a stage in this round. Another clock of the same stage asks for the same. The tiles that are
// bombed are in it so that what was signed on another chain of the same name, as after a devnet was begun anew, is not
// taken for an aim of this round.
func (v MeleeView) position(stage melee.Stage) string {
	return fmt.Sprintf("%s/%d/%x", stage, v.State.Round, v.State.Bombed)
}

// volleyPosition names the round in which a player reports on its board. A node that shows another volley, or other
// bombed tiles, wants to see more of the board than the round does, so that the bombed tiles are not in it. The board
// stands for the chain. Its form stands in files, so it never changes.
func (v MeleeView) volleyPosition(own *ownBoard) string {
	return fmt.Sprintf("volley/%d/%x", v.State.Round, own.committed.MerkleRows().RowRoots[0])
}

// nameTiles names tiles row by row.
func nameTiles(r *game.Ruleset, tiles game.Set) string {
	return strings.Join(types.TileNames(r, tiles), ",")
}

// Moment is the moment of the melee in which it was looked at.
func (v MeleeView) Moment() Moment {
	return Moment{Position: v.Position(), Deadline: v.State.Deadline, Height: v.Height}
}

// Owed says in words who owes what.
func (v MeleeView) Owed() string {
	s, by := v.State, fmt.Sprintf("by block %d", v.State.Deadline)
	who := list(v.Melee.AddressesOf(s.Owes))
	owe := func(one, many string) string {
		if s.Owes.Len() == 1 {
			return fmt.Sprintf("%s owes the %s of round %d %s", who, one, s.Round, by)
		}
		return fmt.Sprintf("%s owe the %s of round %d %s", who, many, s.Round, by)
	}
	switch s.Stage {
	case melee.StageOpen:
		return fmt.Sprintf("the table waits for %s until block %d",
			Count(s.Seats(melee.Vacant).Len(), "more player"), s.Deadline)
	case melee.StageReady:
		if s.Owes.Len() == 1 {
			return fmt.Sprintf("%s has to confirm %s", who, by)
		}
		return fmt.Sprintf("%s have to confirm %s", who, by)
	case melee.StageAim:
		return owe("aim", "aims")
	case melee.StageFire:
		return owe("opening of its aim", "openings of their aims")
	case melee.StageReport:
		return owe("report", "reports")
	case melee.StageClaim, melee.StageSecond:
		return fmt.Sprintf("play has ended, and %s can prove a board %s", who, by)
	case melee.StageOver:
		return "the melee is over"
	case melee.StageCancelled:
		return "the melee was cancelled"
	}
	return s.Stage.String()
}

// lost says in words why a seat is out of play; nothing if it is not.
func (v MeleeView) lost(seat melee.Seat) string {
	switch p := v.State.Players[seat]; p.Standing {
	case melee.Sunk:
		return fmt.Sprintf("your fleet was sunk in round %d", p.Round)
	case melee.Scuttled:
		return fmt.Sprintf("your fleet was scuttled in round %d, for you were silent", p.Round)
	case melee.Conceded:
		return fmt.Sprintf("you have conceded in round %d", p.Round)
	case melee.Unproven:
		return fmt.Sprintf("every tile was bombed in round %d, and your board had ships missing", p.Round)
	case melee.Absent:
		return "you have left before the first round"
	case melee.Vacant, melee.Closed, melee.Afloat:
	}
	return ""
}

// check returns an error unless the stage is one of those, and the seat owes what it asks for. Done says what a player
// that owes nothing has done already.
func (v MeleeView) check(seat melee.Seat, done string, stages ...melee.Stage) error {
	owed := v.Owed()
	if why := v.lost(seat); why != "" {
		owed = why + "; " + owed
	}
	switch {
	case !slices.Contains(stages, v.State.Stage):
		return fmt.Errorf("melee %d: %w: %s", v.Melee.Id, game.ErrPhase, owed)
	case v.Owes(seat):
		return nil
	case v.lost(seat) == "":
		owed = done + "; " + owed
	}
	return fmt.Errorf("melee %d: %w by you: %s", v.Melee.Id, game.ErrTurn, owed)
}

// Count says how many of something there are: "1 round", "2 rounds".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// list joins names as a sentence does: "alice, bob and carol".
func list(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// MeleeOutcome says in words how a melee ended.
func MeleeOutcome(r types.MeleeResult) string {
	var winners []string
	for i, p := range r.Places {
		if r.Winners>>i&1 == 1 {
			winners = append(winners, p.Player)
		}
	}
	rounds := Count(int(r.Rounds), "round")
	switch len(winners) {
	case 0:
		return fmt.Sprintf("nobody has proven a board after %s, so it is void", rounds)
	case 1:
		return fmt.Sprintf("%s won after %s", winners[0], rounds)
	default:
		return fmt.Sprintf("%s drew after %s", list(winners), rounds)
	}
}
