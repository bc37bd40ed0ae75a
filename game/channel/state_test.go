package channel_test

import (
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
)

// TestForeignStates refuses states that this game cannot be in off-chain, in each of the ways in which one can be
// shown.
func TestForeignStates(t *testing.T) {
	s := newStory(t, game.Classic())
	turn, end := s.turns[4], s.last()
	winner := s.Boards[end.State.Actor]
	step := func(s game.State, a game.Action, height int64) game.State {
		next, _, err := game.Step(s, a, height)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	restarted := turn.State.Restart(now)
	xaya := channeltest.New(game.Xaya(), channeltest.Options{})
	slow := channeltest.New(game.Classic(), channeltest.Options{Clock: game.Clock{TurnBlocks: 21, ClaimBlocks: 30}})
	patient := channeltest.New(game.Classic(), channeltest.Options{Clock: game.Clock{TurnBlocks: 20, ClaimBlocks: 31}})
	zk := channeltest.New(game.ClassicZK(), channeltest.Options{})
	open, err := game.NewState(game.Classic(), game.Clock{OpenBlocks: 20, TurnBlocks: 20, ClaimBlocks: 30}, joined)
	sameError(t, nil, err)
	for name, state := range map[string]game.State{
		"a clock that runs":              restarted,
		"a clock of the join":            turn.State.Restart(joined),
		"a deadline one later":           later(turn.State, 1),
		"a deadline one earlier":         later(turn.State, -1),
		"the first one, a block later":   later(s.Initial(), 1),
		"the end, a block later":         later(end.State, 1),
		"another ruleset":                xaya.Initial(),
		"a proven ruleset":               zk.Initial(),
		"other turns":                    slow.Initial(),
		"other claims":                   patient.Initial(),
		"an open game":                   open,
		"a game that was called off":     step(open, game.Decline{}, joined),
		"a challenge":                    step(turn.State, game.Challenge{By: game.Joiner}, joined+1),
		"a deadline that has passed":     later(step(turn.State, game.Expire{}, 500), joined+1-500),
		"a second claim":                 later(step(end.State, game.Expire{}, 500), joined+1-500),
		"a game that was won by a claim": step(end.State, game.Claim{By: end.State.Actor, Fleet: winner.Fleet}, joined+1),
		"no game":                        {},
	} {
		t.Run(name, func(t *testing.T) {
			sameError(t, channel.ErrState, s.Check(state))
			_, err := s.Encode(state)
			sameError(t, channel.ErrState, err)
			_, err = s.Message(state)
			sameError(t, channel.ErrState, err)
			_, _, err = s.Channel.Move(state, state.Actor, channel.Move{Concede: true}, nil)
			sameError(t, channel.ErrState, err)
			b, err := state.MarshalBinary()
			if state.Ruleset == nil {
				return
			}
			sameError(t, nil, err)
			_, err = s.Decode(b)
			sameError(t, channel.ErrState, err)
			_, err = s.Judge(channel.Proof{State: b}, alice, nil)
			sameError(t, channel.ErrState, err)
		})
	}
}

// later returns a state with another deadline.
func later(s game.State, blocks int64) game.State {
	s.Deadline += blocks
	return s
}

// TestForeignBytes refuses bytes that are no state.
func TestForeignBytes(t *testing.T) {
	s := newStory(t, game.Classic())
	good := must(s.Encode(s.turns[4].State))
	for n := 1; n < len(good); n++ {
		_, err := s.Decode(good[:n])
		sameError(t, channel.ErrState, err)
	}
	_, err := s.Decode(append(slices.Clone(good), 0))
	sameError(t, channel.ErrState, err)
	got, err := s.Decode(good)
	sameError(t, nil, err)
	sameState(t, s.turns[4].State, got)
}

// TestProvenOffChainGames knows which end a proven game has with and without a claim.
func TestProvenOffChainGames(t *testing.T) {
	without := channeltest.New(game.ClassicZK(), channeltest.Options{})
	with := channeltest.New(game.ClassicZK(), channeltest.Options{ProvenClaims: true})
	over := without.After(without.Initial(), without.Concession(without.Initial()))
	claim := with.After(with.Initial(), with.Concession(with.Initial()))
	if over.Phase != game.PhaseOver || claim.Phase != game.PhaseClaim {
		t.Fatalf("expected over and claim, got %s and %s", over.Phase, claim.Phase)
	}
	sameError(t, nil, without.Check(over))
	sameError(t, nil, with.Check(claim))
	sameError(t, channel.ErrState, without.Check(claim))
	sameError(t, channel.ErrState, with.Check(over))
	sameError(t, channel.ErrState, with.Check(without.Initial()))
	timeout := over
	timeout.Reason = game.ReasonTimeout
	sameError(t, channel.ErrState, without.Check(timeout))
}
