package keeper_test

import (
	"strings"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestAttackADelegateMaySendMovesOnly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		given func(d *kit.Duel)
		act   func(d *kit.Duel) sdk.Msg
		want  error
	}{
		"shoot": {act: func(d *kit.Duel) sdk.Msg { return d.Shoot(game.Creator, "A1") }},
		"answer": {
			given: func(d *kit.Duel) { d.Fire(game.Creator, "A1"); d.Deliver(d.Shoot(game.Joiner, "A1")) },
			act:   func(d *kit.Duel) sdk.Msg { return d.Reveal(game.Creator, "") },
		},
		"open the toss": {
			given: func(d *kit.Duel) { newDelegated(d) },
			act:   func(d *kit.Duel) sdk.Msg { return d.Reveal(game.Creator, "") },
		},
		"concede": {act: func(d *kit.Duel) sdk.Msg { return d.Concede(game.Creator) }},
		"claim": {
			given: func(d *kit.Duel) { d.Deliver(d.Concede(game.Joiner)) },
			act:   func(d *kit.Duel) sdk.Msg { return d.Claim(game.Creator) },
		},
		"not name another delegate": {
			act:  func(d *kit.Duel) sdk.Msg { return d.SetDelegate(game.Creator, kit.Mallory.Text()) },
			want: types.ErrUnauthorized,
		},
		"not challenge": {act: func(d *kit.Duel) sdk.Msg { return d.Challenge(game.Creator) }, want: types.ErrUnauthorized},
		"not cancel": {
			given: func(d *kit.Duel) { newOpenDelegated(d) },
			act:   func(d *kit.Duel) sdk.Msg { return d.Cancel(game.Creator) }, want: types.ErrUnauthorized,
		},
		"not shoot for the opponent": {
			given: func(d *kit.Duel) { d.Fire(game.Creator, "A1") },
			act:   func(d *kit.Duel) sdk.Msg { return d.Shoot(game.Joiner, "A1") }, want: types.ErrTurn,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			d := f.NewDuel(game.Classic())
			newDelegated(d)
			d.Deliver(d.Reveal(game.Creator, ""))
			if c.given != nil {
				c.given(d)
			}
			msg := c.act(d)
			kit.SetSender(msg, kit.Carol)
			f.PassJoin(msg)
			require.ErrorIs(t, f.Try(msg), c.want)
			require.Zero(t, f.Balance(kit.Carol.Addr), "a delegate never receives money")
			if _, ok := msg.(*types.MsgClaimWin); ok {
				require.Equal(t, int64(42_000_000), f.Balance(kit.Alice.Addr), "the player does")
			}
		})
	}
}

// newDelegated makes the duel one in which carol acts for the creator.
func newDelegated(d *kit.Duel) {
	d.Helper()
	newOpenDelegated(d)
	d.JoinFor(game.Creator)
}

// newOpenDelegated is newDelegated with the game still open.
func newOpenDelegated(d *kit.Duel) {
	d.Helper()
	d.NewBoards()
	d.Boards[game.Creator].Delegate = kit.Carol.Text()
	d.ID = d.Create(d.Boards[game.Creator])
}

// A delegate that was replaced may do nothing from then on, and the new one what the old one might.
func TestADelegateIsReplacedAndRevoked(t *testing.T) {
	t.Parallel()
	dave := kit.NewPlayer("dave")
	as := func(p kit.Player, msg sdk.Msg) sdk.Msg {
		kit.SetSender(msg, p)
		return msg
	}
	t.Run("in the middle of a game", func(t *testing.T) {
		f := kit.New(t)
		d := &kit.Duel{Fixture: f}
		newPlayDelegated(d)
		f.Deliver(as(kit.Carol, d.Shoot(game.Creator, "A1")))
		f.Deliver(d.Reveal(game.Joiner, ""))
		f.Deliver(d.Shoot(game.Joiner, "A1"))

		f.Deliver(d.SetDelegate(game.Creator, dave.Text()))
		require.Equal(t, []proto.Message{
			&types.EventDelegateSet{GameId: d.ID, Player: kit.Alice.Text(), Delegate: dave.Text()},
		}, f.Events())
		f.Refuse(types.ErrUnauthorized, as(kit.Carol, d.Reveal(game.Creator, "B1")))
		f.Refuse(types.ErrUnauthorized, as(kit.Carol, d.Concede(game.Creator)))
		f.Deliver(as(dave, d.Reveal(game.Creator, "B1")))
		f.Refuse(types.ErrUnauthorized, as(dave, d.SetDelegate(game.Creator, kit.Carol.Text())))

		f.Deliver(d.SetDelegate(game.Creator, ""))
		require.Empty(t, f.Game(d.ID).Participants[game.Creator].Delegate)
		f.Refuse(types.ErrUnauthorized, as(dave, d.Concede(game.Creator)))
		f.Deliver(d.SetDelegate(game.Joiner, kit.Carol.Text()))
		f.Deliver(as(kit.Carol, d.Reveal(game.Joiner, "")))
		require.Equal(t, kit.Alice.Text(), f.Game(d.ID).Participants[game.Creator].Address)
	})
	t.Run("while a claim is owed", func(t *testing.T) {
		f := kit.New(t)
		d := f.Play(game.Classic())
		f.Deliver(d.Concede(game.Joiner))
		f.Deliver(d.SetDelegate(game.Creator, dave.Text()))
		f.Deliver(as(dave, d.Claim(game.Creator)))
		f.Refuse(types.ErrGameEnded, d.SetDelegate(game.Creator, kit.Carol.Text()))
		f.Refuse(types.ErrGameNotFound, &types.MsgSetDelegate{Sender: kit.Alice.Text(), GameId: 99})
	})
	t.Run("while the game is open", func(t *testing.T) {
		f := kit.New(t)
		d := &kit.Duel{Fixture: f}
		newOpenDelegated(d)
		f.Refuse(types.ErrInvalidDelegate, d.SetDelegate(game.Creator, dave.Text()))
		require.Equal(t, kit.Carol.Text(), f.Game(d.ID).Participants[game.Creator].Delegate)
		f.Deliver(d.SetDelegate(game.Creator, ""))
		f.Refuse(types.ErrInvalidDelegate, d.SetDelegate(game.Creator, kit.Carol.Text()))
		f.Deliver(kit.JoinMsg(d.ID, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)))
		f.Deliver(d.SetDelegate(game.Creator, dave.Text()))
	})
}

// Whom the creator has made its delegate can play against it, and acts for itself alone then.
func TestADelegateThatJoinsIsDropped(t *testing.T) {
	t.Parallel()
	for name, join := range map[string]func(f *kit.Fixture, id uint64){
		"by id": func(f *kit.Fixture, id uint64) {
			f.Deliver(kit.JoinMsg(id, f.NewBoard(kit.Carol, game.Classic(), kit.ClassicFleet)))
		},
		"by a match": func(f *kit.Fixture, _ uint64) { f.Deliver(f.MatchMsg(kit.Carol, game.Classic())) },
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			d := &kit.Duel{Fixture: f}
			newOpenDelegated(d)
			join(f, d.ID)
			require.Equal(t, game.PhaseToss, d.Now().Phase)
			require.Empty(t, f.Game(d.ID).Participants[game.Creator].Delegate)
			require.Contains(t, f.Events(), &types.EventDelegateSet{GameId: d.ID, Player: kit.Alice.Text()})
			msg := d.Reveal(game.Creator, "")
			kit.SetSender(msg, kit.Carol)
			f.Refuse(types.ErrTurn, msg)
		})
	}
}

func TestInvalidDelegates(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		delegate string
		want     error
	}{
		"the player itself":       {kit.Alice.Text(), types.ErrInvalidDelegate},
		"the player in capitals":  {strings.ToUpper(kit.Alice.Text()), types.ErrInvalidDelegate},
		"the opponent":            {kit.Bob.Text(), types.ErrInvalidDelegate},
		"the opponent's delegate": {kit.Mallory.Text(), types.ErrInvalidDelegate},
		"a name":                  {"dave", types.ErrInvalidAddress},
		"an address too long":     {kit.TextOf(make([]byte, types.MaxAddressBytes+1)), types.ErrInvalidAddress},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			d := &kit.Duel{Fixture: f}
			newDelegated(d)
			f.Deliver(d.SetDelegate(game.Joiner, kit.Mallory.Text()))
			f.Refuse(c.want, d.SetDelegate(game.Creator, c.delegate))
			require.Equal(t, kit.Carol.Text(), f.Game(d.ID).Participants[game.Creator].Delegate)
		})
	}
	t.Run("the only player who may join", func(t *testing.T) {
		f := kit.New(t)
		d := &kit.Duel{Fixture: f}
		newOfferDelegated(d)
		f.Refuse(types.ErrInvalidDelegate, d.SetDelegate(game.Creator, kit.Bob.Text()))
	})
}

func TestAttackOutsidersCannotActInAGame(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]func(d *kit.Duel) sdk.Msg{
		"shoot":     func(d *kit.Duel) sdk.Msg { return d.Shoot(game.Creator, "A1") },
		"concede":   func(d *kit.Duel) sdk.Msg { return d.Concede(game.Creator) },
		"challenge": func(d *kit.Duel) sdk.Msg { return d.Challenge(game.Creator) },
		"claim": func(d *kit.Duel) sdk.Msg {
			d.Deliver(d.Concede(game.Joiner))
			return d.Claim(game.Creator)
		},
		"cancel": func(d *kit.Duel) sdk.Msg {
			d.NewOpen()
			return d.Cancel(game.Creator)
		},
		"name a delegate": func(d *kit.Duel) sdk.Msg { return d.SetDelegate(game.Creator, kit.Mallory.Text()) },
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			d := f.Play(game.Classic())
			msg := c(d)
			kit.SetSender(msg, kit.Mallory)
			f.Refuse(types.ErrUnauthorized, msg)
			kit.SetSender(msg, kit.Alice)
			f.Deliver(msg)
		})
	}
}
