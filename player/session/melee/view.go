package melee

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// View is a melee as it stood at one height.
type View struct {
	// Session is the fixed part: the seats, the clock, the terms.
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

// errFalseSeat means that a node has returned a record of a seat that the melee does not have.
var errFalseSeat = errors.New("expected a seat of the melee")

func newView(res *types.QueryMeleeResponse) (View, error) {
	v := View{
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
func (v View) next() int64 { return v.Height + 1 }

// round is the round as aims name it.
func (v View) round() uint16 { return uint16(v.State.Round) }

// Player is the player of a seat. It is empty if there is none.
func (v View) Player(seat melee.Seat) string { return v.Melee.AddressOf(seat) }

// Owes reports whether a seat owes the stage's obligation, or may win by proving its board.
func (v View) Owes(seat melee.Seat) bool { return v.State.Owes.Has(seat) }

// Invited reports whether an address may take a vacant seat, as far as the list of invited players says.
func (v View) Invited(address string) bool {
	return len(v.Melee.Invited) == 0 || slices.Contains(v.Melee.Invited, address)
}

// PositionKey identifies an obligation in the melee: equal keys mean the same obligation, and none recurs. Its form is
// stored in files, so it never changes.
func (v View) PositionKey() string { return v.positionKey(v.State.Stage) }

// position is that of a stage in this round. Another clock of the same stage has the same obligation. The bombed tiles
// are part of it so that a signature on another chain of the same name, such as a restarted devnet, is not taken for an
// aim of this round.
func (v View) positionKey(stage melee.Stage) string {
	return fmt.Sprintf("%s/%d/%x", stage, v.State.Round, v.State.Bombed)
}

// volleyKey identifies the round in which a player reports on its board. A node that shows another volley, or other
// bombed tiles, wants to see more of the board than the round does, so the bombed tiles are not part of it. The board
// identifies the chain. Its form is stored in files, so it never changes.
func (v View) volleyKey(own *session.OwnBoard) string {
	return fmt.Sprintf("volley/%d/%x", v.State.Round, own.Committed.MerkleRows().RowRoots[0])
}

// nameTiles names tiles row by row.
func nameTiles(r *game.Ruleset, tiles game.Set) string {
	return strings.Join(types.TileNames(r, tiles), ",")
}

// Position returns the position of the melee when it was queried.
func (v View) Position() session.Position {
	return session.Position{Key: v.PositionKey(), Deadline: v.State.Deadline, Height: v.Height}
}

// Next returns the next action of the melee.
func (v View) Next() *types.QueryNextActionResponse {
	next := types.NextMeleeAction(v.Melee, v.State, types.Params{}, v.Height)
	next.SecondsLeft = v.SecondsLeft
	return next
}

// lost returns how a seat is out of play, or "" if it is not.
func (v View) lost(seat melee.Seat) string {
	switch p := v.State.Players[seat]; p.Standing {
	case melee.Vacant, melee.Closed, melee.Afloat:
		return ""
	default:
		player := v.Player(seat)
		return text.Voice{You: player}.Lost(player, p.Standing, p.Round)
	}
}

// notNow returns an error about an act that the melee does not allow now.
func (v View) notNow(kind error, why string) error {
	return &session.NotNowError{GameID: v.Melee.Id, Of: text.Melee, Kind: kind, Why: why, Next: v.Next()}
}

// check returns a *NotNowError unless the stage is one of those, and the seat owes what it asks for. Done is what a
// player that owes nothing has done already.
func (v View) check(seat melee.Seat, done string, stages ...melee.Stage) error {
	lost := v.lost(seat)
	switch {
	case !slices.Contains(stages, v.State.Stage):
		return v.notNow(game.ErrPhase, lost)
	case v.Owes(seat):
		return nil
	default:
		return v.notNow(game.ErrTurn, cmp.Or(lost, done))
	}
}
