package melee

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/battleship-chain/battleship/game"
)

// maxDrawingBytes bounds the text that ParseState looks at. The largest drawing is below.
const maxDrawingBytes = 16 << 10

// boardsInRow is the number of boards side by side.
const boardsInRow = 4

// Marks of a tile in a drawing. They differ in shape, so that they can be read without colour.
const (
	markFree    = '.'
	markMiss    = 'o'
	markHit     = 'x'
	markPending = '?'
	markUnknown = '-'
)

// none is the text of an empty value.
const none = "none"

// headNames are the names of the lines of a drawing above the seats.
var headNames = []string{
	"ruleset", "clock", "stage", "round", "deadline", "extended", "withdrawn", "emptied",
	"kept", "owes", "struck", "missing", "proven",
}

// String draws the state: the obligation of the stage with its seats and deadline, the standing of each seat, and the
// public part of all boards.
//
//	ruleset   melee
//	clock     turn 50, claim 100
//	stage     report
//	round     3
//	deadline  160
//	extended  no
//	withdrawn no
//	emptied   no
//	kept      1/1
//	owes      1
//	struck    0
//	missing   none
//	proven    none
//	seat 0    afloat
//	seat 1    afloat, fires at B7
//	seat 2    sunk in 2
//	    seat 0 3/10 hit              seat 1 1/10 hit              seat 2 10/10 hit
//	    A B C D E F G H I J          A B C D E F G H I J          A B C D E F G H I J
//	 1  . . o . . . . . . .       1  . . x . . . . . . .       1  . . o . . . . . . .
//	    ...                          ...                          ...
//
// A dot is a tile that was not bombed, o a miss, x a hit, ? a tile of the volley that the seat has not reported, - a
// bombed tile of unknown content, since the seat is out of play. Missing are the seats whose last report is missing.
// Numbers of hits follow from the rest. Boards are drawn once the melee has begun, for all seats of its first round,
// four side by side. No line ends in a space and the last one has no line feed. ParseState is the inverse. An invalid
// state has no drawing and prints as one line with the error.
func (s State) String() string {
	if err := s.Validate(); err != nil {
		return "invalid state: " + err.Error()
	}
	deadline := none
	if !s.Stage.Ended() {
		deadline = strconv.FormatInt(s.Deadline, 10)
	}
	values := []string{
		s.Ruleset.Name,
		fmt.Sprintf("turn %d, claim %d", s.Clock.TurnBlocks, s.Clock.ClaimBlocks),
		s.Stage.String(),
		strconv.Itoa(s.Round),
		deadline,
		yesNo(s.Extended),
		yesNo(s.Withdrawn),
		yesNo(s.Emptied),
		s.Kept.String(),
		s.Owes.String(),
		s.Struck.String(),
		s.Unreported.String(),
		s.Proven.String(),
	}
	var lines []string
	for i, name := range headNames {
		lines = append(lines, fmt.Sprintf("%-9s %s", name, values[i]))
	}
	for i, p := range s.Players {
		lines = append(lines, fmt.Sprintf("%-9s %s", seatName(Seat(i)), s.playerString(p)))
	}
	return strings.Join(append(lines, s.boardRows()...), "\n")
}

// seatName names a seat.
func seatName(seat Seat) string { return "seat " + strconv.Itoa(int(seat)) }

// yesNo writes a switch.
func yesNo(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

// playerString describes the standing and the target of a seat.
func (s State) playerString(p Player) string {
	text := p.Standing.String()
	if p.Round != 0 {
		text += " in " + strconv.Itoa(p.Round)
	}
	if p.HasTarget {
		text += ", fires at " + s.Ruleset.TileName(p.Target)
	}
	return text
}

// drawn are the seats whose boards are drawn.
func (s State) drawn() []Seat {
	if !s.Stage.begun() {
		return nil
	}
	var seats []Seat
	for i, p := range s.Players {
		if p.Standing == Afloat || p.Standing.lost() {
			seats = append(seats, Seat(i))
		}
	}
	return seats
}

// boardRows draws the boards, four side by side.
func (s State) boardRows() []string {
	var rows []string
	for row := range slices.Chunk(s.drawn(), boardsInRow) {
		columns := make([][]string, len(row))
		for i, seat := range row {
			title := fmt.Sprintf("    %s %d/%d hit", seatName(seat), s.Players[seat].Hits.Len(), s.Ruleset.ShipTiles())
			columns[i] = append([]string{title}, s.Ruleset.DrawTiles(s.marks(seat))...)
		}
		rows = append(rows, game.SideBySide(columns))
	}
	return rows
}

// marks are the marks of a seat's board.
func (s State) marks(seat Seat) func(game.Tile) rune {
	p, volley := s.Players[seat], s.Volley()
	// A board that has sunk has no ship left anywhere.
	known := p.Standing == Sunk || p.Standing == Afloat && s.reported(seat)
	return func(t game.Tile) rune {
		switch {
		case p.Hits.Has(t):
			return markHit
		case !s.Bombed.Has(t) && !volley.Has(t):
			return markFree
		case known || p.Standing == Afloat && s.Bombed.Has(t):
			return markMiss
		case p.Standing == Afloat:
			return markPending
		default:
			return markUnknown
		}
	}
}

// ParseState is the inverse of State.String. It ignores a line feed at the end of the text; otherwise it accepts only
// exact drawings of valid states, so String of the result returns the same text. The error is an ErrDrawing or that of
// State.Validate.
func ParseState(text string) (State, error) {
	if len(text) > maxDrawingBytes {
		return State{}, fmt.Errorf("%w: expected at most %d bytes, got %d", game.ErrDrawing, maxDrawingBytes, len(text))
	}
	text = strings.TrimSuffix(text, "\n")
	p := parser{lines: strings.Split(text, "\n")}
	s := p.state()
	if p.err != nil {
		return State{}, p.err
	}
	if err := s.Validate(); err != nil {
		return State{}, err
	}
	if drawn := s.String(); drawn != text {
		wanted, given := strings.Split(drawn, "\n"), strings.Split(text, "\n")
		for i := range min(len(wanted), len(given)) {
			if wanted[i] != given[i] {
				return State{}, fmt.Errorf("%w: line %d: expected %q, got %.100q", game.ErrDrawing, i+1, wanted[i], given[i])
			}
		}
		return State{}, fmt.Errorf("%w: expected %d lines, got %d", game.ErrDrawing, len(wanted), len(given))
	}
	return s, nil
}
