package melee_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

var update = flag.Bool("update", false, "record the output in testdata anew; commit only what you understand")

// TestScenarios runs every script in testdata. A script is blocks of commands, each with its recorded output: the
// commands, a line "----", the output, an empty line. Lines from # on are remarks. The commands are the cases of
// scenario.run and scenario.act.
func TestScenarios(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatal("expected scripts in testdata, got none")
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			recorded, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := (&scenario{t: t}).play(string(recorded))
			if got == string(recorded) {
				return
			}
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, have := strings.Split(string(recorded), "\n"), strings.Split(got, "\n")
			for i := range min(len(want), len(have)) {
				if want[i] != have[i] {
					t.Fatalf("%s:%d:\nexpected %s\ngot      %s", path, i+1, want[i], have[i])
				}
			}
			t.Fatalf("%s: expected %d lines, got %d", path, len(want), len(have))
		})
	}
}

// scenario is a melee that a script plays.
type scenario struct {
	t      *testing.T
	state  melee.State
	height int64
	// cast are the players' names, by seat.
	cast []string
	// fleets are where the players say their ships are, by seat.
	fleets []game.Fleet
	// record, if not nil, is called with each action and what came of it.
	record func(a melee.Action, events []melee.Event, err error)
}

// play runs a script and returns it with the output that it gave now.
func (s *scenario) play(script string) string {
	var out strings.Builder
	lines := strings.Split(script, "\n")
	for i := 0; i < len(lines); i++ {
		out.WriteString(lines[i])
		if i < len(lines)-1 {
			out.WriteByte('\n')
		}
		if lines[i] != "----" {
			continue
		}
		for j := i - 1; ; j-- {
			if j < 0 || lines[j] == "" {
				for _, command := range lines[j+1 : i] {
					command, _, _ = strings.Cut(command, "#")
					if words := strings.Fields(command); len(words) > 0 {
						out.WriteString(s.run(words))
					}
				}
				break
			}
		}
		for i+1 < len(lines) && lines[i+1] != "" {
			i++ // the recorded output
		}
	}
	return out.String()
}

// run performs one command and returns its output.
func (s *scenario) run(words []string) string {
	switch words[0] {
	case "cast": // cast NAME...: by seat
		s.cast = words[1:]
		s.fleets = make([]game.Fleet, len(s.cast))
		return ""
	case "new": // new PLAYERS OPEN TURN CLAIM
		return s.open(int(s.number(words[1])), s.number(words[2]), s.number(words[3]), s.number(words[4]))
	case "begin": // begin OPEN TURN CLAIM: everybody in the cast sits down and confirms
		s.open(len(s.cast), s.number(words[1]), s.number(words[2]), s.number(words[3]))
		for range len(s.cast) - 1 {
			s.step(melee.Join{})
		}
		return s.all("confirm", nil)
	case "height": // height N: everything after it happens in the block of this height
		s.height = s.number(words[1])
		return ""
	case "later": // later N: N blocks on
		s.height += s.number(words[1])
		return ""
	case "join":
		return s.step(melee.Join{})
	case "decline":
		return s.step(melee.Decline{})
	case "expire":
		return s.step(melee.Expire{})
	case "pass": // the deadline passes
		s.height = s.state.Deadline + 1
		return s.step(melee.Expire{})
	case "all": // all VERB [TILE...]: everybody who owes it, in the order of seats
		return s.all(words[1], words[2:])
	case "round": // round TILE...: a whole round, of everybody who owes an aim in the order of seats
		s.height++
		s.all("aim", nil)
		s.all("fire", words[1:])
		return fmt.Sprintf("%d %s", s.height, s.all("report", nil))
	case "sweep": // sweep [N]: rounds in reading order, each seat at another tile, until play ends or N tiles are bombed
		tiles := s.state.Ruleset.Tiles()
		if len(words) == 2 {
			tiles = int(s.number(words[1]))
		}
		return s.sweep(tiles)
	case "state":
		return s.state.String() + "\n"
	case "bytes":
		b, err := s.state.MarshalBinary()
		if err != nil {
			return refused(err)
		}
		return fmt.Sprintf("%d bytes %x\n", len(b), b)
	case "outcome":
		return s.outcome()
	default:
		return s.act(s.seat(words[0]), words[1], words[2:])
	}
}

// act performs the command of one player.
func (s *scenario) act(by melee.Seat, verb string, words []string) string {
	r := s.state.Ruleset
	switch verb {
	case "fleet": // NAME fleet PLACEMENTS: lay the ships, legal or not
		fleet, err := melee.Ruleset().ParseFleet(words[0])
		if err != nil {
			s.t.Fatal(err)
		}
		s.fleets[by] = fleet
		return ""
	case "leave":
		return s.step(melee.Leave{By: by})
	case "confirm":
		return s.step(melee.Confirm{By: by})
	case "aim":
		return s.step(melee.Aim{By: by})
	case "fire": // NAME fire TILE
		return s.step(melee.Fire{By: by, Tile: s.tile(words[0])})
	case "report": // NAME report [nothing | TILE...]: by the fleet, or as given
		if len(words) == 0 {
			return s.step(s.honest(by))
		}
		report := melee.Report{By: by}
		for _, word := range words {
			if word != "nothing" {
				report.Hits = report.Hits.With(s.tile(word))
			}
		}
		return s.step(report)
	case "concede":
		return s.step(melee.Concede{By: by})
	case "claim": // NAME claim [PLACEMENTS]: with the fleet, or another
		fleet := s.fleets[by]
		if len(words) == 1 {
			var err error
			if fleet, err = r.ParseFleet(words[0]); err != nil {
				return refused(err)
			}
		}
		return s.step(melee.Claim{By: by, Fleet: fleet})
	default:
		s.t.Fatalf("expected a command, got %s", verb)
		return ""
	}
}

func (s *scenario) open(players int, open, turn, claim int64) string {
	var err error
	clock := game.Clock{OpenBlocks: open, TurnBlocks: turn, ClaimBlocks: claim}
	if s.state, err = melee.NewState(melee.Ruleset(), clock, players, s.height); err != nil {
		return refused(err)
	}
	return s.now()
}

// all lets everybody who owes something do it, and returns what the last of them brought.
func (s *scenario) all(verb string, words []string) string {
	last := ""
	for i, by := range slices.Collect(s.state.Owes.All()) {
		var args []string
		if i < len(words) {
			args = words[i : i+1]
		}
		if last = s.act(by, verb, args); strings.HasPrefix(last, "refused") {
			break
		}
	}
	return last
}

// sweep plays rounds in reading order until play ends or so many tiles are bombed.
func (s *scenario) sweep(tiles int) string {
	last := ""
	for s.state.Stage == melee.StageAim && s.state.Bombed.Len() < tiles {
		free := slices.Collect(s.state.Free().All())
		var targets []string
		for i := range s.state.Owes.Len() {
			targets = append(targets, s.state.Ruleset.TileName(free[min(i, len(free)-1)]))
		}
		last = s.run(append([]string{"round"}, targets...))
	}
	return last
}

// honest is the report that a player's ships give, whether they are a legal fleet or not.
func (s *scenario) honest(by melee.Seat) melee.Report {
	report := melee.Report{By: by}
	for _, ship := range s.fleets[by] {
		tiles, err := s.state.Ruleset.Footprint(ship)
		if err != nil {
			s.t.Fatal(err)
		}
		report.Hits = report.Hits.Union(tiles.Intersect(s.state.Volley()))
	}
	return report
}

// step performs an action and tells what happened. Whatever happened, it holds the new state to what must hold of all.
func (s *scenario) step(a melee.Action) string {
	before := s.state.String()
	next, events, err := melee.Step(s.state, a, s.height)
	if got := s.state.String(); got != before {
		s.t.Errorf("%T: expected the state unchanged, got\n%s", a, got)
	}
	if err != nil {
		if !reflect.DeepEqual(next, s.state) || events != nil {
			s.t.Errorf("%T: expected the same state and no events with an error, got\n%s\n%v", a, next, events)
		}
		s.report(a, nil, err)
		return refused(err)
	}
	s.state = next
	checkState(s.t, next)
	s.report(a, events, nil)
	var out strings.Builder
	for _, event := range events {
		if text := s.describe(event); text != "" {
			out.WriteString(text + ". ")
		}
	}
	return out.String() + s.now()
}

// report calls record, if there is one.
func (s *scenario) report(a melee.Action, events []melee.Event, err error) {
	if s.record != nil {
		s.record(a, events, err)
	}
}

// describe puts an event into words.
func (s *scenario) describe(event melee.Event) string {
	r := s.state.Ruleset
	switch e := event.(type) {
	case melee.Joined:
		return s.name(e.By) + " joins"
	case melee.Declined:
		return fmt.Sprintf("place %d is declined", e.Place)
	case melee.Left:
		return s.name(e.By) + " is out, with its stake"
	case melee.Withdrawn:
		return fmt.Sprintf("%s wants to leave, open until %d", s.name(e.By), e.Deadline)
	case melee.Confirmed:
		return s.name(e.By) + " confirms"
	case melee.Cancelled:
		return "cancelled, " + e.Cause.String()
	case melee.StageBegan:
		if e.Stage == melee.StageAim {
			return fmt.Sprintf("round %d", e.Round)
		}
		return ""
	case melee.StageExtended:
		return "most have missed it: another clock"
	case melee.Aimed:
		return s.name(e.By) + " aims"
	case melee.Fired:
		return fmt.Sprintf("%s fires at %s", s.name(e.By), r.TileName(e.Tile))
	case melee.Reported:
		var hits []string
		for tile := range e.Hits.All() {
			hits = append(hits, r.TileName(tile))
		}
		if len(hits) == 0 {
			return s.name(e.By) + " is not hit"
		}
		return fmt.Sprintf("%s is hit at %s", s.name(e.By), strings.Join(hits, " "))
	case melee.Strike:
		return s.name(e.By) + " has a strike"
	case melee.Lost:
		return fmt.Sprintf("%s is %s in round %d", s.name(e.By), e.How, e.Round)
	case melee.Forfeited:
		return fmt.Sprintf("%s of the pot is left", e.Kept)
	case melee.PlayEnded:
		if e.Unreported != 0 {
			return "play ends without the reports of " + s.names(e.Unreported)
		}
		return "play ends"
	case melee.Proven:
		return fmt.Sprintf("%s proves %s", s.name(e.By), r.FleetString(e.Fleet))
	case melee.Over:
		return "over"
	default:
		s.t.Fatalf("expected an event, got %T", event)
		return ""
	}
}

// now says what is owed now.
func (s *scenario) now() string {
	switch {
	case s.state.Stage.Ended():
		return fmt.Sprintf("[%s]\n", s.state.Stage)
	case s.state.Owes == 0:
		return fmt.Sprintf("[%s until %d]\n", s.state.Stage, s.state.Deadline)
	default:
		return fmt.Sprintf("[%s by %s until %d]\n", s.state.Stage, s.names(s.state.Owes), s.state.Deadline)
	}
}

// outcome says what the end brings.
func (s *scenario) outcome() string {
	o, over := s.state.Outcome()
	if !over {
		return "none\n"
	}
	if o.Winners == 0 {
		return fmt.Sprintf("void, stakes back to %s; ranking %v\n", s.names(o.Refunded), s.state.Ranking())
	}
	text := fmt.Sprintf("%s of the pot to %s", o.Kept, s.names(o.Winners))
	if o.Consoled != 0 {
		text += "; sunk " + s.names(o.Consoled)
	}
	return fmt.Sprintf("%s; ranking %v\n", text, s.state.Ranking())
}

func refused(err error) string { return "refused: " + err.Error() + "\n" }

func (s *scenario) name(seat melee.Seat) string { return s.cast[seat] }

func (s *scenario) names(seats melee.Seats) string {
	var names []string
	for seat := range seats.All() {
		names = append(names, s.name(seat))
	}
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names, ", ")
}

func (s *scenario) seat(name string) melee.Seat {
	if n, err := strconv.Atoi(name); err == nil {
		return melee.Seat(n)
	}
	i := slices.Index(s.cast, name)
	if i < 0 {
		s.t.Fatalf("expected one of %v, got %s", s.cast, name)
	}
	return melee.Seat(i)
}

// tile is a tile by its name, or one that has none by its index.
func (s *scenario) tile(name string) game.Tile {
	if index, err := strconv.ParseUint(name, 10, 8); err == nil {
		return game.Tile(index)
	}
	tile, err := s.state.Ruleset.ParseTile(name)
	if err != nil {
		s.t.Fatal(err)
	}
	return tile
}

func (s *scenario) number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}
