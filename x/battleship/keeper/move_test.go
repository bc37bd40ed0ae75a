package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestTheTossDecidesTheFirstShooter(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]game.Seat{"creator": game.Creator, "joiner": game.Joiner} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			a, b := f.newBoard(alice, game.Classic(), classicFleet), f.newBoard(bob, game.Classic(), classicFleet)
			d := &duel{fixture: f, id: f.create(a), boards: [...]board{a, b}}
			join := joinMsg(d.id, b)
			join.Toss = d.tossFor(first)
			f.deliver(join)
			f.deliver(d.reveal(game.Creator, ""))
			require.Equal(t, first, d.now().Actor)
			require.Equal(t, game.OwesShot, d.now().Owes)
		})
	}
}

func TestACreatorThatWinsTheTossCanShootWithIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.newDuel(game.Classic())
	f.deliver(d.reveal(game.Creator, "C3"))
	require.Equal(t, d.tile("C3"), d.now().Pending)
	require.Equal(t, game.Joiner, d.now().Actor)
}

func TestAnAnswerAndAShotCanComeTogetherOrApart(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	f.deliver(d.shoot(game.Creator, "A1"))
	f.deliver(d.reveal(game.Joiner, "B2"))
	require.True(t, d.now().Sides[game.Joiner].Hits.Has(d.tile("A1")))
	require.Equal(t, d.tile("B2"), d.now().Pending)
	f.deliver(d.reveal(game.Creator, ""))
	require.True(t, d.now().Sides[game.Creator].Answered.Has(d.tile("B2")))
	require.False(t, d.now().Sides[game.Creator].Hits.Has(d.tile("B2")))
	require.Equal(t, game.OwesShot, d.now().Owes)
	f.deliver(d.shoot(game.Creator, "A2"))
	require.Equal(t, d.tile("A2"), d.now().Pending)
}

func TestAHitShootsAgainInXaya(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Xaya())
	f.deliver(d.shoot(game.Creator, "A1"))
	f.refuse(types.ErrTurn, d.reveal(game.Joiner, "A1"))
	f.deliver(d.reveal(game.Joiner, ""))
	require.Equal(t, game.Creator, d.now().Actor)
	f.deliver(d.shoot(game.Creator, "A2"))
	f.deliver(d.reveal(game.Joiner, "A1"))
	require.Equal(t, game.Creator, d.now().Actor, "a miss passes the shot on")
}

func TestMovesThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// given brings the game of alice, who created it, and bob to where the move is tried; nil: alice owes a shot.
		given func(d *duel)
		move  func(d *duel) *types.MsgShootAndReveal
		want  error
	}{
		"nothing in it": {
			move: func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "") }, want: types.ErrEmptyMove,
		},
		"a stranger": {
			move: func(d *duel) *types.MsgShootAndReveal {
				return &types.MsgShootAndReveal{Sender: mallory.text(), GameId: d.id, Target: "A1"}
			}, want: types.ErrUnauthorized,
		},
		"no address": {
			move: func(d *duel) *types.MsgShootAndReveal {
				return &types.MsgShootAndReveal{Sender: "", GameId: d.id, Target: "A1"}
			}, want: types.ErrInvalidAddress,
		},
		"unknown game": {
			move: func(*duel) *types.MsgShootAndReveal {
				return &types.MsgShootAndReveal{Sender: alice.text(), GameId: 99, Target: "A1"}
			}, want: types.ErrGameNotFound,
		},
		"shot out of turn": {
			move: func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Joiner, "A1") }, want: types.ErrTurn,
		},
		"shot off the board, column": {
			move: func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "K1") }, want: types.ErrTile,
		},
		"shot off the board, row": {
			move: func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "A11") }, want: types.ErrTile,
		},
		"shot at row 0": {
			move: func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "A0") }, want: types.ErrTile,
		},
		"shot at a tile in small letters": {
			move: func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "a1") }, want: types.ErrTile,
		},
		"shot at words": {
			move: func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "the middle") }, want: types.ErrTile,
		},
		"shot at a tile that was shot at": {
			given: func(d *duel) { d.fire(game.Creator, "A1"); d.fire(game.Joiner, "A1") },
			move:  func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "A1") }, want: types.ErrTile,
		},
		"a second shot before the answer": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A1")) },
			move:  func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "A2") }, want: types.ErrTurn,
		},
		"shot instead of the answer": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A1")) },
			move:  func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Joiner, "A1") }, want: types.ErrTurn,
		},
		"answer and a shot at a tile that was shot at": {
			given: func(d *duel) {
				d.fire(game.Creator, "A1")
				d.fire(game.Joiner, "A1")
				d.deliver(d.shoot(game.Creator, "A2"))
			},
			move: func(d *duel) *types.MsgShootAndReveal { return d.reveal(game.Joiner, "A1") }, want: types.ErrTile,
		},
		"answer without a shot": {
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.shoot(game.Creator, "")
				msg.Opening = d.boards[game.Creator].open(0)
				return msg
			}, want: types.ErrTurn,
		},
		"answer to one's own shot": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A1")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.shoot(game.Creator, "")
				msg.Opening = d.boards[game.Creator].open(0)
				return msg
			}, want: types.ErrTurn,
		},
		"a hit called a miss": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A1")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Joiner, "")
				msg.Opening.Content = types.CONTENT_WATER
				return msg
			}, want: types.ErrWrongOpening,
		},
		"a miss called a hit": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A2")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Joiner, "")
				msg.Opening.Content = types.CONTENT_SHIP
				return msg
			}, want: types.ErrWrongOpening,
		},
		"content of a toss": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A2")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Joiner, "")
				msg.Opening.Content = types.CONTENT_TOSS
				return msg
			}, want: types.ErrWrongOpening,
		},
		"content that is none": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A2")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Joiner, "")
				msg.Opening.Content = 258
				return msg
			}, want: types.ErrInvalidMove,
		},
		"opening of another tile in the row": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A1")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Joiner, "")
				msg.Opening = d.boards[game.Joiner].open(d.tile("B1"))
				return msg
			}, want: types.ErrWrongOpening,
		},
		"opening of another tile in the column": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A1")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Joiner, "")
				msg.Opening = d.boards[game.Joiner].open(d.tile("A2"))
				return msg
			}, want: types.ErrWrongOpening,
		},
		"opening of the opponent's board": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A1")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Joiner, "")
				msg.Opening = d.boards[game.Creator].open(d.tile("A1"))
				return msg
			}, want: types.ErrWrongOpening,
		},
		"path a hash too short": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A1")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Joiner, "")
				msg.Opening.Path = msg.Opening.Path[1:]
				return msg
			}, want: types.ErrWrongOpening,
		},
		"path a hash too long": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A1")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Joiner, "")
				msg.Opening.Path = append(msg.Opening.Path, make([]byte, commitment.HashSize))
				return msg
			}, want: types.ErrWrongOpening,
		},
		"path with a hash a byte too short": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A1")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Joiner, "")
				msg.Opening.Path[0] = msg.Opening.Path[0][1:]
				return msg
			}, want: types.ErrWrongOpening,
		},
		"salt a byte too short": {
			given: func(d *duel) { d.deliver(d.shoot(game.Creator, "A1")) },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Joiner, "")
				msg.Opening.Salt = msg.Opening.Salt[1:]
				return msg
			}, want: types.ErrWrongOpening,
		},
		"no toss opened, a shot": {
			given: func(d *duel) { d.newToss() },
			move:  func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "A1") }, want: types.ErrPhase,
		},
		"toss opened by the joiner": {
			given: func(d *duel) { d.newToss() },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.shoot(game.Joiner, "")
				msg.Opening = d.boards[game.Joiner].openToss()
				return msg
			}, want: types.ErrTurn,
		},
		"toss with another salt": {
			given: func(d *duel) { d.newToss() },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Creator, "")
				msg.Opening.Salt[0]++
				return msg
			}, want: types.ErrWrongOpening,
		},
		"toss with a salt too long": {
			given: func(d *duel) { d.newToss() },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Creator, "")
				msg.Opening.Salt = append(msg.Opening.Salt, 0)
				return msg
			}, want: types.ErrWrongOpening,
		},
		"toss with a path": {
			given: func(d *duel) { d.newToss() },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Creator, "")
				msg.Opening.Path = [][]byte{make([]byte, commitment.HashSize)}
				return msg
			}, want: types.ErrWrongOpening,
		},
		"a tile opened as the toss": {
			given: func(d *duel) { d.newToss() },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Creator, "")
				msg.Opening = d.boards[game.Creator].open(0)
				return msg
			}, want: types.ErrWrongOpening,
		},
		"toss with a sunk ship": {
			given: func(d *duel) { d.newToss() },
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.reveal(game.Creator, "")
				msg.Sunk = &types.Ship{Class: "carrier", Placement: "A1h"}
				return msg
			}, want: types.ErrInvalidMove,
		},
		"toss and a shot of who lost it": {
			given: func(d *duel) { d.newTossFor(game.Joiner) },
			move:  func(d *duel) *types.MsgShootAndReveal { return d.reveal(game.Creator, "A1") }, want: types.ErrTurn,
		},
		"toss opened twice": {
			move: func(d *duel) *types.MsgShootAndReveal {
				msg := d.shoot(game.Creator, "")
				msg.Opening = d.boards[game.Creator].openToss()
				return msg
			}, want: types.ErrTurn,
		},
		"move in an open game": {
			given: func(d *duel) { d.newOpen() },
			move:  func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "A1") }, want: types.ErrPhase,
		},
		"move after play": {
			given: func(d *duel) { d.deliver(d.concede(game.Joiner)) },
			move:  func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "A1") }, want: types.ErrPhase,
		},
		"move in a finished game": {
			given: func(d *duel) {
				d.deliver(d.concede(game.Joiner))
				d.deliver(d.claim(game.Creator))
			},
			move: func(d *duel) *types.MsgShootAndReveal { return d.shoot(game.Creator, "A1") }, want: types.ErrGameEnded,
		},
		"shot with the last answer": {
			given: func(d *duel) {
				for !(d.now().Owes == game.OwesAnswer && d.endsWith(d.now(), true)) {
					d.deliver(d.next())
				}
			},
			move: func(d *duel) *types.MsgShootAndReveal {
				s := d.now()
				return d.reveal(s.Actor, d.firstTarget(s, s.Actor))
			}, want: types.ErrPhase,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			d := f.play(game.Classic())
			if c.given != nil {
				c.given(d)
			}
			f.refuse(c.want, c.move(d))
		})
	}
}

// newOpen makes the duel one that bob has not joined yet.
func (d *duel) newOpen() {
	d.Helper()
	d.newBoards()
	d.id = d.create(d.boards[game.Creator])
}

// newBoards gives both players the boards of their next game.
func (d *duel) newBoards() {
	d.Helper()
	d.boards[game.Creator] = d.newBoard(alice, game.Classic(), classicFleet)
	d.boards[game.Joiner] = d.newBoard(bob, game.Classic(), classicFleet)
}

// newTossFor makes the duel one in which the toss may be opened, and will let that seat shoot first.
func (d *duel) newTossFor(first game.Seat) {
	d.Helper()
	d.newOpen()
	d.joinFor(first)
	d.endBlock()
}

// joinFor joins the open game so that the toss will let that seat shoot first.
func (d *duel) joinFor(first game.Seat) {
	d.Helper()
	join := joinMsg(d.id, d.boards[game.Joiner])
	join.Toss = d.tossFor(first)
	d.deliver(join)
}

func (d *duel) newToss() { d.newTossFor(game.Creator) }
