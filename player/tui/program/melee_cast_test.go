package program_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// guests are who may sit at a table beside alice.
var guests = []string{
	"alice", "bob", "carol", "dave", "ship1q0x...7ps4", "erin", "frank", "grace", "heidi", "ivan", "judy", "mallory",
	"niaj", "olivia", "peggy", "rupert",
}

// meleeFleets are fleets of some of them; the others have the last one.
var meleeFleets = []string{"A3h,F2h,H5v,J9h", "B5h,B7h,B9h,J1h", "E5v,G1h,A9h,J10h", "A1h,A3h,A5h,A7h"}

// table is a melee that is told by the steps in it, seen by alice.
type table struct {
	t      testing.TB
	fleets []game.Fleet
	tui.Melee
}

// newTable opens a melee of alice's for so many at block 100, with a clock of 60 blocks of a second.
func newTable(t testing.TB, players int) *table {
	r := melee.Ruleset()
	state, err := melee.NewState(r, game.Clock{OpenBlocks: 600, TurnBlocks: 60, ClaimBlocks: 120}, players, 100)
	require.NoError(t, err)
	s := &table{t: t}
	s.Melee = tui.Melee{
		ID: 30, State: state, Height: 100, BlockMillis: 1000, Stakes: "stake 5 SHIP each",
		Names: make([]string, players), Fleets: make([]game.Fleet, players), Shares: make([]string, players),
		Risks: tui.Risks{
			tui.Leave{}:   "You get back 5 SHIP.",
			tui.Confirm{}: text.Sentence(text.Bound) + " Your stake of 5 SHIP is played for.",
			tui.Concede{}: "Your stake of 5 SHIP stays in the pot. This cannot be taken back.",
		},
	}
	for seat := range players {
		s.fleets = append(s.fleets, fleetOf(t, r, meleeFleets[min(seat, len(meleeFleets)-1)]))
	}
	s.Names[0], s.Fleets[0] = guests[0], s.fleets[0]
	return s
}

// do takes steps in the next block.
func (s *table) do(actions ...melee.Action) *table {
	s.t.Helper()
	s.Height++
	for _, action := range actions {
		state, events, err := melee.Step(s.State, action, s.Height)
		require.NoError(s.t, err)
		s.State = state
		for _, event := range events {
			s.Log = append(s.Log, tui.MeleeEntry{Height: s.Height, Event: event})
			s.Answers.Add(event, state)
		}
	}
	return s
}

// join lets so many join.
func (s *table) join(n int) *table {
	for range n {
		s.do(melee.Join{})
		s.Names[slices.Index(s.Names, "")] = guests[s.State.Seats(melee.Afloat).Len()-1]
	}
	return s
}

// begin lets all join and confirm.
func (s *table) begin() *table {
	s.join(len(s.State.Players) - 1)
	for seat := range s.State.Owes.All() {
		s.do(melee.Confirm{By: seat})
	}
	return s
}

// aim lets the players afloat aim, in the order of the seats; "-" is one who does not.
func (s *table) aim(tiles ...string) *table {
	s.t.Helper()
	i := 0
	for seat := range s.State.Seats(melee.Afloat).All() {
		if tiles[i%len(tiles)] != "-" {
			s.do(melee.Aim{By: seat})
			if seat == s.Me {
				s.Target, s.HasTarget = s.tile(tiles[i%len(tiles)]), true
			}
		}
		i++
	}
	return s
}

func (s *table) tile(name string) game.Tile {
	s.t.Helper()
	return tileIn(s.t, melee.Ruleset(), name)
}

func tileIn(t testing.TB, r *game.Ruleset, name string) game.Tile {
	t.Helper()
	tile, err := r.ParseTile(name)
	require.NoError(t, err)
	return tile
}

// fire opens the aims at these tiles.
func (s *table) fire(tiles ...string) *table {
	s.t.Helper()
	i := 0
	for seat := range s.State.Seats(melee.Afloat).All() {
		if tiles[i%len(tiles)] != "-" {
			s.do(melee.Fire{By: seat, Tile: s.tile(tiles[i%len(tiles)])})
		}
		i++
	}
	s.HasTarget = false
	return s
}

// report lets all who owe it report the truth, but for some.
func (s *table) report(but ...melee.Seat) *table {
	s.t.Helper()
	volley := s.State.Volley()
	for seat := range s.State.Owes.All() {
		if slices.Contains(but, seat) {
			continue
		}
		ships, err := s.State.Ruleset.FleetTiles(s.fleets[seat])
		require.NoError(s.t, err)
		s.do(melee.Report{By: seat, Hits: ships.Intersect(volley)})
	}
	return s
}

// round is a whole round.
func (s *table) round(tiles ...string) *table {
	s.t.Helper()
	return s.aim(tiles...).fire(tiles...).report()
}

// late lets the deadline pass.
func (s *table) late() *table {
	s.Height = s.State.Deadline
	return s.do(melee.Expire{})
}

// claim lets all who may show their boards.
func (s *table) claim() *table {
	s.t.Helper()
	for seat := range s.State.Owes.All() {
		s.do(melee.Claim{By: seat, Fleet: s.fleets[seat]})
		s.Fleets[seat] = s.fleets[seat]
	}
	return s
}

// shown is the snapshot that shows the melee.
func (s *table) shown() tui.Snapshot {
	m := s.Melee
	return tui.Snapshot{
		Version: 1, Game: &m, Lobby: lobby(),
		Connection: tui.Connection{
			Line: tui.LineUp, Player: "alice", Balance: "99.2 ANCHOR", Chain: "battleship-devnet-1", Height: m.Height,
		},
	}
}

// meleeMiddle is a melee of so many in the middle: the second one has sunk, the last has a strike.
func meleeMiddle(players int) func(testing.TB) tui.Snapshot {
	return func(t testing.TB) tui.Snapshot {
		s := newTable(t, players).begin()
		for _, tiles := range []string{"B5 C5 D5 A1", "E5 B7 C7 F2", "D7 B9 C9 J1", "E6 A9 G9 -"} {
			all := strings.Fields(tiles)
			for len(all) < players {
				all = append(all, all[len(all)%3])
			}
			if slices.Contains(all, "-") {
				all = append(slices.DeleteFunc(all, func(tile string) bool { return tile == "-" }), "-")
				for len(all) > s.State.Seats(melee.Afloat).Len() {
					all = all[1:]
				}
				s.aim(all...).late().fire(all...).report()
				continue
			}
			s.round(all...)
		}
		s.do(melee.Aim{By: 2})
		s.Sending = text.Transaction{
			Stage: text.StageIncluded, What: "report of round 4, by itself", Height: s.Height, Fee: "0.01 ANCHOR",
		}
		return s.shown()
	}
}

// meleeReport is one in which two of four have reported.
func meleeReport(t testing.TB) tui.Snapshot {
	s := newTable(t, 4).begin().round("B5", "A3", "H5", "J10").aim("B3", "C3", "G2", "A1").
		fire("B3", "C3", "G2", "A1").report(1, 3)
	return s.shown()
}

func meleeOpen(t testing.TB) tui.Snapshot {
	s := newTable(t, 4).join(1)
	s.Invited = []string{"carol", "ship1q0x...7ps4"}
	return s.shown()
}

func meleeReady(t testing.TB) tui.Snapshot {
	s := newTable(t, 4).join(3).do(melee.Confirm{By: 2})
	return s.shown()
}

func meleeEnd(t testing.TB) tui.Snapshot {
	s := newTable(t, 4).begin().round("B5", "C5", "D5", "J10").round("E5", "B7", "C7", "E6").
		round("D7", "B9", "C9", "J1").do(melee.Concede{By: 3}).round("E7", "E8").
		round("G1", "H1").round("I1", "A9").claim()
	s.Shares = make([]string, 4)
	if s.State.Stage != melee.StageOver {
		t.Fatalf("expected the end, got\n%s", s.State)
	}
	for seat := range s.State.Winners().All() {
		s.Shares[seat] = fmt.Sprintf("%d SHIP", 19/s.State.Winners().Len())
	}
	s.Coins = &tui.Coins{
		In: "5 SHIP", Out: "19 SHIP", Net: "+14 SHIP, -0.7 ANCHOR", Fees: "0.7 ANCHOR for 24 transactions",
	}
	return s.shown()
}

// meleeLargeEnd is the end of a table of 16, at which all others have given up.
func meleeLargeEnd(t testing.TB) tui.Snapshot {
	s := newTable(t, 16).begin()
	for seat := melee.Seat(1); seat < 16; seat++ {
		s.do(melee.Concede{By: seat})
	}
	snap := s.claim().shown()
	snap.Melee().Coins = &tui.Coins{In: "5 SHIP", Out: "80 SHIP", Net: "+75 SHIP", Fees: "0.7 ANCHOR for 24 transactions"}
	return snap
}

// meleeLargeReady is a full table of eight, of whom one has confirmed.
func meleeLargeReady(t testing.TB) tui.Snapshot {
	return newTable(t, 8).join(7).do(melee.Confirm{By: 2}).shown()
}

func meleeWatched(t testing.TB) tui.Snapshot {
	snap := meleeMiddle(4)(t)
	m := *snap.Melee()
	m.Watching, m.Fleets, m.HasTarget = true, make([]game.Fleet, 4), false
	snap.Game, snap.Connection.Player = &m, "peggy"
	return snap
}

// lobbyMelees is a lobby with melees among the games.
func lobbyMelees(t testing.TB) tui.Snapshot {
	snap := lobbyAlone(t)
	r := melee.Ruleset()
	snap.Lobby.Opens = []text.Kind{text.Melee}
	snap.Lobby.Running = append([]tui.RunningGame{
		{
			ID: 30, Kind: text.Melee, Ruleset: r, Players: "3 of 4 afloat", Turn: true, Next: "you aim by block 171 (57s)",
			Stake: "5 SHIP",
		},
		{
			ID: 31, Kind: text.Melee, Ruleset: r, Players: "2 of 4 there", Open: true, Next: "waits until block 700 (9m)",
			Stake: "none",
		},
	}, snap.Lobby.Running...)
	snap.Lobby.Invitations = append(snap.Lobby.Invitations, tui.OpenGame{
		ID: 32, Kind: text.Melee, Ruleset: r, Players: "1/3", Creator: "bob", Stake: "5 SHIP", Fee: "none",
		Clock: "1m a step", Left: "9m",
	})
	snap.Lobby.Open = append(snap.Lobby.Open, tui.OpenGame{
		ID: 33, Kind: text.Melee, Ruleset: r, Players: "15/16", Creator: "ship1yyy...d0c2", Stake: "none", Fee: "none",
		Clock: "1m a step", Left: "9m",
	})
	return snap
}

// atTable begins with the melee.
var atTable = program.Options{Game: 30, Kind: text.Melee}
