package keeper_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestADelegateMaySendMovesOnly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		given func(d *duel)
		act   func(d *duel) sdk.Msg
		want  error
	}{
		"shoot": {act: func(d *duel) sdk.Msg { return d.shoot(game.Creator, "A1") }},
		"answer": {
			given: func(d *duel) { d.fire(game.Creator, "A1"); d.deliver(d.shoot(game.Joiner, "A1")) },
			act:   func(d *duel) sdk.Msg { return d.reveal(game.Creator, "") },
		},
		"open the toss": {
			given: func(d *duel) { d.newDelegated() },
			act:   func(d *duel) sdk.Msg { return d.reveal(game.Creator, "") },
		},
		"concede": {act: func(d *duel) sdk.Msg { return d.concede(game.Creator) }},
		"claim": {
			given: func(d *duel) { d.deliver(d.concede(game.Joiner)) },
			act:   func(d *duel) sdk.Msg { return d.claim(game.Creator) },
		},
		"not name another delegate": {
			act: func(d *duel) sdk.Msg { return d.setDelegate(game.Creator, mallory.text()) }, want: types.ErrUnauthorized,
		},
		"not challenge": {act: func(d *duel) sdk.Msg { return d.challenge(game.Creator) }, want: types.ErrUnauthorized},
		"not cancel": {
			given: func(d *duel) { d.newOpenDelegated() },
			act:   func(d *duel) sdk.Msg { return d.cancel(game.Creator) }, want: types.ErrUnauthorized,
		},
		"not shoot for the opponent": {
			given: func(d *duel) { d.fire(game.Creator, "A1") },
			act:   func(d *duel) sdk.Msg { return d.shoot(game.Joiner, "A1") }, want: types.ErrTurn,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			d := f.newDuel(game.Classic())
			d.newDelegated()
			d.deliver(d.reveal(game.Creator, ""))
			if c.given != nil {
				c.given(d)
			}
			msg := c.act(d)
			setSender(msg, carol)
			f.passJoin(msg)
			require.ErrorIs(t, f.try(msg), c.want)
			require.Zero(t, f.balance(carol.addr), "a delegate never receives money")
			if _, ok := msg.(*types.MsgClaimWin); ok {
				require.Equal(t, int64(42_000_000), f.balance(alice.addr), "the player does")
			}
		})
	}
}

// newDelegated makes the duel one in which carol acts for the creator.
func (d *duel) newDelegated() {
	d.Helper()
	d.newOpenDelegated()
	d.joinFor(game.Creator)
}

// newOpenDelegated is newDelegated with the game still open.
func (d *duel) newOpenDelegated() {
	d.Helper()
	d.newBoards()
	d.boards[game.Creator].delegate = carol.text()
	d.id = d.create(d.boards[game.Creator])
}

// A delegate that was replaced may do nothing from then on, and the new one what the old one might.
func TestADelegateIsReplacedAndRevoked(t *testing.T) {
	t.Parallel()
	dave := newPlayer("dave")
	as := func(p player, msg sdk.Msg) sdk.Msg {
		setSender(msg, p)
		return msg
	}
	t.Run("in the middle of a game", func(t *testing.T) {
		f := newFixture(t)
		d := &duel{fixture: f}
		d.newPlayDelegated()
		f.deliver(as(carol, d.shoot(game.Creator, "A1")))
		f.deliver(d.reveal(game.Joiner, ""))
		f.deliver(d.shoot(game.Joiner, "A1"))

		f.deliver(d.setDelegate(game.Creator, dave.text()))
		require.Equal(t, []proto.Message{
			&types.EventDelegateSet{GameId: d.id, Player: alice.text(), Delegate: dave.text()},
		}, f.events())
		f.refuse(types.ErrUnauthorized, as(carol, d.reveal(game.Creator, "B1")))
		f.refuse(types.ErrUnauthorized, as(carol, d.concede(game.Creator)))
		f.deliver(as(dave, d.reveal(game.Creator, "B1")))
		f.refuse(types.ErrUnauthorized, as(dave, d.setDelegate(game.Creator, carol.text())))

		f.deliver(d.setDelegate(game.Creator, ""))
		require.Empty(t, f.game(d.id).Participants[game.Creator].Delegate)
		f.refuse(types.ErrUnauthorized, as(dave, d.concede(game.Creator)))
		f.deliver(d.setDelegate(game.Joiner, carol.text()))
		f.deliver(as(carol, d.reveal(game.Joiner, "")))
		require.Equal(t, alice.text(), f.game(d.id).Participants[game.Creator].Address)
	})
	t.Run("while a claim is owed", func(t *testing.T) {
		f := newFixture(t)
		d := f.play(game.Classic())
		f.deliver(d.concede(game.Joiner))
		f.deliver(d.setDelegate(game.Creator, dave.text()))
		f.deliver(as(dave, d.claim(game.Creator)))
		f.refuse(types.ErrGameEnded, d.setDelegate(game.Creator, carol.text()))
		f.refuse(types.ErrGameNotFound, &types.MsgSetDelegate{Sender: alice.text(), GameId: 99})
	})
	t.Run("while the game is open", func(t *testing.T) {
		f := newFixture(t)
		d := &duel{fixture: f}
		d.newOpenDelegated()
		f.refuse(types.ErrInvalidDelegate, d.setDelegate(game.Creator, dave.text()))
		require.Equal(t, carol.text(), f.game(d.id).Participants[game.Creator].Delegate)
		f.deliver(d.setDelegate(game.Creator, ""))
		f.refuse(types.ErrInvalidDelegate, d.setDelegate(game.Creator, carol.text()))
		f.deliver(joinMsg(d.id, f.newBoard(bob, game.Classic(), classicFleet)))
		f.deliver(d.setDelegate(game.Creator, dave.text()))
	})
}

// Whom the creator has made its delegate can play against it, and acts for itself alone then.
func TestADelegateThatJoinsIsDropped(t *testing.T) {
	t.Parallel()
	for name, join := range map[string]func(f *fixture, id uint64){
		"by id":      func(f *fixture, id uint64) { f.deliver(joinMsg(id, f.newBoard(carol, game.Classic(), classicFleet))) },
		"by a match": func(f *fixture, _ uint64) { f.deliver(f.matchMsg(carol, game.Classic())) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			d := &duel{fixture: f}
			d.newOpenDelegated()
			join(f, d.id)
			require.Equal(t, game.PhaseToss, d.now().Phase)
			require.Empty(t, f.game(d.id).Participants[game.Creator].Delegate)
			require.Contains(t, f.events(), &types.EventDelegateSet{GameId: d.id, Player: alice.text()})
			msg := d.reveal(game.Creator, "")
			setSender(msg, carol)
			f.refuse(types.ErrTurn, msg)
		})
	}
}

func TestInvalidDelegates(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		delegate string
		want     error
	}{
		"the player itself":       {alice.text(), types.ErrInvalidDelegate},
		"the player in capitals":  {strings.ToUpper(alice.text()), types.ErrInvalidDelegate},
		"the opponent":            {bob.text(), types.ErrInvalidDelegate},
		"the opponent's delegate": {mallory.text(), types.ErrInvalidDelegate},
		"a name":                  {"dave", types.ErrInvalidAddress},
		"an address too long":     {textOf(make([]byte, types.MaxAddressBytes+1)), types.ErrInvalidAddress},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			d := &duel{fixture: f}
			d.newDelegated()
			f.deliver(d.setDelegate(game.Joiner, mallory.text()))
			f.refuse(c.want, d.setDelegate(game.Creator, c.delegate))
			require.Equal(t, carol.text(), f.game(d.id).Participants[game.Creator].Delegate)
		})
	}
	t.Run("the only player who may join", func(t *testing.T) {
		f := newFixture(t)
		d := &duel{fixture: f}
		d.newOfferDelegated()
		f.refuse(types.ErrInvalidDelegate, d.setDelegate(game.Creator, bob.text()))
	})
}

// setSender makes somebody else the sender of a message.
func setSender(msg sdk.Msg, p player) {
	switch msg := msg.(type) {
	case *types.MsgCreateGame:
		msg.Sender = p.text()
	case *types.MsgJoinGame:
		msg.Sender = p.text()
	case *types.MsgShootAndReveal:
		msg.Sender = p.text()
	case *types.MsgConcede:
		msg.Sender = p.text()
	case *types.MsgChallenge:
		msg.Sender = p.text()
	case *types.MsgClaimWin:
		msg.Sender = p.text()
	case *types.MsgSubmitState:
		msg.Sender = p.text()
	case *types.MsgCancelGame:
		msg.Sender = p.text()
	case *types.MsgMatchGame:
		msg.Sender = p.text()
	case *types.MsgDeclineGame:
		msg.Sender = p.text()
	case *types.MsgSetDelegate:
		msg.Sender = p.text()
	case *types.MsgWithdraw:
		msg.Sender = p.text()
	case *types.MsgCreateMelee:
		msg.Sender = p.text()
	case *types.MsgJoinMelee:
		msg.Sender = p.text()
	case *types.MsgLeaveMelee:
		msg.Sender = p.text()
	case *types.MsgConfirmMelee:
		msg.Sender = p.text()
	case *types.MsgAim:
		msg.Sender = p.text()
	case *types.MsgFire:
		msg.Sender = p.text()
	case *types.MsgReport:
		msg.Sender = p.text()
	case *types.MsgUpdateParams:
		msg.Authority = p.text()
	default:
		panic(fmt.Sprintf("no sender in %T", msg))
	}
}

func TestOutsidersCannotActInAGame(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]func(d *duel) sdk.Msg{
		"shoot":     func(d *duel) sdk.Msg { return d.shoot(game.Creator, "A1") },
		"concede":   func(d *duel) sdk.Msg { return d.concede(game.Creator) },
		"challenge": func(d *duel) sdk.Msg { return d.challenge(game.Creator) },
		"claim": func(d *duel) sdk.Msg {
			d.deliver(d.concede(game.Joiner))
			return d.claim(game.Creator)
		},
		"cancel": func(d *duel) sdk.Msg {
			d.newOpen()
			return d.cancel(game.Creator)
		},
		"name a delegate": func(d *duel) sdk.Msg { return d.setDelegate(game.Creator, mallory.text()) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			d := f.play(game.Classic())
			msg := c(d)
			setSender(msg, mallory)
			f.refuse(types.ErrUnauthorized, msg)
		})
	}
}

// A match once passed over the games of those who had made its sender their delegate. A ring of accounts that did so
// one after the other could fill the index of those that wait with games that would fit each other.
func TestRegressionDelegatesKeepNoCrowdFromMeeting(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for i := range 4 {
		msg := f.matchMsg(host(i), game.Classic())
		msg.Entry.Delegate = host(i ^ 1).text()
		f.deliver(msg)
	}
	for id := range uint64(2) {
		require.Equal(t, game.PhaseToss, f.state(id+1).Phase, "the next one meets somebody")
	}
	require.False(t, f.has(3))
}
