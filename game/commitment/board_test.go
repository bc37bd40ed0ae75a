package commitment_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

func TestCommitRefuses(t *testing.T) {
	tests := map[string]struct {
		change func(p *player)
		want   error
	}{
		"no secret":                 {func(p *player) { p.secret = nil }, commitment.ErrSecret},
		"a secret cut short":        {func(p *player) { p.secret = p.secret[:31] }, commitment.ErrSecret},
		"a secret with a tail":      {func(p *player) { p.secret = append(p.secret, 0) }, commitment.ErrSecret},
		"no fleet":                  {func(p *player) { p.fleet = nil }, game.ErrFleetMissing},
		"a fleet that lacks a ship": {func(p *player) { p.fleet = p.fleet[:4] }, game.ErrFleetMissing},
		"a fleet with a ship more": {func(p *player) {
			p.fleet = append(p.fleet, p.fleet[4])
		}, game.ErrFleetExtra},
		"a fleet wrapped over an end": {func(p *player) { p.fleet[0].Origin = 6 }, game.ErrFleetOffBoard},
		"no ruleset":                  {func(p *player) { p.binding.Ruleset = nil }, commitment.ErrBinding},
		"no address":                  {func(p *player) { p.binding.Player = nil }, commitment.ErrBinding},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := alice(t, game.Classic())
			test.change(&p)
			if _, err := commitment.Commit(p.binding, p.fleet, p.secret); !errors.Is(err, test.want) {
				t.Errorf("expected %v, got %v", test.want, err)
			}
		})
	}
}

func TestBoardValidate(t *testing.T) {
	tests := map[string]struct {
		change func(b *commitment.Board)
		want   error
	}{
		"an honest board": {func(*commitment.Board) {}, nil},
		"no rows":         {func(b *commitment.Board) { b.RowRoots = nil }, commitment.ErrBoard},
		"a row less":      {func(b *commitment.Board) { b.RowRoots = b.RowRoots[1:] }, commitment.ErrBoard},
		"a row more": {func(b *commitment.Board) {
			b.RowRoots = append(b.RowRoots, make([]byte, 32))
		}, commitment.ErrBoard},
		"a root cut short": {func(b *commitment.Board) {
			b.RowRoots[9] = b.RowRoots[9][:31]
		}, commitment.ErrBoard},
		"a root with a tail": {func(b *commitment.Board) {
			b.RowRoots[0] = append(b.RowRoots[0], 0)
		}, commitment.ErrBoard},
		"an empty root": {func(b *commitment.Board) { b.RowRoots[5] = nil }, commitment.ErrBoard},
		"no toss leaf":  {func(b *commitment.Board) { b.TossLeaf = nil }, commitment.ErrBoard},
		"a toss leaf cut short": {func(b *commitment.Board) {
			b.TossLeaf = b.TossLeaf[:31]
		}, commitment.ErrBoard},
		"two equal rows": {func(b *commitment.Board) {
			b.RowRoots[9] = b.RowRoots[2]
		}, commitment.ErrEqualRoots},
		"a row equal to the toss": {func(b *commitment.Board) {
			b.TossLeaf = b.RowRoots[0]
		}, commitment.ErrEqualRoots},
		"the same bytes everywhere": {func(b *commitment.Board) { *b = constantBoard() }, commitment.ErrEqualRoots},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			board := alice(t, game.Classic()).commit(t)
			test.change(&board)
			if err := board.Validate(game.Classic()); !errors.Is(err, test.want) {
				t.Errorf("expected %v, got %v", test.want, err)
			}
		})
	}
}

func constantBoard() commitment.Board {
	zero := make([]byte, commitment.HashSize)
	board := commitment.Board{TossLeaf: zero}
	for range game.Classic().Height {
		board.RowRoots = append(board.RowRoots, zero)
	}
	return board
}

func TestSharesFindsAnyCopiedHash(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		board := alice(t, r).commit(t)
		if honest := bob(t, r).commit(t); honest.Shares(board) || board.Shares(honest) {
			t.Fatal("expected two honest boards to share nothing, got a shared hash")
		}
		hashes := append(board.RowRoots, board.TossLeaf)
		for from, hash := range hashes {
			for to := range hashes {
				copied := bob(t, r).commit(t)
				if to < len(copied.RowRoots) {
					copied.RowRoots[to] = hash
				} else {
					copied.TossLeaf = hash
				}
				if !copied.Shares(board) || !board.Shares(copied) {
					t.Fatalf("expected hash %d in place %d to be found, got nothing", from, to)
				}
			}
		}
	})
}

// TestAttackEqualFleetsLookDifferent is for games that commit to a fleet without a salt: the hash can be searched
// for, and a player who uses a fleet twice shows it. Here any difference in whose board it is, which, or under which
// secret changes every hash.
func TestAttackEqualFleetsLookDifferent(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		changes := map[string]func(p *player){
			"another secret":  func(p *player) { p.secret[31] ^= 1 },
			"another nonce":   func(p *player) { p.binding.Nonce++ },
			"another player":  func(p *player) { p.binding.Player = bob(t, r).binding.Player },
			"another chain":   func(p *player) { p.binding.ChainID = "battleship-1" },
			"another ruleset": func(p *player) { p.binding.Ruleset.ID = 9 },
		}
		for name, change := range changes {
			p, q := alice(t, r), alice(t, r)
			ruleset := *r
			q.binding.Ruleset = &ruleset
			change(&q)
			if p.commit(t).Shares(q.commit(t)) {
				t.Errorf("%s: expected every hash to change, got an equal one", name)
			}
		}
	})
}

// TestAnotherFleetChangesEveryRow: also rows that hold the same tiles before and after, so that two boards of one
// secret, of which only one was played, cannot be compared.
func TestAnotherFleetChangesEveryRow(t *testing.T) {
	p, q := alice(t, game.Classic()), alice(t, game.Classic())
	q.fleet = parseFleet(t, q.binding.Ruleset, "A1h,A3h,A5h,A7h,B9h") // only row 9 holds other tiles
	was, is := p.commit(t), q.commit(t)
	for row := range was.RowRoots {
		if bytes.Equal(was.RowRoots[row], is.RowRoots[row]) {
			t.Errorf("row %d: expected another root, got %x again", row+1, is.RowRoots[row])
		}
	}
}

func TestCommitIsDeterministic(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		a, b := alice(t, r).commit(t), alice(t, r).commit(t)
		for row := range a.RowRoots {
			if !bytes.Equal(a.RowRoots[row], b.RowRoots[row]) {
				t.Errorf("row %d: expected %x again, got %x", row+1, a.RowRoots[row], b.RowRoots[row])
			}
		}
	})
}
