package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestTheTossDecidesTheFirstShooter(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]game.Seat{"creator": game.Creator, "joiner": game.Joiner} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			a := f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)
			b := f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)
			d := &kit.Duel{Fixture: f, ID: f.Create(a), Boards: [...]kit.Board{a, b}}
			join := kit.JoinMsg(d.ID, b)
			join.Toss = d.TossFor(first)
			f.Deliver(join)
			f.Deliver(d.Reveal(game.Creator, ""))
			require.Equal(t, first, d.Now().Actor)
			require.Equal(t, game.OwesShot, d.Now().Owes)
		})
	}
}

func TestACreatorThatWinsTheTossCanShootWithIt(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.NewDuel(game.Classic())
	f.Deliver(d.Reveal(game.Creator, "C3"))
	require.Equal(t, d.Tile("C3"), d.Now().Pending)
	require.Equal(t, game.Joiner, d.Now().Actor)
}

func TestAnAnswerAndAShotCanComeTogetherOrApart(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	f.Deliver(d.Shoot(game.Creator, "A1"))
	f.Deliver(d.Reveal(game.Joiner, "B2"))
	require.True(t, d.Now().Sides[game.Joiner].Hits.Has(d.Tile("A1")))
	require.Equal(t, d.Tile("B2"), d.Now().Pending)
	f.Deliver(d.Reveal(game.Creator, ""))
	require.True(t, d.Now().Sides[game.Creator].Answered.Has(d.Tile("B2")))
	require.False(t, d.Now().Sides[game.Creator].Hits.Has(d.Tile("B2")))
	require.Equal(t, game.OwesShot, d.Now().Owes)
	f.Deliver(d.Shoot(game.Creator, "A2"))
	require.Equal(t, d.Tile("A2"), d.Now().Pending)
}

func TestAHitShootsAgainInXaya(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Xaya())
	f.Deliver(d.Shoot(game.Creator, "A1"))
	f.Refuse(types.ErrTurn, d.Reveal(game.Joiner, "A1"))
	f.Deliver(d.Reveal(game.Joiner, ""))
	require.Equal(t, game.Creator, d.Now().Actor)
	f.Deliver(d.Shoot(game.Creator, "A2"))
	f.Deliver(d.Reveal(game.Joiner, "A1"))
	require.Equal(t, game.Creator, d.Now().Actor, "a miss passes the shot on")
}

func TestAttackMovesThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// given brings the game of alice, who created it, and bob to where the move is tried; nil: alice owes a shot.
		given func(d *kit.Duel)
		move  func(d *kit.Duel) *types.MsgShootAndReveal
		want  error
	}{
		"nothing in it": {
			move: func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "") }, want: types.ErrEmptyMove,
		},
		"a stranger": {
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				return &types.MsgShootAndReveal{Sender: kit.Mallory.Text(), GameId: d.ID, Target: "A1"}
			}, want: types.ErrUnauthorized,
		},
		"no address": {
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				return &types.MsgShootAndReveal{Sender: "", GameId: d.ID, Target: "A1"}
			}, want: types.ErrInvalidAddress,
		},
		"unknown game": {
			move: func(*kit.Duel) *types.MsgShootAndReveal {
				return &types.MsgShootAndReveal{Sender: kit.Alice.Text(), GameId: 99, Target: "A1"}
			}, want: types.ErrGameNotFound,
		},
		"shot out of turn": {
			move: func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Joiner, "A1") }, want: types.ErrTurn,
		},
		"shot off the board, column": {
			move: func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "K1") }, want: types.ErrTile,
		},
		"shot off the board, row": {
			move: func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "A11") }, want: types.ErrTile,
		},
		"shot at row 0": {
			move: func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "A0") }, want: types.ErrTile,
		},
		"shot at a tile in small letters": {
			move: func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "a1") }, want: types.ErrTile,
		},
		"shot at words": {
			move: func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "the middle") }, want: types.ErrTile,
		},
		"shot at a tile that was shot at": {
			given: func(d *kit.Duel) { d.Fire(game.Creator, "A1"); d.Fire(game.Joiner, "A1") },
			move:  func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "A1") }, want: types.ErrTile,
		},
		"a second shot before the answer": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A1")) },
			move:  func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "A2") }, want: types.ErrTurn,
		},
		"shot instead of the answer": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A1")) },
			move:  func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Joiner, "A1") }, want: types.ErrTurn,
		},
		"answer and a shot at a tile that was shot at": {
			given: func(d *kit.Duel) {
				d.Fire(game.Creator, "A1")
				d.Fire(game.Joiner, "A1")
				d.Deliver(d.Shoot(game.Creator, "A2"))
			},
			move: func(d *kit.Duel) *types.MsgShootAndReveal { return d.Reveal(game.Joiner, "A1") }, want: types.ErrTile,
		},
		"answer without a shot": {
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Shoot(game.Creator, "")
				msg.Opening = d.Boards[game.Creator].Opening(0)
				return msg
			}, want: types.ErrTurn,
		},
		"answer to one's own shot": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A1")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Shoot(game.Creator, "")
				msg.Opening = d.Boards[game.Creator].Opening(0)
				return msg
			}, want: types.ErrTurn,
		},
		"a hit called a miss": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A1")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Joiner, "")
				msg.Opening.Content = types.CONTENT_WATER
				return msg
			}, want: types.ErrWrongOpening,
		},
		"a miss called a hit": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A2")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Joiner, "")
				msg.Opening.Content = types.CONTENT_SHIP
				return msg
			}, want: types.ErrWrongOpening,
		},
		"content of a toss": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A2")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Joiner, "")
				msg.Opening.Content = types.CONTENT_TOSS
				return msg
			}, want: types.ErrWrongOpening,
		},
		"content that is none": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A2")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Joiner, "")
				msg.Opening.Content = 258
				return msg
			}, want: types.ErrInvalidMove,
		},
		"opening of another tile in the row": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A1")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Joiner, "")
				msg.Opening = d.Boards[game.Joiner].Opening(d.Tile("B1"))
				return msg
			}, want: types.ErrWrongOpening,
		},
		"opening of another tile in the column": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A1")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Joiner, "")
				msg.Opening = d.Boards[game.Joiner].Opening(d.Tile("A2"))
				return msg
			}, want: types.ErrWrongOpening,
		},
		"opening of the opponent's board": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A1")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Joiner, "")
				msg.Opening = d.Boards[game.Creator].Opening(d.Tile("A1"))
				return msg
			}, want: types.ErrWrongOpening,
		},
		"path a hash too short": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A1")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Joiner, "")
				msg.Opening.Path = msg.Opening.Path[1:]
				return msg
			}, want: types.ErrWrongOpening,
		},
		"path a hash too long": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A1")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Joiner, "")
				msg.Opening.Path = append(msg.Opening.Path, make([]byte, commitment.HashSize))
				return msg
			}, want: types.ErrWrongOpening,
		},
		"path with a hash a byte too short": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A1")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Joiner, "")
				msg.Opening.Path[0] = msg.Opening.Path[0][1:]
				return msg
			}, want: types.ErrWrongOpening,
		},
		"salt a byte too short": {
			given: func(d *kit.Duel) { d.Deliver(d.Shoot(game.Creator, "A1")) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Joiner, "")
				msg.Opening.Salt = msg.Opening.Salt[1:]
				return msg
			}, want: types.ErrWrongOpening,
		},
		"no toss opened, a shot": {
			given: func(d *kit.Duel) { newToss(d) },
			move:  func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "A1") }, want: types.ErrPhase,
		},
		"toss opened by the joiner": {
			given: func(d *kit.Duel) { newToss(d) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Shoot(game.Joiner, "")
				msg.Opening = d.Boards[game.Joiner].TossOpening()
				return msg
			}, want: types.ErrTurn,
		},
		"toss with another salt": {
			given: func(d *kit.Duel) { newToss(d) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Creator, "")
				msg.Opening.Salt[0]++
				return msg
			}, want: types.ErrWrongOpening,
		},
		"toss with a salt too long": {
			given: func(d *kit.Duel) { newToss(d) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Creator, "")
				msg.Opening.Salt = append(msg.Opening.Salt, 0)
				return msg
			}, want: types.ErrWrongOpening,
		},
		"toss with a path": {
			given: func(d *kit.Duel) { newToss(d) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Creator, "")
				msg.Opening.Path = [][]byte{make([]byte, commitment.HashSize)}
				return msg
			}, want: types.ErrWrongOpening,
		},
		"a tile opened as the toss": {
			given: func(d *kit.Duel) { newToss(d) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Creator, "")
				msg.Opening = d.Boards[game.Creator].Opening(0)
				return msg
			}, want: types.ErrWrongOpening,
		},
		"toss with a sunk ship": {
			given: func(d *kit.Duel) { newToss(d) },
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Reveal(game.Creator, "")
				msg.Sunk = &types.Ship{Class: "carrier", Placement: "A1h"}
				return msg
			}, want: types.ErrInvalidMove,
		},
		"toss and a shot of who lost it": {
			given: func(d *kit.Duel) { newTossFor(d, game.Joiner) },
			move:  func(d *kit.Duel) *types.MsgShootAndReveal { return d.Reveal(game.Creator, "A1") }, want: types.ErrTurn,
		},
		"toss opened twice": {
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				msg := d.Shoot(game.Creator, "")
				msg.Opening = d.Boards[game.Creator].TossOpening()
				return msg
			}, want: types.ErrTurn,
		},
		"move in an open game": {
			given: func(d *kit.Duel) { d.NewOpen() },
			move:  func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "A1") }, want: types.ErrPhase,
		},
		"move after play": {
			given: func(d *kit.Duel) { d.Deliver(d.Concede(game.Joiner)) },
			move:  func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "A1") }, want: types.ErrPhase,
		},
		"move in a finished game": {
			given: func(d *kit.Duel) {
				d.Deliver(d.Concede(game.Joiner))
				d.Deliver(d.Claim(game.Creator))
			},
			move: func(d *kit.Duel) *types.MsgShootAndReveal { return d.Shoot(game.Creator, "A1") }, want: types.ErrGameEnded,
		},
		"shot with the last answer": {
			given: func(d *kit.Duel) {
				for !(d.Now().Owes == game.OwesAnswer && d.EndsWith(d.Now(), true)) {
					d.Deliver(d.Next())
				}
			},
			move: func(d *kit.Duel) *types.MsgShootAndReveal {
				s := d.Now()
				return d.Reveal(s.Actor, d.FirstTarget(s, s.Actor))
			}, want: types.ErrPhase,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			d := f.Play(game.Classic())
			if c.given != nil {
				c.given(d)
			}
			f.Refuse(c.want, c.move(d))
		})
	}
}

// newTossFor makes the duel one in which the toss may be opened, and will let that seat shoot first.
func newTossFor(d *kit.Duel, first game.Seat) {
	d.Helper()
	d.NewOpen()
	d.JoinFor(first)
	d.EndBlock()
}

func newToss(d *kit.Duel) { newTossFor(d, game.Creator) }
