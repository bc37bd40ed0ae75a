package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// An aim that was signed on a chain before it was begun anew under the same name would be at a tile that is bombed, and
// its player would never aim in that round.
func TestAPositionOfAMeleeIsThatOfOneRoundOfOneChain(t *testing.T) {
	v := MeleeView{State: melee.State{Stage: melee.StageAim, Round: 3, Deadline: 100}}
	at := v.Position()
	v.State.Deadline, v.State.Extended, v.State.Owes = 200, true, melee.SeatsOf(1)
	require.Equal(t, at, v.Position(), "another clock asks for the same aim")
	v.State.Bombed = game.Set{}.With(7)
	require.NotEqual(t, at, v.Position(), "another board is another game")
	v.State.Bombed, v.State.Round = game.Set{}, 4
	require.NotEqual(t, at, v.Position())
	require.NotContains(t, at, "\t")
	require.NotContains(t, at, "\n")
}

func TestWhoOwesWhatInAMelee(t *testing.T) {
	v := MeleeView{
		Melee: types.Melee{Id: 4, Players: []types.MeleePlayer{{Address: "alice"}, {Address: "bob"}, {Address: "carol"}}},
		State: melee.State{Round: 3, Deadline: 160, Players: make([]melee.Player, 3)},
	}
	for _, tc := range []struct {
		stage melee.Stage
		owes  melee.Seats
		want  string
	}{
		{melee.StageOpen, 0, "the table waits for 3 more players until block 160"},
		{melee.StageReady, melee.SeatsOf(0), "alice has to confirm by block 160"},
		{melee.StageReady, melee.SeatsOf(0, 2), "alice and carol have to confirm by block 160"},
		{melee.StageAim, melee.SeatsOf(0, 1, 2), "alice, bob and carol owe the aims of round 3 by block 160"},
		{melee.StageFire, melee.SeatsOf(1), "bob owes the opening of its aim of round 3 by block 160"},
		{melee.StageReport, melee.SeatsOf(1), "bob owes the report of round 3 by block 160"},
		{melee.StageClaim, melee.SeatsOf(1, 2), "play has ended, and bob and carol can prove a board by block 160"},
		{melee.StageOver, 0, "the melee is over"},
		{melee.StageCancelled, 0, "the melee was cancelled"},
	} {
		v.State.Stage, v.State.Owes = tc.stage, tc.owes
		require.Equal(t, tc.want, v.Owed())
	}
}

func TestMeleeOutcome(t *testing.T) {
	r := types.MeleeResult{Rounds: 12, Places: []types.MeleePlace{{Player: "alice"}, {Player: "bob"}, {Player: "carol"}}}
	require.Equal(t, "nobody has proven a board after 12 rounds, so it is void", MeleeOutcome(r))
	r.Winners = 0b10
	require.Equal(t, "bob won after 12 rounds", MeleeOutcome(r))
	r.Winners, r.Rounds = 0b111, 1
	require.Equal(t, "alice, bob and carol drew after 1 round", MeleeOutcome(r))
}
