package keeper_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Every illegal fleet was really committed to, so that it is refused for what it is.
func TestAnIllegalFleetNeverWins(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rules *game.Ruleset
		fleet string
		want  error
	}{
		"a ship missing":             {game.Classic(), "A1h,A3h,A5h,A7h", game.ErrFleetMissing},
		"no ships":                   {game.Classic(), "", game.ErrFleetMissing},
		"a ship too many":            {game.Classic(), "A1h,A3h,A5h,A7h,A9h,D9h", game.ErrFleetExtra},
		"overlapping ships":          {game.Classic(), "A1h,A3h,A5h,A7h,A7v", game.ErrFleetOverlap},
		"a ship off the board":       {game.Classic(), "A1h,A3h,A5h,A7h,A10v", game.ErrFleetOffBoard},
		"a ship wrapped over":        {game.Classic(), "G1h,A3h,A5h,A7h,A9h", game.ErrFleetOffBoard},
		"a ship from off the board":  {game.Classic(), "A1h,A3h,A5h,A7h,K9h", game.ErrTile},
		"touching ships":             {game.Xaya(), "A1h,A2h,E3h,A5h,D5h,G5h,A7h", game.ErrFleetTouch},
		"ships touching at a corner": {game.Xaya(), "A1h,E2h,A4h,A6h,D6h,G6h,A8h", game.ErrFleetTouch},
		"words":                      {game.Classic(), "a,b,c,d,e", game.ErrShip},
		"a very long text":           {game.Classic(), strings.Repeat("A1h,", 1000), game.ErrFleet},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			lie := f.newBoard(bob, c.rules, fleetOf(c.rules))
			if fleet, err := c.rules.ParseFleet(c.fleet); err == nil {
				lie.Fleet, lie.Ships = fleet, game.Set{}
				for _, ship := range fleet {
					if tiles, err := c.rules.Footprint(ship); err == nil {
						lie.Ships = lie.Ships.Union(tiles)
					}
				}
			}
			d := f.newDuelOf(f.newBoard(alice, c.rules, fleetOf(c.rules)), lie)
			f.deliver(d.concede(game.Creator))
			claim := d.claim(game.Joiner)
			claim.Fleet = c.fleet
			err := f.try(claim)
			require.ErrorIs(t, err, types.ErrClaim)
			require.ErrorIs(t, err, c.want)
		})
	}
}

func TestClaimsThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// given brings the game to where the claim is tried; nil: bob has conceded and alice may claim.
		given func(d *duel)
		claim func(d *duel) *types.MsgClaimWin
		want  error
	}{
		"before the end": {
			given: func(d *duel) { d.newToss(); d.deliver(d.reveal(game.Creator, "")) },
			claim: func(d *duel) *types.MsgClaimWin { return d.claim(game.Creator) },
			want:  types.ErrPhase,
		},
		"one hit before the end": {
			given: func(d *duel) {
				d.newToss()
				for !(d.now().Owes == game.OwesAnswer && d.endsWith(d.now(), true)) {
					d.deliver(d.next())
				}
			},
			claim: func(d *duel) *types.MsgClaimWin { return d.claim(d.now().Actor.Other()) },
			want:  types.ErrPhase,
		},
		"in an open game": {
			given: func(d *duel) { d.newOpen() },
			claim: func(d *duel) *types.MsgClaimWin { return d.claim(game.Creator) },
			want:  types.ErrPhase,
		},
		"by the one who conceded": {
			claim: func(d *duel) *types.MsgClaimWin { return d.claim(game.Joiner) }, want: types.ErrTurn,
		},
		"with the opponent's board": {
			claim: func(d *duel) *types.MsgClaimWin {
				msg := d.claim(game.Joiner)
				msg.Sender = d.player(game.Creator).text()
				return msg
			}, want: types.ErrClaim,
		},
		"with another legal fleet": {
			claim: func(d *duel) *types.MsgClaimWin {
				msg := d.claim(game.Creator)
				msg.Fleet = "B1h,A3h,A5h,A7h,A9h"
				return msg
			}, want: types.ErrClaim,
		},
		"with two ships of one shape swapped": {
			claim: func(d *duel) *types.MsgClaimWin {
				msg := d.claim(game.Creator)
				msg.Fleet = "A1h,A3h,A7h,A5h,A9h"
				return msg
			}, want: types.ErrClaim,
		},
		"with another secret": {
			claim: func(d *duel) *types.MsgClaimWin {
				msg := d.claim(game.Creator)
				msg.BoardSecret = bytes.Repeat([]byte{1}, 32)
				return msg
			}, want: types.ErrClaim,
		},
		"with a secret too short": {
			claim: func(d *duel) *types.MsgClaimWin {
				msg := d.claim(game.Creator)
				msg.BoardSecret = msg.BoardSecret[1:]
				return msg
			}, want: types.ErrClaim,
		},
		"without a secret": {
			claim: func(d *duel) *types.MsgClaimWin {
				msg := d.claim(game.Creator)
				msg.BoardSecret = nil
				return msg
			}, want: types.ErrClaim,
		},
		"a second time": {
			given: func(d *duel) { d.deliver(d.claim(game.Creator)) },
			claim: func(d *duel) *types.MsgClaimWin { return d.claim(game.Creator) },
			want:  types.ErrGameEnded,
		},
		"by the loser, after the winner": {
			given: func(d *duel) { d.deliver(d.claim(game.Creator)) },
			claim: func(d *duel) *types.MsgClaimWin { return d.claim(game.Joiner) },
			want:  types.ErrGameEnded,
		},
		"by the second claimant, a second time": {
			given: func(d *duel) {
				d.skipTo(d.now().Deadline + 2)
				d.deliver(d.claim(game.Joiner))
			},
			claim: func(d *duel) *types.MsgClaimWin { return d.claim(game.Joiner) },
			want:  types.ErrTurn,
		},
		"for somebody who does not play": {
			claim: func(d *duel) *types.MsgClaimWin {
				msg := d.claim(game.Creator)
				msg.Player = mallory.text()
				return msg
			}, want: types.ErrUnauthorized,
		},
		"for no address": {
			claim: func(d *duel) *types.MsgClaimWin {
				msg := d.claim(game.Creator)
				msg.Player = "alice"
				return msg
			}, want: types.ErrInvalidAddress,
		},
		"for a player, by no address": {
			claim: func(d *duel) *types.MsgClaimWin {
				msg := d.claim(game.Creator)
				msg.Sender, msg.Player = "alice", alice.text()
				return msg
			}, want: types.ErrInvalidAddress,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			d := f.play(game.Classic())
			f.deliver(d.concede(game.Joiner))
			if c.given != nil {
				c.given(d)
			}
			f.refuse(c.want, c.claim(d))
		})
	}
}

func TestAClaimThatFailedCanBeTriedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	f.deliver(d.concede(game.Joiner))
	deadline := d.now().Deadline
	wrong := d.claim(game.Creator)
	wrong.BoardSecret = make([]byte, 32)
	f.refuse(types.ErrClaim, wrong)
	require.Equal(t, deadline, d.now().Deadline, "a failed claim does not stop the clock")
	f.deliver(d.claim(game.Creator))
	require.Equal(t, types.SEAT_CREATOR, f.result(d.id).Winner)
}

// Whoever cannot be paid does not keep the game from ending: what it is due waits for it. A reward that cannot be
// minted does, for the claim can be tried again.
func TestPaymentsThatFail(t *testing.T) {
	t.Parallel()
	newClaim := func(t *testing.T) *duel {
		t.Helper()
		f := newFixture(t)
		d := f.play(game.Classic())
		f.deliver(d.concede(game.Joiner))
		f.payments.calls = 0
		return d
	}
	due := map[string]int64{alice.name: fullReward, bob.name: loserReward}
	for name, c := range map[string]struct {
		failAt int
		// unpaid are those for whom the coins wait.
		unpaid []player
	}{
		"none":                  {0, nil},
		"payment to the winner": {2, []player{alice}},
		"payment to the loser":  {3, []player{bob}},
	} {
		t.Run(name, func(t *testing.T) {
			d := newClaim(t)
			d.payments.failAt = c.failAt
			d.deliver(d.claim(game.Creator))
			require.Equal(t, types.SEAT_CREATOR, d.result(d.id).Winner)
			require.Equal(t, int64(fullReward+loserReward), d.rewards().Minted.Int64(), "minted all the same")
			require.Equal(t, int64(grownReward), d.rewards().Payout.Int64())
			for _, p := range c.unpaid {
				require.Zero(t, d.balance(p.addr))
				res, err := d.queries.Unpaid(d.ctx, &types.QueryUnpaidRequest{Address: p.text()})
				require.NoError(t, err)
				require.Equal(t, uship(due[p.name]), res.Coins)
				d.deliver(&types.MsgWithdraw{Sender: p.text()})
				d.refuse(types.ErrNothingToWithdraw, &types.MsgWithdraw{Sender: p.text()})
			}
			require.Equal(t, due, map[string]int64{alice.name: d.balance(alice.addr), bob.name: d.balance(bob.addr)})
		})
	}
	t.Run("mint", func(t *testing.T) {
		d := newClaim(t)
		d.payments.failAt = 1
		before := d.snapshot()
		ctx := d.ctx
		// What a failed message has written the chain drops with its transaction.
		d.ctx, _ = ctx.CacheContext()
		require.ErrorIs(t, d.handle(d.claim(game.Creator)), errInjected)
		d.ctx = ctx
		require.Equal(t, before, d.snapshot())
		d.payments.failAt = 0
		d.deliver(d.claim(game.Creator))
	})
}
