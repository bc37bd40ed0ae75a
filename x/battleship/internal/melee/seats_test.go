package melee

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// However a melee is played: what deadlines settle of it was paid for by those who have entered it, and by those who
// have made up for what they had missed.
func TestGasForDeadlinesIsPaidBefore(t *testing.T) {
	most := 0.0
	rapid.Check(t, func(t *rapid.T) {
		w := drawWalk(t)
		paid := maxSettlements*w.entries + w.late
		require.LessOrEqual(t, w.settled, paid, "%d entries, %d late messages", w.entries, w.late)
		most = max(most, float64(w.settled-w.late)/float64(w.entries))
	})
	t.Logf("%.2f seats settled for each entry at most", most)
}

// Two players who have every stage extended, and do what they owe after that, cause more settlements than they have
// paid for when they entered. Each of them is paid for by a message.
func TestRegressionStagesAreExtendedForNothing(t *testing.T) {
	r := small(16, 14, 2, 1)
	w := &walk{height: 1, entries: 1}
	var err error
	w.state, err = melee.NewState(r, game.Clock{OpenBlocks: 3, TurnBlocks: 2, ClaimBlocks: 4}, 2, w.height)
	require.NoError(t, err)
	require.True(t, w.step(t, melee.Join{}))
	for by := range w.state.Owes.All() {
		require.True(t, w.step(t, melee.Confirm{By: by}))
	}
	for round := range 100 {
		for _, stage := range []melee.Stage{melee.StageAim, melee.StageFire, melee.StageReport} {
			require.Equal(t, stage, w.state.Stage)
			w.expire(t)
			require.True(t, w.state.Extended)
			for by := range w.state.Owes.All() {
				require.True(t, w.step(t, map[melee.Stage]melee.Action{
					melee.StageAim:    melee.Aim{By: by},
					melee.StageFire:   melee.Fire{By: by, Tile: game.Tile(round)},
					melee.StageReport: melee.Report{By: by},
				}[stage]))
			}
		}
	}
	require.Equal(t, 600, w.settled)
	require.Equal(t, 600, w.late)
	require.Greater(t, w.settled, maxSettlements*w.entries)
}

// An absent player has its stake paid back as well, and a table of one costs as much as a game of two.
func TestAnEndBeforeTheFirstRoundCountsAllRefunds(t *testing.T) {
	open, err := melee.NewState(melee.Ruleset(), game.Clock{OpenBlocks: 3, TurnBlocks: 2, ClaimBlocks: 4}, 4, 1)
	require.NoError(t, err)
	cancelled := func(s melee.State) melee.State {
		t.Helper()
		s, _, err := melee.Step(s, melee.Expire{}, s.Deadline+1)
		require.NoError(t, err)
		require.Equal(t, melee.StageCancelled, s.Stage)
		return s
	}
	require.Equal(t, types.PlayersPerGame, settledSeats(open, cancelled(open)))
	full := open
	for range 3 {
		full, _, err = melee.Step(full, melee.Join{}, 2)
		require.NoError(t, err)
	}
	require.Equal(t, 4, settledSeats(full, cancelled(full)))
}

// Every seat that has a stake may have to be paid, whether it is afloat or not.
func TestAnEndCountsAllSeatsThatMayBePaid(t *testing.T) {
	over := melee.State{Stage: melee.StageOver, Players: make([]melee.Player, 5)}
	for i, standing := range []melee.Standing{
		melee.Afloat, melee.Sunk, melee.Conceded, melee.Scuttled, melee.Absent,
	} {
		over.Players[i].Standing = standing
	}
	require.Equal(t, 4, settledSeats(melee.State{}, over))
	over.Players = over.Players[:1]
	require.Equal(t, types.PlayersPerGame, settledSeats(melee.State{}, over))
}
