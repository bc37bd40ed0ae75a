package narrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// Teller tells a melee from its events, one after the other. What belongs to a round it tells when the round ends: who
// fired where, and whom each bomb has hit. The zero Teller with a Table begins at the opening of a melee.
type Teller struct {
	Table

	// fired are the bombs of the round, in the order in which they were shown; hits are what boards have reported.
	fired []bomb
	hits  [game.MaxPlayers]game.Set
	round int
}

// bomb is one target of a round.
type bomb struct {
	by   melee.Seat
	tile game.Tile
}

// indent stands before every line but the first of a round.
const indent = "      "

// Tell returns an event in words; nothing for one that is told later or follows from others. The state is that after
// the event, and the height that of its block.
func (t *Teller) Tell(event melee.Event, s melee.State, height int64) []string {
	t.Answers.Hear(event, s)
	say := func(format string, args ...any) []string {
		return dated(indent+fmt.Sprintf(format, args...), height)
	}
	switch e := event.(type) {
	case melee.Joined:
		return say("%s joins, %d of %d", t.Name(e.By), s.Seats(melee.Afloat).Len(), places(s))
	case melee.Declined:
		return say("a place is declined: the melee is for %d", places(s))
	case melee.Left:
		return say("%s leaves, with its stake", t.Name(e.By))
	case melee.Withdrawn:
		return say("%s wants to leave: the melee can be joined until block %d", t.Name(e.By), e.Deadline)
	case melee.Confirmed:
		return say("%s confirms", t.Name(e.By))
	case melee.Cancelled:
		return say("the melee is cancelled: %s", e.Cause)
	case melee.StageBegan:
		return t.stage(e, s, height)
	case melee.StageExtended:
		return say("most have missed the deadline: again, until block %d", e.Deadline)
	case melee.Fired:
		t.fired, t.round = append(t.fired, bomb{e.By, e.Tile}), s.Round
		return nil
	case melee.Reported:
		t.hits[e.By] = e.Hits
		return nil
	case melee.Strike:
		return say("%s has missed an aim: no bomb, and one more is the end", t.Name(e.By))
	case melee.Lost:
		if e.How == melee.Sunk || e.How == melee.Unproven {
			return append(t.volley(s, height), say("%s %s", t.Name(e.By), lost(e.How))...)
		}
		return say("%s %s", t.Name(e.By), lost(e.How))
	case melee.Forfeited:
		return say("most were silent: %s of the pot is left", e.Kept)
	case melee.PlayEnded:
		return append(t.volley(s, height), say("%s", playEnded(e))...)
	case melee.Proven:
		return say("%s has proven its board: %s", t.Name(e.By), s.Ruleset.FleetString(e.Fleet))
	case melee.Over:
		return say("%s", t.over(e))
	case melee.Aimed:
	}
	return nil
}

// Opened tells that a melee was opened.
func (t *Teller) Opened(id uint64, s melee.State, height int64) string {
	line := fmt.Sprintf("%s%s opens melee %d for %d", indent, t.Name(0), id, len(s.Players))
	return strings.Join(dated(line, height), "\n")
}

// dated puts the block behind a line, in the column of all blocks; what has no room before it is another line.
func dated(line string, height int64) []string {
	const column = 62
	var rest []string
	if end := strings.LastIndexByte(line[:min(column+1, len(line))], ' '); len(line) > column && end > len(indent) {
		line, rest = line[:end], []string{indent + "    " + line[end+1:]}
	}
	return append([]string{fmt.Sprintf("%-*s  block %d", column, line, height)}, rest...)
}

// places is how many can play at a table.
func places(s melee.State) int { return len(s.Players) - s.Seats(melee.Closed).Len() }

// stage tells what begins, where it is not only the next thing to do.
func (t *Teller) stage(e melee.StageBegan, s melee.State, height int64) []string {
	switch e.Stage {
	case melee.StageReady:
		return dated(indent+"the table is full: everybody must confirm", height)
	case melee.StageAim:
		return t.volley(s, height)
	case melee.StageClaim:
		return dated(fmt.Sprintf("%sfirst to prove a board: %s", indent, t.Named(e.Owes)), height)
	case melee.StageSecond:
		return dated(fmt.Sprintf("%snow any of these may: %s", indent, t.Named(e.Owes)), height)
	case melee.StageOpen, melee.StageFire, melee.StageReport, melee.StageOver, melee.StageCancelled:
	}
	return nil
}

// volley tells a round that all have reported, and forgets it: what was hit first, tile by tile, then what was missed.
func (t *Teller) volley(s melee.State, height int64) []string {
	if len(t.fired) == 0 {
		return nil
	}
	by := make(map[game.Tile][]melee.Seat)
	var tiles game.Set
	for _, b := range t.fired {
		// If play has ended before the reports, the bombs of the round do not fall.
		if s.Bombed.Has(b.tile) || s.Volley().Has(b.tile) {
			by[b.tile], tiles = append(by[b.tile], b.by), tiles.With(b.tile)
		}
	}
	lines := dated(fmt.Sprintf("round %d", t.round), height)
	var missed []string
	for tile := range tiles.All() {
		slices.Sort(by[tile])
		shooters, name := t.names(by[tile]), s.Ruleset.TileName(tile)
		var struck []melee.Seat
		for seat := range len(s.Players) {
			if t.hits[seat].Has(tile) {
				struck = append(struck, melee.Seat(seat))
			}
		}
		if len(struck) == 0 {
			missed = append(missed, list(shooters)+" "+name)
			continue
		}
		verb := "hits"
		if len(shooters) > 1 {
			verb = "hit"
		}
		lines = append(lines, t.wrap(fmt.Sprintf("%-3s %s %s ", name, list(shooters), verb), t.names(struck))...)
	}
	switch {
	case tiles.IsEmpty():
		lines = nil
	case len(missed) > 0 && s.Unreported != 0:
		lines = append(lines, t.wrap("no hit reported: ", missed)...)
	case len(missed) > 0:
		lines = append(lines, t.wrap("missed: ", missed)...)
	}
	t.fired, t.hits = nil, [game.MaxPlayers]game.Set{}
	return lines
}

// wrap writes a list behind its head, in as many lines as it takes.
func (t *Teller) wrap(head string, items []string) []string {
	line := indent + head
	var lines []string
	for i, item := range items {
		if i < len(items)-1 {
			item += ", "
		}
		if len(line)+len(strings.TrimRight(item, " ")) > t.width() && i > 0 {
			lines, line = append(lines, strings.TrimRight(line, " ")), indent+"    "
		}
		line += item
	}
	return append(lines, line)
}

// lost says how a player is out of play.
func lost(how melee.Standing) string {
	switch how {
	case melee.Sunk:
		return "has sunk"
	case melee.Scuttled:
		return "has been silent: scuttled"
	case melee.Conceded:
		return "concedes"
	case melee.Unproven:
		return "is out: every tile is bombed and ships are missing"
	case melee.Vacant, melee.Closed, melee.Afloat, melee.Absent:
	}
	return "is " + how.String()
}

// playEnded says why no more bombs fall.
func playEnded(e melee.PlayEnded) string {
	if e.Emptied {
		return "play ends: all who were afloat have been silent"
	}
	return "play ends"
}

// over says who has won.
func (t *Teller) over(e melee.Over) string {
	switch e.Winners.Len() {
	case 0:
		return "nobody has proven a board: void"
	case 1:
		return t.Named(e.Winners) + " wins"
	default:
		return t.Named(e.Winners) + " share a draw"
	}
}
