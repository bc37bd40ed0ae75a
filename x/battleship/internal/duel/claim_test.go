package duel_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Every illegal fleet was really committed to, so that it is refused for what it is.
func TestAttackAnIllegalFleetNeverWins(t *testing.T) {
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
			f := kit.New(t)
			lie := f.NewBoard(kit.Bob, c.rules, kit.FleetOf(c.rules))
			if fleet, err := c.rules.ParseFleet(c.fleet); err == nil {
				lie.Fleet, lie.Ships = fleet, game.Set{}
				for _, ship := range fleet {
					if tiles, err := c.rules.Footprint(ship); err == nil {
						lie.Ships = lie.Ships.Union(tiles)
					}
				}
			}
			d := f.NewDuelOf(f.NewBoard(kit.Alice, c.rules, kit.FleetOf(c.rules)), lie)
			f.Deliver(d.Concede(game.Creator))
			claim := d.Claim(game.Joiner)
			claim.Fleet = c.fleet
			err := f.Try(claim)
			require.ErrorIs(t, err, types.ErrClaim)
			require.ErrorIs(t, err, c.want)
			requireBeaten(d, game.Joiner)
		})
	}
}

func TestAttackClaimsThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// given brings the game to where the claim is tried; nil: bob has conceded and alice may claim.
		given func(d *kit.Duel)
		claim func(d *kit.Duel) *types.MsgClaimWin
		want  error
	}{
		"before the end": {
			given: func(d *kit.Duel) { newToss(d); d.Deliver(d.Reveal(game.Creator, "")) },
			claim: func(d *kit.Duel) *types.MsgClaimWin { return d.Claim(game.Creator) },
			want:  types.ErrPhase,
		},
		"one hit before the end": {
			given: func(d *kit.Duel) {
				newToss(d)
				for !(d.Now().Owes == game.OwesAnswer && d.EndsWith(d.Now(), true)) {
					d.Deliver(d.Next())
				}
			},
			claim: func(d *kit.Duel) *types.MsgClaimWin { return d.Claim(d.Now().Actor.Other()) },
			want:  types.ErrPhase,
		},
		"in an open game": {
			given: func(d *kit.Duel) { d.NewOpen() },
			claim: func(d *kit.Duel) *types.MsgClaimWin { return d.Claim(game.Creator) },
			want:  types.ErrPhase,
		},
		"by the one who conceded": {
			claim: func(d *kit.Duel) *types.MsgClaimWin { return d.Claim(game.Joiner) }, want: types.ErrTurn,
		},
		"with the opponent's board": {
			claim: func(d *kit.Duel) *types.MsgClaimWin {
				msg := d.Claim(game.Joiner)
				msg.Sender = d.Player(game.Creator).Text()
				return msg
			}, want: types.ErrClaim,
		},
		"with another legal fleet": {
			claim: func(d *kit.Duel) *types.MsgClaimWin {
				msg := d.Claim(game.Creator)
				msg.Fleet = "B1h,A3h,A5h,A7h,A9h"
				return msg
			}, want: types.ErrClaim,
		},
		"with two ships of one shape swapped": {
			claim: func(d *kit.Duel) *types.MsgClaimWin {
				msg := d.Claim(game.Creator)
				msg.Fleet = "A1h,A3h,A7h,A5h,A9h"
				return msg
			}, want: types.ErrClaim,
		},
		"with another secret": {
			claim: func(d *kit.Duel) *types.MsgClaimWin {
				msg := d.Claim(game.Creator)
				msg.BoardSecret = bytes.Repeat([]byte{1}, 32)
				return msg
			}, want: types.ErrClaim,
		},
		"with a secret too short": {
			claim: func(d *kit.Duel) *types.MsgClaimWin {
				msg := d.Claim(game.Creator)
				msg.BoardSecret = msg.BoardSecret[1:]
				return msg
			}, want: types.ErrClaim,
		},
		"without a secret": {
			claim: func(d *kit.Duel) *types.MsgClaimWin {
				msg := d.Claim(game.Creator)
				msg.BoardSecret = nil
				return msg
			}, want: types.ErrClaim,
		},
		"a second time": {
			given: func(d *kit.Duel) { d.Deliver(d.Claim(game.Creator)) },
			claim: func(d *kit.Duel) *types.MsgClaimWin { return d.Claim(game.Creator) },
			want:  types.ErrGameEnded,
		},
		"by the loser, after the winner": {
			given: func(d *kit.Duel) { d.Deliver(d.Claim(game.Creator)) },
			claim: func(d *kit.Duel) *types.MsgClaimWin { return d.Claim(game.Joiner) },
			want:  types.ErrGameEnded,
		},
		"by the second claimant, a second time": {
			given: func(d *kit.Duel) {
				d.SkipTo(d.Now().Deadline + 2)
				d.Deliver(d.Claim(game.Joiner))
			},
			claim: func(d *kit.Duel) *types.MsgClaimWin { return d.Claim(game.Joiner) },
			want:  types.ErrTurn,
		},
		"for somebody who does not play": {
			claim: func(d *kit.Duel) *types.MsgClaimWin {
				msg := d.Claim(game.Creator)
				msg.Player = kit.Mallory.Text()
				return msg
			}, want: types.ErrUnauthorized,
		},
		"for no address": {
			claim: func(d *kit.Duel) *types.MsgClaimWin {
				msg := d.Claim(game.Creator)
				msg.Player = "alice"
				return msg
			}, want: types.ErrInvalidAddress,
		},
		"for a player, by no address": {
			claim: func(d *kit.Duel) *types.MsgClaimWin {
				msg := d.Claim(game.Creator)
				msg.Sender, msg.Player = "alice", kit.Alice.Text()
				return msg
			}, want: types.ErrInvalidAddress,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			d := f.Play(game.Classic())
			f.Deliver(d.Concede(game.Joiner))
			if c.given != nil {
				c.given(d)
			}
			f.Refuse(c.want, c.claim(d))
		})
	}
}

func TestAClaimThatFailedCanBeTriedAgain(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	f.Deliver(d.Concede(game.Joiner))
	deadline := d.Now().Deadline
	wrong := d.Claim(game.Creator)
	wrong.BoardSecret = make([]byte, 32)
	f.Refuse(types.ErrClaim, wrong)
	require.Equal(t, deadline, d.Now().Deadline, "a failed claim does not stop the clock")
	f.Deliver(d.Claim(game.Creator))
	require.Equal(t, types.SEAT_CREATOR, f.Result(d.ID).Winner)
}

// Whoever cannot be paid does not keep the game from ending: what it is due waits for it. A reward that cannot be
// minted does, for the claim can be tried again.
func TestAttackPaymentsThatFail(t *testing.T) {
	t.Parallel()
	newClaim := func(t *testing.T) *kit.Duel {
		t.Helper()
		f := kit.New(t)
		d := f.Play(game.Classic())
		f.Deliver(d.Concede(game.Joiner))
		f.Payments.Calls = 0
		return d
	}
	due := map[string]int64{kit.Alice.Name: kit.FullReward, kit.Bob.Name: kit.LoserReward}
	for name, c := range map[string]struct {
		failAt int
		// unpaid are those for whom the coins wait.
		unpaid []kit.Player
	}{
		"none":                  {0, nil},
		"payment to the winner": {2, []kit.Player{kit.Alice}},
		"payment to the loser":  {3, []kit.Player{kit.Bob}},
	} {
		t.Run(name, func(t *testing.T) {
			d := newClaim(t)
			d.Payments.FailAt = c.failAt
			d.Deliver(d.Claim(game.Creator))
			require.Equal(t, types.SEAT_CREATOR, d.Result(d.ID).Winner)
			require.Equal(t, int64(kit.FullReward+kit.LoserReward), d.Rewards().Minted.Int64(), "minted all the same")
			require.Equal(t, int64(kit.GrownReward), d.Rewards().Payout.Int64())
			for _, p := range c.unpaid {
				require.Zero(t, d.Balance(p.Addr))
				res, err := d.Queries.Unpaid(d.Ctx, &types.QueryUnpaidRequest{Address: p.Text()})
				require.NoError(t, err)
				require.Equal(t, kit.Uship(due[p.Name]), res.Coins)
				d.Deliver(&types.MsgWithdraw{Sender: p.Text()})
				d.Refuse(types.ErrNothingToWithdraw, &types.MsgWithdraw{Sender: p.Text()})
			}
			require.Equal(t, due, map[string]int64{
				kit.Alice.Name: d.Balance(kit.Alice.Addr),
				kit.Bob.Name:   d.Balance(kit.Bob.Addr),
			})
		})
	}
	t.Run("mint", func(t *testing.T) {
		d := newClaim(t)
		d.Payments.FailAt = 1
		before := d.Snapshot()
		ctx := d.Ctx
		// What a failed message has written the chain drops with its transaction.
		d.Ctx, _ = ctx.CacheContext()
		require.ErrorIs(t, d.Handle(d.Claim(game.Creator)), kit.ErrInjected)
		d.Ctx = ctx
		require.Equal(t, before, d.Snapshot())
		d.Payments.FailAt = 0
		d.Deliver(d.Claim(game.Creator))
	})
}
