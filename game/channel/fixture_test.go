package channel_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
)

// Heights of games of these tests, which are joined in block 100.
const (
	joined  = 100
	timeout = 1000
	now     = 105
)

var (
	creator, joiner = game.Creator, game.Joiner
	// alice and bob are the players as senders, and a third party is nobody.
	alice, bob, nobody = &creator, &joiner, (*game.Seat)(nil)
)

// offChain returns a game as the chain holds it after the join.
func offChain(t testing.TB, g *channeltest.Game) channel.ChainState {
	t.Helper()
	x, err := g.Open(timeout)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// onChain returns a game as the chain holds it with a state that was submitted now, before any player has responded.
func onChain(s game.State) channel.ChainState { return channel.ChainState{State: s.Restart(now)} }

// responded returns what the chain holds once some players have responded.
func responded(x channel.ChainState, seats ...game.Seat) channel.ChainState {
	for _, by := range seats {
		x.Responded[by] = true
	}
	return x
}

// story is a game of classic in which the creator is first, up to a shot of the joiner that waits for its answer, and
// what both can make of it.
type story struct {
	*channeltest.Game

	turns []channeltest.Turn
}

// newStory returns a whole game with real signatures.
func newStory(t testing.TB, r *game.Ruleset) *story {
	t.Helper()
	g := channeltest.New(r, channeltest.Options{Scheme: channeltest.Secp256k1{}})
	return &story{Game: g, turns: g.Play(channeltest.InOrder)}
}

// last returns the last turn of the game.
func (s *story) last() channeltest.Turn { return s.turns[len(s.turns)-1] }

// mover returns the seat of who makes a turn, as a sender.
func mover(turn channeltest.Turn) *game.Seat { return &turn.Base.Actor }

// other returns the seat of who does not, as a sender.
func other(turn channeltest.Turn) *game.Seat {
	by := turn.Base.Actor.Other()
	return &by
}

// surrender returns the turn in which the player who owes something in the base of a turn gives up.
func (s *story) surrender(turn channeltest.Turn) channeltest.Turn {
	turn.Move = s.Concession(turn.Base)
	turn.State, turn.Update = s.After(turn.Base, turn.Move), s.Update(turn.Base, turn.Move)
	return turn
}

// sameState fails unless two states are the same.
func sameState(t *testing.T, want, got game.State) {
	t.Helper()
	want.Ruleset, got.Ruleset = nil, nil
	if !reflect.DeepEqual(want, got) {
		t.Errorf("expected state\n%+v\ngot\n%+v", want, got)
	}
}

// sameError fails unless an error is the one wanted, or there is none if none is.
func sameError(t *testing.T, want, got error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("expected error %v, got %v", want, got)
	}
}

// purse counts what was paid for.
type purse struct{ paid []play.Work }

func (p *purse) pay(w play.Work) { p.paid = append(p.paid, w) }

// signatures is how many signatures were paid for.
func (p *purse) signatures() int {
	n := 0
	for _, w := range p.paid {
		n += w.Signatures
	}
	return n
}

// counter is a board that fails the test if it is asked for what was not paid for.
type counter struct {
	play.Board

	t     *testing.T
	purse *purse
}

func (c counter) TossFirst(o play.Opening, mixed []byte) (game.Seat, error) {
	c.paid("toss")
	return c.Board.TossFirst(o, mixed)
}

func (c counter) VerifyToss(o play.Opening) error {
	c.paid("toss")
	return c.Board.VerifyToss(o)
}

func (c counter) VerifyAnswer(before game.State, a game.Answer, o play.Opening) error {
	c.paid("opening")
	return c.Board.VerifyAnswer(before, a, o)
}

func (c counter) paid(what string) {
	c.t.Helper()
	if n := len(c.purse.paid); n == 0 || c.purse.paid[n-1].For != what {
		c.t.Errorf("expected to pay for the %s before it is checked, paid for %+v", what, c.purse.paid)
	}
}
