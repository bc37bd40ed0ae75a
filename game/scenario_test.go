package game_test

import (
	"errors"
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
)

var update = flag.Bool("update", false, "record the output in testdata anew; commit only what you understand")

// TestScenarios runs every script in testdata. A script is blocks of commands, each with its recorded output: the
// commands, a line "----", the output, an empty line. Lines from # on are remarks. The commands are the cases of
// scenario.run.
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
			got := newScenario(t).play(string(recorded))
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

// scenario is a game that a script plays.
type scenario struct {
	t      *testing.T
	state  game.State
	height int64
	// cast are the players' names, by seat.
	cast []string
	// fleets are where the players say their ships are, by seat.
	fleets []game.Fleet
}

func newScenario(t *testing.T) *scenario {
	return &scenario{t: t, cast: []string{"alice", "bob"}, fleets: make([]game.Fleet, 2)}
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
	case "cast": // cast CREATOR JOINER
		s.cast = words[1:3]
		return ""
	case "new": // new RULESET OPEN TURN CLAIM [claims]: claims are kept though boards are proven
		return s.open(words[1], s.number(words[2]), s.number(words[3]), s.number(words[4]), len(words) == 6)
	case "height": // height N: everything after it happens in the block of this height
		s.height = s.number(words[1])
		return ""
	case "later": // later N: N blocks on
		s.height += s.number(words[1])
		return ""
	case "join":
		return s.step(game.Join{})
	case "decline": // who was offered the game refuses it
		return s.step(game.Decline{})
	case "expire":
		return s.step(game.Expire{})
	case "state":
		return s.state.String() + "\n"
	case "bytes":
		b, err := s.state.MarshalBinary()
		if err != nil {
			return refused(err)
		}
		return fmt.Sprintf("%d bytes %x\n", len(b), b)
	case "winner":
		if seat, ok := s.state.Winner(); ok {
			return s.name(seat) + "\n"
		}
		return "nobody\n"
	case "deny": // deny NAME: shoot in reading order; NAME denies every ship, the other answers by its fleet
		return s.deny(s.seat(words[1]))
	case "lie": // shoot in reading order, both deny every ship
		return s.deny(game.Creator, game.Joiner)
	default:
		return s.act(s.seat(words[0]), words[1], words[2:])
	}
}

// act performs the command of one player.
func (s *scenario) act(by game.Seat, verb string, words []string) string {
	switch verb {
	case "fleet": // NAME fleet PLACEMENTS: lay the ships
		return s.layFleet(by, words[0])
	case "toss": // NAME toss NAME: open the toss, with who shoots first
		return s.step(game.RevealToss{By: by, First: s.seat(words[0])})
	case "shoot": // NAME shoot TILE
		return s.step(game.Shoot{By: by, Tile: s.tile(words[0])})
	case "answer": // NAME answer [hit | miss | hit CLASS PLACEMENT]: by the fleet, or as given
		if len(words) == 0 {
			return s.step(s.honest(by))
		}
		answer := game.Answer{By: by, Hit: words[0] == "hit"}
		if len(words) == 3 {
			ship, err := s.state.Ruleset.ParseShip(words[1], words[2])
			if err != nil {
				return refused(err)
			}
			answer.Sunk = &ship
		}
		return s.step(answer)
	case "concede":
		return s.step(game.Concede{By: by})
	case "challenge":
		return s.step(game.Challenge{By: by})
	case "cancel":
		return s.step(game.Cancel{By: by})
	case "claim": // NAME claim [PLACEMENTS]: with the fleet, or another
		fleet := s.fleets[by]
		if len(words) == 1 {
			var err error
			if fleet, err = s.state.Ruleset.ParseFleet(words[0]); err != nil {
				return refused(err)
			}
		}
		return s.step(game.Claim{By: by, Fleet: fleet})
	case "claims": // NAME claims without CLASS | NAME claims with CLASS PLACEMENT: a ship less or more than the fleet
		return s.step(game.Claim{By: by, Fleet: s.alteredFleet(by, words)})
	case "sinks": // NAME sinks N: hit ship tiles until N are left; the other shoots in reading order, and nobody lies
		return s.sink(by, int(s.number(words[0])))
	default: // NAME TILE: one block on, shoot and let the other answer by its fleet
		s.height++
		if out := s.step(game.Shoot{By: by, Tile: s.tile(verb)}); strings.HasPrefix(out, "refused") {
			return out
		}
		return fmt.Sprintf("%d %s", s.height, s.step(s.honest(by.Other())))
	}
}

func (s *scenario) open(ruleset string, open, turn, claim int64, claims bool) string {
	r, err := game.RulesetByName(ruleset)
	if err != nil {
		return refused(err)
	}
	clock := game.Clock{OpenBlocks: open, TurnBlocks: turn, ClaimBlocks: claim}
	if s.state, err = game.NewState(r, clock, s.height); err != nil {
		return refused(err)
	}
	s.state.ProvenClaims = claims
	return s.now()
}

func (s *scenario) layFleet(by game.Seat, placements string) string {
	r := s.state.Ruleset
	fleet, err := r.ParseFleet(placements)
	if err != nil {
		return refused(err)
	}
	s.fleets[by] = fleet
	drawing, err := r.DrawFleet(fleet)
	if err != nil {
		return refused(err)
	}
	back, err := r.ParseFleetDrawing(drawing)
	if err != nil || !slices.Equal(back, fleet) {
		s.t.Errorf("expected the drawing to be read as %s, got %s and error %v", placements, r.FleetString(back), err)
	}
	return drawing + "\n"
}

// alteredFleet is a player's fleet without the ships of a class, or with one more.
func (s *scenario) alteredFleet(by game.Seat, words []string) game.Fleet {
	r := s.state.Ruleset
	class := slices.IndexFunc(r.Classes, func(c game.ShipClass) bool { return c.Name == words[1] })
	fleet := slices.Clone(s.fleets[by])
	if words[0] == "without" {
		return slices.DeleteFunc(fleet, func(ship game.Ship) bool { return ship.Class == class })
	}
	ship, err := r.ParseShip(words[1], words[2])
	if err != nil {
		s.t.Fatal(err)
	}
	i := slices.IndexFunc(fleet, func(ship game.Ship) bool { return ship.Class > class })
	if i < 0 {
		i = len(fleet)
	}
	return slices.Insert(fleet, i, ship)
}

// sink lets one player hit ship tiles of the other until so many are left.
func (s *scenario) sink(by game.Seat, left int) string {
	last := ""
	for turns := 0; s.state.Phase == game.PhasePlay; turns++ {
		s.bound(turns)
		shooter := s.state.Actor
		targets, err := s.state.Ruleset.FleetTiles(s.fleets[shooter.Other()])
		if err != nil {
			s.t.Fatal(err)
		}
		targets = targets.Minus(s.state.Sides[shooter.Other()].Answered)
		if shooter == by && targets.Len() == left {
			break
		}
		shot := game.Shoot{By: shooter}
		if shooter == by {
			for shot.Tile = range targets.All() {
				break
			}
		} else {
			for s.state.Sides[by].Answered.Has(shot.Tile) {
				shot.Tile++
			}
		}
		s.step(shot)
		last = s.step(s.honest(shooter.Other()))
	}
	return last
}

// deny lets both shoot in reading order to the end, while some players answer every shot with a miss. It stops at an
// answer that is refused.
func (s *scenario) deny(liars ...game.Seat) string {
	last := ""
	for turns := 0; s.state.Phase == game.PhasePlay; turns++ {
		s.bound(turns)
		target := s.state.Actor.Other()
		shot := game.Shoot{By: s.state.Actor, Tile: game.Tile(s.state.Sides[target].Answered.Len())}
		s.step(shot)
		answer := s.honest(target)
		if slices.Contains(liars, target) {
			answer = game.Answer{By: target}
		}
		if last = s.step(answer); strings.HasPrefix(last, "refused") {
			break
		}
	}
	return last
}

// bound stops a game that does not end.
func (s *scenario) bound(turns int) {
	if turns > 2*s.state.Ruleset.Tiles() {
		s.t.Fatalf("expected play to end with the last tile, got\n%s", s.state)
	}
}

// honest is the answer that a player's fleet gives to the pending shot, found without any set of tiles.
func (s *scenario) honest(by game.Seat) game.Answer {
	r, side, answer := s.state.Ruleset, s.state.Sides[by], game.Answer{By: by}
	for _, ship := range s.fleets[by] {
		struck, whole := false, true
		for i := range r.Classes[ship.Class].Length {
			tile := int(ship.Origin) + i
			if ship.Vertical {
				tile = int(ship.Origin) + i*r.Width
			}
			pending := s.state.HasPending && tile == int(s.state.Pending)
			struck = struck || pending
			whole = whole && (pending || side.Hits.Has(game.Tile(tile)))
		}
		if struck {
			answer.Hit = true
			if whole && r.AnnounceSunk {
				answer.Sunk = &ship
			}
		}
	}
	return answer
}

// step performs an action and tells what happened. Whatever happened, it holds the new state to what must hold of all.
func (s *scenario) step(a game.Action) string {
	before := s.state.String()
	next, events, err := game.Step(s.state, a, s.height)
	if got := s.state.String(); got != before {
		s.t.Errorf("%T: expected the state unchanged, got\n%s", a, got)
	}
	if err != nil {
		if !reflect.DeepEqual(next, s.state) || events != nil {
			s.t.Errorf("%T: expected the same state and no events with an error, got\n%s\n%v", a, next, events)
		}
		return refused(err)
	}
	s.state = next
	checkState(s.t, next)
	var out strings.Builder
	for _, event := range events {
		out.WriteString(s.describe(event) + ". ")
	}
	return out.String() + s.now()
}

// checkState says whether a state is valid and survives its bytes and its drawing.
func checkState(t interface {
	Helper()
	Errorf(string, ...any)
}, s game.State,
) {
	t.Helper()
	if err := s.Validate(); err != nil {
		t.Errorf("expected a valid state, got %v", err)
		return
	}
	b, err := s.MarshalBinary()
	if err != nil {
		t.Errorf("expected bytes, got %v", err)
	} else if back, err := game.UnmarshalState(b); err != nil || !reflect.DeepEqual(back, s) {
		t.Errorf("expected the bytes to be read as\n%s\ngot\n%s\nand error %v", s, back, err)
	}
	if back, err := game.ParseState(s.String()); err != nil || !reflect.DeepEqual(back, s) {
		t.Errorf("expected the drawing to be read as\n%s\ngot\n%s\nand error %v", s, back, err)
	}
}

// describe puts an event into words.
func (s *scenario) describe(event game.Event) string {
	switch e := event.(type) {
	case game.Joined:
		return s.name(game.Joiner) + " joins"
	case game.TossOpened:
		return s.name(e.First) + " is first"
	case game.ShotFired:
		return fmt.Sprintf("%s fires at %s", s.name(e.By), s.state.Ruleset.TileName(e.Tile))
	case game.ShotAnswered:
		text := fmt.Sprintf("%s answers %s: miss", s.name(e.By), s.state.Ruleset.TileName(e.Tile))
		if e.Hit {
			text = strings.TrimSuffix(text, "miss") + "hit"
		}
		if e.Sunk != nil {
			class, placement := s.state.Ruleset.ShipString(*e.Sunk)
			text += fmt.Sprintf(", %s %s sunk", class, placement)
		}
		return text
	case game.Conceded:
		return s.name(e.By) + " concedes"
	case game.Challenged:
		return s.name(e.By) + " challenges"
	case game.DeadlinePassed:
		return fmt.Sprintf("%s let the deadline pass for its %s", s.name(e.By), e.Obligation)
	case game.ClaimOpened:
		also := ""
		if e.Second {
			also = " too"
		}
		return fmt.Sprintf("%s may claim%s until %d, reason %s", s.name(e.Claimant), also, e.Deadline, e.Reason)
	case game.ClaimProven:
		return fmt.Sprintf("%s has proven %s", s.name(e.By), s.state.Ruleset.FleetString(e.Fleet))
	case game.Withdrawn:
		return fmt.Sprintf("Withdrawn by %s, open until %d", s.name(game.Creator), e.Deadline)
	case game.Over:
		if e.HasWinner {
			return fmt.Sprintf("Over, %s wins, reason %s", s.name(e.Winner), e.Reason)
		}
		return fmt.Sprintf("Over, nobody wins, reason %s", e.Reason)
	case game.Cancelled:
		switch e.Cause {
		case game.CancelWithdrawn:
			return "Cancelled, withdrawn by " + s.name(game.Creator)
		case game.CancelExpired:
			return "Cancelled, nobody joined in time"
		case game.CancelDeclined:
			return "Cancelled, " + s.name(game.Joiner) + " declined"
		default:
			s.t.Fatalf("expected a cause, got %s", e.Cause)
			return ""
		}
	default:
		s.t.Fatalf("expected an event, got %T", event)
		return ""
	}
}

// now says what is owed now.
func (s *scenario) now() string {
	switch {
	case s.state.Phase.Ended():
		return fmt.Sprintf("[%s]\n", s.state.Phase)
	case s.state.Owes == game.OwesNothing:
		return fmt.Sprintf("[%s until %d]\n", s.state.Phase, s.state.Deadline)
	default:
		return fmt.Sprintf("[%s: %s by %s until %d]\n", s.state.Phase, s.state.Owes, s.name(s.state.Actor), s.state.Deadline)
	}
}

func refused(err error) string { return "refused: " + err.Error() + "\n" }

func (s *scenario) name(seat game.Seat) string { return s.cast[seat] }

func (s *scenario) seat(name string) game.Seat {
	i := slices.Index(s.cast, name)
	if i < 0 {
		s.t.Fatalf("expected one of %v, got %s", s.cast, name)
	}
	return game.Seat(i)
}

// tile is a tile by its name, or one that has none by its index.
func (s *scenario) tile(name string) game.Tile {
	if index, err := strconv.ParseUint(name, 10, 8); err == nil {
		return game.Tile(index)
	}
	tile, err := s.state.Ruleset.ParseTile(name)
	if errors.Is(err, game.ErrTile) {
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
