package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestADelegateMayDoWhatPlaysOnAndNothingElse(t *testing.T) {
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
	case *types.MsgUpdateParams:
		msg.Authority = p.text()
	default:
		panic(fmt.Sprintf("no sender in %T", msg))
	}
}

func TestNobodyElseActsInAGame(t *testing.T) {
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
