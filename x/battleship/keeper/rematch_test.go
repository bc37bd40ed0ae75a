package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// rematch asks for a game to be played again.
func (f *fixture) rematch(p player, of uint64) *types.MsgCreateGame {
	f.Helper()
	msg := createMsg(f.newBoard(p, game.Classic(), classicFleet))
	msg.RematchOf = of
	return msg
}

// ended has alice create a game that bob joins and that seat begins, and bob concede it.
func (f *fixture) ended(first game.Seat) uint64 {
	f.Helper()
	d := &duel{fixture: f}
	d.newTossFor(first)
	f.deliver(d.reveal(game.Creator, ""))
	f.deliver(d.concede(game.Joiner))
	f.deliver(d.claim(game.Creator))
	require.Equal(f, types.SeatOf(first), f.result(d.id).First)
	return d.id
}

// Whoever shot first the last time, whoever asks and whatever the toss says: this time the other does.
func TestInARematchTheOtherShootsFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// before shot first in the game that alice created; asks offers the rematch, and accepts joins it.
		before        game.Seat
		asks, accepts player
		want          player
	}{
		"alice began and asks again":  {game.Creator, alice, bob, bob},
		"alice began, bob asks again": {game.Creator, bob, alice, bob},
		"bob began, alice asks again": {game.Joiner, alice, bob, alice},
		"bob began and asks again":    {game.Joiner, bob, alice, alice},
	} {
		for _, toss := range []game.Seat{game.Creator, game.Joiner} {
			t.Run(name+", the toss for the "+toss.String(), func(t *testing.T) {
				f := newFixture(t)
				of := f.ended(c.before)
				msg := f.rematch(c.asks, of)
				d := &duel{fixture: f, boards: [...]board{
					f.newBoard(c.asks, game.Classic(), classicFleet), f.newBoard(c.accepts, game.Classic(), classicFleet),
				}}
				d.id = f.open(msg)
				d.joinFor(toss)
				f.deliver(d.reveal(game.Creator, ""))
				require.Equal(t, c.want, d.player(d.now().Actor))
				require.Equal(t, d.now().Actor, d.now().First)
				require.Contains(t, f.events(), &types.EventTossOpened{GameId: d.id, First: types.SeatOf(d.now().First)})

				require.Equal(t, of, f.game(d.id).RematchOf)
				res, err := f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: d.id})
				require.NoError(t, err)
				require.Equal(t, of, res.Game.RematchOf)
				f.deliver(d.concede(game.Creator))
				f.deliver(d.claim(game.Joiner))
				require.Equal(t, of, f.result(d.id).RematchOf)
				old, err := f.queries.Result(f.ctx, &types.QueryResultRequest{GameId: of})
				require.NoError(t, err)
				require.Equal(t, d.id, old.Rematch)

				// The rematch can be played again as well, and then the turn goes back.
				again := f.game(f.open(f.rematch(c.accepts, d.id)))
				require.Equal(t, d.id, again.RematchOf)
				first := map[bool]types.Seat{true: types.SEAT_CREATOR, false: types.SEAT_JOINER}[c.accepts.name != c.want.name]
				require.Equal(t, first, again.First, "the seat of the player who shoots first")
			})
		}
	}
}

func TestARematchIsForTheSamePlayersAlone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	of := f.ended(game.Creator)
	id := f.open(f.rematch(bob, of))
	require.Equal(t, alice.text(), f.game(id).Offer.Opponent)
	require.Equal(t, []uint64{id}, f.invitations(alice))
	f.refuse(types.ErrUnauthorized, joinMsg(id, f.newBoard(mallory, game.Classic(), classicFleet)))
	f.refuse(types.ErrUnauthorized, &types.MsgDeclineGame{Sender: mallory.text(), GameId: id})
	f.deliver(joinMsg(id, f.newBoard(alice, game.Classic(), classicFleet)))
}

func TestAGameIsPlayedAgainOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	of := f.ended(game.Creator)
	id := f.open(f.rematch(alice, of))
	f.refuse(types.ErrRematch, f.rematch(alice, of))
	f.refuse(types.ErrRematch, f.rematch(bob, of))
	f.deliver(joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet)))
	f.refuse(types.ErrRematch, f.rematch(bob, of))
	f.skipTo(f.height() + 2*turnBlocks + 2*claimBlocks)
	require.Equal(t, types.REASON_VOID, f.result(id).Reason)
	f.refuse(types.ErrRematch, f.rematch(bob, of))
	f.deliver(f.rematch(bob, id))
}

// An offer that came to nothing does not use up the rematch, whoever has made it.
func TestARematchThatWasNotAcceptedCanBeOfferedAgain(t *testing.T) {
	t.Parallel()
	for name, end := range endings {
		if name == "joined" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			of := f.ended(game.Creator)
			end(f, f.open(f.rematch(alice, of)))
			res, err := f.queries.Result(f.ctx, &types.QueryResultRequest{GameId: of})
			require.NoError(t, err)
			require.Zero(t, res.Rematch)
			again := f.open(f.rematch(bob, of))
			res, err = f.queries.Result(f.ctx, &types.QueryResultRequest{GameId: of})
			require.NoError(t, err)
			require.Equal(t, again, res.Rematch)
		})
	}
}

func TestRematchesThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		msg  func(f *fixture, of uint64) *types.MsgCreateGame
		want error
	}{
		"by a stranger": {
			func(f *fixture, of uint64) *types.MsgCreateGame { return f.rematch(mallory, of) }, types.ErrUnauthorized,
		},
		"by a stranger who names a player": {
			func(f *fixture, of uint64) *types.MsgCreateGame {
				msg := f.rematch(mallory, of)
				msg.Opponent = alice.text()
				return msg
			}, types.ErrUnauthorized,
		},
		"with another opponent": {
			func(f *fixture, of uint64) *types.MsgCreateGame {
				msg := f.rematch(alice, of)
				msg.Opponent = carol.text()
				return msg
			}, types.ErrInvalidOpponent,
		},
		"with oneself": {
			func(f *fixture, of uint64) *types.MsgCreateGame {
				msg := f.rematch(alice, of)
				msg.Opponent = alice.text()
				return msg
			}, types.ErrInvalidOpponent,
		},
		"under other rules": {
			func(f *fixture, of uint64) *types.MsgCreateGame {
				msg := createMsg(f.newBoard(alice, game.Xaya(), xayaFleet))
				msg.RematchOf = of
				return msg
			}, types.ErrRematch,
		},
		"of a game that goes on": {
			func(f *fixture, _ uint64) *types.MsgCreateGame { return f.rematch(alice, f.play(game.Classic()).id) },
			types.ErrRematch,
		},
		"of a game that is open": {
			func(f *fixture, _ uint64) *types.MsgCreateGame {
				return f.rematch(alice, f.create(f.newBoard(alice, game.Classic(), classicFleet)))
			}, types.ErrRematch,
		},
		"of a game that nobody joined": {
			func(f *fixture, _ uint64) *types.MsgCreateGame {
				id := f.create(f.newBoard(alice, game.Classic(), classicFleet))
				f.withdraw(alice, id)
				return f.rematch(alice, id)
			}, types.ErrRematch,
		},
		"of a game that never was": {
			func(f *fixture, _ uint64) *types.MsgCreateGame { return f.rematch(alice, 99) }, types.ErrRematch,
		},
		"of itself": {
			func(f *fixture, of uint64) *types.MsgCreateGame { return f.rematch(alice, of+1) }, types.ErrRematch,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.refuse(c.want, c.msg(f, f.ended(game.Creator)))
		})
	}
	t.Run("with the opponent named is fine", func(t *testing.T) {
		f := newFixture(t)
		msg := f.rematch(alice, f.ended(game.Creator))
		msg.Opponent = bob.text()
		f.deliver(msg)
	})
}
