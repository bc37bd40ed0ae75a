package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// leastLines is the number of lines above the boards in the shortest drawing.
const leastLines = 11

// ParseState is the inverse of State.String. It ignores a line feed at the end of the text; otherwise it accepts only
// exact drawings of valid states, so String of the result returns the same text. The error is an ErrDrawing or that
// of State.Validate.
func ParseState(text string) (State, error) {
	if len(text) > maxDrawingBytes {
		return State{}, fmt.Errorf("%w: expected at most %d bytes, got %d", ErrDrawing, maxDrawingBytes, len(text))
	}
	text = strings.TrimSuffix(text, "\n")
	lines := strings.Split(text, "\n")
	if len(lines) < leastLines {
		return State{}, fmt.Errorf("%w: expected at least %d lines, got %d", ErrDrawing, leastLines, len(lines))
	}
	s, err := parseHead(lines)
	if err != nil {
		return State{}, err
	}
	r := s.Ruleset
	// Above the rows are a title and the columns' letters; below, a line for each player's sunk ships.
	rows := len(r.headNames()) + 2
	if want := rows + r.Height + len(s.Sides); len(lines) != want {
		return State{}, fmt.Errorf("%w: expected %d lines, got %d", ErrDrawing, want, len(lines))
	}
	for y := range r.Height {
		if err := s.parseRow(y, lines[rows+y]); err != nil {
			return State{}, fmt.Errorf("line %d: %w", rows+y+1, err)
		}
	}
	for i := range s.Sides {
		n := rows + r.Height + i
		if s.Sides[i].Sunk, err = r.parseSunk(Seat(i).String(), lines[n]); err != nil {
			return State{}, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	if err := s.Validate(); err != nil {
		return State{}, err
	}
	return s, exact(s.String(), text)
}

// parseHead reads the lines above the boards; there are leastLines or more.
func parseHead(lines []string) (State, error) {
	name, err := valueOf(lines, 0, "ruleset")
	if err != nil {
		return State{}, err
	}
	r, err := RulesetByName(name)
	if err != nil {
		return State{}, fmt.Errorf("%w: %w", ErrDrawing, err)
	}
	s := State{Ruleset: r}
	var values []string
	for i, name := range r.headNames() {
		value, err := valueOf(lines, i, name)
		if err != nil {
			return State{}, err
		}
		values = append(values, value)
	}
	if r.Proven {
		claims := values[claimsLine]
		s.ProvenClaims = claims == claimsName(true)
		if claims != claimsName(s.ProvenClaims) {
			return State{}, fmt.Errorf("%w: expected claims to be %s or %s, got %.40q",
				ErrDrawing, claimsName(true), claimsName(false), claims)
		}
		values = slices.Delete(values, claimsLine, claimsLine+1)
	}
	turn, claim, ok := strings.Cut(strings.TrimPrefix(values[1], "turn "), ", claim ")
	if !ok {
		return State{}, fmt.Errorf("%w: expected a clock such as \"turn 50, claim 100\", got %.40q", ErrDrawing, values[1])
	}
	if s.Clock.TurnBlocks, err = parseBlocks(turn); err != nil {
		return State{}, err
	}
	if s.Clock.ClaimBlocks, err = parseBlocks(claim); err != nil {
		return State{}, err
	}
	if values[6] != "none" {
		if s.Deadline, err = parseBlocks(values[6]); err != nil {
			return State{}, err
		}
	}
	if s.Phase, ok = numberOf[Phase](phaseNames, values[2]); !ok {
		return State{}, fmt.Errorf("%w: expected a phase, got %.40q", ErrDrawing, values[2])
	}
	if s.Owes, ok = numberOf[Obligation](obligationNames, values[3]); !ok {
		return State{}, fmt.Errorf("%w: expected an obligation, got %.40q", ErrDrawing, values[3])
	}
	if s.Actor, ok = seatOf(values[4]); !ok {
		return State{}, fmt.Errorf("%w: expected a player, got %.40q", ErrDrawing, values[4])
	}
	if values[5] != "none" {
		if s.First, ok = seatOf(values[5]); !ok {
			return State{}, fmt.Errorf("%w: expected a player, got %.40q", ErrDrawing, values[5])
		}
	}
	if values[7] != "none" {
		if s.Pending, err = r.ParseTile(values[7]); err != nil {
			return State{}, fmt.Errorf("%w: %w", ErrDrawing, err)
		}
		s.HasPending = true
	}
	if s.Reason, ok = numberOf[Reason](reasonNames, values[8]); !ok {
		return State{}, fmt.Errorf("%w: expected a reason, got %.40q", ErrDrawing, values[8])
	}
	if s.Second, ok = numberOf[SecondClaim](secondClaimNames, values[9]); !ok {
		return State{}, fmt.Errorf("%w: expected a second claim, got %.40q", ErrDrawing, values[9])
	}
	return s, nil
}

// valueOf returns the value of line i above the boards, counted from 0, which must have the given name.
func valueOf(lines []string, i int, name string) (string, error) {
	line := ""
	if i < len(lines) {
		line = lines[i]
	}
	value, ok := strings.CutPrefix(line, fmt.Sprintf("%-9s ", name))
	if !ok {
		return "", fmt.Errorf("%w: line %d: expected %q and its value, got %.40q", ErrDrawing, i+1, name, line)
	}
	return value, nil
}

// parseBlocks reads a number of blocks or a height.
func parseBlocks(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: expected a number of blocks, got %.40q", ErrDrawing, text)
	}
	return n, nil
}

// parseRow reads one row of all boards: for each a number and the marks.
func (s *State) parseRow(y int, line string) error {
	width := s.Ruleset.Width
	fields := strings.Fields(line)
	if want := len(s.Sides) * (width + 1); len(fields) != want {
		return fmt.Errorf("%w: expected %d numbers and marks, got %d", ErrDrawing, want, len(fields))
	}
	for i := range s.Sides {
		if err := s.Sides[i].parseRow(s.Ruleset, y, fields[i*(width+1)+1:(i+1)*(width+1)]); err != nil {
			return err
		}
	}
	return nil
}

// exact returns an error with the first line at which a text differs from its drawing.
func exact(want, got string) error {
	if want == got {
		return nil
	}
	wanted, given := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(wanted), len(given)) {
		if wanted[i] != given[i] {
			return fmt.Errorf("%w: line %d: expected %q, got %.100q", ErrDrawing, i+1, wanted[i], given[i])
		}
	}
	return fmt.Errorf("%w: expected %d lines, got %d", ErrDrawing, len(wanted), len(given))
}
