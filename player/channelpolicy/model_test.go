package channelpolicy_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

var whole = flag.Bool("whole", false, "explore larger games, too, which takes minutes")

// setting is a game that the model explores.
type setting struct {
	width, ship            int
	again, announce        bool
	kind                   string // hash, proven, or claims: proven and claims are kept
	first, honest          game.Seat
	allShots, gives, loses bool
	at                     int // where the honest player's ship begins
}

func (s setting) String() string {
	text := fmt.Sprintf("%s, %s, first %s, honest %s", s.board(), s.kind, s.first, s.honest)
	for _, f := range []struct {
		set  bool
		text string
	}{{s.again, "again"}, {s.announce, "announced"}} {
		if f.set {
			text += ", " + f.text
		}
	}
	return text
}

// board is what all games of one test have in common.
func (s setting) board() string {
	text := fmt.Sprintf("%dx1 ship of %d at %d", s.width, s.ship, s.at)
	for _, f := range []struct {
		set  bool
		text string
	}{{s.allShots, "any shot"}, {s.gives, "may give up"}, {s.loses, "may lose its log"}} {
		if f.set {
			text += ", " + f.text
		}
	}
	return text
}

// world makes the game of a setting.
func (s setting) world() *world {
	r := &game.Ruleset{
		ID: 99, Name: "small", Width: s.width, Height: 1, Touch: true, HitShootsAgain: s.again, AnnounceSunk: s.announce,
		Proven: s.kind != "hash", Classes: []game.ShipClass{{Name: "ship", Length: s.ship, Count: 1}},
	}
	var fleets [2]string
	fleets[s.honest] = r.FleetString(game.Fleet{{Origin: game.Tile(s.at)}})
	fleets[s.honest.Other()] = r.FleetString(game.Fleet{{}})
	w := newWorld(r, s.kind == "claims", s.first, s.honest, fleets)
	w.allShots, w.gives, w.loses = s.allShots, s.gives, s.loses
	return w
}

// settings are the games that are explored for a board: all kinds of rules, and two of the four orders of seats for
// each way to shoot and to announce, or all four with -whole.
func settings(board setting) []setting {
	var list []setting
	for i := range 4 {
		for _, kind := range []string{"hash", "proven", "claims"} {
			for seats := range 4 {
				if !*whole && (seats == 0 || seats == 3) != (i == 0 || i == 3) {
					continue
				}
				s := board
				s.again, s.announce, s.kind = i&1 > 0, i&2 > 0, kind
				s.first, s.honest = game.Seat(seats&1), game.Seat(seats>>1)
				list = append(list, s)
			}
		}
	}
	return list
}

// boards are the smallest games that have all kinds of states: one that the first hit ends, one in which each shot
// hits, and one with hits and misses.
func boards() [][]setting {
	list := [][]setting{
		settings(setting{width: 2, ship: 1, gives: true, allShots: true}),
		settings(setting{width: 2, ship: 2, gives: true, allShots: true}),
		settings(setting{width: 3, ship: 2, at: 1}),
		settings(setting{width: 2, ship: 1, loses: true}),
	}
	if *whole {
		list = append(list,
			settings(setting{width: 2, ship: 1, gives: true, loses: true}),
			settings(setting{width: 3, ship: 1, gives: true, allShots: true, at: 2}),
			settings(setting{width: 3, ship: 2, gives: true, allShots: true}),
			settings(setting{width: 3, ship: 2, gives: true, allShots: true, at: 1}),
			settings(setting{width: 4, ship: 1, gives: true, at: 3}),
			settings(setting{width: 4, ship: 2, at: 2}),
			settings(setting{width: 2, ship: 2, gives: true, allShots: true, loses: true}),
			settings(setting{width: 3, ship: 2, at: 1, loses: true}),
		)
	}
	return list
}

// TestModel goes through all runs of small games between an honest player, who looks up what to do in the table, and
// one that does whatever it can. Each run ends; the honest player never loses a game that it had won, or by anything
// but being sunk or giving up; it never loses a reward, shows its board or a tile for nothing, or submits more than one
// state; and nobody but a player takes a game on-chain. One that has lost its log may lose a reward, show a tile for
// nothing and submit more, and nothing else.
func TestModel(t *testing.T) {
	if testing.Short() {
		t.Skip("a search of all states takes seconds")
	}
	t.Parallel()
	for _, list := range boards() {
		t.Run(list[0].board(), func(t *testing.T) {
			t.Parallel()
			runs := 0
			ends := map[string]int{}
			for _, s := range list {
				e := explore(s.world(), honestRule())
				if e.broken != "" {
					t.Fatalf("%s: %s", s, e.broken)
				}
				runs += len(e.seen)
				for how, n := range e.ends {
					ends[how] += n
				}
			}
			t.Logf("%d games, %d states of runs\n%s", len(list), runs, strings.Join(counted(ends), "\n"))
		})
	}
}

func counted(ends map[string]int) []string {
	var lines []string
	for _, how := range slices.Sorted(maps.Keys(ends)) {
		lines = append(lines, fmt.Sprintf("%7d %s", ends[how], how))
	}
	return lines
}

// TestAttackModelFindsFaults seeds faults of the chain and of the player, one at a time. The model finds each.
func TestAttackModelFindsFaults(t *testing.T) {
	t.Parallel()
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			games := 0
			for _, list := range boards() {
				for _, s := range list {
					if s.loses != f.loses {
						continue
					}
					games++
					r := honestRule()
					f.makes(&r)
					if e := explore(s.world(), r); e.broken != "" {
						found, _, _ := strings.Cut(e.broken, "\n")
						if !strings.HasPrefix(found, f.found) {
							t.Errorf("expected the complaint that %s, got that %s", f.found, found)
						}
						t.Logf("in game %d, %s: %s", games, s, found)
						return
					}
				}
			}
			t.Errorf("expected the fault found, got %d games without a complaint", games)
		})
	}
}
