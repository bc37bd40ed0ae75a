package game

import (
	"fmt"
	"strconv"
	"strings"
)

// maxDrawingBytes bounds the text that ParseState and ParseFleetDrawing look at. The largest drawing is far below.
const maxDrawingBytes = 8 << 10

// columnGap stands between two boards.
const columnGap = "      "

// String draws the state: what is owed by whom until when, and both boards as publicly known, side by side.
//
//	ruleset   classic
//	clock     turn 50, claim 100
//	phase     play
//	owes      answer
//	actor     joiner
//	first     creator
//	deadline  160
//	pending   B7
//	reason    none
//	second    none
//	winner    none
//	    creator 1/17 hit             joiner 5/17 hit
//	    A B C D E F G H I J          A B C D E F G H I J
//	 1  . . o . . . . . . .       1  # # # # # . . . . .
//	 2  . . x . . . . . . .       2  . . . . . . . . . .
//	    ...                          ...
//	sunk      creator: none
//	sunk      joiner: carrier A1h
//
// A dot is a tile nobody shot at, o a miss, x a hit, # a hit on a ship announced as sunk, ? a shot that waits for its
// answer. Numbers of hits follow from the rest. Nobody is first until the toss is opened or a claim is. No line ends in
// a space and the last one has no line feed. ParseState is the inverse. A state that is not valid has no drawing and
// comes out as one line that says why.
func (s State) String() string {
	if err := s.Validate(); err != nil {
		return "invalid state: " + err.Error()
	}
	pending := "none"
	if s.HasPending {
		pending = s.Ruleset.TileName(s.Pending)
	}
	first := "none"
	if s.Phase.tossed() {
		first = s.First.String()
	}
	deadline := "none"
	if !s.Phase.Ended() {
		deadline = strconv.FormatInt(s.Deadline, 10)
	}
	winner := "none"
	if seat, ok := s.Winner(); ok {
		winner = seat.String()
	}
	var b strings.Builder
	for _, line := range [headLines][2]string{
		{"ruleset", s.Ruleset.Name},
		{"clock", fmt.Sprintf("turn %d, claim %d", s.Clock.TurnBlocks, s.Clock.ClaimBlocks)},
		{"phase", s.Phase.String()},
		{"owes", s.Owes.String()},
		{"actor", s.Actor.String()},
		{"first", first},
		{"deadline", deadline},
		{"pending", pending},
		{"reason", s.Reason.String()},
		{"second", s.Second.String()},
		{"winner", winner},
	} {
		fmt.Fprintf(&b, "%-9s %s\n", line[0], line[1])
	}
	b.WriteString(s.boards())
	for seat, side := range s.Sides {
		fmt.Fprintf(&b, "\n%-9s %s: %s", "sunk", Seat(seat), side.sunkString(s.Ruleset))
	}
	return b.String()
}

// Boards draws both boards side by side, without the lines around them. A state that is not valid has no drawing and
// comes out as one line that says why.
func (s State) Boards() string {
	if err := s.Validate(); err != nil {
		return "invalid state: " + err.Error()
	}
	return s.boards()
}

// boards is Boards of a valid state.
func (s State) boards() string {
	columns := make([][]string, len(s.Sides))
	for seat, side := range s.Sides {
		var pending Set
		if s.HasPending && Seat(seat) == s.Actor {
			pending = SetOf(s.Pending)
		}
		columns[seat] = side.draw(s.Ruleset, Seat(seat).String(), pending)
	}
	return sideBySide(columns)
}

// sideBySide joins drawings of the same height into one, each in a column as wide as its longest line.
func sideBySide(columns [][]string) string {
	lines := make([]string, len(columns[0]))
	for i, column := range columns {
		width := 0
		for _, line := range column {
			width = max(width, len(line))
		}
		for j, line := range column {
			if i > 0 {
				lines[j] += columnGap
			}
			lines[j] += line
			if i < len(columns)-1 {
				lines[j] += strings.Repeat(" ", width-len(line))
			}
		}
	}
	return strings.Join(lines, "\n")
}
