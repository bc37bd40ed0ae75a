package commitment_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// twin commits, opens, verifies and audits by the letter of the package documentation and RFC 6962, with nothing but
// SHA-256: no library for trees or HMAC, nothing shared with the package. It counts what it hashes.
type twin struct {
	hashes int
}

func (w *twin) sha(parts ...[]byte) []byte {
	w.hashes++
	sum := sha256.Sum256(bytes.Join(parts, nil))
	return sum[:]
}

// hmac is RFC 2104 for keys of at most one block.
func (w *twin) hmac(key, message []byte) []byte {
	inner, outer := make([]byte, 64), make([]byte, 64)
	copy(inner, key)
	copy(outer, key)
	for i := range inner {
		inner[i] ^= 0x36
		outer[i] ^= 0x5c
	}
	return w.sha(outer, w.sha(inner, message))
}

func u16(n int) []byte { return []byte{byte(n >> 8), byte(n)} }

func (w *twin) fleetKey(secret []byte, f game.Fleet) []byte {
	var codes []int
	for _, ship := range f {
		code := ship.Class*512 + int(ship.Origin)
		if ship.Vertical {
			code += 256
		}
		codes = append(codes, code)
	}
	sort.Ints(codes)
	message := []byte("battleship/fleet/v1")
	for _, code := range codes {
		message = append(message, u16(code)...)
	}
	return w.hmac(secret, message)
}

func (w *twin) salt(key []byte, index int) []byte {
	return w.hmac(key, append([]byte("battleship/salt/v1"), u16(index)...))
}

func (w *twin) leaf(b commitment.Binding, index, content int, salt []byte) []byte {
	return bytes.Join([][]byte{
		[]byte("battleship/leaf/v1"),
		u16(len(b.ChainID)), []byte(b.ChainID),
		u16(len(b.Player)), b.Player,
		binary.BigEndian.AppendUint64(nil, b.Nonce),
		binary.BigEndian.AppendUint32(nil, b.Ruleset.ID),
		u16(index),
		{byte(content)},
		salt,
	}, nil)
}

// split is the largest power of two below n.
func split(n int) int {
	k := 1
	for k*2 < n {
		k *= 2
	}
	return k
}

// mth is the Merkle tree hash of RFC 6962 section 2.1.
func (w *twin) mth(leaves [][]byte) []byte {
	if len(leaves) == 1 {
		return w.sha([]byte{0}, leaves[0])
	}
	k := split(len(leaves))
	return w.sha([]byte{1}, w.mth(leaves[:k]), w.mth(leaves[k:]))
}

// path is the audit path of RFC 6962 section 2.1.1.
func (w *twin) path(m int, leaves [][]byte) [][]byte {
	if len(leaves) == 1 {
		return nil
	}
	k := split(len(leaves))
	if m < k {
		return append(w.path(m, leaves[:k]), w.mth(leaves[k:]))
	}
	return append(w.path(m-k, leaves[k:]), w.mth(leaves[:k]))
}

// root folds a path back into the root, and returns nil if its length is wrong.
func (w *twin) root(m, n int, hash []byte, path [][]byte) []byte {
	if n == 1 {
		if len(path) != 0 {
			return nil
		}
		return hash
	}
	if len(path) == 0 {
		return nil
	}
	last, path := path[len(path)-1], path[:len(path)-1]
	k := split(n)
	if m < k {
		return w.sha([]byte{1}, w.root(m, k, hash, path), last)
	}
	return w.sha([]byte{1}, last, w.root(m-k, n-k, hash, path))
}

func (w *twin) commit(p player) commitment.Board {
	r := p.binding.Ruleset
	ships, err := r.FleetTiles(p.fleet)
	if err != nil {
		panic(err)
	}
	key := w.fleetKey(p.secret, p.fleet)
	var board commitment.Board
	for row := range r.Height {
		board.RowRoots = append(board.RowRoots, w.mth(w.row(p.binding, row, ships, key)))
	}
	toss := r.Width * r.Height
	board.TossLeaf = w.sha([]byte{0}, w.leaf(p.binding, toss, 2, w.salt(p.secret, toss)))
	return board
}

func (w *twin) mixToss(half []byte, j commitment.Join) []byte {
	var id [8]byte
	for i := range id {
		id[i] = byte(j.GameID >> (56 - 8*i))
	}
	return w.sha([]byte("battleship/toss-mix/v1"), half,
		u16(len(j.BlockHash)), j.BlockHash, id[:], u16(len(j.Player)), j.Player)
}

func (w *twin) row(b commitment.Binding, row int, ships game.Set, key []byte) [][]byte {
	var leaves [][]byte
	for column := range b.Ruleset.Width {
		index, content := row*b.Ruleset.Width+column, 0
		if ships.Has(game.Tile(index)) {
			content = 1
		}
		leaves = append(leaves, w.leaf(b, index, content, w.salt(key, index)))
	}
	return leaves
}

func (w *twin) open(p player, t game.Tile) commitment.Opening {
	r := p.binding.Ruleset
	ships, err := r.FleetTiles(p.fleet)
	if err != nil {
		panic(err)
	}
	key := w.fleetKey(p.secret, p.fleet)
	o := commitment.Opening{
		Salt: w.salt(key, int(t)),
		Path: w.path(int(t)%r.Width, w.row(p.binding, int(t)/r.Width, ships, key)),
	}
	if ships.Has(t) {
		o.Content = 1
	}
	return o
}

func (w *twin) verify(b commitment.Binding, board commitment.Board, t game.Tile, o commitment.Opening) bool {
	r := b.Ruleset
	if int(t) >= r.Width*r.Height || o.Content > 1 || len(o.Salt) != 32 {
		return false
	}
	for _, hash := range o.Path {
		if len(hash) != 32 {
			return false
		}
	}
	hash := w.sha([]byte{0}, w.leaf(b, int(t), int(o.Content), o.Salt))
	root := w.root(int(t)%r.Width, r.Width, hash, o.Path)
	return root != nil && bytes.Equal(root, board.RowRoots[int(t)/r.Width])
}

// anyPlayer draws a player with a legal fleet.
func anyPlayer() *rapid.Generator[player] {
	return rapid.Custom(func(t *rapid.T) player {
		r := rapid.SampledFrom(rulesets()).Draw(t, "ruleset")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "fleet seed"), 0))
		f, err := game.RandomFleet(r, random.IntN)
		if err != nil {
			t.Fatalf("RandomFleet: %v", err)
		}
		return player{
			binding: commitment.Binding{
				ChainID: rapid.StringN(1, -1, commitment.MaxChainID).Draw(t, "chain id"),
				Player:  rapid.SliceOfN(rapid.Byte(), 1, commitment.MaxAddress).Draw(t, "player"),
				Nonce:   rapid.Uint64().Draw(t, "nonce"),
				Ruleset: r,
			},
			fleet:  f,
			secret: rapid.SliceOfN(rapid.Byte(), commitment.SecretSize, commitment.SecretSize).Draw(t, "secret"),
		}
	})
}

// anyTile draws a tile on the board.
func anyTile(r *game.Ruleset) *rapid.Generator[game.Tile] {
	return rapid.Map(rapid.IntRange(0, r.Tiles()-1), func(i int) game.Tile { return game.Tile(i) })
}

func TestCommitAgreesWithTheTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPlayer().Draw(t, "player")
		got, err := commitment.Commit(p.binding, p.fleet, p.secret)
		if err != nil {
			t.Fatalf("Commit: %v", err)
		}
		want := new(twin).commit(p)
		for row := range want.RowRoots {
			if !bytes.Equal(got.RowRoots[row], want.RowRoots[row]) {
				t.Fatalf("root of row %d: expected %x, got %x", row+1, want.RowRoots[row], got.RowRoots[row])
			}
		}
		if !bytes.Equal(got.TossLeaf, want.TossLeaf) {
			t.Fatalf("toss leaf: expected %x, got %x", want.TossLeaf, got.TossLeaf)
		}
	})
}

func TestMixTossAgreesWithTheTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		half := rapid.SliceOfN(rapid.Byte(), commitment.TossSize, commitment.TossSize).Draw(t, "half")
		join := commitment.Join{
			BlockHash: rapid.SliceOfN(rapid.Byte(), 0, 64).Draw(t, "block hash"),
			GameID:    rapid.Uint64().Draw(t, "game id"),
			Player:    rapid.SliceOfN(rapid.Byte(), 0, commitment.MaxAddress).Draw(t, "player"),
		}
		got, w := commitment.MixToss(half, join), new(twin)
		if want := w.mixToss(half, join); !bytes.Equal(got, want) {
			t.Fatalf("expected %x, got %x", want, got)
		}
		if w.hashes != commitment.MixHashes {
			t.Fatalf("expected %d hashes, got %d", commitment.MixHashes, w.hashes)
		}
		if err := commitment.ValidateTossBytes(got); err != nil {
			t.Fatal(err)
		}
	})
}

func TestOpenAgreesWithTheTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPlayer().Draw(t, "player")
		tile := anyTile(p.binding.Ruleset).Draw(t, "tile")
		got, err := commitment.Open(p.binding, p.fleet, p.secret, tile)
		if err != nil {
			t.Fatalf("Open: %v", err)
		}
		if want := new(twin).open(p, tile); !equalOpenings(got, want) {
			t.Fatalf("expected %x, got %x", want, got)
		}
	})
}

// TestVerifyOpeningAgreesWithTheTwin shows both the honest opening of one tile with one part of it replaced, for any
// tile.
func TestVerifyOpeningAgreesWithTheTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPlayer().Draw(t, "player")
		r := p.binding.Ruleset
		board, err := commitment.Commit(p.binding, p.fleet, p.secret)
		if err != nil {
			t.Fatalf("Commit: %v", err)
		}
		opened := anyTile(r).Draw(t, "opened tile")
		shot := rapid.OneOf(rapid.Just(opened), anyTile(r)).Draw(t, "shot tile")
		o, err := commitment.Open(p.binding, p.fleet, p.secret, opened)
		if err != nil {
			t.Fatalf("Open: %v", err)
		}
		anyHash := rapid.SliceOfN(rapid.Byte(), commitment.HashSize-1, commitment.HashSize+1)
		switch rapid.SampledFrom([]string{"nothing", "content", "salt", "hash", "path"}).Draw(t, "replaced") {
		case "content":
			o.Content = commitment.Content(rapid.Byte().Draw(t, "content"))
		case "salt":
			o.Salt = anyHash.Draw(t, "salt")
		case "hash":
			if len(o.Path) > 0 {
				o.Path[rapid.IntRange(0, len(o.Path)-1).Draw(t, "step")] = anyHash.Draw(t, "hash")
			}
		case "path":
			o.Path = rapid.SliceOfN(rapid.SampledFrom(append(o.Path, board.RowRoots...)), 0, 6).Draw(t, "path")
		}
		want := new(twin).verify(p.binding, board, shot, o)
		if err := commitment.VerifyOpening(p.binding, board, shot, o); (err == nil) != want {
			t.Fatalf("expected valid: %t, got %v", want, err)
		}
	})
}

func TestCostsEqualTheHashesOfTheModel(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		p := alice(t, r)
		var audit twin
		board := audit.commit(p)
		if got := commitment.AuditHashes(r); got != audit.hashes {
			t.Errorf("AuditHashes: expected %d, got %d", audit.hashes, got)
		}
		for index := range r.Tiles() {
			tile := game.Tile(index)
			var verify twin
			if !verify.verify(p.binding, board, tile, p.open(t, tile)) {
				t.Fatalf("%s: the twin refuses an honest opening", r.TileName(tile))
			}
			// The library hashes the leaf a second time.
			if got, want := commitment.OpeningHashes(r, tile), verify.hashes+1; got != want {
				t.Errorf("OpeningHashes(%s): expected %d, got %d", r.TileName(tile), want, got)
			}
		}
	})
}

func equalOpenings(a, b commitment.Opening) bool {
	if a.Content != b.Content || !bytes.Equal(a.Salt, b.Salt) || len(a.Path) != len(b.Path) {
		return false
	}
	for i := range a.Path {
		if !bytes.Equal(a.Path[i], b.Path[i]) {
			return false
		}
	}
	return true
}
