package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/duel"
)

// logOf is a log of answered shots, taken by turns: "+" hits, "-" misses.
func logOf(first game.Seat, shots string) []tui.Entry {
	log := []tui.Entry{{Event: game.Joined{}}, {Event: game.TossOpened{First: first}}}
	by := first
	for i, shot := range shots {
		tile := game.Tile(i)
		log = append(log, tui.Entry{Event: game.ShotFired{By: by, Tile: tile}},
			tui.Entry{Event: game.ShotAnswered{By: by.Other(), Tile: tile, Hit: shot == '+'}})
		by = by.Other()
	}
	return log
}

func TestTheStoryHasTheFiguresOfBothPlayers(t *testing.T) {
	for name, tc := range map[string]struct {
		shots  string
		winner game.Seat
		noWin  bool
		want   duel.Story
	}{
		"the lead is taken for good in the middle": {
			// The creator hits first, the joiner draws level and leads, the creator takes over.
			shots: "+-+---" + "-+-+-+" + "+-+-", winner: game.Creator,
			want: duel.Story{
				Shots: [2]int{8, 8}, Hits: [2]int{4, 3}, Runs: [2]int{2, 3}, Turn: &duel.TurningPoint{Tile: 14, Shot: 15},
			},
		},
		"the winner led from its first hit": {
			shots: "--+-++", winner: game.Creator,
			want: duel.Story{
				Shots: [2]int{3, 3}, Hits: [2]int{2, 1}, Runs: [2]int{2, 1}, Turn: &duel.TurningPoint{Tile: 2, Shot: 3},
			},
		},
		"the winner was behind at the end": {
			shots: "-+-+", winner: game.Creator,
			want: duel.Story{Shots: [2]int{2, 2}, Hits: [2]int{0, 2}, Runs: [2]int{0, 2}},
		},
		"level at the end": {
			shots: "++", winner: game.Joiner,
			want: duel.Story{Shots: [2]int{1, 1}, Hits: [2]int{1, 1}, Runs: [2]int{1, 1}},
		},
		"no winner": {
			shots: "+-", noWin: true,
			want: duel.Story{Shots: [2]int{1, 1}, Hits: [2]int{1, 0}, Runs: [2]int{1, 0}},
		},
		"no shot": {},
	} {
		require.Equal(t, tc.want, duel.NewStory(logOf(game.Creator, tc.shots), tc.winner, !tc.noWin), name)
	}
}

// A run of hits goes on over the opponent's shots, and with a ruleset that lets a hit shoot again.
func TestARunOfHitsEndsWithAMiss(t *testing.T) {
	var log []tui.Entry
	for i, hit := range []bool{true, true, false, true, true, true, false} {
		log = append(log, tui.Entry{Event: game.ShotAnswered{By: game.Joiner, Tile: game.Tile(i), Hit: hit}})
	}
	require.Equal(t, [2]int{3, 0}, duel.NewStory(log, game.Creator, true).Runs)
}
