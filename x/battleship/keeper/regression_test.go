package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Flaws that other implementations of this game were found to have, each shown not to exist here.

func TestRegressionUndeclaredSunkShip(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	// Bob answers truly, but never says that a ship of his has sunk.
	for d.now().Phase == game.PhasePlay {
		msg, ok := d.next().(*types.MsgShootAndReveal)
		require.True(t, ok)
		if d.now().Actor == game.Joiner {
			msg.Sunk = nil
		}
		f.deliver(msg)
	}
	require.Equal(t, game.Creator, d.now().Actor, "his ships are counted all the same")
	require.Empty(t, d.now().Sides[game.Joiner].Sunk)
	// Alice proves nothing; even so bob cannot win.
	f.skipTo(d.now().Deadline + 2)
	require.Equal(t, game.Joiner, d.now().Actor)
	err := f.try(d.claim(game.Joiner))
	require.ErrorIs(t, err, types.ErrClaim)
	require.ErrorIs(t, err, game.ErrAuditSunk)
}

func TestRegressionShipsOfLengthZero(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	water := f.newBoard(bob, game.Classic(), classicFleet)
	water.Ships = game.Set{}
	d := f.newDuelOf(f.newBoard(alice, game.Classic(), classicFleet), water)
	f.deliver(d.concede(game.Creator))
	for _, fleet := range []string{classicFleet, "", ",,,,", "A1,A1,A1,A1,A1"} {
		claim := d.claim(game.Joiner)
		claim.Fleet = fleet
		f.refuse(types.ErrClaim, claim)
	}
}

func TestRegressionBothCheatDeadlock(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.newDuelOf(f.newLie(alice, game.Classic(), classicFleet), f.newLie(bob, game.Classic(), classicFleet))
	f.skipTo(d.now().Deadline + 2)
	f.refuse(types.ErrClaim, d.claim(game.Joiner))
	f.skipTo(d.now().Deadline + 2)
	require.Equal(t, types.REASON_VOID, f.result(d.id).Reason)
	f.requirePruned(d.id)
}

func TestRegressionConcedeBeforeAnyoneJoined(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := &duel{fixture: f}
	d.newOpen()
	f.refuse(types.ErrPhase, d.concede(game.Creator))
	f.deliver(joinMsg(d.id, d.boards[game.Joiner]))
}

func TestRegressionEmptyAnswer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	f.deliver(d.shoot(game.Creator, "A1"))
	deadline := d.now().Deadline
	f.refuse(types.ErrEmptyMove, d.shoot(game.Joiner, ""))
	empty := d.shoot(game.Joiner, "B1")
	empty.Opening = &types.Opening{}
	f.refuse(types.ErrWrongOpening, empty)
	f.refuse(types.ErrTurn, d.shoot(game.Joiner, "B1"))
	f.skipTo(deadline + 2)
	require.Equal(t, game.ReasonTimeout, d.now().Reason)
	require.Equal(t, game.Creator, d.now().Actor)
}

func TestRegressionSecondValidOpening(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	f.deliver(d.shoot(game.Creator, "A1"))
	honest := d.reveal(game.Joiner, "")
	// Any change of a single bit of what is opened spoils it.
	flip := func(field []byte) {
		for bit := range 8 * len(field) {
			field[bit/8] ^= 1 << (bit % 8)
			f.refuse(types.ErrWrongOpening, honest)
			field[bit/8] ^= 1 << (bit % 8)
		}
	}
	flip(honest.Opening.Salt)
	flip(honest.Opening.Path[0])
	honest.Opening.Content = types.CONTENT_WATER
	f.refuse(types.ErrWrongOpening, honest)
	honest.Opening.Content = types.CONTENT_SHIP
	f.deliver(honest)
}

func TestRegressionSameTileShotAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	d.fire(game.Creator, "A1")
	d.fire(game.Joiner, "J10")
	f.refuse(types.ErrTile, d.shoot(game.Creator, "A1"))
	require.Equal(t, 1, d.now().Sides[game.Joiner].Hits.Len())
	f.deliver(d.shoot(game.Creator, "B1"))
	msg := d.reveal(game.Joiner, "J10")
	f.refuse(types.ErrTile, msg)
}

func TestRegressionOffBoardShot(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	for _, target := range []string{"K1", "A11", "A0", "@1", "J100", "A1 ", "A01", "Ａ1", "-1", "tile 5"} {
		f.refuse(types.ErrTile, d.shoot(game.Creator, target))
	}
	d = f.play(game.Xaya())
	for _, target := range []string{"I1", "A9"} {
		f.refuse(types.ErrTile, d.shoot(game.Creator, target))
	}
}

func TestRegressionReusedProof(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.play(game.Classic())
	f.deliver(first.shoot(game.Creator, "A1"))
	shown := first.reveal(game.Joiner, "")
	f.deliver(shown)
	// The same opening again in the same game, for another tile.
	f.deliver(first.shoot(game.Joiner, "J10"))
	f.deliver(first.reveal(game.Creator, "B1"))
	again := first.shoot(game.Joiner, "")
	again.Opening = shown.Opening
	f.refuse(types.ErrWrongOpening, again)

	// The same player with the same fleet and secret in another game: only the nonce differs.
	b := f.newBoard(bob, game.Classic(), classicFleet)
	b.Secret = first.boards[game.Joiner].Secret
	second := f.newDuelOf(f.newBoard(alice, game.Classic(), classicFleet), b)
	f.deliver(second.reveal(game.Creator, "A1"))
	again = second.shoot(game.Joiner, "")
	again.Opening = shown.Opening
	f.refuse(types.ErrWrongOpening, again)
	f.deliver(second.reveal(game.Joiner, ""))

	// The same roots in another game: the nonce is not the next.
	old := first.boards[game.Joiner].entry()
	id := f.create(f.newBoard(alice, game.Classic(), classicFleet))
	reused := joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet))
	reused.Entry = old
	f.refuse(types.ErrNonce, reused)
	// With the right nonce the roots are accepted, for nobody can see what they hide; but nothing of them can be
	// opened.
	reused.Entry.Board.Nonce = f.nonce(bob)
	reused.Toss = make([]byte, commitment.TossSize)
	f.deliver(reused)
	f.deliver(&types.MsgConcede{Sender: alice.text(), GameId: id})
	claim := first.claim(game.Joiner)
	claim.GameId = id
	f.refuse(types.ErrClaim, claim)
}

// Whoever copies its opponent's openings one by one never has an answer accepted, for a leaf names its player.
func TestRegressionCopiedBoard(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	a := f.newBoard(alice, game.Classic(), classicFleet)
	id := f.create(a)
	// Mallory commits to what alice would commit to under her own name, had she alice's secret; she has only alice's
	// roots.
	copied := a
	copied.player = mallory
	join := joinMsg(id, copied)
	f.refuse(types.ErrEqualBoards, join)
	// With one bit changed in each root they are hers, and worthless.
	for i := range join.Entry.Board.RowRoots {
		join.Entry.Board.RowRoots[i][0] ^= 1
	}
	join.Entry.Board.TossLeaf[0] ^= 1
	f.deliver(join)
	d := &duel{fixture: f, id: id, boards: [...]board{a, copied}}
	f.deliver(d.reveal(game.Creator, ""))
	if d.now().Actor == game.Joiner {
		f.deliver(d.shoot(game.Joiner, "A1"))
		f.deliver(d.reveal(game.Creator, "A1"))
	} else {
		f.deliver(d.shoot(game.Creator, "A1"))
	}
	f.refuse(types.ErrWrongOpening, d.reveal(game.Joiner, ""))
}

func TestRegressionCapOnTheNumberOfTurns(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	// Two fleets in the last rows, and players who shoot along the rows from the first.
	last := "F10h,G9h,H8h,H7h,I6h"
	d := f.newDuelOf(f.newBoard(alice, game.Classic(), last), f.newBoard(bob, game.Classic(), last))
	d.playOut(game.PhaseClaim)
	s := d.now()
	shots := s.Sides[game.Creator].Answered.Len() + s.Sides[game.Joiner].Answered.Len()
	require.Equal(t, 199, shots, "every tile but the last of one board")
	require.Equal(t, game.ReasonSunk, s.Reason)
	f.deliver(d.claim(s.Actor))
}

func TestRegressionPlayerStuckAfterItsFirstGame(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 3 {
		f.win()
	}
	// And several at once.
	f.play(game.Classic())
	f.play(game.Xaya())
	require.Equal(t, uint64(5), f.nonce(alice))
}

func TestRegressionFinishedGamesAreNeverPruned(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 3 {
		f.win()
	}
	f.requirePruned(3)
	results := 0
	for key := range f.exportRaw() {
		if key[len(types.StoreKey)+1] == types.ResultsPrefix.Bytes()[0] {
			results++
		}
	}
	require.Equal(t, 3, results)
}

// Nobody but the one who owes an answer can give it, nor is one's own shot answered on one's own board.
func TestRegressionOwnShotReported(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	f.deliver(d.shoot(game.Creator, "A1"))
	own := d.shoot(game.Creator, "")
	own.Opening = d.boards[game.Creator].open(d.tile("A1"))
	f.refuse(types.ErrTurn, own)
	require.Zero(t, d.now().Sides[game.Creator].Hits.Len())
}

// The loser's silence does not keep the winner from its reward.
func TestRegressionLoserWithholdsTheLastAnswer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	for !(d.now().Owes == game.OwesAnswer && d.endsWith(d.now(), true)) {
		f.deliver(d.next())
	}
	winner := d.now().Actor.Other()
	f.skipTo(d.now().Deadline + 2)
	f.deliver(d.claim(winner))
	require.Equal(t, types.REASON_TIMEOUT, f.result(d.id).Reason)
	require.Equal(t, types.SeatOf(winner), f.result(d.id).Winner)
}
