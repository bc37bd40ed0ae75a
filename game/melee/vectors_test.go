package melee_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

const vectorsPath = "testdata/vectors.json"

// The vectors of melees as they stand in JSON.
type (
	vectors struct {
		Format []string      `json:"format"`
		Melees []meleeVector `json:"melees"`
	}
	// meleeVector is a whole melee.
	meleeVector struct {
		Name        string       `json:"name"`
		RulesetID   uint32       `json:"ruleset_id"`
		Players     int          `json:"players"`
		Height      int64        `json:"height"`
		OpenBlocks  int64        `json:"open_blocks"`
		TurnBlocks  int64        `json:"turn_blocks"`
		ClaimBlocks int64        `json:"claim_blocks"`
		Opened      string       `json:"opened"`
		State       string       `json:"state"`
		Steps       []stepVector `json:"steps"`
		Outcome     outcome      `json:"outcome"`
	}
	// stepVector is one action and what came of it.
	stepVector struct {
		Height   int64         `json:"height"`
		Action   actionVector  `json:"action"`
		Error    string        `json:"error,omitempty"`
		Events   []eventVector `json:"events,omitempty"`
		Progress string        `json:"progress,omitempty"`
	}
	actionVector struct {
		Kind  string   `json:"kind"`
		By    *int     `json:"by,omitempty"`
		Tile  string   `json:"tile,omitempty"`
		Hits  []string `json:"hits,omitempty"`
		Fleet string   `json:"fleet,omitempty"`
	}
	eventVector struct {
		Name string `json:"name"`
		// By is the seat that an event is about, Place the one that a declined event has closed.
		By       *int     `json:"by,omitempty"`
		Place    *int     `json:"place,omitempty"`
		Stage    string   `json:"stage,omitempty"`
		Round    int      `json:"round,omitempty"`
		Owes     *[]int   `json:"owes,omitempty"`
		Deadline int64    `json:"deadline,omitempty"`
		Tile     string   `json:"tile,omitempty"`
		Hits     []string `json:"hits,omitempty"`
		How      string   `json:"how,omitempty"`
		Cause    string   `json:"cause,omitempty"`
		Kept     string   `json:"kept,omitempty"`
		Fleet    string   `json:"fleet,omitempty"`
		Emptied  bool     `json:"emptied,omitempty"`
		// Unreported and Winners are sets of seats.
		Unreported []int  `json:"unreported,omitempty"`
		Winners    *[]int `json:"winners,omitempty"`
	}
	outcome struct {
		Ranking  []int  `json:"ranking"`
		Winners  []int  `json:"winners,omitempty"`
		Kept     string `json:"kept,omitempty"`
		Consoled []int  `json:"consoled,omitempty"`
		Refunded []int  `json:"refunded,omitempty"`
	}
)

// vectorFormat describes the file to whoever reads it without this package.
var vectorFormat = strings.Split(strings.TrimSpace(`
Vectors for the rules of melees. Each is a whole melee, from its opening at a height to its end: actions in the blocks
of their heights, what came of each, and the canonical bytes after it. An action with an error is refused and changes
nothing; the error names its kind. Seats are numbers from 0, tiles are named like B7, fleets as placements in the order
of classes. 'opened' and 'progress' are the progress bytes in hexadecimal, 'state' the whole of the last state:

state    = u8 1 || u32 ruleset id || u64 turn blocks || u64 claim blocks || progress
progress = u8 stage || u8 flags (1 extended, 2 withdrawn, 4 emptied) || u8 round || u64 deadline || u16 owes
        || u16 struck || u16 unreported || u16 proven || u16 kept numerator || u16 kept denominator
        || u8 number of seats || bombed tiles || for each seat: u8 standing || u8 round || u8 target plus 1, or 0
        || tiles that were hit
A set of seats has bit i for seat i. A set of tiles has as many bytes as 8 tiles each need; tile i, which is row*width +
column, is bit i%8 of byte i/8, the lowest bit first. Integers are big-endian.
stage    = 1 open, 2 ready, 3 aim, 4 fire, 5 report, 6 claim, 7 second-claim, 8 over, 9 cancelled
standing = 0 vacant, 1 closed, 2 afloat, 3 absent, 4 sunk, 5 scuttled, 6 conceded, 7 unproven

'outcome' is what the end brings: ranks by seat from 1 (0: was not in the first round), who shares which part of the
pot, who gets a consolation, and, if nobody has won, whose stakes come back.
`), "\n")

// stories are the melees of the vectors, in the language of the scenarios.
var stories = []struct{ name, script string }{
	{"three places of four, a strike, a concession, a win", `
		cast alice bob carol
		height 100
		new 4 50 10 20
		alice fleet A1h,A2h,A3h,A4h
		bob fleet A1h,A2h,A3h,J10h
		carol fleet A10h,E10h,H10h,J9h
		alice leave
		join
		later 3
		join
		bob leave
		join
		bob aim
		decline
		join
		all confirm
		alice fire A1
		alice aim
		alice aim
		later 1
		bob aim
		pass
		alice fire J10
		alice fire A1
		bob fire A1
		alice report B1
		alice report A1
		bob report
		carol report nothing
		all aim
		bob concede
		alice fire A1
		all fire A10 B1
		later 2
		all report
		round J9 C10
		round B10 D1
		round D10 A2
		round E10 B2
		round F10 C2
		round G10 A3
		round H10 B3
		round I10 J1
		carol claim
		alice claim A1h,A2h,A3h,J10h
		alice claim`},
	{"two sink together and draw", `
		cast alice bob
		height 7
		begin 50 10 20
		alice fleet A1v,B1v,C1v,D1h
		bob fleet A1v,B1v,D1v,C1h
		round A1 B1
		round A2 B2
		round A3 B3
		round A4 C1
		round C2 D2
		round D1 D1
		bob claim
		alice claim`},
	{"most are silent, the rest play on, the first claims are missed", `
		cast alice bob carol dave erin
		height 1
		begin 50 10 20
		alice fleet A1h,A2h,A3h,A4h
		bob fleet E1h,E2h,E3h,E4h
		alice aim
		bob aim
		pass
		pass
		all fire A1 E1
		all report
		round B1 F1
		round C1 G1
		round D1 H1
		round A2 E2
		round B2 F2
		round C2 G2
		round A3 E3
		round B3 F3
		round A4 J9
		bob concede
		pass
		alice claim
		bob claim`},
	{"all are silent, boards stand in for reports", `
		cast alice bob carol
		height 1
		begin 50 10 20
		alice fleet A1h,A2h,A3h,A4h
		bob fleet A1h,A2h,A3h,J10h
		all aim
		all fire A1 B1 C1
		pass
		pass
		alice claim
		pass`},
	{"nobody proves a board", `
		cast alice bob carol
		height 1
		begin 50 10 20
		carol concede
		all aim
		bob concede
		pass
		pass`},
	{"too few confirm", `
		cast alice bob
		height 1
		new 2 50 10 20
		join
		bob confirm
		pass`},
}

// TestVectors plays the recorded melees, whose bytes and rules other languages rely on: they never change.
func TestVectors(t *testing.T) {
	v := vectors{Format: vectorFormat}
	for _, story := range stories {
		v.Melees = append(v.Melees, recordStory(t, story.name, story.script))
	}
	got, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(vectorsPath, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(vectorsPath)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("expected the vectors in %s, got others; -update shows the difference", vectorsPath)
	}
}

// recordStory plays a script and records it.
func recordStory(t *testing.T, name, script string) meleeVector {
	t.Helper()
	v := meleeVector{Name: name}
	s := &scenario{t: t}
	s.record = func(a melee.Action, events []melee.Event, err error) {
		step := stepVector{Height: s.height, Action: actionOf(s.state.Ruleset, a), Error: errorKind(t, err)}
		for _, event := range events {
			step.Events = append(step.Events, eventOf(t, s.state.Ruleset, event))
		}
		if err == nil {
			step.Progress = hex.EncodeToString(s.state.AppendProgress(nil))
		}
		v.Steps = append(v.Steps, step)
	}
	for line := range strings.Lines(strings.TrimSpace(script)) {
		words := strings.Fields(line)
		// What opens the melee is no action.
		if words[0] == "new" || words[0] == "begin" {
			players := s.openFor(words)
			v.open(t, s.state, s.height, players)
			if words[0] == "begin" {
				for range len(s.cast) - 1 {
					s.step(melee.Join{})
				}
				s.all("confirm", nil)
			}
			continue
		}
		s.run(words)
	}
	if !s.state.Stage.Ended() {
		t.Fatalf("%s: expected an end, got\n%s", name, s.state)
	}
	whole, err := s.state.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	v.State = hex.EncodeToString(whole)
	v.Outcome.Ranking = s.state.Ranking()
	if o, over := s.state.Outcome(); over {
		v.Outcome.Winners, v.Outcome.Consoled, v.Outcome.Refunded = seatList(o.Winners), seatList(o.Consoled),
			seatList(o.Refunded)
		v.Outcome.Kept = o.Kept.String()
	}
	return v
}

// openFor opens a melee as the command new or begin says, and returns for how many.
func (s *scenario) openFor(words []string) int {
	players, clock := len(s.cast), words[1:]
	if words[0] == "new" {
		players, clock = int(s.number(words[1])), words[2:]
	}
	s.open(players, s.number(clock[0]), s.number(clock[1]), s.number(clock[2]))
	return players
}

// open notes what a melee was opened as.
func (v *meleeVector) open(t *testing.T, s melee.State, height int64, players int) {
	t.Helper()
	v.RulesetID, v.Players, v.Height = s.Ruleset.ID, players, height
	v.OpenBlocks, v.TurnBlocks, v.ClaimBlocks = s.Deadline-height, s.Clock.TurnBlocks, s.Clock.ClaimBlocks
	v.Opened = hex.EncodeToString(s.AppendProgress(nil))
}

// errorKind names the kind of an error by its sentence.
func errorKind(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	for _, kind := range []error{
		game.ErrPhase, game.ErrTurn, game.ErrSeat, game.ErrLate, game.ErrNotLate, game.ErrTile, game.ErrTileTaken,
		game.ErrAudit, melee.ErrReport,
	} {
		if errors.Is(err, kind) {
			return kind.Error()
		}
	}
	t.Fatalf("expected an error of a known kind, got %v", err)
	return ""
}

// actionOf writes an action.
func actionOf(r *game.Ruleset, a melee.Action) actionVector {
	v := actionVector{Kind: melee.KindName(a)}
	by := func(seat melee.Seat) *int { n := int(seat); return &n }
	switch a := a.(type) {
	case melee.Leave:
		v.By = by(a.By)
	case melee.Confirm:
		v.By = by(a.By)
	case melee.Aim:
		v.By = by(a.By)
	case melee.Fire:
		v.By, v.Tile = by(a.By), r.TileName(a.Tile)
	case melee.Report:
		v.By, v.Hits = by(a.By), tileList(r, a.Hits)
	case melee.Concede:
		v.By = by(a.By)
	case melee.Claim:
		v.By, v.Fleet = by(a.By), r.FleetString(a.Fleet)
	}
	return v
}

// eventOf writes an event.
func eventOf(t *testing.T, r *game.Ruleset, event melee.Event) eventVector {
	t.Helper()
	by := func(seat melee.Seat) *int { n := int(seat); return &n }
	list := func(seats melee.Seats) *[]int {
		l := seatList(seats)
		if l == nil {
			l = []int{}
		}
		return &l
	}
	switch e := event.(type) {
	case melee.Joined:
		return eventVector{Name: "joined", By: by(e.By)}
	case melee.Declined:
		return eventVector{Name: "declined", Place: by(e.Place)}
	case melee.Left:
		return eventVector{Name: "left", By: by(e.By)}
	case melee.Withdrawn:
		return eventVector{Name: "withdrawn", By: by(e.By), Deadline: e.Deadline}
	case melee.Confirmed:
		return eventVector{Name: "confirmed", By: by(e.By)}
	case melee.Cancelled:
		return eventVector{Name: "cancelled", Cause: e.Cause.String()}
	case melee.StageBegan:
		return eventVector{
			Name: "stage began", Stage: e.Stage.String(), Round: e.Round, Owes: list(e.Owes), Deadline: e.Deadline,
		}
	case melee.StageExtended:
		return eventVector{Name: "stage extended", Deadline: e.Deadline}
	case melee.Aimed:
		return eventVector{Name: "aimed", By: by(e.By)}
	case melee.Fired:
		return eventVector{Name: "fired", By: by(e.By), Tile: r.TileName(e.Tile)}
	case melee.Reported:
		return eventVector{Name: "reported", By: by(e.By), Hits: tileList(r, e.Hits)}
	case melee.Strike:
		return eventVector{Name: "strike", By: by(e.By)}
	case melee.Lost:
		return eventVector{Name: "lost", By: by(e.By), Round: e.Round, How: e.How.String()}
	case melee.Forfeited:
		return eventVector{Name: "forfeited", Kept: e.Kept.String()}
	case melee.PlayEnded:
		return eventVector{Name: "play ended", Emptied: e.Emptied, Unreported: seatList(e.Unreported)}
	case melee.Proven:
		return eventVector{Name: "proven", By: by(e.By), Fleet: r.FleetString(e.Fleet), Owes: list(e.Owes)}
	case melee.Over:
		return eventVector{Name: "over", Winners: list(e.Winners), Kept: e.Kept.String()}
	default:
		t.Fatalf("expected an event, got %T", event)
		return eventVector{}
	}
}

// seatList lists the seats of a set.
func seatList(seats melee.Seats) []int {
	var list []int
	for seat := range seats.All() {
		list = append(list, int(seat))
	}
	return list
}

// tileList lists the tiles of a set.
func tileList(r *game.Ruleset, tiles game.Set) []string {
	var list []string
	for tile := range tiles.All() {
		list = append(list, r.TileName(tile))
	}
	return list
}
