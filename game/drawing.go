package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxDrawingBytes bounds the text that ParseState and ParseFleetDrawing look at. The largest drawing is far below.
const maxDrawingBytes = 8 << 10

// columnGap separates two boards.
const columnGap = "      "

// String draws the state: the obligation with its deadline, and the public part of both boards, side by side.
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
// A dot is an untouched tile, o a miss, x a hit, # a hit on a ship announced as sunk, ? a shot that waits for its
// answer. Numbers of hits follow from the rest. In a proven ruleset alone, a line below the clock reports whether the
// game keeps claims:
//
//	claims    none
//
// First is none until the toss is opened or the game has left play. No line ends in a space and the last one has no
// line feed. ParseState is the inverse. An invalid state has no drawing and prints as one line with the error.
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
	values := []string{
		s.Ruleset.Name,
		fmt.Sprintf("turn %d, claim %d", s.Clock.TurnBlocks, s.Clock.ClaimBlocks),
		s.Phase.String(),
		s.Owes.String(),
		s.Actor.String(),
		first,
		deadline,
		pending,
		s.Reason.String(),
		s.Second.String(),
		winner,
	}
	if s.Ruleset.Proven {
		values = slices.Insert(values, claimsLine, claimsName(s.ProvenClaims))
	}
	var b strings.Builder
	for i, name := range s.Ruleset.headNames() {
		fmt.Fprintf(&b, "%-9s %s\n", name, values[i])
	}
	b.WriteString(s.boards(roles))
	for seat, side := range s.Sides {
		fmt.Fprintf(&b, "\n%-9s %s: %s", "sunk", Seat(seat), side.sunkString(s.Ruleset))
	}
	return b.String()
}

// headNames are the names of the lines of a drawing above the boards.
func (r *Ruleset) headNames() []string {
	names := []string{
		"ruleset", "clock", "phase", "owes", "actor", "first", "deadline", "pending", "reason", "second", "winner",
	}
	if r.Proven {
		names = slices.Insert(names, claimsLine, "claims")
	}
	return names
}

// claimsLine is the line, from 0, of a drawing that reports whether a game of a proven ruleset keeps claims.
const claimsLine = 2

// claimsName names the claims of a game of a proven ruleset.
func claimsName(kept bool) string {
	if kept {
		return "kept"
	}
	return "none"
}

// Boards draws both boards side by side, without the lines around them. An invalid state has no drawing and prints as
// one line with the error.
func (s State) Boards() string { return s.BoardsOf(roles) }

// roles are the titles of boards whose players have no names.
var roles = []string{Creator.String(), Joiner.String()}

// BoardsOf is Boards with titles by seat.
func (s State) BoardsOf(titles []string) string {
	if err := s.Validate(); err != nil {
		return "invalid state: " + err.Error()
	}
	return s.boards(titles)
}

// boards is BoardsOf for a valid state.
func (s State) boards(titles []string) string {
	columns := make([][]string, len(s.Sides))
	for seat, side := range s.Sides {
		var pending Set
		if s.HasPending && Seat(seat) == s.Actor {
			pending = SetOf(s.Pending)
		}
		columns[seat] = side.draw(s.Ruleset, titles[seat], pending)
	}
	return SideBySide(columns)
}

// SideBySide joins drawings of the same height into one, each in a column as wide as its longest line.
func SideBySide(columns [][]string) string {
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
