package commitment_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// FuzzVerifyOpening shows anything at all for a tile of alice's board: it is accepted if and only if it is the honest
// opening. The path comes as one string, cut into hashes of the given size.
func FuzzVerifyOpening(f *testing.F) {
	known := rulesets()
	boards := make([]commitment.Board, len(known))
	for i, r := range known {
		p := alice(f, r)
		boards[i] = p.commit(f)
		for _, tile := range []game.Tile{0, 1, 4, 8, 9, game.Tile(r.Tiles() - 1)} {
			o := p.open(f, tile)
			path := bytes.Join(o.Path, nil)
			f.Add(uint8(i), uint8(tile), uint8(o.Content), o.Salt, path, uint8(commitment.HashSize))
			f.Add(uint8(i), uint8(tile), uint8(1-o.Content), o.Salt, path, uint8(commitment.HashSize))
			f.Add(uint8(i), uint8(tile+1), uint8(o.Content), o.Salt, path, uint8(commitment.HashSize))
			f.Add(uint8(i), uint8(tile), uint8(o.Content), o.Salt, path, uint8(2*commitment.HashSize))
		}
		toss := p.openToss(f)
		f.Add(uint8(i), uint8(r.Tiles()), uint8(toss.Content), toss.Salt, []byte(nil), uint8(0))
	}
	f.Fuzz(func(t *testing.T, which, index, content uint8, salt, path []byte, size uint8) {
		i := int(which) % len(known)
		p, tile := alice(t, known[i]), game.Tile(index)
		o := commitment.Opening{Content: commitment.Content(content), Salt: salt}
		if size > 0 {
			o.Path = slices.Collect(slices.Chunk(path, int(size)))
		}
		err := commitment.VerifyOpening(p.binding, boards[i], tile, o)
		honest := int(tile) < known[i].Tiles() && equalOpenings(o, p.open(t, tile))
		if (err == nil) != honest {
			t.Fatalf("expected valid: %t, got %v", honest, err)
		}
	})
}

// FuzzVerifyToss is FuzzVerifyOpening for the toss leaf.
func FuzzVerifyToss(f *testing.F) {
	p := alice(f, game.Classic())
	board, honest := p.commit(f), p.openToss(f)
	f.Add(uint8(honest.Content), honest.Salt, []byte(nil))
	f.Add(uint8(commitment.Ship), honest.Salt, []byte(nil))
	f.Add(uint8(honest.Content), honest.Salt, board.TossLeaf)
	f.Fuzz(func(t *testing.T, content uint8, salt, path []byte) {
		o := commitment.Opening{Content: commitment.Content(content), Salt: salt}
		if len(path) > 0 {
			o.Path = [][]byte{path}
		}
		err := commitment.VerifyToss(p.binding, board, o)
		if want := equalOpenings(o, honest); (err == nil) != want {
			t.Fatalf("expected valid: %t, got %v", want, err)
		}
	})
}

// FuzzAudit claims with any ships, as their codes, and any secret: alice's board passes if and only if they are
// alice's.
func FuzzAudit(f *testing.F) {
	known := rulesets()
	boards := make([]commitment.Board, len(known))
	for i, r := range known {
		p := alice(f, r)
		boards[i] = p.commit(f)
		f.Add(uint8(i), codes(p.fleet), p.secret)
		f.Add(uint8(i), codes(p.fleet), bob(f, r).secret)
		f.Add(uint8(i), codes(p.fleet)[2:], p.secret)
		f.Add(uint8(i), append(codes(p.fleet), 0, 0), p.secret)
		f.Add(uint8(i), []byte(nil), []byte(nil))
		for _, at := range []int{0, 1, 3, 7} { // class and direction, origin, of the first ships
			moved := codes(p.fleet)
			moved[at]++
			f.Add(uint8(i), moved, p.secret)
		}
	}
	xaya := alice(f, game.Xaya())
	f.Add(uint8(1), codes(parseFleet(f, game.Xaya(), "A1h,A3h,E3v,H3v,A8h,G8h,G1h")), xaya.secret)

	f.Fuzz(func(t *testing.T, which uint8, packed, secret []byte) {
		i := int(which) % len(known)
		p := alice(t, known[i])
		claimed := make(game.Fleet, 0, len(packed)/2)
		for pair := range slices.Chunk(packed[:len(packed)/2*2], 2) {
			claimed = append(claimed, game.ShipFromCode(binary.BigEndian.Uint16(pair)))
		}
		err := commitment.Audit(p.binding, boards[i], claimed, secret)
		honest := bytes.Equal(secret, p.secret) &&
			bytes.Equal(sortedCodes(claimed), sortedCodes(p.fleet)) &&
			known[i].CheckFleet(claimed) == nil
		if (err == nil) != honest {
			t.Fatalf("expected valid: %t, got %v", honest, err)
		}
	})
}

// codes packs a fleet into two bytes for each ship.
func codes(f game.Fleet) []byte {
	packed := make([]byte, 0, 2*len(f))
	for _, ship := range f {
		packed = binary.BigEndian.AppendUint16(packed, ship.Code())
	}
	return packed
}

// sortedCodes is codes of the ships in ascending order.
func sortedCodes(f game.Fleet) []byte {
	f = slices.Clone(f)
	slices.SortFunc(f, func(a, b game.Ship) int { return int(a.Code()) - int(b.Code()) })
	return codes(f)
}
