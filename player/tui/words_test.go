package tui_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
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
		require.Equal(t, c.want, c.told.Headline())
	}
	told := begin().do(game.Join{})
	told.Me = game.Joiner
	require.Equal(t, "Alice's turn: the coin toss.", told.Headline())
}

func TestTheClockIsInBlocksAndTime(t *testing.T) {
	told := newStory(t, game.Classic(), classicFleet, bobsFleet).join()
	require.Equal(t, "60 blocks left (about 1m)", told.Left())
	told.Height = told.State.Deadline - 1
	require.Equal(t, "1 block left (about 1s)", told.Left())
	for _, past := range []int64{0, 1} { // a move sent at the deadline is in the block after it
		told.Height = told.State.Deadline + past
		require.Equal(t, "time is up", told.Left())
	}
	told.BlockMillis = 0
	require.Empty(t, told.Left())
}

// Once a letter of no column was passed over, so that K9 fired at B9 after a B, and A11 at A1.
func TestTypedCharactersNameATileOrNone(t *testing.T) {
	for typed, want := range map[string]struct{ tile, wrong string }{
		"B7": {tile: "B7"}, "b7": {tile: "B7"}, "J10": {tile: "J10"}, "A1": {tile: "A1"}, "A10": {tile: "A10"},
		"CB3": {tile: "B3"}, "B7C2": {tile: "C2"}, "": {tile: "E5"}, "C": {},
		"A11":  {wrong: "A11 is not on the board, which goes from A1 to J10; esc clears."},
		"A105": {wrong: "A105 is not on the board, which goes from A1 to J10; esc clears."},
		"A0":   {wrong: "A0 is not on the board, which goes from A1 to J10; esc clears."},
		"BK9":  {wrong: "K9 is not on the board, which goes from A1 to J10; esc clears."},
		"K":    {wrong: "K is not on the board, which goes from A1 to J10; esc clears."},
		"É7":   {wrong: "É7 is not on the board, which goes from A1 to J10; esc clears."},
		"B-7":  {wrong: "-7 is not on the board, which goes from A1 to J10; esc clears."},
		"7":    {wrong: "7 is no tile: type the column first, such as B7; esc clears."},
	} {
		tile, wrong := tui.Type(game.Classic(), typed)
		require.Equal(t, want, struct{ tile, wrong string }{tile, wrong}, typed)
	}
	tile, wrong := tui.Type(game.Xaya(), "H9")
	require.Empty(t, tile, "there is no row 9")
	require.Equal(t, "H9 is not on the board, which goes from A1 to H8; esc clears.", wrong)
}

func TestAnIllegalPlacementHasItsReason(t *testing.T) {
	for placements, want := range map[string]string{
		classicFleet:          "",
		"A1h,A3h,A5h,A7h,E9h": "",
		"A1h,E1v,A5h,A7h,A9h": "the carrier lies on the battleship at E1",
	} {
		f, err := game.Classic().ParseFleet(placements)
		require.NoError(t, err)
		require.Equal(t, want, tui.Placed(game.Classic(), f).Wrong())
	}
	f, err := game.Xaya().ParseFleet("A1h,E2h,A3h,E4h,A5h,D6h,G6h")
	require.NoError(t, err)
	require.Equal(t, "the battleship touches the cruiser at D1, and ships may not touch",
		tui.Placed(game.Xaya(), f).Wrong())
}

func TestTextsFit(t *testing.T) {
	require.Equal(t, []string{"a bb", "ccc", "dddd", "dd"}, tui.Wrap("a bb  ccc\ndddddd", 4))
	require.Empty(t, tui.Wrap("  ", 4))
	require.Empty(t, tui.Wrap("a", 0))
	require.Equal(t, "abcdef", tui.Shorten("abcdef", 6))
	require.Equal(t, "abc..", tui.Shorten("abcdef", 5))
	require.Equal(t, "..", tui.Shorten("abcdef", 2))
	require.Empty(t, tui.Shorten("abcdef", 0))
	require.Equal(t, 4, tui.TextWidth("a船\u0301b\x07"))
	require.Equal(t, "Nothing was sent.", text.Sentence("nothing was sent"))
	require.Equal(t, "ship1abc has no coins.", text.Sentence("ship1abc has no coins"))
	require.Equal(t, "Why?", text.Sentence("why?"))
	require.Equal(t, []int{2, 6}, tui.ColumnWidths([][]string{{"ab", "abcdefghij"}, {"a", "b"}}, 10))
}

// Each key does one thing on its screen, has a help, and no key of a game is the letter of a column.
func TestKeys(t *testing.T) {
	for name, bindings := range tui.Bindings() {
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
