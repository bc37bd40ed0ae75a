package play_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/play"
)

// brawl is a melee of three with their boards and aims.
type brawl struct {
	t *testing.T
	play.Melee
	boards []commitmenttest.Board
	aims   [][]byte
	work   []play.Work
}

// newBrawl returns a melee in its first round. The boards of alice and bob are the same; carol's is another.
func newBrawl(t *testing.T) *brawl {
	t.Helper()
	r := melee.Ruleset()
	b := &brawl{t: t, aims: make([][]byte, 3)}
	b.State = must(melee.NewState(r, game.Clock{OpenBlocks: 9, TurnBlocks: 9, ClaimBlocks: 9}, 3, 0))
	for i, fleet := range []string{"A1h,A2h,A3h,A4h", "A1h,A2h,A3h,A4h", "A10h,E10h,H10h,J9h"} {
		binding := commitment.Binding{ChainID: "battleship-devnet-1", Player: []byte{byte(i)}, Ruleset: r}
		b.boards = append(b.boards, commitmenttest.New(binding, fleet, nil))
	}
	for _, action := range []melee.Action{
		melee.Join{}, melee.Join{}, melee.Confirm{By: 0}, melee.Confirm{By: 1}, melee.Confirm{By: 2},
	} {
		b.take(melee.Step(b.State, action, height))
	}
	return b
}

// take goes on with what a message has led to.
func (b *brawl) take(s melee.State, events []melee.Event, err error) {
	b.t.Helper()
	if err != nil || len(events) == 0 {
		b.t.Fatalf("expected events, got %v and error %v on\n%s", events, err, b.State)
	}
	b.State = s
}

func (b *brawl) player(by melee.Seat) play.MeleePlayer {
	return play.MeleePlayer{
		Seat: by, Board: play.MerkleRows{Binding: b.boards[by].Binding, Roots: b.boards[by].Commit()},
	}
}

func (b *brawl) pay(w play.Work) { b.work = append(b.work, w) }

// round is the round that is on.
func (b *brawl) round() uint32 { return uint32(b.State.Round) }

// aimAt lets a player aim at a tile.
func (b *brawl) aimAt(by melee.Seat, tile game.Tile) {
	b.t.Helper()
	board := b.boards[by]
	b.aims[by] = must(commitment.CommitAim(board.Binding, board.Secret, uint16(b.State.Round), tile))
	b.take(b.Aim(by, b.round(), b.aims[by], height))
}

// salt is the salt of a player's aim in this round.
func (b *brawl) salt(by melee.Seat) []byte {
	return must(commitment.AimSalt(b.boards[by].Secret, uint16(b.State.Round)))
}

// fireAt lets a player open its aim.
func (b *brawl) fireAt(by melee.Seat, target string) {
	b.t.Helper()
	b.take(b.Fire(b.player(by), b.aims[by], target, b.salt(by), height, b.pay))
}

// openings are a player's true openings of the volley.
func (b *brawl) openings(by melee.Seat) []play.Opening {
	var list []play.Opening
	for tile := range b.State.Volley().All() {
		list = append(list, *opened(b.boards[by].Open(tile)))
	}
	return list
}

// TestMelee plays a melee by messages to its end, and asks what was paid for.
func TestMelee(t *testing.T) {
	b := newBrawl(t)
	r := b.State.Ruleset
	targets := [][3]string{{"A1", "B1", "C1"}, {"D1", "A2", "B2"}, {"C2", "A3", "B3"}, {"A4", "A4", "J5"}}
	for _, round := range targets {
		b.work = nil
		for i, target := range round {
			b.aimAt(melee.Seat(i), must(r.ParseTile(target)))
		}
		for i, target := range round {
			b.fireAt(melee.Seat(i), target)
		}
		volley := b.State.Volley()
		for i := range round {
			b.take(b.Report(b.player(melee.Seat(i)), b.openings(melee.Seat(i)), height, b.pay))
		}
		want := []play.Work{}
		for range round {
			want = append(want, play.Work{For: "aim", Hashes: commitment.AimHashes})
		}
		for range round {
			for tile := range volley.All() {
				want = append(want, play.Work{For: "opening", Hashes: commitment.OpeningHashes(r, tile)})
			}
		}
		if !slices.Equal(b.work, want) {
			t.Errorf("expected to be charged for %v, got %v", want, b.work)
		}
	}
	carol := b.boards[2]
	for _, c := range []play.Claim{
		{Fleet: b.boards[0].Fleet, Secret: carol.Secret},
		{Fleet: carol.Fleet, Secret: b.boards[0].Secret[:31]},
		{Fleet: carol.Fleet[1:], Secret: carol.Secret},
	} {
		if s, events, err := b.Claim(b.player(2), c, height, nil); err == nil || events != nil {
			t.Errorf("expected no claim, got %v and\n%s", events, s)
		}
	}
	b.work = nil
	b.take(b.Claim(b.player(2), play.Claim{Fleet: carol.Fleet, Secret: carol.Secret}, height, b.pay))
	if o, over := b.State.Outcome(); !over || o.Winners != melee.SeatsOf(2) {
		t.Errorf("expected carol to have won, got %+v", o)
	}
	if want := []play.Work{{For: "audit", Hashes: commitment.AuditHashes(r)}}; !slices.Equal(b.work, want) {
		t.Errorf("expected to be charged for %v, got %v", want, b.work)
	}
}

// TestMeleeCheats sends what is not true. Each is refused, changes nothing, and the player can still send the truth.
func TestMeleeCheats(t *testing.T) {
	b := newBrawl(t)
	refuse := func(why string, want error) func(melee.State, []melee.Event, error) {
		return func(s melee.State, events []melee.Event, err error) {
			t.Helper()
			if !errors.Is(err, want) || events != nil || !reflect.DeepEqual(s, b.State) {
				t.Errorf("%s: expected %v and no change, got %v, %v and\n%s", why, want, err, events, s)
			}
		}
	}
	alice, bob, carol := b.player(0), b.player(1), b.player(2)
	refuse("an aim of 31 bytes", commitment.ErrAim)(b.Aim(0, 1, make([]byte, 31), height))
	refuse("a fire in the stage of aims", game.ErrPhase)(b.Fire(alice, nil, "A1", nil, height, nil))
	b.aimAt(0, 0)
	b.aims[1] = b.aims[0]
	b.take(b.Aim(1, 1, b.aims[1], height)) // a copy: nobody can tell yet
	b.aimAt(2, 99)
	refuse("a copied aim", commitment.ErrOpening)(b.Fire(bob, b.aims[1], "A1", b.salt(0), height, nil))
	refuse("another tile", commitment.ErrOpening)(b.Fire(alice, b.aims[0], "B1", b.salt(0), height, nil))
	refuse("another salt", commitment.ErrOpening)(b.Fire(alice, b.aims[0], "A1", b.salt(1), height, nil))
	refuse("no salt", commitment.ErrSalt)(b.Fire(alice, b.aims[0], "A1", nil, height, nil))
	refuse("no tile", game.ErrTile)(b.Fire(alice, b.aims[0], "K1", b.salt(0), height, nil))
	refuse("another player's aim", commitment.ErrOpening)(b.Fire(carol, b.aims[0], "A1", b.salt(0), height, nil))
	b.fireAt(0, "A1")
	b.fireAt(2, "J10")
	b.take(melee.Step(b.State, melee.Expire{}, b.State.Deadline+1)) // bob, who has copied, is out

	truth := b.openings(0) // of A1 and J10
	lie := slices.Clone(truth)
	lie[0].Content = int(commitment.Water)
	odd := slices.Clone(truth)
	odd[0].Content = 3
	tests := map[string]struct {
		openings []play.Opening
		want     error
	}{
		"nothing":              {nil, play.ErrMove},
		"a tile left out":      {truth[:1], play.ErrMove},
		"a tile twice":         {[]play.Opening{truth[0], truth[0]}, commitment.ErrPath},
		"a tile more":          {append(slices.Clone(truth), truth[0]), play.ErrMove},
		"another order":        {[]play.Opening{truth[1], truth[0]}, commitment.ErrPath},
		"a hit denied":         {lie, commitment.ErrOpening},
		"no such content":      {odd, play.ErrMove},
		"another's board":      {b.openings(1), commitment.ErrOpening},
		"openings of no bytes": {make([]play.Opening, 2), commitment.ErrSalt},
	}
	for why, test := range tests {
		s, events, err := b.Report(alice, test.openings, height, nil)
		if !errors.Is(err, test.want) || events != nil ||
			!reflect.DeepEqual(s, b.State) {
			t.Errorf("%s: expected %v and no change, got %v, %v and\n%s", why, test.want, err, events, s)
		}
	}
	refuse("a report of who is out", game.ErrTurn)(b.Report(bob, b.openings(1), height, nil))
	b.take(b.Report(alice, truth, height, nil))
	b.take(b.Report(carol, b.openings(2), height, nil))

	// An aim of the round before, and a tile of the round before.
	old := b.aims[0]
	refuse("an aim for another round", game.ErrPhase)(b.Aim(0, 1, old, height))
	b.take(b.Aim(0, 2, old, height))
	b.aimAt(2, 0)
	refuse("an aim of another round", commitment.ErrOpening)(b.Fire(alice, old, "B1", b.salt(0), height, nil))
	refuse("a stale tile", game.ErrTileTaken)(b.Fire(carol, b.aims[2], "A1", b.salt(2), height, nil))
}

// An aim that gets in a round late counted as one of the next round, in which nobody can open it.
func TestALateAimDoesNotCountInTheNextRound(t *testing.T) {
	b := newBrawl(t)
	late := must(commitment.CommitAim(b.boards[0].Binding, b.boards[0].Secret, 1, 50))
	for i, target := range []game.Tile{90, 91, 92} {
		b.aimAt(melee.Seat(i), target)
	}
	refused := func(round uint32, want error) {
		t.Helper()
		s, events, err := b.Aim(0, round, late, height)
		if !errors.Is(err, want) || events != nil || !reflect.DeepEqual(s, b.State) {
			t.Errorf("an aim for round %d: expected %v and no change, got %v, %v and\n%s", round, want, err, events, s)
		}
	}
	refused(1, game.ErrPhase) // all fire
	for i := range b.boards {
		b.fireAt(melee.Seat(i), b.State.Ruleset.TileName(game.Tile(90+i)))
	}
	for i := range b.boards {
		b.take(b.Report(b.player(melee.Seat(i)), b.openings(melee.Seat(i)), height, nil))
	}
	for _, round := range []uint32{0, 1, 3, 1<<16 + 2, 1<<32 - 1} {
		refused(round, game.ErrPhase)
	}
	b.aimAt(0, 50)
	refused(2, game.ErrTurn)
	b.aimAt(1, 51)
	b.aimAt(2, 52)
	b.fireAt(0, "A6")
}
