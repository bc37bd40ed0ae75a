package play_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
)

var (
	toss    = func(*testing.T, *table) {}
	shot    = func(t *testing.T, tab *table) { tab.at(t) }
	pending = func(t *testing.T, tab *table) { tab.at(t, "A1") }
	// last is the shot that sinks the destroyer.
	last     = func(t *testing.T, tab *table) { tab.at(t, "A9", "A1", "B9") }
	conceded = func(t *testing.T, tab *table) {
		tab.at(t)
		next, _, err := game.Step(tab.State, game.Concede{By: game.Joiner}, height)
		if err != nil {
			t.Fatal(err)
		}
		tab.State = next
	}
)

// TestMoves is the table of what moves do: their events, or why they are refused, and the work that was paid for.
func TestMoves(t *testing.T) {
	destroyer, fired := game.Ship{Class: 4, Origin: 80}, game.ShotFired{By: game.Joiner, Tile: 99}
	hit := func(tile game.Tile, sunk *game.Ship) game.Event {
		return game.ShotAnswered{By: game.Joiner, Tile: tile, Hit: true, Sunk: sunk}
	}
	tossWork, openingWork := play.Work{For: "toss", Hashes: 2}, play.Work{For: "opening", Hashes: 6}
	for name, tc := range map[string]struct {
		given func(t *testing.T, tab *table)
		// change makes the move of what would be the honest opening, if one is owed.
		change func(tab *table, m *play.Move)
		by     game.Seat
		events []game.Event
		want   error
		paid   []play.Work
	}{
		"a toss that is opened": {
			given: toss, events: []game.Event{game.TossOpened{First: game.Creator}}, paid: []play.Work{tossWork},
		},
		"a toss that is opened with a shot": {
			given: toss, change: func(_ *table, m *play.Move) { m.Target = "J10" }, paid: []play.Work{tossWork},
			events: []game.Event{
				game.TossOpened{First: game.Creator}, game.ShotFired{By: game.Creator, Tile: 99},
			},
		},
		"a toss of a rematch": {
			given: toss, change: func(tab *table, _ *play.Move) { tab.First = new(game.Seat); *tab.First = game.Joiner },
			events: []game.Event{game.TossOpened{First: game.Joiner}}, paid: []play.Work{tossWork},
		},
		"a toss in the block of the join": {
			given: toss, change: func(tab *table, _ *play.Move) { tab.JoinedHeight = height }, want: game.ErrTurn,
		},
		"a toss with a sunk ship": {
			given: toss, change: func(_ *table, m *play.Move) { m.Sunk = &play.Ship{} }, want: play.ErrMove,
		},
		"a toss with a short salt": {
			given: toss, change: func(_ *table, m *play.Move) { m.Opening.Salt = nil }, want: commitment.ErrSalt,
			paid: []play.Work{tossWork},
		},
		"a toss with another salt": {
			given: toss, change: func(_ *table, m *play.Move) { m.Opening.Salt[0]++ }, want: commitment.ErrOpening,
			paid: []play.Work{tossWork},
		},
		"a toss with the content of a tile": {
			given: toss, change: func(_ *table, m *play.Move) { m.Opening.Content = 1 }, want: commitment.ErrContent,
			paid: []play.Work{tossWork},
		},
		"a toss opened by the joiner": {
			given: toss, by: game.Joiner, want: game.ErrTurn, paid: []play.Work{tossWork},
		},
		"a toss and a shot at no tile": {
			given: toss, change: func(_ *table, m *play.Move) { m.Target = "K1" }, want: game.ErrTile,
			paid: []play.Work{tossWork},
		},

		"a shot": {
			given: shot, change: func(_ *table, m *play.Move) { *m = play.Move{Target: "J10"} },
			events: []game.Event{game.ShotFired{By: game.Creator, Tile: 99}},
		},
		"a shot out of turn": {
			given: shot, by: game.Joiner, change: func(_ *table, m *play.Move) { *m = play.Move{Target: "J10"} },
			want: game.ErrTurn,
		},
		"a shot at no tile": {
			given: shot, change: func(_ *table, m *play.Move) { *m = play.Move{Target: "a1"} }, want: game.ErrTile,
		},
		"an answer that nobody owes": {given: shot, want: game.ErrTurn},

		"an answer": {
			given: pending, by: game.Joiner, events: []game.Event{hit(0, nil)}, paid: []play.Work{openingWork},
		},
		"an answer with a shot": {
			given: pending, by: game.Joiner, change: func(_ *table, m *play.Move) { m.Target = "J10" },
			events: []game.Event{hit(0, nil), fired}, paid: []play.Work{openingWork},
		},
		"an answer by the other player": {given: pending, by: game.Creator, want: game.ErrTurn},
		"a shot without the answer": {
			given: pending, by: game.Joiner, change: func(_ *table, m *play.Move) { *m = play.Move{Target: "J10"} },
			want: game.ErrTurn,
		},
		"a false answer": {
			given: pending, by: game.Joiner, change: func(_ *table, m *play.Move) { m.Opening.Content = 0 },
			want: commitment.ErrOpening, paid: []play.Work{openingWork},
		},
		"an answer with the content of a toss": {
			given: pending, by: game.Joiner, change: func(_ *table, m *play.Move) { m.Opening.Content = 2 },
			want: commitment.ErrContent, paid: []play.Work{openingWork},
		},
		"an answer with a content that is none": {
			given: pending, by: game.Joiner, change: func(_ *table, m *play.Move) { m.Opening.Content = 257 },
			want: play.ErrMove, paid: []play.Work{openingWork},
		},
		"an answer with another salt": {
			given: pending, by: game.Joiner, change: func(_ *table, m *play.Move) { m.Opening.Salt[31]++ },
			want: commitment.ErrOpening, paid: []play.Work{openingWork},
		},
		"an answer with a longer path": {
			given: pending, by: game.Joiner,
			change: func(_ *table, m *play.Move) { m.Opening.Path = append(m.Opening.Path, m.Opening.Salt) },
			want:   commitment.ErrPath, paid: []play.Work{openingWork},
		},
		"an answer with another player's board": {
			given: pending, by: game.Joiner, change: func(tab *table, m *play.Move) {
				m.Opening = opened(tab.boards[game.Creator].Open(tab.State.Pending))
			},
			want: commitment.ErrOpening, paid: []play.Work{openingWork},
		},

		"a sinking": {
			given: last, by: game.Joiner, events: []game.Event{hit(81, &destroyer)}, paid: []play.Work{openingWork},
		},
		"a sinking in silence": {
			given: last, by: game.Joiner, change: func(_ *table, m *play.Move) { m.Sunk = nil },
			events: []game.Event{hit(81, nil)}, paid: []play.Work{openingWork},
		},
		"a sinking of no class": {
			given: last, by: game.Joiner, change: func(_ *table, m *play.Move) { m.Sunk.Class = "raft" }, want: game.ErrSunk,
		},
		"a sinking off the board": {
			given: last, by: game.Joiner, change: func(_ *table, m *play.Move) { m.Sunk.Placement = "K9h" },
			want: game.ErrSunk,
		},
		"a sinking of a ship afloat": {
			given: last, by: game.Joiner, change: func(_ *table, m *play.Move) { m.Sunk.Class = "carrier" },
			want: game.ErrSunkEarly,
		},

		"a move when a claim is owed": {given: conceded, want: game.ErrPhase},
	} {
		t.Run(name, func(t *testing.T) {
			tab := newTable(t, game.Classic())
			tc.given(t, tab)
			m, by := tab.reveal(), tab.player(tc.by)
			if tc.change != nil {
				tc.change(tab, &m)
			}
			if err := m.Validate(); err != nil {
				t.Fatal(err)
			}
			var paid []play.Work
			before := tab.State
			next, events, err := tab.Move(by, m, height, func(w play.Work) { paid = append(paid, w) })
			if !errors.Is(err, tc.want) {
				t.Fatalf("expected %v, got %v", tc.want, err)
			}
			if !reflect.DeepEqual(events, tc.events) {
				t.Errorf("expected %+v, got %+v", tc.events, events)
			}
			if !reflect.DeepEqual(paid, tc.paid) {
				t.Errorf("expected work %+v, got %+v", tc.paid, paid)
			}
			if err != nil && !reflect.DeepEqual(next, before) {
				t.Errorf("expected the game as it was\n%s\ngot\n%s", before, next)
			}
		})
	}
}

func TestMovesThatAreWrongInEveryGame(t *testing.T) {
	for name, tc := range map[string]struct {
		move play.Move
		want error
	}{
		"an opening":                   {play.Move{Opening: &play.Opening{}}, nil},
		"a shot":                       {play.Move{Target: "A1"}, nil},
		"an opening and a ship":        {play.Move{Opening: &play.Opening{}, Sunk: &play.Ship{}}, nil},
		"nothing":                      {play.Move{}, play.ErrEmpty},
		"a ship alone":                 {play.Move{Sunk: &play.Ship{}}, play.ErrEmpty},
		"a shot and a ship, no answer": {play.Move{Sunk: &play.Ship{}, Target: "A1"}, play.ErrMove},
	} {
		if err := tc.move.Validate(); !errors.Is(err, tc.want) {
			t.Errorf("%s: expected %v, got %v", name, tc.want, err)
		}
	}
}

// TestClaims is the table of what claims do.
func TestClaims(t *testing.T) {
	work := []play.Work{{For: "audit", Hashes: 395}}
	for name, tc := range map[string]struct {
		given  func(t *testing.T, tab *table)
		change func(tab *table, c *play.Claim)
		by     game.Seat
		want   error
		paid   []play.Work
	}{
		"a claim":              {given: conceded, paid: work},
		"a claim in play":      {given: shot, want: game.ErrPhase},
		"a claim by the loser": {given: conceded, by: game.Joiner, want: game.ErrTurn},
		"a claim without a fleet": {
			given: conceded, change: func(_ *table, c *play.Claim) { c.Fleet = nil }, want: game.ErrAudit,
		},
		"a claim with another secret": {
			given: conceded, change: func(_ *table, c *play.Claim) { c.Secret = make([]byte, 32) },
			want: commitment.ErrAudit, paid: work,
		},
		"a claim with half a secret": {
			given: conceded, change: func(_ *table, c *play.Claim) { c.Secret = c.Secret[:16] },
			want: commitment.ErrSecret, paid: work,
		},
		"a claim of a board with a ship missing": {
			given: conceded, want: commitment.ErrAudit, paid: work,
			change: func(tab *table, c *play.Claim) { tab.boards[0] = tab.boards[0].Without(c.Fleet[4]) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			tab := newTable(t, game.Classic())
			tc.given(t, tab)
			claim := play.Claim{Fleet: tab.boards[tc.by].Fleet, Secret: tab.boards[tc.by].Secret}
			if tc.change != nil {
				tc.change(tab, &claim)
			}
			var paid []play.Work
			before := tab.State
			next, _, err := tab.Claim(tab.player(tc.by), claim, height, func(w play.Work) { paid = append(paid, w) })
			if !errors.Is(err, tc.want) || !reflect.DeepEqual(paid, tc.paid) {
				t.Fatalf("expected %v and work %+v, got %v and %+v", tc.want, tc.paid, err, paid)
			}
			if err != nil && !reflect.DeepEqual(next, before) {
				t.Errorf("expected the game as it was\n%s\ngot\n%s", before, next)
			}
			if winner, over := next.Winner(); err == nil && (!over || winner != tc.by) {
				t.Errorf("expected the %s to win, got\n%s", tc.by, next)
			}
		})
	}
}
