package replay_test

import (
	"slices"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// duelEvents are one event of each type in a duel, and meleeEvents in a melee.
var (
	duelEvents = []proto.Message{
		&types.EventGameJoined{}, &types.EventTossOpened{}, &types.EventShotFired{}, &types.EventShotAnswered{},
		&types.EventConceded{}, &types.EventChallenged{}, &types.EventDeadlinePassed{}, &types.EventClaimOpened{},
		&types.EventClaimProven{}, &types.EventGameWithdrawn{}, &types.EventGameCancelled{}, &types.EventGameOver{},
		&types.EventDelegateSet{}, &types.EventStateSubmitted{},
	}
	meleeEvents = []proto.Message{
		&types.EventMeleeJoined{}, &types.EventMeleeDeclined{}, &types.EventMeleeLeft{}, &types.EventMeleeWithdrawn{},
		&types.EventMeleeConfirmed{}, &types.EventMeleeCancelled{}, &types.EventAimed{}, &types.EventFired{},
		&types.EventReported{}, &types.EventStageBegan{}, &types.EventStageExtended{}, &types.EventStruck{},
		&types.EventFleetLost{}, &types.EventPotForfeited{}, &types.EventPlayEnded{}, &types.EventBoardProven{},
		&types.EventMeleeOver{}, &types.EventDelegateSet{},
	}
)

// written returns events as bytes: of each its type, a length and its encoding.
func written(f *testing.F, kinds []proto.Message, events ...proto.Message) (b []byte) {
	f.Helper()
	for _, event := range events {
		raw, err := proto.Marshal(event)
		require.NoError(f, err)
		for i, kind := range kinds {
			if proto.MessageName(kind) == proto.MessageName(event) {
				b = append(append(b, byte(i), byte(len(raw))), raw...)
			}
		}
	}
	return b
}

// read returns the events of bytes.
func read(kinds []proto.Message, b []byte) (events []proto.Message) {
	const head = 2
	for len(b) >= head && len(b)-head >= int(b[1]) {
		event := proto.Clone(kinds[int(b[0])%len(kinds)])
		if proto.Unmarshal(b[head:head+int(b[1])], event) == nil {
			events = append(events, event)
		}
		b = b[head+int(b[1]):]
	}
	return events
}

// played are the events of a duel from its opening to a claim.
func played() []proto.Message {
	return []proto.Message{
		&types.EventGameJoined{GameId: 7, Creator: alice, Joiner: bob, Participant: types.Participant{Address: bob}},
		&types.EventTossOpened{GameId: 7, First: types.SEAT_CREATOR},
		&types.EventShotFired{GameId: 7, Player: alice, Target: "A1"},
		&types.EventShotAnswered{GameId: 7, Player: bob, Target: "A1", Hit: true},
		&types.EventShotFired{GameId: 7, Player: bob, Target: "J10"},
		&types.EventConceded{GameId: 7, Player: alice},
		&types.EventClaimOpened{GameId: 7, Claimant: bob, Reason: types.REASON_CONCEDED, Deadline: 111},
		&types.EventClaimProven{GameId: 7, Player: bob, Fleet: "A1h,A3h,A5h,A7h,A9h"},
	}
}

// FuzzParseEvent reads any event of a duel. What is read has one event of the chain, which is read the same.
func FuzzParseEvent(f *testing.F) {
	for _, event := range played() {
		f.Add(written(f, duelEvents, event))
	}
	f.Add(written(f, duelEvents, &types.EventShotAnswered{
		GameId: 7, Player: alice, Target: "A5", Hit: true, Sunk: &types.Ship{Class: "carrier", Placement: "A1h"},
	}))
	f.Add(written(f, duelEvents, &types.EventChallenged{GameId: 7, Player: bob}))
	r, players := game.Classic(), []string{alice, bob}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, event := range read(duelEvents, b) {
			parsed := replay.ParseEvent(r, players, event)
			if parsed == nil {
				continue
			}
			if proven, ok := parsed.(game.ClaimProven); ok && proven.Fleet == nil {
				continue // the fleet cannot be read
			}
			typed := types.NewEvent(7, r, func(s game.Seat) string { return players[s] }, parsed)
			if typed == nil {
				continue // it is written with more than the rules have
			}
			require.Equal(t, proto.MessageName(event), proto.MessageName(typed))
			require.Equal(t, parsed, replay.ParseEvent(r, players, typed))
			type move interface{ GetPlayer() string }
			if by, ok := event.(move); ok && slices.Contains(players, by.GetPlayer()) {
				again, ok := typed.(move)
				require.True(t, ok)
				require.Equal(t, by.GetPlayer(), again.GetPlayer())
			}
			type shot interface{ GetTarget() string }
			if at, ok := event.(shot); ok {
				again, ok := typed.(shot)
				require.True(t, ok)
				require.Equal(t, at.GetTarget(), again.GetTarget())
			}
		}
	})
}

// FuzzDuel applies any events to a duel. What it takes leaves a valid state, and what it refuses leaves it as it was.
func FuzzDuel(f *testing.F) {
	all := played()
	f.Add(written(f, duelEvents, all...), uint8(0))
	f.Add(written(f, duelEvents, append(all[:4:4], &types.EventDelegateSet{GameId: 7, Player: bob, Delegate: "dave"},
		&types.EventDeadlinePassed{GameId: 7, Player: alice, Obligation: types.OBLIGATION_SHOT})...), uint8(20))
	f.Fuzz(func(t *testing.T, b []byte, wait uint8) {
		height := int64(100)
		r, err := replay.NewDuel(&types.EventGameCreated{
			GameId: 7, Creator: alice, RulesetId: 1, TurnBlocks: 10, ClaimBlocks: 10, Deadline: 120,
			Participant: types.Participant{Address: alice},
		}, height)
		require.NoError(t, err)
		for _, event := range read(duelEvents, b) {
			height += int64(wait)
			state, before := r.ChainState(), r.Game()
			if err := r.Apply(event, height); err != nil {
				require.Equal(t, state, r.ChainState())
				require.Equal(t, before, r.Game())
				continue
			}
			require.NoError(t, r.State().Validate(), "%T", event)
			require.LessOrEqual(t, len(r.Players()), types.PlayersPerGame)
		}
	})
}

// FuzzMelee applies any events to a melee in its first round. What it takes leaves records with one meaning, and what
// it refuses leaves it as it was.
func FuzzMelee(f *testing.F) {
	aimed := []proto.Message{
		&types.EventAimed{GameId: 7, Seat: 1, Player: bob, Aim: make([]byte, 32)},
		&types.EventAimed{GameId: 7, Seat: 2, Player: "carol", Aim: make([]byte, 32)},
		&types.EventStageBegan{GameId: 7, Stage: types.STAGE_FIRE, Round: 1, Owes: 7, Deadline: 111},
		&types.EventFired{GameId: 7, Seat: 0, Player: alice, Target: "A1"},
		&types.EventFired{GameId: 7, Seat: 1, Player: bob, Target: "B2"},
		&types.EventFired{GameId: 7, Seat: 2, Player: "carol", Target: "B2"},
		&types.EventStageBegan{GameId: 7, Stage: types.STAGE_REPORT, Round: 1, Owes: 7, Deadline: 111},
		&types.EventReported{GameId: 7, Seat: 0, Player: alice, Hits: []string{"B2"}},
	}
	f.Add(written(f, meleeEvents, aimed...), uint8(0))
	f.Add(written(f, meleeEvents, &types.EventStageExtended{GameId: 7, Deadline: 121},
		&types.EventStruck{GameId: 7, Seat: 1, Player: bob}), uint8(20))
	f.Fuzz(func(t *testing.T, b []byte, wait uint8) {
		r := newMeleeReplay(t)
		height := int64(101)
		for _, event := range read(meleeEvents, b) {
			height += int64(wait)
			state, before, aims := r.State(), r.Melee(), r.Aims()
			if err := r.Apply(event, height); err != nil {
				require.Equal(t, state, r.State())
				require.Equal(t, before, r.Melee())
				require.Equal(t, aims, r.Aims())
				continue
			}
			if !r.Complete() {
				continue
			}
			require.NoError(t, r.State().Validate(), "%T", event)
			stored, err := r.Melee().State(r.State().AppendProgress(nil))
			require.NoError(t, err)
			require.Equal(t, r.State(), stored)
			shown, err := r.Melee().StateOf(types.NewMeleeState(r.State()))
			require.NoError(t, err)
			require.Equal(t, r.State(), shown)
		}
	})
}
