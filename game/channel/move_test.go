package channel_test

import (
	"reflect"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
)

// TestMoves is the table of moves off-chain: each is all that its player owes, no less and no more.
func TestMoves(t *testing.T) {
	classic := newStory(t, game.Classic())
	xaya := newStory(t, game.Xaya())
	joinerFirst := &story{Game: channeltest.New(game.Classic(), channeltest.Options{First: game.Joiner})}
	joinerFirst.turns = joinerFirst.Play(channeltest.InOrder)
	rematch := &story{Game: channeltest.New(game.Classic(), channeltest.Options{Rematch: bob})}
	rematch.turns = rematch.Play(channeltest.InOrder)
	start, answer := classic.Initial(), classic.turns[4].Base
	toss, honest := classic.turns[0].Move, classic.turns[4].Move
	shot, owesShot := joinerFirst.turns[1].Move, joinerFirst.turns[1].Base
	hit := hitTurn(t, xaya)
	end := classic.last()
	for name, tc := range map[string]struct {
		game  *story
		state game.State
		by    *game.Seat // nil: who owes something
		move  channel.Move
		phase game.Phase // 0: play
		actor game.Seat
		want  error
	}{
		"the toss and a shot":     {game: classic, state: start, move: toss, actor: game.Joiner},
		"the toss alone":          {game: classic, state: start, move: opens(toss), actor: game.Creator},
		"a shot without the toss": {game: classic, state: start, move: shoots("A1"), want: play.ErrMove},
		"nothing":                 {game: classic, state: start, move: channel.Move{}, want: play.ErrEmpty},
		"the toss, and giving up": {
			game: classic, state: start, move: gives(toss), phase: game.PhaseClaim, actor: game.Joiner,
		},
		"giving up, not the toss": {game: classic, state: start, move: channel.Move{Concede: true}, want: play.ErrMove},
		"the toss for who is next": {
			game: joinerFirst, state: joinerFirst.Initial(), move: joinerFirst.turns[0].Move, actor: game.Joiner,
		},
		"a shot out of turn": {
			game: joinerFirst, state: joinerFirst.Initial(), move: aims(joinerFirst.turns[0].Move, "A1"), want: game.ErrTurn,
		},
		"giving up out of turn": {
			game: joinerFirst, state: joinerFirst.Initial(), move: gives(joinerFirst.turns[0].Move),
			phase: game.PhaseClaim, actor: game.Joiner,
		},
		"the toss of a rematch": {
			game: rematch, state: rematch.Initial(), move: rematch.turns[0].Move, actor: game.Joiner,
		},
		"a shot out of a rematch": {
			game: rematch, state: rematch.Initial(), move: aims(rematch.turns[0].Move, "A1"), want: game.ErrTurn,
		},
		"the toss with a ship":   {game: classic, state: start, move: sinks(toss), want: play.ErrMove},
		"the toss by the joiner": {game: classic, state: start, by: bob, move: toss, want: game.ErrTurn},
		"giving up by the joiner": {
			game: classic, state: start, by: bob, move: channel.Move{Concede: true}, want: game.ErrTurn,
		},
		"a first shot":          {game: joinerFirst, state: owesShot, move: shot, actor: game.Creator},
		"a shot and an opening": {game: joinerFirst, state: owesShot, move: aims(toss, "A1"), want: play.ErrMove},
		"giving up for a shot": {
			game: joinerFirst, state: owesShot, move: channel.Move{Concede: true}, phase: game.PhaseClaim, actor: game.Creator,
		},
		"giving up and opening":    {game: joinerFirst, state: owesShot, move: gives(toss), want: play.ErrMove},
		"a shot off the board":     {game: joinerFirst, state: owesShot, move: shoots("A11"), want: game.ErrTile},
		"an answer and a shot":     {game: classic, state: answer, move: honest, actor: game.Joiner},
		"an answer alone":          {game: classic, state: answer, move: opens(honest), actor: game.Creator},
		"a shot without an answer": {game: classic, state: answer, move: shoots("J10"), want: play.ErrMove},
		"an answer and giving up": {
			game: classic, state: answer, move: gives(honest), phase: game.PhaseClaim, actor: game.Joiner,
		},
		"giving up, no answer": {game: classic, state: answer, move: channel.Move{Concede: true}, want: play.ErrMove},
		"giving up and a shot": {
			game: classic, state: answer, move: channel.Move{Move: honest.Move, Concede: true}, want: play.ErrMove,
		},
		"an answer, a shot taken before": {game: classic, state: answer, move: aims(honest, "A1"), want: game.ErrTileTaken},
		"an answer by who has shot":      {game: classic, state: answer, by: bob, move: honest, want: game.ErrTurn},
		"giving up with a ship alone": {
			game: classic, state: answer, move: channel.Move{Move: play.Move{Sunk: &play.Ship{}}, Concede: true},
			want: play.ErrMove,
		},
		"a ship without an answer": {
			game: classic, state: answer, move: channel.Move{Move: play.Move{Sunk: &play.Ship{}, Target: "A1"}},
			want: play.ErrMove,
		},
		"a hit that leaves the turn":    {game: xaya, state: hit.Base, move: hit.Move, actor: hit.Base.Actor.Other()},
		"a hit, and a shot out of turn": {game: xaya, state: hit.Base, move: aims(hit.Move, "H8"), want: game.ErrTurn},
		"a hit, and giving up": {
			game: xaya, state: hit.Base, move: gives(hit.Move), phase: game.PhaseClaim, actor: hit.Base.Actor.Other(),
		},
		"the last answer": {
			game: classic, state: end.Base, move: end.Move, phase: game.PhaseClaim, actor: end.Base.Actor.Other(),
		},
		"the last answer and a shot":    {game: classic, state: end.Base, move: aims(end.Move, "J10"), want: game.ErrPhase},
		"the last answer and giving up": {game: classic, state: end.Base, move: gives(end.Move), want: game.ErrPhase},
		"anything after the end":        {game: classic, state: end.State, move: shoots("J10"), want: game.ErrPhase},
		"giving up after the end": {
			game: classic, state: end.State, move: channel.Move{Concede: true}, want: game.ErrPhase,
		},
		"a seat that does not exist": {game: classic, state: start, by: new(game.Seat(2)), move: toss, want: game.ErrSeat},
		"a seat before the first": {
			game: classic, state: start, by: new(game.Seat(-1)), move: toss, want: game.ErrSeat,
		},
	} {
		t.Run(name, func(t *testing.T) {
			by := tc.state.Actor
			if tc.by != nil {
				by = *tc.by
			}
			got, events, err := tc.game.Channel.Move(tc.state, by, tc.move, nil)
			sameError(t, tc.want, err)
			if tc.want != nil {
				if !reflect.DeepEqual(got, tc.state) || events != nil {
					t.Errorf("expected nothing to happen, got %+v", events)
				}
				return
			}
			phase := tc.phase
			if phase == 0 {
				phase = game.PhasePlay
			}
			if got.Phase != phase || got.Actor != tc.actor || len(events) == 0 {
				t.Errorf("expected phase %s for the %s, got %s for the %s after %+v",
					phase, tc.actor, got.Phase, got.Actor, events)
			}
			sameError(t, nil, tc.game.Check(got))
		})
	}
}

// hitTurn returns a turn whose answer is a hit, which leaves the next shot to the other player, in a game that goes on.
func hitTurn(t *testing.T, s *story) channeltest.Turn {
	t.Helper()
	for _, turn := range s.turns[1 : len(s.turns)-1] {
		if turn.Move.Opening != nil && turn.Move.Target == "" {
			return turn
		}
	}
	t.Fatal("expected a hit")
	return channeltest.Turn{}
}

// opens returns a move without its shot.
func opens(m channel.Move) channel.Move {
	m.Target = ""
	return m
}

// shoots returns a move that does nothing else.
func shoots(target string) channel.Move { return channel.Move{Move: play.Move{Target: target}} }

// aims returns a move with another shot.
func aims(m channel.Move, target string) channel.Move {
	m.Target = target
	return m
}

// gives returns a move that gives up in place of its shot.
func gives(m channel.Move) channel.Move {
	m.Target, m.Concede = "", true
	return m
}

// sinks returns a move that announces a ship.
func sinks(m channel.Move) channel.Move {
	m.Sunk = &play.Ship{Class: "carrier", Placement: "A1h"}
	return m
}
