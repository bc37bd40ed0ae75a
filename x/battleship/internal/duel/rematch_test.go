package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// rematch asks for a game to be played again.
func rematch(f *kit.Fixture, p kit.Player, of uint64) *types.MsgCreateGame {
	f.Helper()
	msg := kit.CreateMsg(f.NewBoard(p, game.Classic(), kit.ClassicFleet))
	msg.RematchOf = of
	return msg
}

// ended has alice create a game that bob joins and that seat begins, and bob concede it.
func ended(f *kit.Fixture, first game.Seat) uint64 {
	f.Helper()
	d := &kit.Duel{Fixture: f}
	newTossFor(d, first)
	f.Deliver(d.Reveal(game.Creator, ""))
	f.Deliver(d.Concede(game.Joiner))
	f.Deliver(d.Claim(game.Creator))
	require.Equal(f, types.SeatOf(first), f.Result(d.ID).First)
	return d.ID
}

// Whoever shot first the last time, whoever asks and whatever the toss says: this time the other does.
func TestInARematchTheOtherShootsFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// before shot first in the game that alice created; asks offers the rematch, and accepts joins it.
		before        game.Seat
		asks, accepts kit.Player
		want          kit.Player
	}{
		"alice began and asks again":  {game.Creator, kit.Alice, kit.Bob, kit.Bob},
		"alice began, bob asks again": {game.Creator, kit.Bob, kit.Alice, kit.Bob},
		"bob began, alice asks again": {game.Joiner, kit.Alice, kit.Bob, kit.Alice},
		"bob began and asks again":    {game.Joiner, kit.Bob, kit.Alice, kit.Alice},
	} {
		for _, toss := range []game.Seat{game.Creator, game.Joiner} {
			t.Run(name+", the toss for the "+toss.String(), func(t *testing.T) {
				f := kit.New(t)
				of := ended(f, c.before)
				msg := rematch(f, c.asks, of)
				d := &kit.Duel{Fixture: f, Boards: [...]kit.Board{
					f.NewBoard(c.asks, game.Classic(), kit.ClassicFleet), f.NewBoard(c.accepts, game.Classic(), kit.ClassicFleet),
				}}
				d.ID = f.Open(msg)
				d.JoinFor(toss)
				f.Deliver(d.Reveal(game.Creator, ""))
				require.Equal(t, c.want, d.Player(d.Now().Actor))
				require.Equal(t, d.Now().Actor, d.Now().First)
				require.Contains(t, f.Events(), &types.EventTossOpened{GameId: d.ID, First: types.SeatOf(d.Now().First)})

				require.Equal(t, of, f.Game(d.ID).RematchOf)
				res, err := f.Queries.Game(f.Ctx, &types.QueryGameRequest{GameId: d.ID})
				require.NoError(t, err)
				require.Equal(t, of, res.Game.RematchOf)
				f.Deliver(d.Concede(game.Creator))
				f.Deliver(d.Claim(game.Joiner))
				require.Equal(t, of, f.Result(d.ID).RematchOf)
				old, err := f.Queries.Result(f.Ctx, &types.QueryResultRequest{GameId: of})
				require.NoError(t, err)
				require.Equal(t, d.ID, old.Rematch)

				// The rematch can be played again as well, and then the turn goes back.
				again := f.Game(f.Open(rematch(f, c.accepts, d.ID)))
				require.Equal(t, d.ID, again.RematchOf)
				first := map[bool]types.Seat{true: types.SEAT_CREATOR, false: types.SEAT_JOINER}[c.accepts.Name != c.want.Name]
				require.Equal(t, first, again.First, "the seat of the player who shoots first")
			})
		}
	}
}

func TestARematchIsForTheSamePlayersAlone(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	of := ended(f, game.Creator)
	id := f.Open(rematch(f, kit.Bob, of))
	require.Equal(t, kit.Alice.Text(), f.Game(id).Offer.Opponent)
	require.Equal(t, []uint64{id}, invitations(f, kit.Alice))
	f.Refuse(types.ErrUnauthorized, kit.JoinMsg(id, f.NewBoard(kit.Mallory, game.Classic(), kit.ClassicFleet)))
	f.Refuse(types.ErrUnauthorized, &types.MsgDeclineGame{Sender: kit.Mallory.Text(), GameId: id})
	f.Deliver(kit.JoinMsg(id, f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)))
}

func TestAGameIsPlayedAgainOnce(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	of := ended(f, game.Creator)
	id := f.Open(rematch(f, kit.Alice, of))
	f.Refuse(types.ErrRematch, rematch(f, kit.Alice, of))
	f.Refuse(types.ErrRematch, rematch(f, kit.Bob, of))
	f.Deliver(kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)))
	f.Refuse(types.ErrRematch, rematch(f, kit.Bob, of))
	f.SkipTo(f.Height() + 2*kit.TurnBlocks + 2*kit.ClaimBlocks)
	require.Equal(t, types.REASON_VOID, f.Result(id).Reason)
	f.Refuse(types.ErrRematch, rematch(f, kit.Bob, of))
	f.Deliver(rematch(f, kit.Bob, id))
}

// An offer that came to nothing does not use up the rematch, whoever has made it.
func TestARematchThatWasNotAcceptedCanBeOfferedAgain(t *testing.T) {
	t.Parallel()
	for name, end := range endings {
		if name == "joined" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			of := ended(f, game.Creator)
			end(f, f.Open(rematch(f, kit.Alice, of)))
			res, err := f.Queries.Result(f.Ctx, &types.QueryResultRequest{GameId: of})
			require.NoError(t, err)
			require.Zero(t, res.Rematch)
			again := f.Open(rematch(f, kit.Bob, of))
			res, err = f.Queries.Result(f.Ctx, &types.QueryResultRequest{GameId: of})
			require.NoError(t, err)
			require.Equal(t, again, res.Rematch)
		})
	}
}

func TestRematchesThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		msg  func(f *kit.Fixture, of uint64) *types.MsgCreateGame
		want error
	}{
		"by a stranger": {
			func(f *kit.Fixture, of uint64) *types.MsgCreateGame { return rematch(f, kit.Mallory, of) }, types.ErrUnauthorized,
		},
		"by a stranger who names a player": {
			func(f *kit.Fixture, of uint64) *types.MsgCreateGame {
				msg := rematch(f, kit.Mallory, of)
				msg.Opponent = kit.Alice.Text()
				return msg
			}, types.ErrUnauthorized,
		},
		"with another opponent": {
			func(f *kit.Fixture, of uint64) *types.MsgCreateGame {
				msg := rematch(f, kit.Alice, of)
				msg.Opponent = kit.Carol.Text()
				return msg
			}, types.ErrInvalidOpponent,
		},
		"with oneself": {
			func(f *kit.Fixture, of uint64) *types.MsgCreateGame {
				msg := rematch(f, kit.Alice, of)
				msg.Opponent = kit.Alice.Text()
				return msg
			}, types.ErrInvalidOpponent,
		},
		"under other rules": {
			func(f *kit.Fixture, of uint64) *types.MsgCreateGame {
				msg := kit.CreateMsg(f.NewBoard(kit.Alice, game.Xaya(), kit.XayaFleet))
				msg.RematchOf = of
				return msg
			}, types.ErrRematch,
		},
		"of a game that goes on": {
			func(f *kit.Fixture, _ uint64) *types.MsgCreateGame {
				return rematch(f, kit.Alice, f.Play(game.Classic()).ID)
			},
			types.ErrRematch,
		},
		"of a game that is open": {
			func(f *kit.Fixture, _ uint64) *types.MsgCreateGame {
				return rematch(f, kit.Alice, f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)))
			}, types.ErrRematch,
		},
		"of a game that nobody joined": {
			func(f *kit.Fixture, _ uint64) *types.MsgCreateGame {
				id := f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
				f.Withdraw(kit.Alice, id)
				return rematch(f, kit.Alice, id)
			}, types.ErrRematch,
		},
		"of a game that never was": {
			func(f *kit.Fixture, _ uint64) *types.MsgCreateGame { return rematch(f, kit.Alice, 99) }, types.ErrRematch,
		},
		"of itself": {
			func(f *kit.Fixture, of uint64) *types.MsgCreateGame { return rematch(f, kit.Alice, of+1) }, types.ErrRematch,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			f.Refuse(c.want, c.msg(f, ended(f, game.Creator)))
		})
	}
	t.Run("with the opponent named is fine", func(t *testing.T) {
		f := kit.New(t)
		msg := rematch(f, kit.Alice, ended(f, game.Creator))
		msg.Opponent = kit.Bob.Text()
		f.Deliver(msg)
	})
}
