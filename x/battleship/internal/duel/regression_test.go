package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestAttackUndeclaredSunkShip(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	// Bob answers truly, but never says that a ship of his has sunk.
	for d.Now().Phase == game.PhasePlay {
		msg, ok := d.Next().(*types.MsgShootAndReveal)
		require.True(t, ok)
		if d.Now().Actor == game.Joiner {
			msg.Sunk = nil
		}
		f.Deliver(msg)
	}
	require.Equal(t, game.Creator, d.Now().Actor, "his ships are counted all the same")
	require.Empty(t, d.Now().Sides[game.Joiner].Sunk)
	// Alice proves nothing; even so bob cannot win.
	f.SkipTo(d.Now().Deadline + 2)
	require.Equal(t, game.Joiner, d.Now().Actor)
	err := f.Try(d.Claim(game.Joiner))
	require.ErrorIs(t, err, types.ErrClaim)
	require.ErrorIs(t, err, game.ErrAuditSunk)
	f.SkipTo(d.Now().Deadline + 2)
	require.Equal(t, types.REASON_VOID, f.Result(d.ID).Reason)
	require.Zero(t, f.Record(kit.Bob).Won)
	require.Zero(t, f.Balance(kit.Bob.Addr))
}

// requireBeaten lets the clock of a cheat pass and its opponent claim, and makes sure that the opponent has won: its
// record and its coins grow, those of the cheat do not.
func requireBeaten(d *kit.Duel, cheat game.Seat) {
	d.Helper()
	loser, winner := d.Player(cheat), d.Player(cheat.Other())
	lost, won := d.Record(loser).Won, d.Record(winner).Won
	poor, rich := d.Balance(loser.Addr), d.Balance(winner.Addr)
	if d.Now().Actor == cheat {
		d.SkipTo(d.Now().Deadline + 2)
	}
	d.Deliver(d.Claim(cheat.Other()))
	if d.Has(d.ID) { // it had conceded, and the cheat may still claim
		d.SkipTo(d.Now().Deadline + 2)
	}
	require.Equal(d, types.SeatOf(cheat.Other()), d.Result(d.ID).Winner)
	require.Equal(d, won+1, d.Record(winner).Won)
	require.Equal(d, lost, d.Record(loser).Won)
	require.Greater(d, d.Balance(winner.Addr), rich)
	require.Equal(d, poor, d.Balance(loser.Addr))
}

func TestAttackShipsOfLengthZero(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	water := f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)
	water.Ships = game.Set{}
	d := f.NewDuelOf(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet), water)
	f.Deliver(d.Concede(game.Creator))
	for _, fleet := range []string{kit.ClassicFleet, "", ",,,,", "A1,A1,A1,A1,A1"} {
		claim := d.Claim(game.Joiner)
		claim.Fleet = fleet
		f.Refuse(types.ErrClaim, claim)
	}
	requireBeaten(d, game.Joiner)
}

func TestAttackBothCheatDeadlock(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.NewDuelOf(f.NewLie(kit.Alice, game.Classic(), kit.ClassicFleet),
		f.NewLie(kit.Bob, game.Classic(), kit.ClassicFleet))
	f.SkipTo(d.Now().Deadline + 2)
	f.Refuse(types.ErrClaim, d.Claim(game.Joiner))
	f.SkipTo(d.Now().Deadline + 2)
	require.Equal(t, types.REASON_VOID, f.Result(d.ID).Reason)
	requirePruned(f, d.ID)
}

func TestAttackConcedeBeforeAnyoneJoined(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := &kit.Duel{Fixture: f}
	d.NewOpen()
	f.Refuse(types.ErrPhase, d.Concede(game.Creator))
	f.Deliver(kit.JoinMsg(d.ID, d.Boards[game.Joiner]))
	require.Equal(t, game.PhaseToss, d.Now().Phase)
	require.Zero(t, f.Record(kit.Alice).Conceded)
}

func TestAttackEmptyAnswer(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	f.Deliver(d.Shoot(game.Creator, "A1"))
	deadline := d.Now().Deadline
	f.Refuse(types.ErrEmptyMove, d.Shoot(game.Joiner, ""))
	empty := d.Shoot(game.Joiner, "B1")
	empty.Opening = &types.Opening{}
	f.Refuse(types.ErrWrongOpening, empty)
	f.Refuse(types.ErrTurn, d.Shoot(game.Joiner, "B1"))
	f.SkipTo(deadline + 2)
	require.Equal(t, game.ReasonTimeout, d.Now().Reason)
	require.Equal(t, game.Creator, d.Now().Actor)
}

func TestAttackSecondValidOpening(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	f.Deliver(d.Shoot(game.Creator, "A1"))
	honest := d.Reveal(game.Joiner, "")
	// Any change of a single bit of what is opened spoils it.
	flip := func(field []byte) {
		for bit := range 8 * len(field) {
			field[bit/8] ^= 1 << (bit % 8)
			f.Refuse(types.ErrWrongOpening, honest)
			field[bit/8] ^= 1 << (bit % 8)
		}
	}
	flip(honest.Opening.Salt)
	flip(honest.Opening.Path[0])
	honest.Opening.Content = types.CONTENT_WATER
	f.Refuse(types.ErrWrongOpening, honest)
	honest.Opening.Content = types.CONTENT_SHIP
	f.Deliver(honest)
	require.True(t, d.Now().Sides[game.Joiner].Hits.Has(d.Tile("A1")))
}

func TestAttackSameTileShotAgain(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	d.Fire(game.Creator, "A1")
	d.Fire(game.Joiner, "J10")
	f.Refuse(types.ErrTile, d.Shoot(game.Creator, "A1"))
	require.Equal(t, 1, d.Now().Sides[game.Joiner].Hits.Len())
	f.Deliver(d.Shoot(game.Creator, "B1"))
	msg := d.Reveal(game.Joiner, "J10")
	f.Refuse(types.ErrTile, msg)
}

func TestAttackOffBoardShot(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	for _, target := range []string{"K1", "A11", "A0", "@1", "J100", "A1 ", "A01", "Ａ1", "-1", "tile 5"} {
		f.Refuse(types.ErrTile, d.Shoot(game.Creator, target))
	}
	require.Equal(t, game.OwesShot, d.Now().Owes, "bob owes no answer")
	requireBeaten(d, game.Creator)
	d = f.Play(game.Xaya())
	for _, target := range []string{"I1", "A9"} {
		f.Refuse(types.ErrTile, d.Shoot(game.Creator, target))
	}
	requireBeaten(d, game.Creator)
}

func TestAttackReusedProof(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	first := f.Play(game.Classic())
	f.Deliver(first.Shoot(game.Creator, "A1"))
	shown := first.Reveal(game.Joiner, "")
	f.Deliver(shown)
	// The same opening again in the same game, for another tile.
	f.Deliver(first.Shoot(game.Joiner, "J10"))
	f.Deliver(first.Reveal(game.Creator, "B1"))
	again := first.Shoot(game.Joiner, "")
	again.Opening = shown.Opening
	f.Refuse(types.ErrWrongOpening, again)

	// The same player with the same fleet and secret in another game: only the nonce differs.
	b := f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)
	b.Secret = first.Boards[game.Joiner].Secret
	second := f.NewDuelOf(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet), b)
	f.Deliver(second.Reveal(game.Creator, "A1"))
	again = second.Shoot(game.Joiner, "")
	again.Opening = shown.Opening
	f.Refuse(types.ErrWrongOpening, again)
	f.Deliver(second.Reveal(game.Joiner, ""))

	// The same roots in another game: the nonce is not the next.
	old := first.Boards[game.Joiner].Entry()
	a := f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)
	id := f.Create(a)
	reused := kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
	reused.Entry = old
	f.Refuse(types.ErrNonce, reused)
	// With the right nonce the roots are accepted, for nobody can see what they hide; but nothing of them can be
	// opened.
	reused.Entry.Board.Nonce = f.Nonce(kit.Bob)
	reused.Toss = make([]byte, commitment.TossSize)
	f.Deliver(reused)
	third := &kit.Duel{Fixture: f, ID: id, Boards: [...]kit.Board{a, first.Boards[game.Joiner]}}
	f.Deliver(third.Concede(game.Creator))
	f.Refuse(types.ErrClaim, third.Claim(game.Joiner))
	requireBeaten(third, game.Joiner)
}

// Whoever copies its opponent's openings one by one never has an answer accepted, for a leaf names its player.
func TestAttackCopiedBoard(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	a := f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)
	id := f.Create(a)
	// Mallory commits to what alice would commit to under her own name, had she alice's secret; she has only alice's
	// roots.
	copied := a
	copied.Player = kit.Mallory
	join := kit.JoinMsg(id, copied)
	f.Refuse(types.ErrEqualBoards, join)
	// With one bit changed in each root they are hers, and worthless.
	for i := range join.Entry.Board.RowRoots {
		join.Entry.Board.RowRoots[i][0] ^= 1
	}
	join.Entry.Board.TossLeaf[0] ^= 1
	f.Deliver(join)
	d := &kit.Duel{Fixture: f, ID: id, Boards: [...]kit.Board{a, copied}}
	f.Deliver(d.Reveal(game.Creator, ""))
	if d.Now().Actor == game.Joiner {
		f.Deliver(d.Shoot(game.Joiner, "A1"))
		f.Deliver(d.Reveal(game.Creator, "A1"))
	} else {
		f.Deliver(d.Shoot(game.Creator, "A1"))
	}
	f.Refuse(types.ErrWrongOpening, d.Reveal(game.Joiner, ""))
	requireBeaten(d, game.Joiner)
}

func TestAttackCapOnTheNumberOfTurns(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	// Two fleets in the last rows, and players who shoot along the rows from the first.
	last := "F10h,G9h,H8h,H7h,I6h"
	d := f.NewDuelOf(f.NewBoard(kit.Alice, game.Classic(), last), f.NewBoard(kit.Bob, game.Classic(), last))
	d.PlayOut(game.PhaseClaim)
	s := d.Now()
	shots := s.Sides[game.Creator].Answered.Len() + s.Sides[game.Joiner].Answered.Len()
	require.Equal(t, 199, shots, "every tile but the last of one board")
	require.Equal(t, game.ReasonSunk, s.Reason)
	f.Deliver(d.Claim(s.Actor))
}

func TestAttackPlayerStuckAfterItsFirstGame(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	for range 3 {
		f.Win()
	}
	// And several at once.
	f.Play(game.Classic())
	f.Play(game.Xaya())
	require.Equal(t, uint64(5), f.Nonce(kit.Alice))
}

func TestAttackFinishedGamesAreNeverPruned(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	for range 3 {
		f.Win()
	}
	requirePruned(f, 3)
	results := 0
	for key := range f.ExportRaw() {
		if key[len(types.StoreKey)+1] == types.ResultsPrefix.Bytes()[0] {
			results++
		}
	}
	require.Equal(t, 3, results)
}

// Nobody but the one who owes an answer can give it, nor is one's own shot answered on one's own board.
func TestAttackOwnShotReported(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	f.Deliver(d.Shoot(game.Creator, "A1"))
	own := d.Shoot(game.Creator, "")
	own.Opening = d.Boards[game.Creator].Opening(d.Tile("A1"))
	f.Refuse(types.ErrTurn, own)
	require.Zero(t, d.Now().Sides[game.Creator].Hits.Len())
}

// The loser's silence does not keep the winner from its reward.
func TestAttackLoserWithholdsTheLastAnswer(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	for !(d.Now().Owes == game.OwesAnswer && d.EndsWith(d.Now(), true)) {
		f.Deliver(d.Next())
	}
	winner := d.Now().Actor.Other()
	f.SkipTo(d.Now().Deadline + 2)
	f.Deliver(d.Claim(winner))
	require.Equal(t, types.REASON_TIMEOUT, f.Result(d.ID).Reason)
	require.Equal(t, types.SeatOf(winner), f.Result(d.ID).Winner)
}
