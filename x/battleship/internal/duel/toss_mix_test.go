package duel_test

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// guesses are what a creator can do to foresee a toss that it has seen on its way: take the bytes as they are, or mix
// them with the hash of the last block or with none.
var guesses = map[string]func(f *kit.Fixture, half []byte, j commitment.Join) []byte{
	"the bytes as they are": func(_ *kit.Fixture, half []byte, _ commitment.Join) []byte { return half },
	"mixed with the hash of the last block": func(f *kit.Fixture, half []byte, j commitment.Join) []byte {
		j.BlockHash = f.Ctx.HeaderHash()
		return commitment.MixToss(half, j)
	},
	"mixed without a hash": func(_ *kit.Fixture, half []byte, j commitment.Join) []byte {
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
func nextHash(f *kit.Fixture) {
	f.Ctx = f.Ctx.WithHeaderHash(drawn("hash of a block", int(f.Height())))
	f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1)
}

// firstOf opens the toss in the next block and returns who shoots first.
func firstOf(d *kit.Duel) game.Seat {
	d.Helper()
	d.Deliver(d.Reveal(game.Creator, ""))
	return d.Now().First
}

// foreseen plays games in which alice sees on its way the join of somebody who has come to play, keeps it out if by
// her guess she would not shoot first, and has as many games as tosses with those whom she has let in.
func foreseen(t *testing.T, prepare func(d *seen), keepOut func(d *seen), refused error) {
	t.Helper()
	for name, guess := range guesses {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			shootsFirst, games := 0, 0
			for i := 0; games < tosses; i++ {
				d := &seen{Duel: &kit.Duel{Fixture: f}}
				d.NewBoards()
				d.Boards[game.Joiner] = f.NewBoard(kit.NewPlayer(fmt.Sprint("guest-", i)), game.Classic(), kit.ClassicFleet)
				prepare(d)
				d.join = kit.JoinMsg(d.ID, d.Boards[game.Joiner])
				d.join.Toss = drawn("a guest's half", i)
				foreseen := guess(f, d.join.Toss, commitment.Join{GameID: d.ID, Player: d.Player(game.Joiner).Addr})
				chosen := commitment.TossFirst(d.Boards[game.Creator].TossOpening().Salt, foreseen)
				nextHash(f)
				if chosen == game.Joiner {
					keepOut(d)
					f.Refuse(refused, d.join)
					continue
				}
				f.Deliver(d.join)
				games++
				if firstOf(d.Duel) == game.Creator {
					shootsFirst++
				}
				f.Deliver(d.Concede(game.Joiner))
			}
			requireFair(t, shootsFirst)
		})
	}
}

// A player who sees a match in the mempool opens a game for it, with a board whose toss leaf it has chosen by the
// joiner's bytes.
func TestAttackAThiefOpensAGameUnderAMatchOnItsWay(t *testing.T) {
	t.Parallel()
	for name, guess := range guesses {
		t.Run(name, func(t *testing.T) {
			shootsFirst := 0
			f := kit.New(t)
			for i := range tosses {
				victim, thief := kit.NewPlayer(fmt.Sprint("victim-", i)), kit.NewPlayer(fmt.Sprint("thief-", i))
				onItsWay := f.MatchMsg(victim, game.Classic())
				onItsWay.Toss = drawn("a victim's half", i)
				id := f.LastID() + 1
				foreseen := guess(f, onItsWay.Toss, commitment.Join{GameID: id, Player: victim.Addr})
				d := &kit.Duel{Fixture: f, ID: id}
				d.Boards[game.Joiner] = f.NewBoard(victim, game.Classic(), kit.ClassicFleet)
				d.Boards[game.Creator] = f.NewBoard(thief, game.Classic(), kit.ClassicFleet)
				for j := 0; ; j++ {
					d.Boards[game.Creator].Secret = drawn(thief.Name, j)
					salt := d.Boards[game.Creator].TossOpening().Salt
					if commitment.TossFirst(salt, foreseen) == game.Creator {
						break
					}
				}
				nextHash(f)
				open := f.MatchMsg(thief, game.Classic())
				open.Entry = d.Boards[game.Creator].Entry()
				_, joined := f.Match(open)
				require.False(t, joined)
				met, joined := f.Match(onItsWay)
				require.True(t, joined)
				require.Equal(t, id, met)
				if firstOf(d) == game.Creator {
					shootsFirst++
				}
			}
			requireFair(t, shootsFirst)
		})
	}
}

// A creator that would lose the toss takes the seat with another account of its own.
func TestAttackTheCreatorsSecondAccountJoinsFirst(t *testing.T) {
	t.Parallel()
	foreseen(t,
		func(d *seen) { d.ID = d.Create(d.Boards[game.Creator]) },
		func(d *seen) { d.Deliver(kit.JoinMsg(d.ID, d.NewBoard(kit.Mallory, game.Classic(), kit.ClassicFleet))) },
		types.ErrPhase)
}

// A creator that would lose the toss claims another game, which moves the joiner's rating out of its range.
func TestRegressionAClaimInAnotherGameMovesTheJoinersRatingOutOfRange(t *testing.T) {
	t.Parallel()
	var other *kit.Duel
	foreseen(t,
		func(d *seen) {
			guest := d.Player(game.Joiner)
			rate(d.Fixture, kit.Alice, 1_200)
			rank(d.Fixture, guest, 1_200-types.MinRatingRange)
			winner := d.NewBoard(kit.NewPlayer("winner over "+guest.Name), game.Classic(), kit.ClassicFleet)
			other = d.NewDuelOf(winner, d.Boards[game.Joiner])
			d.Deliver(other.Reveal(game.Creator, ""))
			d.Deliver(other.Concede(game.Joiner))
			d.Boards[game.Creator] = d.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)
			d.Boards[game.Joiner] = d.NewBoard(guest, game.Classic(), kit.ClassicFleet)
			create := kit.CreateMsg(d.Boards[game.Creator])
			create.RatingRange = types.MinRatingRange
			d.ID = d.Open(create)
		},
		func(d *seen) { d.Deliver(other.Claim(game.Creator)) },
		types.ErrRatingRange)
}

// A transaction of several messages is undone if one of them fails. An accomplice of the creator's joins with the bytes
// that it has seen, and stays if it shoots first; else the seat is free for the one whose join comes next in the block.
func TestAttackAnAccompliceTriesTheTossInTheBlockOfTheJoin(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	shootsFirst, games := 0, 0
	for i := 0; games < tosses; i++ {
		d := &kit.Duel{Fixture: f}
		d.NewBoards()
		d.ID = f.Create(d.Boards[game.Creator])
		d.Boards[game.Joiner] = f.NewBoard(kit.NewPlayer(fmt.Sprint("guest-", i)), game.Classic(), kit.ClassicFleet)
		join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
		join.Toss = drawn("a guest's half", i)
		nextHash(f)

		own := *d
		own.Boards[game.Joiner] = f.NewBoard(kit.Mallory, game.Classic(), kit.ClassicFleet)
		copied := kit.JoinMsg(d.ID, own.Boards[game.Joiner])
		copied.Toss = join.Toss
		opening := own.Shoot(game.Creator, "")
		opening.Opening = own.Boards[game.Creator].TossOpening()
		if transact(f, copied, opening, own.Shoot(game.Joiner, "A1")) {
			f.Refuse(types.ErrPhase, join)
			continue
		}
		f.Deliver(join)
		games++
		if firstOf(d) == game.Creator {
			shootsFirst++
		}
	}
	requireFair(t, shootsFirst)
}

// rank rates a player and puts it on the leaderboard.
func rank(f *kit.Fixture, p kit.Player, rating uint32) {
	f.Helper()
	rate(f, p, rating)
	require.NoError(f, f.Records.Ladder.Move(f.Ctx, p.Addr, 0, rating))
}

// transact delivers all of the messages or, if one is refused, none of them.
func transact(f *kit.Fixture, msgs ...sdk.Msg) bool {
	f.Helper()
	outer := f.Ctx
	defer func() { f.Ctx = outer }()
	f.Ctx, _ = outer.CacheContext()
	for _, msg := range msgs {
		if f.Handle(msg) != nil {
			return false
		}
	}
	f.Ctx = outer
	for _, msg := range msgs {
		f.Deliver(msg)
	}
	return true
}

// seen is a game that alice has opened, and bob's join, which she has seen on its way. She knows whom the toss chooses.
type seen struct {
	*kit.Duel
	join *types.MsgJoinGame
}

// tosses is how many games a creator plays in the tests that want to bend the toss.
const tosses = 50
