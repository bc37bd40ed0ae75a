package meleetable_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text/meleetable"
)

var update = flag.Bool("update", false, "record the output in testdata anew; commit only what you understand")

// tableNames are more than any table has.
var tableNames = strings.Fields(
	"alice bob carol dave erin frank grace heidi ivan judy kim leo mallory nina oscar peggy")

// show plays a melee and writes its transcript.
type show struct {
	t          *testing.T
	state      melee.State
	transcript meleetable.Transcript
	fleets     []game.Fleet
	height     int64
	out        strings.Builder
}

// open opens a melee with a fleet for each player.
func open(t *testing.T, fleets ...string) *show {
	t.Helper()
	s := &show{t: t, height: 1}
	s.transcript.Names = tableNames[:len(fleets)]
	var err error
	if s.state, err = melee.NewState(melee.Ruleset(), game.Clock{OpenBlocks: 100, TurnBlocks: 10, ClaimBlocks: 20},
		len(fleets), s.height); err != nil {
		t.Fatal(err)
	}
	for _, tiles := range fleets {
		fleet, err := s.state.Ruleset.ParseFleet(tiles)
		if err != nil {
			t.Fatal(err)
		}
		s.fleets = append(s.fleets, fleet)
	}
	return s
}

// do executes an action in the next block, and writes its events.
func (s *show) do(a melee.Action) {
	s.t.Helper()
	s.height = min(s.height+1, s.state.Deadline)
	if _, expires := a.(melee.Expire); expires {
		s.height = s.state.Deadline + 1
	}
	next, events, err := melee.Step(s.state, a, s.height)
	if err != nil {
		s.t.Fatalf("%#v: %v", a, err)
	}
	s.state = next
	for _, event := range events {
		for _, line := range s.transcript.Lines(event, s.state, s.height) {
			s.out.WriteString(line + "\n")
		}
	}
}

// begin fills the table and confirms for all players.
func (s *show) begin() {
	for range len(s.fleets) - 1 {
		s.do(melee.Join{})
	}
	s.each(func(by melee.Seat) melee.Action { return melee.Confirm{By: by} })
}

// each executes an action of every player with an obligation.
func (s *show) each(act func(melee.Seat) melee.Action) {
	for by := range s.state.Owes.All() {
		s.do(act(by))
	}
}

// fire plays a round up to its reports.
func (s *show) fire(targets ...string) {
	s.each(func(by melee.Seat) melee.Action { return melee.Aim{By: by} })
	s.open(targets...)
}

// open opens all aims.
func (s *show) open(targets ...string) {
	s.each(func(by melee.Seat) melee.Action {
		tile, err := s.state.Ruleset.ParseTile(targets[by])
		if err != nil {
			s.t.Fatal(err)
		}
		return melee.Fire{By: by, Tile: tile}
	})
}

// report executes all reports that are due.
func (s *show) report() { s.each(s.answer) }

// answer returns an honest report.
func (s *show) answer(by melee.Seat) melee.Action {
	tiles, err := s.state.Ruleset.FleetTiles(s.fleets[by])
	if err != nil {
		s.t.Fatal(err)
	}
	return melee.Report{By: by, Hits: s.state.Volley().Intersect(tiles)}
}

// draw adds the boards to the transcript.
func (s *show) draw() { s.out.WriteString("\n" + s.transcript.Draw(s.state) + "\n\n") }

// check compares the transcript with a recorded one.
func (s *show) check(name string) {
	s.t.Helper()
	path := filepath.Join("testdata", name+".txt")
	got := s.out.String()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			s.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	if got != string(want) {
		s.t.Errorf("%s: expected\n%s\ngot\n%s", path, want, got)
	}
}

// TestEventTexts plays a melee of three from the first join to the end.
func TestEventTexts(t *testing.T) {
	s := open(t, "A1h,A2h,A3h,A4h", "A1h,A2h,A3h,J10h", "A10h,E10h,H10h,J9h")
	s.begin()
	s.fire("J9", "B1", "J9")
	s.draw()
	s.do(s.answer(1))
	s.draw()
	s.report()
	s.transcript.Fleets = []game.Fleet{s.fleets[0]}
	s.draw()
	s.do(melee.Expire{}) // most players have not aimed: the clock starts again
	s.fire("E5", "E6", "E6")
	s.report()
	s.do(melee.Aim{By: 0})
	s.do(melee.Aim{By: 2})
	s.do(melee.Expire{}) // bob has a strike
	s.do(melee.Concede{By: 1})
	s.open("F5", "-", "F6")
	s.report()
	s.fire("A10", "-", "B10")
	s.draw()
	s.do(s.answer(0))
	s.do(melee.Expire{})
	s.do(melee.Claim{By: 0, Fleet: s.fleets[0]})
	s.draw()
	s.check("told")
}

// TestAnnouncedSinking plays a draw of two who sink together.
func TestAnnouncedSinking(t *testing.T) {
	s := open(t, "A1h,A2h,A3h,A4h", "A1h,A2h,A3h,A4h")
	s.begin()
	for _, tile := range []string{"A1", "B1", "C1", "D1", "A2", "B2", "C2", "A3", "B3", "A4"} {
		s.fire(tile, tile)
		s.report()
	}
	s.each(func(by melee.Seat) melee.Action { return melee.Claim{By: by, Fleet: s.fleets[by]} })
	s.draw()
	s.check("sinking")
}

// TestBombsThatNeverFell ends a round before its reports: its volley is not in the transcript.
func TestBombsThatNeverFell(t *testing.T) {
	s := open(t, "A1h,A2h,A3h,A4h", "A1h,A2h,A3h,A4h")
	s.begin()
	s.each(func(by melee.Seat) melee.Action { return melee.Aim{By: by} })
	s.do(melee.Fire{By: 0, Tile: 5})
	s.do(melee.Concede{By: 1})
	if got := s.out.String(); strings.Contains(got, "round 1:") || strings.Contains(got, "F1") {
		t.Errorf("expected no word of a bomb that did not fall, got\n%s", got)
	}
}

// TestRegressionBlocksAreInOneColumn has a long line about a player with a long name: the block of the last line of a
// cancelled melee was beside the column.
func TestRegressionBlocksAreInOneColumn(t *testing.T) {
	s := open(t, "A1h,A2h,A3h,A4h", "A1h,A2h,A3h,A4h")
	s.transcript.Names = []string{"ship1abcd...wxyz", "bob"}
	s.do(melee.Leave{By: 0})
	s.do(melee.Expire{})
	out := s.out.String()
	for line := range strings.Lines(out) {
		if i := strings.Index(line, "  block "); i >= 0 && i != 62 {
			t.Errorf("expected the block in column 62, got %d: %q", i, line)
		}
	}
	if want := "left; a pending join can still"; !strings.Contains(out, want) {
		t.Errorf("expected %q in\n%s", want, out)
	}
}

// TestWidth plays whole melees, and checks the length of every line and the hits of every drawing.
func TestWidth(t *testing.T) {
	for _, width := range []int{40, 80, 120} {
		for _, players := range []int{2, 4, 16} {
			rng := rand.New(rand.NewPCG(uint64(width), uint64(players)))
			var fleets []string
			for range players {
				fleet, err := game.RandomFleet(melee.Ruleset(), rng.IntN)
				if err != nil {
					t.Fatal(err)
				}
				fleets = append(fleets, melee.Ruleset().FleetString(fleet))
			}
			s := open(t, fleets...)
			s.transcript.Width = width
			s.begin()
			for s.state.Stage == melee.StageAim {
				free := s.state.Free()
				targets := make([]string, players)
				for i := range targets {
					for tile := range free.All() {
						if targets[i] == "" || rng.IntN(free.Len()) == 0 {
							targets[i] = s.state.Ruleset.TileName(tile)
						}
					}
				}
				s.fire(targets...)
				s.report()
				boards := s.transcript.Draw(s.state)
				hits := 0
				for _, p := range s.state.Players {
					hits += p.Hits.Len()
				}
				if got := strings.Count(boards, "x") + strings.Count(boards, "#"); got != hits {
					t.Fatalf("expected %d hits, got %d in\n%s", hits, got, boards)
				}
				s.out.WriteString(boards + "\n")
			}
			for line := range strings.Lines(s.out.String()) {
				line = strings.TrimSuffix(line, "\n")
				text, _, _ := strings.Cut(line, "  block ")
				if text = strings.TrimRight(text, " "); len(text) > width && width > 40 {
					t.Errorf("expected at most %d characters, got %d: %q", width, len(text), text)
				}
				if strings.HasSuffix(line, " ") {
					t.Errorf("expected no space at the end of %q", line)
				}
			}
		}
	}
}

// TestNames draws a seat without a name by its number.
func TestNames(t *testing.T) {
	s := open(t, "A1h,A2h,A3h,A4h", "A1h,A2h,A3h,A4h", "A1h,A2h,A3h,A4h")
	s.transcript.Names = []string{"alice", "", "carol"}
	s.begin()
	if got := s.transcript.Draw(s.state); !strings.Contains(got, "alice        player 2     carol") {
		t.Errorf("expected three names, got\n%s", got)
	}
	if got := s.transcript.Draw(melee.State{}); got != "" {
		t.Errorf("expected no boards of no melee, got %q", got)
	}
}
