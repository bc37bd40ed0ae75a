package types_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestSeatsGoToTheWireAndBack(t *testing.T) {
	for seat, want := range map[game.Seat]types.Seat{
		game.Creator: types.SEAT_CREATOR, game.Joiner: types.SEAT_JOINER,
	} {
		require.Equal(t, want, types.SeatOf(seat))
		got, err := want.Parse()
		require.NoError(t, err)
		require.Equal(t, seat, got)
	}
	for _, none := range []types.Seat{-1, types.SEAT_UNSPECIFIED, 3, 1 << 30} {
		_, err := none.Parse()
		require.ErrorIs(t, err, types.ErrCorrupt, none)
	}
}

// A stored game names a seat where somebody acts or shoots first, and none where nobody does; elsewhere it is damaged.
func TestProgressNamesASeatOnlyWhereThereIsOne(t *testing.T) {
	open, err := game.NewState(game.Classic(), game.Clock{OpenBlocks: 10, TurnBlocks: 10, ClaimBlocks: 10}, 1)
	require.NoError(t, err)
	at := map[string]game.State{"open": open}
	step := func(name string, a game.Action) {
		s, _, err := game.Step(open, a, 1)
		require.NoError(t, err)
		open, at[name] = s, s
	}
	step("toss", game.Join{})
	step("play", game.RevealToss{By: game.Creator, First: game.Joiner})
	step("claim", game.Concede{By: game.Creator})
	for name, want := range map[string][2]types.Seat{
		"open":  {types.SEAT_UNSPECIFIED, types.SEAT_UNSPECIFIED},
		"toss":  {types.SEAT_CREATOR, types.SEAT_UNSPECIFIED},
		"play":  {types.SEAT_JOINER, types.SEAT_JOINER},
		"claim": {types.SEAT_JOINER, types.SEAT_JOINER},
	} {
		t.Run(name, func(t *testing.T) {
			g := types.Game{
				Id: 1, RulesetId: 1, TurnBlocks: 10, ClaimBlocks: 10, Participants: make([]types.Participant, 2),
			}
			if name == "open" {
				g.Participants = g.Participants[:1]
			}
			p := types.ProgressOf(at[name])
			require.Equal(t, want, [2]types.Seat{p.Actor, p.First}, "actor and first")
			s, err := g.State(p)
			require.NoError(t, err)
			require.Equal(t, at[name], s)
			for _, seat := range []types.Seat{-1, types.SEAT_UNSPECIFIED, types.SEAT_CREATOR, 3} {
				_, err := seat.Parse()
				asWanted := func(want types.Seat) bool {
					return seat == want || err == nil && want != types.SEAT_UNSPECIFIED
				}
				if wrong := p; !asWanted(want[0]) {
					wrong.Actor = seat
					_, err := g.State(wrong)
					require.ErrorIs(t, err, types.ErrCorrupt, "actor %d", seat)
				}
				if wrong := p; !asWanted(want[1]) {
					wrong.First = seat
					_, err := g.State(wrong)
					require.ErrorIs(t, err, types.ErrCorrupt, "first %d", seat)
				}
			}
			g.First = 3
			_, err = g.State(p)
			require.ErrorIs(t, err, types.ErrCorrupt, "a third player first in a rematch")
		})
	}
}

// The keeper asks for the game of each move, and most games have no player who must shoot first: their missing seat is
// no error with a stack.
func TestAGameWithoutAFirstPlayerAllocatesNothing(t *testing.T) {
	var g types.Game
	var s game.State
	require.Nil(t, g.Play(s).First)
	require.Zero(t, testing.AllocsPerRun(100, func() { g.Play(s) }))
	g.First = types.SEAT_JOINER
	require.Equal(t, game.Joiner, *g.Play(s).First)
}
