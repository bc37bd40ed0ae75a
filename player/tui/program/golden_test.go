package program_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

var update = flag.Bool("update", false, "record the pictures in testdata anew; commit only what you understand")

// sizes are the terminals that pictures are recorded for: the smallest, an ordinary and a large one.
var sizes = [][2]int{{80, 24}, {100, 30}, {140, 40}}

// low are the pictures that are recorded for the lowest terminal, too: those with the most lines of each kind.
var low = []string{
	"confirm", "end-won", "form", "game", "end-replay", "game-concede", "game-troubled", "lobby", "melee-16", "melee-form",
	"place-clash",
}

// pictures are what is recorded, by name. Each begins with a backend and presses keys.
var pictures = map[string]struct {
	snap  func(testing.TB) tui.Snapshot
	begin program.Options
	keys  string
	// sizes are all, unless it says another number of them.
	sizes int
}{
	"lobby":           {snap: lobbyAlone},
	"lobby-filtered":  {snap: lobbyAlone, keys: "/ x a y a enter", sizes: 1},
	"lobby-empty":     {snap: empty, sizes: 1},
	"party":           {snap: partyRound, begin: program.Options{Party: true}, sizes: 1},
	"form":            {snap: lobbyAlone, keys: "c down down down down", sizes: 1},
	"place":           {snap: lobbyAlone, keys: "c enter"},
	"place-clash":     {snap: lobbyAlone, keys: "c enter down", sizes: 1},
	"place-empty":     {snap: lobbyAlone, keys: "c enter z right right r", sizes: 1},
	"place-xaya":      {snap: lobbyAlone, keys: "c right enter", sizes: 1},
	"confirm":         {snap: lobbyAlone, keys: "c enter enter"},
	"game":            {snap: middle, begin: program.Options{Game: 12}},
	"game-ascii":      {snap: middle, begin: program.Options{Game: 12, ASCII: true}, sizes: 1},
	"game-keys":       {snap: middle, begin: program.Options{Game: 12}, keys: "?", sizes: 1},
	"game-concede":    {snap: middle, begin: program.Options{Game: 12}, keys: "x"},
	"game-shot":       {snap: shot, begin: program.Options{Game: 12}, sizes: 1},
	"game-troubled":   {snap: troubled, begin: program.Options{Game: 12}, sizes: 1},
	"game-locked":     {snap: lockedTile, begin: program.Options{Game: 12}, sizes: 1},
	"game-typed":      {snap: middle, begin: program.Options{Game: 12}, keys: "b 1", sizes: 1},
	"game-mistyped":   {snap: middle, begin: program.Options{Game: 12}, keys: "b k 9", sizes: 1},
	"game-watched":    {snap: watched, begin: program.Options{Game: 12}},
	"end-watched":     {snap: watchedEnd, begin: program.Options{Game: 12}, sizes: 1},
	"game-open":       {snap: waiting, begin: program.Options{Game: 12}, sizes: 1},
	"game-xaya":       {snap: xayaMiddle, begin: program.Options{Game: 12}},
	"game-xaya-ascii": {snap: xayaMiddle, begin: program.Options{Game: 12, ASCII: true}, sizes: 1},
	"end-won":         {snap: won, begin: program.Options{Game: 12}},
	"end-lost":        {snap: lost, begin: program.Options{Game: 12}, sizes: 1},
	"end-replay":      {snap: won, begin: program.Options{Game: 12}, keys: "w right right right", sizes: 1},
	"melee":           {snap: meleeMiddle(4), begin: atTable},
	"melee-16":        {snap: meleeMiddle(16), begin: atTable},
	"melee-16-more":   {snap: meleeMiddle(16), begin: atTable, keys: "tab", sizes: 2},
	"melee-log":       {snap: meleeMiddle(4), begin: atTable, keys: "tab", sizes: 1},
	"melee-ascii":     {snap: meleeReport, begin: program.Options{Game: 30, Kind: text.Melee, ASCII: true}, sizes: 2},
	"melee-own-ship":  {snap: meleeMiddle(4), begin: atTable, keys: "A 3 enter", sizes: 1},
	"melee-open":      {snap: meleeOpen, begin: atTable, sizes: 1},
	"melee-ready":     {snap: meleeReady, begin: atTable, sizes: 1},
	"melee-end":       {snap: meleeEnd, begin: atTable},
	"melee-16-end":    {snap: meleeLargeEnd, begin: atTable, keys: "tab", sizes: 2},
	"melee-8-ready":   {snap: meleeLargeReady, begin: atTable, sizes: 1},
	"melee-watched":   {snap: meleeWatched, begin: atTable, keys: "right", sizes: 2},
	"melee-keys":      {snap: meleeMiddle(4), begin: atTable, keys: "?", sizes: 1},
	"lobby-melees":    {snap: lobbyMelees, sizes: 1},
	"melee-form":      {snap: lobbyMelees, keys: "e down down", sizes: 1},
}

func lobbyAlone(testing.TB) tui.Snapshot {
	return tui.Snapshot{Lobby: lobby(), Connection: tui.Connection{
		Line: tui.LineUp, Player: "alice", Balance: "99.2 ANCHOR", Chain: "battleship-devnet-1", Height: 112,
	}}
}

func empty(testing.TB) tui.Snapshot { return tui.Snapshot{Lobby: tui.Lobby{Matching: true}} }

// turns are shots with something of everything: alice hits and sinks bob's destroyer, bob hits and misses.
var turns = []string{"E5", "C4", "A9", "D4", "B9", "A1", "C7", "J9", "B7", "J10"}

func middle(t testing.TB) tui.Snapshot {
	s := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots(turns...)
	s.Sending = text.Transaction{
		Stage: text.StageIncluded, What: "answer at J10, by itself", Height: s.Height, Fee: "0.01 ANCHOR",
	}
	s.Standings = [2]tui.Standing{{Rating: "1520", Streak: 3}, {Rating: "1199?"}}
	return s.shown()
}

func shot(t testing.TB) tui.Snapshot {
	s := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots(turns...).fire("F6")
	s.Sending = text.Transaction{Stage: text.StageIncluded, What: "shot at F6", Height: s.Height}
	return s.shown()
}

func lockedTile(t testing.TB) tui.Snapshot {
	snap, tile := shot(t), tileOf(t, "G7")
	snap.Duel().Locked = &tile
	return snap
}

func troubled(t testing.TB) tui.Snapshot {
	s := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots(turns...)
	s.Height += 50
	s.Sending = text.Transaction{
		Stage: text.StageRetrying, What: "shot at F6", Why: "no node answers at tcp://localhost:26657",
	}
	s.LogNote = "moves before block 100 are not known to this node"
	snap := s.shown()
	snap.Connection.Line = tui.LineDown
	snap.Connection.Why = "no node answers at tcp://localhost:26657 since 12s; it is asked again until it does"
	return snap
}

func watched(t testing.TB) tui.Snapshot {
	s := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots(turns...)
	s.Watching, s.Fleets[0] = true, nil
	snap := s.shown()
	snap.Connection.Player = "carol"
	return snap
}

func watchedEnd(t testing.TB) tui.Snapshot {
	s := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots(turns...)
	s.Watching, s.Fleets[0] = true, nil
	snap := s.do(game.Concede{By: game.Creator}).claim().shown()
	snap.Connection.Player = "carol"
	return snap
}

func waiting(t testing.TB) tui.Snapshot {
	s := newStory(t, game.Classic(), classicFleet, bobsFleet)
	s.Invite = "G0G2-B9K0"
	return s.shown()
}

func xayaMiddle(t testing.TB) tui.Snapshot {
	return newStory(t, game.Xaya(), xayaFleet, "A1h,A3h,E3h,A5h,D5h,G5h,A7h").join().
		shots("A1", "B1", "C4", "A1", "B1", "H8", "A3", "D4", "E6").shown()
}

// sinkAll are shots by which alice sinks the whole fleet of bob, who misses.
func sinkAll() []string {
	var all []string
	misses := []string{
		"A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1", "J1", "A2", "B2", "C2", "D2", "E2", "F2", "G2",
	}
	hits := []string{
		"A1", "B1", "C1", "D1", "E1", "A3", "B3", "C3", "D3", "A5", "B5", "C5", "A7", "B7", "C7", "A9", "B9",
	}
	for i := range hits {
		all = append(all, hits[i], misses[i])
	}
	return all[:len(all)-1]
}

func won(t testing.TB) tui.Snapshot {
	s := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots(sinkAll()...).claim()
	s.CanRematch = true
	s.Standings = [2]tui.Standing{{Rating: "1536", Before: "1520"}, {Rating: "1183", Before: "1199"}}
	s.Coins = &tui.Coins{
		In: "5 SHIP, 21.21 ANCHOR", Out: "10 SHIP, 42 SHIP as reward", Net: "+47 SHIP, -21.21 ANCHOR",
		Notes: []string{"the fee of both was burned for the reward"},
	}
	return s.shown()
}

func lost(t testing.TB) tui.Snapshot {
	s := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots(turns...).
		do(game.Concede{By: game.Creator}).claim()
	s.CanRematch = true
	s.Coins = &tui.Coins{In: "5 SHIP, 21.21 ANCHOR", Out: "0.42 SHIP", Net: "-4.58 SHIP, -21.21 ANCHOR"}
	return s.shown()
}

// Every screen looks as recorded, on each size of terminal.
func TestPictures(t *testing.T) {
	for name, picture := range pictures {
		n := picture.sizes
		if n == 0 {
			n = len(sizes)
		}
		shown := slices.Clone(sizes[:n])
		if slices.Contains(low, name) {
			shown = append(shown, [2]int{tui.MinWidth, tui.MinHeight})
		}
		for _, size := range shown {
			file := fmt.Sprintf("%s-%d.txt", name, size[0])
			if size[1] == tui.MinHeight {
				file = fmt.Sprintf("%s-%dx%d.txt", name, size[0], size[1])
			}
			t.Run(file, func(t *testing.T) {
				fleet := classicFleet
				r := game.Classic()
				if strings.HasSuffix(name, "xaya") {
					fleet, r = xayaFleet, game.Xaya()
				}
				s := newStage(t, &backend{snap: picture.snap(t), fleet: fleetOf(t, r, fleet), quote: quote()},
					size[0], size[1], picture.begin)
				s.press(picture.keys)
				got, path := s.model.Plain(), filepath.Join("testdata", file)
				if *update {
					require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
				}
				want, err := os.ReadFile(path)
				require.NoError(t, err)
				require.Equal(t, string(want), got)
			})
		}
	}
}

// What is recorded is what is tested: a picture that nobody draws any more does not stay behind.
func TestNoPictureIsLeftOver(t *testing.T) {
	recorded, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	for _, path := range recorded {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		require.Contains(t, pictures, name[:strings.LastIndex(name, "-")])
	}
}
