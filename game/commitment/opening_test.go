package commitment_test

import (
	"bytes"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// TestAttackOnlyTheHonestAnswerVerifies gives both answers to a shot at every tile.
func TestAttackOnlyTheHonestAnswerVerifies(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		p := alice(t, r)
		board, ships := p.commit(t), p.ships(t)
		for index := range r.Tiles() {
			tile := game.Tile(index)
			honest := p.open(t, tile)
			if got := honest.Content == commitment.Ship; got != ships.Has(tile) {
				t.Fatalf("%s: expected ship: %t, got %s", r.TileName(tile), ships.Has(tile), honest.Content)
			}
			if err := commitment.VerifyOpening(p.binding, board, tile, honest); err != nil {
				t.Errorf("%s as %s: %v", r.TileName(tile), honest.Content, err)
			}
			lie := cloneOpening(honest)
			lie.Content = commitment.Ship - honest.Content
			if err := commitment.VerifyOpening(p.binding, board, tile, lie); !errors.Is(err, commitment.ErrOpening) {
				t.Errorf("%s as %s: expected %v, got %v", r.TileName(tile), lie.Content, commitment.ErrOpening, err)
			}
		}
	})
}

// TestAttackEveryFlippedBitIsRefused flips each bit of the salt and the path of every tile's opening.
func TestAttackEveryFlippedBitIsRefused(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		p := alice(t, r)
		board := p.commit(t)
		for index := range r.Tiles() {
			tile := game.Tile(index)
			o := p.open(t, tile)
			for _, part := range append([][]byte{o.Salt}, o.Path...) {
				for bit := range 8 * len(part) {
					part[bit/8] ^= 1 << (bit % 8)
					err := commitment.VerifyOpening(p.binding, board, tile, o)
					part[bit/8] ^= 1 << (bit % 8)
					if !errors.Is(err, commitment.ErrOpening) {
						t.Fatalf("%s, bit %d: expected %v, got %v", r.TileName(tile), bit, commitment.ErrOpening, err)
					}
				}
			}
		}
	})
}

// TestAttackVerifyOpeningRefuses shows an opening of B4, which was changed in one way.
func TestAttackVerifyOpeningRefuses(t *testing.T) {
	p := alice(t, game.Classic())
	r := p.binding.Ruleset
	b4 := tile(t, r, "B4")
	board := p.commit(t)
	toss := p.openToss(t)
	innerNode := func() []byte { // the hash above A4 and B4
		var w twin
		key := w.fleetKey(p.secret, p.fleet)
		return w.mth(w.row(p.binding, 3, p.ships(t), key)[:2])
	}()

	// stage holds the arguments of VerifyOpening.
	type stage struct {
		binding commitment.Binding
		board   commitment.Board
		tile    game.Tile
		opening commitment.Opening
	}
	tests := map[string]struct {
		change func(s *stage)
		want   error
	}{
		"the other content":      {func(s *stage) { s.opening.Content = commitment.Ship }, commitment.ErrOpening},
		"content toss on a tile": {func(s *stage) { s.opening.Content = commitment.Toss }, commitment.ErrContent},
		"an unknown content":     {func(s *stage) { s.opening.Content = 3 }, commitment.ErrContent},
		"the toss's opening":     {func(s *stage) { s.opening = toss }, commitment.ErrContent},
		"the toss's salt":        {func(s *stage) { s.opening.Salt = toss.Salt }, commitment.ErrOpening},
		"nothing":                {func(s *stage) { s.opening = commitment.Opening{} }, commitment.ErrSalt},
		"no salt":                {func(s *stage) { s.opening.Salt = nil }, commitment.ErrSalt},
		"a salt cut short":       {func(s *stage) { s.opening.Salt = s.opening.Salt[:31] }, commitment.ErrSalt},
		"a salt with a tail": {func(s *stage) {
			s.opening.Salt = append(s.opening.Salt, 0)
		}, commitment.ErrSalt},
		"no path":                {func(s *stage) { s.opening.Path = nil }, commitment.ErrPath},
		"a path cut at the root": {func(s *stage) { s.opening.Path = s.opening.Path[:3] }, commitment.ErrPath},
		"a path cut at the leaf": {func(s *stage) { s.opening.Path = s.opening.Path[1:] }, commitment.ErrPath},
		"a path with a root more": {func(s *stage) {
			s.opening.Path = append(s.opening.Path, s.board.RowRoots[3])
		}, commitment.ErrPath},
		"a path with a nil more": {func(s *stage) {
			s.opening.Path = append(s.opening.Path, nil)
		}, commitment.ErrPath},
		"a path of a short hash": {func(s *stage) {
			s.opening.Path[2] = s.opening.Path[2][:31]
		}, commitment.ErrPath},
		"a path of a long hash": {func(s *stage) {
			s.opening.Path[2] = append(s.opening.Path[2], 0)
		}, commitment.ErrPath},
		"a path of a nil hash": {func(s *stage) { s.opening.Path[0] = nil }, commitment.ErrPath},
		"siblings swapped": {func(s *stage) {
			path := s.opening.Path
			path[0], path[1] = path[1], path[0]
		}, commitment.ErrOpening},
		"the path upside down": {func(s *stage) {
			path := s.opening.Path
			path[0], path[1], path[2], path[3] = path[3], path[2], path[1], path[0]
		}, commitment.ErrOpening},
		"an inner node as the leaf's sibling": {func(s *stage) {
			s.opening.Path[0] = innerNode
		}, commitment.ErrOpening},
		"an inner node as the salt, with the path from there": {func(s *stage) {
			s.opening.Salt, s.opening.Path = innerNode, s.opening.Path[1:]
		}, commitment.ErrPath},
		"the tile left of it":  {func(s *stage) { s.tile = tile(t, r, "A4") }, commitment.ErrOpening},
		"the tile right of it": {func(s *stage) { s.tile = tile(t, r, "C4") }, commitment.ErrOpening},
		"the tile below it":    {func(s *stage) { s.tile = tile(t, r, "B5") }, commitment.ErrOpening},
		"a tile with a shorter path": {func(s *stage) {
			s.tile, s.opening.Path = tile(t, r, "I4"), s.opening.Path[2:]
		}, commitment.ErrOpening},
		"the first tile off the board": {func(s *stage) { s.tile = 100 }, game.ErrTile},
		"the last tile there could be": {func(s *stage) { s.tile = 255 }, game.ErrTile},
		"another player": {func(s *stage) {
			s.binding.Player = mallory(t, r).binding.Player
		}, commitment.ErrOpening},
		"a longer address": {func(s *stage) {
			s.binding.Player = append(s.binding.Player[:20:20], 0)
		}, commitment.ErrOpening},
		"no address": {func(s *stage) { s.binding.Player = nil }, commitment.ErrBinding},
		"an address too long": {func(s *stage) {
			s.binding.Player = make([]byte, 256)
		}, commitment.ErrBinding},
		"the nonce before": {func(s *stage) { s.binding.Nonce-- }, commitment.ErrOpening},
		"the nonce after":  {func(s *stage) { s.binding.Nonce++ }, commitment.ErrOpening},
		"another chain": {func(s *stage) {
			s.binding.ChainID = "battleship-1"
		}, commitment.ErrOpening},
		"no chain": {func(s *stage) { s.binding.ChainID = "" }, commitment.ErrBinding},
		"a chain id too long": {func(s *stage) {
			s.binding.ChainID = string(make([]byte, 51))
		}, commitment.ErrBinding},
		"the boundary of chain id and address moved": {func(s *stage) {
			s.binding.ChainID += string(s.binding.Player[:1])
			s.binding.Player = s.binding.Player[1:]
		}, commitment.ErrOpening},
		"another ruleset of that size": {func(s *stage) { s.binding.Ruleset.ID = 9 }, commitment.ErrOpening},
		"another ruleset":              {func(s *stage) { s.binding.Ruleset = game.Xaya() }, commitment.ErrPath},
		"no ruleset":                   {func(s *stage) { s.binding.Ruleset = nil }, commitment.ErrBinding},
		"a ruleset out of bounds":      {func(s *stage) { s.binding.Ruleset.Width = 17 }, commitment.ErrBinding},
		"another player's board":       {func(s *stage) { s.board = bob(t, r).commit(t) }, commitment.ErrOpening},
		"a board without rows":         {func(s *stage) { s.board.RowRoots = nil }, commitment.ErrBoard},
		"a board with a row less": {func(s *stage) {
			s.board.RowRoots = s.board.RowRoots[:9]
		}, commitment.ErrBoard},
		"a board with a nil root": {func(s *stage) { s.board.RowRoots[3] = nil }, commitment.ErrBoard},
		"a board with a short root": {func(s *stage) {
			s.board.RowRoots[3] = s.board.RowRoots[3][:20]
		}, commitment.ErrBoard},
		"a board with the rows swapped": {func(s *stage) {
			roots := s.board.RowRoots
			roots[3], roots[4] = roots[4], roots[3]
		}, commitment.ErrOpening},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := stage{alice(t, game.Classic()).binding, cloneBoard(board), b4, p.open(t, b4)}
			if err := commitment.VerifyOpening(s.binding, s.board, s.tile, s.opening); err != nil {
				t.Fatalf("before the change: %v", err)
			}
			test.change(&s)
			err := commitment.VerifyOpening(s.binding, s.board, s.tile, s.opening)
			if !errors.Is(err, test.want) {
				t.Errorf("expected %v, got %v", test.want, err)
			}
		})
	}
}

// TestTheLastColumnsHaveShorterPaths counts by hand: ten leaves are eight beside two.
func TestTheLastColumnsHaveShorterPaths(t *testing.T) {
	tests := map[string]struct {
		width int
		want  []int
	}{
		"one column":       {1, []int{0}},
		"two columns":      {2, []int{1, 1}},
		"three columns":    {3, []int{2, 2, 1}},
		"seven columns":    {7, []int{3, 3, 3, 3, 3, 3, 2}},
		"eight, xaya":      {8, []int{3, 3, 3, 3, 3, 3, 3, 3}},
		"ten, classic":     {10, []int{4, 4, 4, 4, 4, 4, 4, 4, 2, 2}},
		"eleven columns":   {11, []int{4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 2}},
		"sixteen, the max": {16, []int{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for column, want := range test.want {
				if got := commitment.PathLength(test.width, column); got != want {
					t.Errorf("column %d: expected %d, got %d", column, want, got)
				}
			}
		})
	}
}

// TestBoardsOfAnySize opens every tile of a board of every width, and of the smallest and largest height.
func TestBoardsOfAnySize(t *testing.T) {
	for width := 1; width <= game.MaxWidth; width++ {
		for _, height := range []int{1, game.MaxHeight} {
			r := &game.Ruleset{
				ID: 9, Name: "any", Width: width, Height: height,
				Classes: []game.ShipClass{{Name: "buoy", Length: 1, Count: 1}},
			}
			p := player{
				binding: commitment.Binding{ChainID: chainID, Player: []byte("alice"), Ruleset: r},
				fleet:   game.Fleet{{Origin: game.Tile(r.Tiles() - 1)}},
				secret:  make([]byte, commitment.SecretSize),
			}
			board := p.commit(t)
			for index := range r.Tiles() {
				o := p.open(t, game.Tile(index))
				if err := commitment.VerifyOpening(p.binding, board, game.Tile(index), o); err != nil {
					t.Fatalf("%dx%d: %v", width, height, err)
				}
			}
			if err := commitment.VerifyToss(p.binding, board, p.openToss(t)); err != nil {
				t.Fatalf("%dx%d: %v", width, height, err)
			}
			if err := commitment.Audit(p.binding, board, p.fleet, p.secret); err != nil {
				t.Fatalf("%dx%d: %v", width, height, err)
			}
		}
	}
}

// TestVerifyOpeningKeepsItsArguments: what came in a message is not written to.
func TestVerifyOpeningKeepsItsArguments(t *testing.T) {
	p := alice(t, game.Classic())
	board := p.commit(t)
	tile := tile(t, p.binding.Ruleset, "B4")
	o := p.open(t, tile)
	board2, o2 := cloneBoard(board), cloneOpening(o)
	if err := commitment.VerifyOpening(p.binding, board, tile, o); err != nil {
		t.Fatal(err)
	}
	if !equalOpenings(o, o2) || !bytes.Equal(bytes.Join(board.RowRoots, nil), bytes.Join(board2.RowRoots, nil)) {
		t.Error("expected the opening and the board as they were, got others")
	}
}

func TestOpenRefuses(t *testing.T) {
	tests := map[string]struct {
		change func(p *player, tile *game.Tile)
		want   error
	}{
		"a tile off the board": {func(_ *player, tile *game.Tile) { *tile = 100 }, game.ErrTile},
		"an illegal fleet":     {func(p *player, _ *game.Tile) { p.fleet = p.fleet[1:] }, game.ErrFleetMissing},
		"a short secret":       {func(p *player, _ *game.Tile) { p.secret = p.secret[1:] }, commitment.ErrSecret},
		"no chain":             {func(p *player, _ *game.Tile) { p.binding.ChainID = "" }, commitment.ErrBinding},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p, tile := alice(t, game.Classic()), game.Tile(0)
			test.change(&p, &tile)
			if _, err := commitment.Open(p.binding, p.fleet, p.secret, tile); !errors.Is(err, test.want) {
				t.Errorf("expected %v, got %v", test.want, err)
			}
		})
	}
}

// TestAttackNoSecondOpeningOfATile is for games in which a commitment can be opened in two ways, such as those that
// commit with a signature, which is not unique: whatever is shown for a tile, only the one honest opening is
// accepted.
func TestAttackNoSecondOpeningOfATile(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		p := mallory(t, r)
		board := p.commit(t)
		rapid.Check(t, func(rt *rapid.T) {
			tile := anyTile(r).Draw(rt, "tile")
			honest := p.open(t, tile)
			o := cloneOpening(honest)
			parts := append([][]byte{o.Salt}, o.Path...)
			for range rapid.IntRange(0, 4).Draw(rt, "changes") {
				part := rapid.SampledFrom(parts).Draw(rt, "part")
				part[rapid.IntRange(0, len(part)-1).Draw(rt, "byte")] = rapid.Byte().Draw(rt, "value")
			}
			o.Content = commitment.Content(rapid.IntRange(0, 3).Draw(rt, "content"))
			if rapid.Bool().Draw(rt, "reorder") {
				o.Path = rapid.Permutation(o.Path).Draw(rt, "path")
			}
			err := commitment.VerifyOpening(p.binding, board, tile, o)
			if want := equalOpenings(o, honest); (err == nil) != want {
				rt.Fatalf("expected valid: %t, got %v", want, err)
			}
		})
	})
}

// TestAttackAnOpeningServesOnce is for games in which a proof that was seen can be shown again: the opening of one
// tile is refused for every other tile, by every other player, in every other game, on every other chain.
func TestAttackAnOpeningServesOnce(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		p, q := alice(t, r), bob(t, r)
		next := p
		next.binding.Nonce++
		elsewhere := p
		elsewhere.binding.ChainID = "battleship-1"
		others := map[string]player{"bob": q, "alice's next board": next, "alice elsewhere": elsewhere}
		board := p.commit(t)
		for index := range r.Tiles() {
			shown := game.Tile(index)
			o := p.open(t, shown)
			for other := range r.Tiles() {
				err := commitment.VerifyOpening(p.binding, board, game.Tile(other), o)
				if (err == nil) != (other == index) {
					t.Fatalf("%s for %s: got %v", r.TileName(shown), r.TileName(game.Tile(other)), err)
				}
			}
			for whose, p := range others {
				err := commitment.VerifyOpening(p.binding, p.commit(t), shown, o)
				if want := commitment.ErrOpening; !errors.Is(err, want) {
					t.Fatalf("%s as that of %s: expected %v, got %v", r.TileName(shown), whose, want, err)
				}
			}
		}
	})
}

// TestAttackCopiedRootsCannotBeOpened: mallory commits to bob's roots and repeats bob's openings one by one.
func TestAttackCopiedRootsCannotBeOpened(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		p, thief := bob(t, r), mallory(t, r)
		stolen := cloneBoard(p.commit(t))
		thief.binding.Nonce = p.binding.Nonce
		for index := range r.Tiles() {
			tile := game.Tile(index)
			err := commitment.VerifyOpening(thief.binding, stolen, tile, p.open(t, tile))
			if !errors.Is(err, commitment.ErrOpening) {
				t.Fatalf("%s: expected %v, got %v", r.TileName(tile), commitment.ErrOpening, err)
			}
		}
		if err := commitment.VerifyToss(thief.binding, stolen, p.openToss(t)); !errors.Is(err, commitment.ErrOpening) {
			t.Errorf("toss: expected %v, got %v", commitment.ErrOpening, err)
		}
		if err := commitment.Audit(thief.binding, stolen, p.fleet, p.secret); !errors.Is(err, commitment.ErrAudit) {
			t.Errorf("audit: expected %v, got %v", commitment.ErrAudit, err)
		}
		if !stolen.Shares(p.commit(t)) {
			t.Error("expected the copy to be noticed, got nothing")
		}
	})
}
