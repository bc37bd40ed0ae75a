package replay_test

import (
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Players, whose addresses a replay takes as it finds them.
const alice, bob, mallory = "alice", "bob", "mallory"

func TestAttackReplayRefusesImpossibleEvents(t *testing.T) {
	newReplay := func(t *testing.T) *replay.Duel {
		t.Helper()
		r, err := replay.NewDuel(&types.EventGameCreated{
			GameId: 7, Creator: alice, RulesetId: 1, TurnBlocks: 10, ClaimBlocks: 10, Deadline: 120,
			Participant: types.Participant{Address: alice},
		}, 100)
		require.NoError(t, err)
		joined := &types.EventGameJoined{GameId: 7, Creator: alice, Joiner: bob}
		require.ErrorIs(t, r.Apply(joined, 101), types.ErrInvalidMove, "a seat of nobody")
		joined.Participant.Address = bob
		require.NoError(t, r.Apply(joined, 101))
		require.Equal(t, []string{alice, bob}, r.Players())
		return r
	}
	for name, c := range map[string]struct {
		event proto.Message
		want  error
	}{
		"an event of another game": {&types.EventConceded{GameId: 8, Player: alice}, types.ErrGameNotFound},
		"the end of another game":  {&types.EventGameOver{GameId: 8}, types.ErrGameNotFound},
		"an event of a stranger":   {&types.EventConceded{GameId: 7, Player: mallory}, types.ErrUnauthorized},
		"a shot before the toss": {
			&types.EventShotFired{GameId: 7, Player: alice, Target: "A1"}, types.ErrPhase,
		},
		"an answer to another tile": {
			&types.EventShotAnswered{GameId: 7, Player: bob, Target: "B1"}, types.ErrTile,
		},
		"a game created again":           {&types.EventGameCreated{GameId: 7}, types.ErrInvalidMove},
		"an event of the whole chain":    {&types.EventParamsUpdated{}, types.ErrInvalidMove},
		"a deadline that has not passed": {&types.EventDeadlinePassed{GameId: 7}, game.ErrNotLate},
		"a win without a fleet": {
			&types.EventGameOver{GameId: 7, Result: types.Result{Winner: 1}}, types.ErrClaim,
		},
		"a winner without a seat": {
			&types.EventGameOver{GameId: 7, Result: types.Result{Winner: 3}}, types.ErrCorrupt,
		},
		"a toss for nobody":         {&types.EventTossOpened{GameId: 7}, types.ErrCorrupt},
		"a toss for a third player": {&types.EventTossOpened{GameId: 7, First: 3}, types.ErrCorrupt},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReplay(t)
			before := r.State()
			require.ErrorIs(t, r.Apply(c.event, 102), c.want)
			require.Equal(t, before, r.State())
		})
	}
	_, err := replay.NewDuel(&types.EventGameCreated{RulesetId: 99}, 1)
	require.ErrorIs(t, err, types.ErrUnknownRuleset)
	_, err = replay.NewDuel(&types.EventGameCreated{RulesetId: 1, Deadline: 5}, 6)
	require.Error(t, err)
	_, err = replay.NewDuel(&types.EventGameCreated{
		Creator: alice, RulesetId: 1, TurnBlocks: 10, ClaimBlocks: 10, Deadline: 120,
		Participant: types.Participant{Address: mallory},
	}, 100)
	require.ErrorIs(t, err, types.ErrInvalidMove, "the seat of somebody else")
}
