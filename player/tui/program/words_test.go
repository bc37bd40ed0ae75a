package program_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

func TestTheHeadlineNamesPlayerAndAction(t *testing.T) {
	begin := func() *story { return newStory(t, game.Classic(), classicFleet, bobsFleet) }
	late := func(s *story) *story {
		s.Height = s.State.Deadline
		return s.do(game.Expire{})
	}
	challenged := func(by game.Seat) *story { return begin().join().do(game.Challenge{By: by}) }
	conceded := func() *story { return begin().join().do(game.Concede{By: game.Creator}) }
	withdrawn := func() *story { return begin().do(game.Cancel{By: game.Creator}) }
	for _, c := range []struct {
		told *story
		want string
	}{
		{begin(), "Waiting for an opponent."},
		{withdrawn(), "Cancelled; a pending join can still succeed."},
		{late(withdrawn()), "Cancelled by its creator."},
		{late(begin()), "No opponent joined in time."},
		{begin().do(game.Decline{}), "The invitation was declined."},
		{begin().do(game.Join{}), "Your turn: the coin toss, sent automatically."},
		{begin().join(), "Your turn: the shot."},
		{begin().join().fire("E5"), "Bob's turn: the answer to E5."},
		{begin().join().shots("E5"), "Bob's turn: the shot."},
		{begin().join().shots("E5").fire("A1"), "Your turn: the answer to A1, sent automatically."},
		{
			begin().join().shots(sinkAll()...),
			"Bob's fleet is sunk; your turn: the proof of the board, sent automatically.",
		},
		{begin().join().shots(sinkAll()...).claim(), "You won: bob's fleet is sunk."},
		{conceded(), "You gave up; bob's turn: the proof of the board."},
		{conceded().claim(), "You lost: you gave up."},
		{challenged(game.Creator), "You accused bob of cheating; bob's turn: the proof of the board."},
		{challenged(game.Joiner), "Bob accused you of cheating; your turn: the proof of the board, sent automatically."},
		{
			late(challenged(game.Creator)),
			"You accused bob of cheating; your turn: the proof of the board, sent automatically; " +
				"bob can still prove a board, which comes first.",
		},
		{
			late(challenged(game.Creator)).claim(),
			"You accused bob of cheating; bob's turn: the proof of the board; else you win by the board already proven.",
		},
		{
			late(challenged(game.Joiner)),
			"Bob accused you of cheating; bob's turn: the proof of the board; " +
				"you can still prove your board, which comes first.",
		},
		{
			late(challenged(game.Joiner)).claim(),
			"Bob accused you of cheating; your turn: the proof of the board, sent automatically; " +
				"else bob wins by the board already proven.",
		},
		{late(begin().join()), "You ran out of time; bob's turn: the proof of the board."},
		{late(begin().join().shots("E5")), "Bob ran out of time; your turn: the proof of the board, sent automatically."},
		{late(late(begin().join())), "No winner: no board was proven in time."},
		{late(late(challenged(game.Creator)).claim()), "You won: bob's board is not proven."},
	} {
		require.Equal(t, c.want, headline(t, c.told))
	}
	told := begin().do(game.Join{})
	told.Me = game.Joiner
	require.Equal(t, "Alice's turn: the coin toss.", headline(t, told))
}

// headline returns the headline above the boards, on a terminal without a clock.
func headline(t *testing.T, told *story) string {
	t.Helper()
	g := told.Game
	g.BlockMillis = 0
	s := newStage(t, &backend{snap: tui.Snapshot{Game: &g}}, 140, 40, program.Options{Game: g.ID})
	var words []string
	for _, line := range strings.Split(s.model.Plain(), "\n")[2:4] {
		if words = append(words, strings.Fields(line)...); strings.HasSuffix(line, ".") {
			break
		}
	}
	return strings.Join(words, " ")
}

func TestTheClockIsInBlocksAndTime(t *testing.T) {
	told := newStory(t, game.Classic(), classicFleet, bobsFleet).join()
	s := newStage(t, &backend{snap: told.shown()}, 100, 30, program.Options{Game: told.ID})
	show := func() { s.show(func(snap *tui.Snapshot) { snap.Game = told.shown().Game }) }
	s.sees("60 blocks left (about 1m)")
	told.Height = told.State.Deadline - 1
	show()
	s.sees(" 1 block left (about 1s)")
	for _, past := range []int64{0, 1} { // a move sent at the deadline is in the block after it
		told.Height = told.State.Deadline + past
		show()
		s.sees("time is up")
	}
	told.BlockMillis = 0
	show()
	s.seesNot("left (", "time is up")
}

// The clock of a narrow terminal changed its form with the length of the words beside it, from move to move.
func TestRegressionTheClockKeepsItsForm(t *testing.T) {
	told := newStory(t, game.Classic(), classicFleet, bobsFleet).join()
	s := newStage(t, &backend{snap: told.shown()}, 80, 24, program.Options{Game: told.ID})
	s.sees("Your turn: the shot.", " 1m left")
	s.seesNot("blocks left")
	told.shots("E5").fire("A1")
	s.show(func(snap *tui.Snapshot) { snap.Game = told.shown().Game })
	s.sees("Your turn: the answer to A1, sent automatically.", " 1m left")
}

func TestAnIllegalPlacementHasItsReason(t *testing.T) {
	for placements, want := range map[string]string{
		classicFleet:          "",
		"A1h,A3h,A5h,A7h,E9h": "",
		"A1h,E1v,A5h,A7h,A9h": "the carrier overlaps the battleship at E1",
	} {
		f, err := game.Classic().ParseFleet(placements)
		require.NoError(t, err)
		require.Equal(t, want, program.Placed(game.Classic(), f).Wrong())
	}
	f, err := game.Xaya().ParseFleet("A1h,E2h,A3h,E4h,A5h,D6h,G6h")
	require.NoError(t, err)
	require.Equal(t, "the battleship touches the cruiser at D1, and ships may not touch",
		program.Placed(game.Xaya(), f).Wrong())
}

func TestColumnsFit(t *testing.T) {
	require.Equal(t, "Nothing was sent.", text.Sentence("nothing was sent"))
	require.Equal(t, "ship1abc has no coins.", text.Sentence("ship1abc has no coins"))
	require.Equal(t, "Why?", text.Sentence("why?"))
	require.Equal(t, []int{2, 6}, program.ColumnWidths([][]string{{"ab", "abcdefghij"}, {"a", "b"}}, 10))
}

// Each key does one thing on its screen, has a help, and no key of a game is the letter of a column.
func TestKeys(t *testing.T) {
	for name, bindings := range program.Bindings() {
		var seen []string
		for _, b := range bindings {
			require.NotEmpty(t, b.Help().Key, name)
			require.NotEmpty(t, b.Help().Desc, name)
			for _, k := range b.Keys() {
				require.NotContains(t, seen, k, "%s: %s", name, b.Help().Desc)
				seen = append(seen, k)
				if (name == "game" || name == "melee") && len(k) == 1 {
					column := int(strings.ToUpper(k)[0]) - 'A'
					require.False(t, column >= 0 && column < game.MaxWidth, "%s is a column", k)
				}
			}
		}
		require.True(t, slices.Contains(seen, "ctrl+c"), "%s: always a way out", name)
	}
}
