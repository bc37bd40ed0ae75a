package replay_test

import (
	"math"
	"slices"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Whatever happens in a melee, its events rebuild it, and its records and what is shown of it have one meaning each.
func TestEventsRebuildAnyMelee(t *testing.T) {
	stages := make(map[melee.Stage]int)
	rapid.Check(t, func(t *rapid.T) {
		b, created := drawBrawl(t)
		r, err := replay.NewMelee(created, b.height)
		require.NoError(t, err)
		for range rapid.IntRange(10, 300).Draw(t, "steps") {
			if b.state.Stage.Ended() {
				break
			}
			b.height += int64(rapid.SampledFrom([]int{0, 0, 0, 0, 0, 0, 1}).Draw(t, "wait"))
			events, ok := b.step(b.draw())
			if !ok {
				continue
			}
			for _, event := range events {
				require.NoError(t, r.Apply(event, b.height), "%T", event)
			}
			stages[b.state.Stage]++
			require.True(t, r.Complete())
			b.compare(r)
		}
	})
	if testing.Short() {
		return // with few games the rare stages do not come
	}
	for stage := melee.StageOpen; stage <= melee.StageCancelled; stage++ {
		require.Positive(t, stages[stage], "stage %s", stage)
	}
}

// compare checks that a replay is the melee, and that the melee comes back from all its forms.
func (b *brawl) compare(r *replay.Melee) {
	t := b.t
	require.Equal(t, b.state, r.State())
	rebuilt := r.Melee()
	require.Len(t, rebuilt.Invited, len(b.melee.Invited))
	rebuilt.Invited = b.melee.Invited
	require.Equal(t, b.melee, rebuilt)
	aimed := melee.Seats(0)
	for _, aim := range r.Aims() {
		aimed = aimed.With(melee.Seat(aim.Seat))
	}
	require.Equal(t, b.state.Aimed(), aimed)
	require.Len(t, r.Boards(), types.Staked(b.state).Len())

	stored, err := b.melee.State(b.state.AppendProgress(nil))
	require.NoError(t, err)
	require.Equal(t, b.state, stored)
	shown, err := b.melee.StateOf(types.NewMeleeState(b.state))
	require.NoError(t, err)
	require.Equal(t, b.state, shown)
}

// newMeleeReplay is a melee of three in its first round: alice has aimed at A1.
func newMeleeReplay(t *testing.T) *replay.Melee {
	t.Helper()
	r, err := replay.NewMelee(&types.EventMeleeCreated{
		GameId: 7, Creator: alice, RulesetId: melee.Ruleset().ID, Players: 3, TurnBlocks: 10, ClaimBlocks: 10,
		Deadline: 120, Invited: []string{bob, "carol"},
	}, 100)
	require.NoError(t, err)
	for _, event := range []proto.Message{
		&types.EventMeleeJoined{GameId: 7, Seat: 1, Player: bob, Delegate: "dave"},
		&types.EventMeleeJoined{GameId: 7, Seat: 2, Player: "carol"},
		&types.EventStageBegan{GameId: 7, Stage: types.STAGE_READY, Owes: 7, Deadline: 111},
		&types.EventMeleeConfirmed{GameId: 7, Seat: 0, Player: alice},
		&types.EventMeleeConfirmed{GameId: 7, Seat: 1, Player: bob},
		&types.EventMeleeConfirmed{GameId: 7, Seat: 2, Player: "carol"},
		&types.EventStageBegan{GameId: 7, Stage: types.STAGE_AIM, Round: 1, Owes: 7, Deadline: 111},
		&types.EventAimed{GameId: 7, Seat: 0, Player: alice, Aim: make([]byte, 32)},
	} {
		require.NoError(t, r.Apply(event, 101), "%T", event)
	}
	require.Equal(t, melee.SeatsOf(1, 2), r.State().Owes)
	require.Len(t, r.Aims(), 1)
	return r
}

func TestAttackReplayOfAMeleeRefusesImpossibleEvents(t *testing.T) {
	for name, c := range map[string]struct {
		event proto.Message
		want  error
	}{
		"an event of another game":   {&types.EventAimed{GameId: 8}, types.ErrGameNotFound},
		"an event of another seat":   {&types.EventAimed{GameId: 7, Seat: 2, Player: bob}, types.ErrUnauthorized},
		"an event of no seat":        {&types.EventAimed{GameId: 7, Seat: 99, Player: bob}, types.ErrUnauthorized},
		"an event of nobody":         {&types.EventAimed{GameId: 7, Seat: 99}, types.ErrUnauthorized},
		"a second aim":               {&types.EventAimed{GameId: 7, Player: alice}, types.ErrTurn},
		"a bomb before the last aim": {&types.EventFired{GameId: 7, Player: alice, Target: "A1"}, types.ErrPhase},
		"a bomb beside the board":    {&types.EventFired{GameId: 7, Player: alice, Target: "A11"}, types.ErrTile},
		"a report of a tile twice": {
			&types.EventReported{GameId: 7, Player: alice, Hits: []string{"A1", "A1"}}, types.ErrTile,
		},
		"a melee created again":       {&types.EventMeleeCreated{GameId: 7}, types.ErrInvalidMove},
		"an event of a duel":          {&types.EventShotFired{GameId: 7}, types.ErrInvalidMove},
		"a deadline that is to come":  {&types.EventStageExtended{GameId: 7}, game.ErrNotLate},
		"a stage that nobody entered": {&types.EventStageBegan{GameId: 7, Stage: types.STAGE_FIRE}, game.ErrNotLate},
		"a seat that is none":         {&types.EventStageBegan{GameId: 7, Owes: 1 << 16}, types.ErrCorrupt},
		"a join of a full table":      {&types.EventMeleeJoined{GameId: 7, Player: mallory}, types.ErrPhase},
		"a stranger who declines":     {&types.EventMeleeDeclined{GameId: 7, Player: mallory}, types.ErrUnauthorized},
		"a stranger's delegate":       {&types.EventDelegateSet{GameId: 7, Player: mallory}, types.ErrUnauthorized},
		"a board that is none":        {&types.EventBoardProven{GameId: 7, Player: alice}, types.ErrClaim},
		"an end in the middle":        {&types.EventMeleeOver{GameId: 7}, game.ErrNotLate},
		"a cause that is too large":   {&types.EventMeleeCancelled{GameId: 7, Cause: 257}, game.ErrNotLate},
	} {
		t.Run(name, func(t *testing.T) {
			r := newMeleeReplay(t)
			state, m, aims := r.State(), r.Melee(), r.Aims()
			require.ErrorIs(t, r.Apply(c.event, 102), c.want)
			require.Equal(t, state, r.State())
			require.Equal(t, m, r.Melee())
			require.Equal(t, aims, r.Aims())
		})
	}
}

// What the rules do not tell after an action is refused, and so is an action before all has been told of the last one.
func TestAttackReplayOfAMeleeBelievesNoConsequence(t *testing.T) {
	late := int64(112)
	extended := &types.EventStageExtended{GameId: 7, Deadline: late + 10}
	for name, event := range map[string]proto.Message{
		"another deadline": &types.EventStageExtended{GameId: 7, Deadline: late + 11},
		"another seat lost": &types.EventFleetLost{
			GameId: 7, Seat: 1, Player: bob, Round: 1, Standing: types.SEAT_STANDING_SCUTTLED,
		},
		"a strike":       &types.EventStruck{GameId: 7, Seat: 1, Player: bob},
		"a cause beyond": &types.EventMeleeCancelled{GameId: 7, Cause: math.MaxInt32},
		"a stage beyond": &types.EventStageBegan{GameId: 7, Stage: -1},
	} {
		require.ErrorIs(t, newMeleeReplay(t).Apply(event, late), types.ErrInvalidMove, name)
	}
	r := newMeleeReplay(t)
	require.NoError(t, r.Apply(extended, late))
	require.True(t, r.State().Extended)
	require.NoError(t, r.Apply(&types.EventAimed{GameId: 7, Seat: 1, Player: bob, Aim: []byte{2}}, late))
	require.NoError(t, r.Apply(&types.EventAimed{GameId: 7, Seat: 2, Player: "carol", Aim: []byte{3}}, late))
	require.False(t, r.Complete(), "the stage that follows is not complete yet")
	fired := &types.EventFired{GameId: 7, Player: alice, Target: "A1"}
	require.ErrorIs(t, r.Apply(fired, late), types.ErrInvalidMove)
	require.NoError(t, r.Apply(
		&types.EventStageBegan{GameId: 7, Stage: types.STAGE_FIRE, Round: 1, Owes: 7, Deadline: late + 10}, late))
	require.NoError(t, r.Apply(fired, late))
	require.Equal(t, []uint32{1, 2}, []uint32{r.Aims()[0].Seat, r.Aims()[1].Seat}, "an aim that was opened is dropped")
}

func TestReplayOfAMeleeReadsDelegates(t *testing.T) {
	r := newMeleeReplay(t)
	seat, ok := r.Melee().SeatFor("dave")
	require.True(t, ok)
	require.EqualValues(t, 1, seat)
	require.NoError(t, r.Apply(&types.EventDelegateSet{GameId: 7, Player: bob}, 102))
	_, ok = r.Melee().SeatFor("dave")
	require.False(t, ok)
	_, ok = r.Melee().SeatFor("")
	require.False(t, ok)
	for _, event := range []proto.Message{
		&types.EventPaymentFailed{GameId: 7}, &types.EventGameQuarantined{GameId: 7}, &types.EventGameReleased{GameId: 7},
	} {
		require.NoError(t, r.Apply(event, 102))
	}
}

func TestReplayOfAMeleeStartsWithItsCreation(t *testing.T) {
	good := types.EventMeleeCreated{
		GameId: 7, Creator: alice, RulesetId: melee.Ruleset().ID, Players: 3, TurnBlocks: 1, ClaimBlocks: 1, Deadline: 9,
	}
	_, err := replay.NewMelee(&good, 8)
	require.NoError(t, err)
	duel, crowd, late := good, good, good
	duel.RulesetId, crowd.Players, late.Deadline = 1, 17, 8
	_, err = replay.NewMelee(&duel, 8)
	require.ErrorIs(t, err, types.ErrUnknownRuleset)
	_, err = replay.NewMelee(&crowd, 8)
	require.ErrorIs(t, err, types.ErrInvalidPlayers)
	_, err = replay.NewMelee(&late, 8)
	require.ErrorIs(t, err, types.ErrInvalidParams)
}

// Records that do not go together are damage, whichever way they are read.
func TestAMeleeWhoseRecordsDoNotGoTogetherIsCorrupt(t *testing.T) {
	r := newMeleeReplay(t)
	good, s := r.Melee(), r.State()
	progress := s.AppendProgress(nil)
	_, err := good.State(progress)
	require.NoError(t, err)
	for name, spoil := range map[string]func(m *types.Melee){
		"a ruleset of duels":    func(m *types.Melee) { m.RulesetId = 1 },
		"a clock of nothing":    func(m *types.Melee) { m.TurnBlocks = 0 },
		"a seat less":           func(m *types.Melee) { m.Players = m.Players[:2] },
		"a player gone":         func(m *types.Melee) { m.Players[1].Address = "" },
		"no block of the start": func(m *types.Melee) { m.StartedHeight = 0 },
	} {
		bad := r.Melee()
		spoil(&bad)
		_, err := bad.State(progress)
		require.ErrorIs(t, err, types.ErrCorrupt, name)
		_, err = bad.StateOf(types.NewMeleeState(s))
		require.ErrorIs(t, err, types.ErrCorrupt, name)
	}
	_, err = good.State(progress[1:])
	require.ErrorIs(t, err, types.ErrCorrupt)
	for name, spoil := range map[string]func(x *types.MeleeState){
		"no stage":        func(x *types.MeleeState) { x.Stage = 266 },
		"no seat":         func(x *types.MeleeState) { x.Owes |= 1 << 16 },
		"no standing":     func(x *types.MeleeState) { x.Seats[0].Standing = 258 },
		"no tile":         func(x *types.MeleeState) { x.Bombed = []string{"Z1"} },
		"no target":       func(x *types.MeleeState) { x.Seats[0].Target = "A0" },
		"a hit twice":     func(x *types.MeleeState) { x.Seats[0].Hits = []string{"A1", "A1"} },
		"nobody who owes": func(x *types.MeleeState) { x.Owes = 0 },
	} {
		x := types.NewMeleeState(s)
		x.Seats = slices.Clone(x.Seats)
		spoil(&x)
		_, err := good.StateOf(x)
		require.ErrorIs(t, err, types.ErrCorrupt, name)
	}
}
