package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/accept"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// seen is a game that alice has opened, and bob's join, which she has seen on its way. She knows whom the toss chooses.
type seen struct {
	*duel
	join *types.MsgJoinGame
}

// tosses is how many games a creator plays in the tests that want to bend the toss.
const tosses = 50

// bend has alice open games and do something about each join that would let bob shoot first, and makes sure that she
// shoots first as often as the toss says.
func bend(t *testing.T, do func(d *seen)) {
	t.Helper()
	f := newFixture(t)
	shootsFirst := 0
	for i := range tosses {
		d := &seen{duel: &duel{fixture: f}}
		d.newOpen()
		d.join = joinMsg(d.id, d.boards[game.Joiner])
		chosen := game.Seat(i % 2)
		d.join.Toss = d.tossFor(chosen)
		if chosen == game.Joiner {
			do(d)
		}
		f.deliver(d.join)
		f.deliver(d.reveal(game.Creator, ""))
		if d.now().First == game.Creator {
			shootsFirst++
		}
	}
	require.Equal(t, tosses/2, shootsFirst)
}

func TestRegressionTheCreatorCancelsWhenItSeesTheJoin(t *testing.T) {
	t.Parallel()
	for _, wait := range []int64{0, 1, game.WithdrawBlocks} {
		t.Run(fmt.Sprintf("the join comes %d blocks later", wait), func(t *testing.T) {
			bend(t, func(d *seen) {
				d.deliver(d.cancel(game.Creator))
				d.skipTo(d.height() + wait)
			})
		})
	}
}

func TestRegressionTheCreatorMakesTheJoinerItsDelegate(t *testing.T) {
	t.Parallel()
	bend(t, func(d *seen) { d.refuse(types.ErrInvalidDelegate, d.setDelegate(game.Creator, bob.text())) })
	t.Run("before it opens the game", func(t *testing.T) {
		f := newFixture(t)
		d := &duel{fixture: f}
		d.newBoards()
		d.boards[game.Creator].delegate = bob.text()
		d.id = d.create(d.boards[game.Creator])
		d.joinFor(game.Joiner)
		require.Empty(t, f.game(d.id).Participants[game.Creator].Delegate)
	})
}

// openings are the ways in which alice can open a game for bob's join.
var openings = map[string]func(d *duel) sdk.Msg{
	"for anybody": func(d *duel) sdk.Msg { return createMsg(d.boards[game.Creator]) },
	"for anybody, with a delegate": func(d *duel) sdk.Msg {
		d.boards[game.Creator].delegate = mallory.text()
		return createMsg(d.boards[game.Creator])
	},
	"for anybody, with the joiner as delegate": func(d *duel) sdk.Msg {
		d.boards[game.Creator].delegate = bob.text()
		return createMsg(d.boards[game.Creator])
	},
	"for the joiner, for a stake and within a range": func(d *duel) sdk.Msg {
		msg := createMsg(d.boards[game.Creator])
		stake := anchors(worldStake)
		msg.Opponent, msg.Stake, msg.RatingRange = bob.text(), &stake, types.MinRatingRange
		return msg
	},
	"as rematch": func(d *duel) sdk.Msg {
		of := d.ended(game.Creator)
		d.newBoards()
		msg := createMsg(d.boards[game.Creator])
		msg.RematchOf = of
		return msg
	},
	"by asking for a match": func(d *duel) sdk.Msg { return d.matchMsg(alice, game.Classic()) },
}

// movesOf returns every message of the module that alice can send about a game that she has opened, or mallory for her,
// as right as it can be; but for those by which mallory takes the seat herself, as anybody can.
func movesOf(d *duel) []sdk.Msg {
	var all []sdk.Msg
	for _, name := range []player{alice, mallory} {
		for row, signing := range signings {
			if name.name == mallory.name && (row == "MsgJoinGame" || row == "MsgMatchGame") {
				continue
			}
			switch row {
			case "MsgAim", "MsgFire", "MsgReport": // there is no melee to make them for
				continue
			}
			msg := signing.msg(d, name)
			setSender(msg, name)
			all = append(all, msg)
		}
		for _, delegate := range []string{"", bob.text(), carol.text(), mallory.text()} {
			msg := d.setDelegate(game.Creator, delegate)
			setSender(msg, name)
			all = append(all, msg)
		}
	}
	return all
}

// Whatever alice and a friend of hers send between the moment at which they see bob's join and its block, in any two
// messages and the blocks between them: it succeeds.
func TestNoMessageOfTheCreatorMakesAJoinFail(t *testing.T) {
	t.Parallel()
	for name, opening := range openings {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			for _, p := range []player{alice, bob, mallory} {
				f.fund(p, anchors(100*worldStake))
			}
			d := &duel{fixture: f}
			d.newBoards()
			d.boards[game.Joiner].delegate = carol.text()
			d.id = f.open(opening(d))
			d.boards[game.Joiner] = f.newBoard(bob, game.Classic(), classicFleet)
			d.boards[game.Joiner].delegate = carol.text()
			join := joinMsg(d.id, d.boards[game.Joiner])
			signed := f.ctx
			// A message that is refused changes nothing, as in a transaction.
			send := func(msg sdk.Msg) bool {
				outer := f.ctx
				var write func()
				f.ctx, write = outer.CacheContext()
				err := f.handle(msg)
				f.ctx = outer
				if err == nil {
					write()
				}
				return err == nil
			}
			pass := func(blocks int64) {
				for range blocks {
					require.NoError(t, f.keeper.EndBlock(f.ctx))
					f.ctx = f.ctx.WithBlockHeight(f.height() + 1)
				}
			}
			accepted := make(map[string]bool)
			firsts := movesOf(d)
			for i := range firsts {
				for j := -1; j < len(firsts); j++ {
					for _, wait := range []int64{0, 1, game.WithdrawBlocks / 2} {
						f.ctx, _ = signed.CacheContext()
						sent := []sdk.Msg{firsts[i]}
						accepted[sdk.MsgTypeURL(firsts[i])] = send(firsts[i]) || accepted[sdk.MsgTypeURL(firsts[i])]
						pass(wait)
						if j >= 0 {
							sent = append(sent, firsts[j])
							send(firsts[j])
						}
						pass(wait)
						require.NoError(t, f.handle(join), "after %v, %d blocks after each", sent, wait)
						require.Equal(t, game.PhaseToss, d.now().Phase)
						require.EqualValues(t, d.mixed(join.Toss), f.game(d.id).Toss)
					}
				}
			}
			f.ctx = signed
			for _, msg := range []sdk.Msg{&types.MsgCancelGame{}, &types.MsgSetDelegate{}, &types.MsgCreateGame{}} {
				require.True(t, accepted[sdk.MsgTypeURL(msg)], "%T must have been tried in earnest", msg)
			}
		})
	}
}

// A game that its creator has withdrawn is offered to nobody who does not know of it, can still be joined by its id,
// and ends a few blocks later with everything returned.
func TestAWithdrawnGameIsNoLongerOffered(t *testing.T) {
	t.Parallel()
	for name, opening := range openings {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(withDeposit))
			for _, p := range []player{alice, bob} {
				f.fund(p, anchors(100*worldStake+10*deposit))
			}
			d := &duel{fixture: f}
			d.newBoards()
			d.id = f.open(opening(d))
			funds := f.anchorsOf(alice)
			g := f.game(d.id)
			f.deliver(d.cancel(game.Creator))
			require.Contains(t, f.queueOf(), fmt.Sprintf("game %d at %d", d.id, f.height()+game.WithdrawBlocks))

			offered := func(f *fixture) {
				ids, _ := f.openPages(types.QueryOpenGamesRequest{}, 0)
				require.Empty(t, ids)
				require.Empty(t, f.invitations(bob))
				outer := f.ctx
				f.ctx, _ = outer.CacheContext()
				msg := f.matchMsg(bob, game.Classic())
				res, err := f.msgs.MatchGame(f.ctx, accept.Match(f.ctx, f.keeper, msg))
				require.NoError(t, err)
				require.False(t, res.Joined, "a match")
				f.ctx = outer
			}
			offered(f)
			f.refuse(types.ErrPhase, d.cancel(game.Creator))
			require.Equal(t, uint32(1), f.record(alice).OpenGames)
			if g.RematchOf > 0 {
				again := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
				again.RematchOf = g.RematchOf
				f.refuse(types.ErrRematch, again)
			}

			// It is the same after an export in between.
			next := f.successor()
			require.NoError(t, next.keeper.InitGenesis(next.ctx, f.exported()))
			offered(next)
			require.Equal(t, f.queueOf(), next.queueOf())
			next.deliver(joinMsg(d.id, d.boards[game.Joiner].renewed(next)))

			outer := f.ctx
			f.ctx, _ = outer.CacheContext()
			require.NoError(t, f.handle(joinMsg(d.id, d.boards[game.Joiner].renewed(f))))
			require.Zero(t, f.record(alice).OpenGames)
			f.ctx = outer
			if g.Offer.Opponent != "" {
				f.ctx, _ = outer.CacheContext()
				require.NoError(t, f.handle(d.decline(bob)))
				require.False(t, f.has(d.id))
				f.ctx = outer
			}

			f.skipTo(d.now().Deadline + 1)
			require.True(t, f.has(d.id))
			f.refuse(types.ErrLate, joinMsg(d.id, d.boards[game.Joiner].renewed(f)))
			f.endBlock()
			require.False(t, f.has(d.id))
			require.Zero(t, f.record(alice).OpenGames)
			require.Equal(t, funds+g.Hold().AmountOf(types.DefaultFeeDenom).Int64(), f.anchorsOf(alice))
			if g.RematchOf > 0 {
				again := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
				again.RematchOf = g.RematchOf
				f.deliver(again)
			}
		})
	}
}
