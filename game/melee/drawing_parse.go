package melee

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/battleship-chain/battleship/game"
)

// parser reads a drawing line by line. It continues after an error and keeps the first one.
type parser struct {
	lines []string
	next  int
	err   error
}

// fail keeps the first error.
func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%w: line %d: %s", game.ErrDrawing, p.next, fmt.Sprintf(format, args...))
	}
}

// line is the next line, or none.
func (p *parser) line() (string, bool) {
	if p.next >= len(p.lines) {
		return "", false
	}
	p.next++
	return p.lines[p.next-1], true
}

// value returns the value of the next line, which must have this name.
func (p *parser) value(name string) string {
	line, _ := p.line()
	value, ok := strings.CutPrefix(line, fmt.Sprintf("%-9s ", name))
	if !ok {
		p.fail("expected %q and its value, got %.40q", name, line)
	}
	return value
}

// number reads a number.
func (p *parser) number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		p.fail("expected a number, got %.40q", text)
	}
	return n
}

// small reads a number that fits an int on every machine.
func (p *parser) small(text string) int {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		p.fail("expected a number below 65536, got %.40q", text)
	}
	return int(n)
}

// seats reads a list of seats.
func (p *parser) seats(text string) Seats {
	var seats Seats
	if text == none {
		return 0
	}
	for _, name := range strings.Split(text, ",") {
		n := p.small(name)
		if n >= game.MaxPlayers {
			p.fail("expected seats below %d, got %d", game.MaxPlayers, n)
			return 0
		}
		seats = seats.With(Seat(n))
	}
	return seats
}

// state reads a whole drawing.
func (p *parser) state() State {
	values := map[string]string{}
	for _, name := range headNames {
		values[name] = p.value(name)
	}
	r, err := rulesetByName(values["ruleset"])
	if err != nil {
		p.fail("%v", err)
		return State{}
	}
	stage, ok := numberOf[Stage](stageNames, values["stage"])
	if !ok {
		p.fail("expected a stage, got %.40q", values["stage"])
	}
	turn, claim, _ := strings.Cut(strings.TrimPrefix(values["clock"], "turn "), ", claim ")
	num, den, _ := strings.Cut(values["kept"], "/")
	s := State{
		Ruleset:    r,
		Clock:      game.Clock{TurnBlocks: p.number(turn), ClaimBlocks: p.number(claim)},
		Stage:      stage,
		Extended:   values["extended"] == yesNo(true),
		Withdrawn:  values["withdrawn"] == yesNo(true),
		Emptied:    values["emptied"] == yesNo(true),
		Round:      p.small(values["round"]),
		Owes:       p.seats(values["owes"]),
		Struck:     p.seats(values["struck"]),
		Unreported: p.seats(values["missing"]),
		Proven:     p.seats(values["proven"]),
		Kept:       Fraction{p.small(num), p.small(den)},
	}
	if values["deadline"] != none {
		s.Deadline = p.number(values["deadline"])
	}
	for p.next < len(p.lines) && strings.HasPrefix(p.lines[p.next], "seat ") && len(s.Players) < game.MaxPlayers {
		s.Players = append(s.Players, p.player(r, p.value(seatName(Seat(len(s.Players))))))
	}
	p.boards(&s)
	return s
}

// player reads what became of a seat and where it fires.
func (p *parser) player(r *game.Ruleset, text string) Player {
	var player Player
	text, target, fires := strings.Cut(text, ", fires at ")
	if fires {
		tile, err := r.ParseTile(target)
		if err != nil {
			p.fail("%v", err)
		}
		player.HasTarget, player.Target = true, tile
	}
	name, round, lost := strings.Cut(text, " in ")
	if lost {
		player.Round = p.small(round)
	}
	standing, ok := numberOf[Standing](standingNames, name)
	if !ok {
		p.fail("expected a standing, got %.40q", name)
	}
	player.Standing = standing
	return player
}

// boards reads all boards.
func (p *parser) boards(s *State) {
	r := s.Ruleset
	for row := range slices.Chunk(s.drawn(), boardsInRow) {
		p.line() // titles
		p.line() // letters
		for y := range r.Height {
			line, _ := p.line()
			fields := strings.Fields(line)
			if want := len(row) * (r.Width + 1); len(fields) != want {
				p.fail("expected %d numbers and marks, got %d", want, len(fields))
				return
			}
			for i, seat := range row {
				for x, mark := range fields[i*(r.Width+1)+1 : (i+1)*(r.Width+1)] {
					p.mark(s, seat, game.Tile(y*r.Width+x), mark)
				}
			}
		}
	}
	s.Bombed = s.Bombed.Minus(s.Volley())
	if line, more := p.line(); more {
		p.fail("expected the end, got %.40q", line)
	}
}

// mark reads the mark of one tile.
func (p *parser) mark(s *State, seat Seat, t game.Tile, mark string) {
	switch mark {
	case string(markFree):
		return
	case string(markHit):
		s.Players[seat].Hits = s.Players[seat].Hits.With(t)
	case string(markMiss), string(markPending), string(markUnknown):
	default:
		p.fail("expected a mark on %s, got %.8q", s.Ruleset.TileName(t), mark)
	}
	s.Bombed = s.Bombed.With(t)
}
