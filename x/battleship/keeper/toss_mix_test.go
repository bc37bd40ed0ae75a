package keeper_test

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// guesses are what a creator can do to foresee a toss that it has seen on its way: take the bytes as they are, or mix
// them with the hash of the last block or with none.
var guesses = map[string]func(f *fixture, half []byte, j commitment.Join) []byte{
	"the bytes as they are": func(_ *fixture, half []byte, _ commitment.Join) []byte { return half },
	"mixed with the hash of the last block": func(f *fixture, half []byte, j commitment.Join) []byte {
		j.BlockHash = f.ctx.HeaderHash()
		return commitment.MixToss(half, j)
	},
	"mixed without a hash": func(_ *fixture, half []byte, j commitment.Join) []byte {
		return commitment.MixToss(half, j)
	},
}

// requireFair makes sure that of so many tosses that somebody wanted to bend about half went its way. Fifteen off is
// more than four standard deviations; the tests draw the same tosses each time.
func requireFair(t *testing.T, shootsFirst int) {
	t.Helper()
	require.InDelta(t, tosses/2, shootsFirst, 15, "of %d", tosses)
}

// drawn returns 32 bytes that look random, the same in each run.
func drawn(what string, n int) []byte {
	sum := sha256.Sum256(fmt.Append(nil, what, n))
	return sum[:]
}

// nextHash begins a block whose hash nobody has known before.
func (f *fixture) nextHash() {
	f.ctx = f.ctx.WithHeaderHash(drawn("hash of a block", int(f.height())))
	f.ctx = f.ctx.WithBlockHeight(f.height() + 1)
}

// firstOf opens the toss in the next block and returns who shoots first.
func (d *duel) firstOf() game.Seat {
	d.Helper()
	d.deliver(d.reveal(game.Creator, ""))
	return d.now().First
}

// foreseen plays games in which alice sees on its way the join of somebody who has come to play, keeps it out if by
// her guess she would not shoot first, and has as many games as tosses with those whom she has let in.
func foreseen(t *testing.T, prepare func(d *seen), keepOut func(d *seen), refused error) {
	t.Helper()
	for name, guess := range guesses {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			shootsFirst, games := 0, 0
			for i := 0; games < tosses; i++ {
				d := &seen{duel: &duel{fixture: f}}
				d.newBoards()
				d.boards[game.Joiner] = f.newBoard(newPlayer(fmt.Sprint("guest-", i)), game.Classic(), classicFleet)
				prepare(d)
				d.join = joinMsg(d.id, d.boards[game.Joiner])
				d.join.Toss = drawn("a guest's half", i)
				foreseen := guess(f, d.join.Toss, commitment.Join{GameID: d.id, Player: d.player(game.Joiner).addr})
				chosen := commitment.TossFirst(d.boards[game.Creator].openToss().Salt, foreseen)
				f.nextHash()
				if chosen == game.Joiner {
					keepOut(d)
					f.refuse(refused, d.join)
					continue
				}
				f.deliver(d.join)
				games++
				if d.firstOf() == game.Creator {
					shootsFirst++
				}
				f.deliver(d.concede(game.Joiner))
			}
			requireFair(t, shootsFirst)
		})
	}
}

// A player who sees a match in the mempool opens a game for it, with a board whose toss leaf it has chosen by the
// joiner's bytes.
func TestRegressionAThiefOpensAGameUnderAMatchOnItsWay(t *testing.T) {
	t.Parallel()
	for name, guess := range guesses {
		t.Run(name, func(t *testing.T) {
			shootsFirst := 0
			f := newFixture(t)
			for i := range tosses {
				victim, thief := newPlayer(fmt.Sprint("victim-", i)), newPlayer(fmt.Sprint("thief-", i))
				onItsWay := f.matchMsg(victim, game.Classic())
				onItsWay.Toss = drawn("a victim's half", i)
				id := f.lastID() + 1
				foreseen := guess(f, onItsWay.Toss, commitment.Join{GameID: id, Player: victim.addr})
				d := &duel{fixture: f, id: id}
				d.boards[game.Joiner] = f.newBoard(victim, game.Classic(), classicFleet)
				d.boards[game.Creator] = f.newBoard(thief, game.Classic(), classicFleet)
				for j := 0; ; j++ {
					d.boards[game.Creator].Secret = drawn(thief.name, j)
					salt := d.boards[game.Creator].openToss().Salt
					if commitment.TossFirst(salt, foreseen) == game.Creator {
						break
					}
				}
				f.nextHash()
				open := f.matchMsg(thief, game.Classic())
				open.Entry = d.boards[game.Creator].entry()
				_, joined := f.match(open)
				require.False(t, joined)
				met, joined := f.match(onItsWay)
				require.True(t, joined)
				require.Equal(t, id, met)
				if d.firstOf() == game.Creator {
					shootsFirst++
				}
			}
			requireFair(t, shootsFirst)
		})
	}
}

// A creator that would lose the toss takes the seat with another account of its own.
func TestRegressionTheCreatorsSecondAccountJoinsFirst(t *testing.T) {
	t.Parallel()
	foreseen(t,
		func(d *seen) { d.id = d.create(d.boards[game.Creator]) },
		func(d *seen) { d.deliver(joinMsg(d.id, d.newBoard(mallory, game.Classic(), classicFleet))) },
		types.ErrPhase)
}

// A creator that would lose the toss claims another game, which moves the joiner's rating out of its range.
func TestRegressionAClaimInAnotherGameMovesTheJoinersRatingOutOfRange(t *testing.T) {
	t.Parallel()
	var other *duel
	foreseen(t,
		func(d *seen) {
			guest := d.player(game.Joiner)
			d.rate(alice, 1_200)
			d.rank(guest, 1_200-types.MinRatingRange)
			winner := d.newBoard(newPlayer("winner over "+guest.name), game.Classic(), classicFleet)
			other = d.newDuelOf(winner, d.boards[game.Joiner])
			d.deliver(other.reveal(game.Creator, ""))
			d.deliver(other.concede(game.Joiner))
			d.boards[game.Creator] = d.newBoard(alice, game.Classic(), classicFleet)
			d.boards[game.Joiner] = d.newBoard(guest, game.Classic(), classicFleet)
			create := createMsg(d.boards[game.Creator])
			create.RatingRange = types.MinRatingRange
			d.id = d.open(create)
		},
		func(d *seen) { d.deliver(other.claim(game.Creator)) },
		types.ErrRatingRange)
}

// A transaction of several messages is undone if one of them fails. An accomplice of the creator's joins with the bytes
// that it has seen, and stays if it shoots first; else the seat is free for the one whose join comes next in the block.
func TestRegressionAnAccompliceTriesTheTossInTheBlockOfTheJoin(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	shootsFirst, games := 0, 0
	for i := 0; games < tosses; i++ {
		d := &duel{fixture: f}
		d.newBoards()
		d.id = f.create(d.boards[game.Creator])
		d.boards[game.Joiner] = f.newBoard(newPlayer(fmt.Sprint("guest-", i)), game.Classic(), classicFleet)
		join := joinMsg(d.id, d.boards[game.Joiner])
		join.Toss = drawn("a guest's half", i)
		f.nextHash()

		own := *d
		own.boards[game.Joiner] = f.newBoard(mallory, game.Classic(), classicFleet)
		copied := joinMsg(d.id, own.boards[game.Joiner])
		copied.Toss = join.Toss
		opening := own.shoot(game.Creator, "")
		opening.Opening = own.boards[game.Creator].openToss()
		if f.transact(copied, opening, own.shoot(game.Joiner, "A1")) {
			f.refuse(types.ErrPhase, join)
			continue
		}
		f.deliver(join)
		games++
		if d.firstOf() == game.Creator {
			shootsFirst++
		}
	}
	requireFair(t, shootsFirst)
}

// A proposer tries a transaction before the block has a hash. One that joins, opens the toss, shoots and empties its
// account would be tried with another toss than it gets in the block; so the toss is not opened in the block of the
// join.
func TestRegressionTheTossIsOpenedInTheBlockOfTheJoin(t *testing.T) {
	t.Parallel()
	for name, opening := range openings {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			for _, p := range []player{alice, bob} {
				f.fund(p, anchors(100*worldStake))
			}
			d := &duel{fixture: f}
			d.newBoards()
			d.id = f.open(opening(d))
			d.boards[game.Joiner] = f.newBoard(bob, game.Classic(), classicFleet)
			f.deliver(joinMsg(d.id, d.boards[game.Joiner]))
			require.Equal(t, f.height(), f.game(d.id).JoinedHeight)

			wrong := d.reveal(game.Creator, "")
			wrong.Opening = d.boards[game.Joiner].openToss()
			byJoiner := d.shoot(game.Joiner, "")
			byJoiner.Opening = d.boards[game.Joiner].openToss()
			for what, msg := range map[string]*types.MsgShootAndReveal{
				"alone": d.reveal(game.Creator, ""), "with a shot": d.reveal(game.Creator, "A1"),
				"of the joiner": byJoiner, "that is wrong": wrong,
			} {
				outer := f.ctx
				meter := &bill{GasMeter: storetypes.NewInfiniteGasMeter(), charged: make(map[string]storetypes.Gas)}
				f.ctx = outer.WithGasMeter(meter)
				f.refuse(types.ErrTurn, msg)
				f.ctx = outer
				require.NotContains(t, meter.charged, "toss hashes", "an opening %s", what)
			}
			if delegate := f.game(d.id).Participants[game.Creator].Delegate; delegate != "" {
				msg := d.reveal(game.Creator, "")
				msg.Sender = delegate
				f.refuse(types.ErrTurn, msg)
			}
			f.endBlock()
			require.NoError(t, f.try(d.reveal(game.Creator, "")), "in the next block")
		})
	}
	t.Run("of a match", func(t *testing.T) {
		f := newFixture(t)
		d := &duel{fixture: f}
		d.newBoards()
		d.id, _ = f.match(f.matchMsg(alice, game.Classic()))
		met, joined := f.match(f.matchMsg(bob, game.Classic()))
		require.True(t, joined)
		require.Equal(t, d.id, met)
		f.refuse(types.ErrTurn, d.reveal(game.Creator, ""))
		f.endBlock()
		require.NoError(t, f.try(d.reveal(game.Creator, "")), "in the next block")
	})
}

// rank rates a player and puts it on the leaderboard.
func (f *fixture) rank(p player, rating uint32) {
	f.Helper()
	f.rate(p, rating)
	require.NoError(f, f.records.Ladder.Move(f.ctx, p.addr, 0, rating))
}

// transact delivers all of the messages or, if one is refused, none of them.
func (f *fixture) transact(msgs ...sdk.Msg) bool {
	f.Helper()
	outer := f.ctx
	defer func() { f.ctx = outer }()
	f.ctx, _ = outer.CacheContext()
	for _, msg := range msgs {
		if f.handle(msg) != nil {
			return false
		}
	}
	f.ctx = outer
	for _, msg := range msgs {
		f.deliver(msg)
	}
	return true
}
