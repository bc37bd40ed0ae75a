package commitment_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

var update = flag.Bool("update", false, "record testdata/vectors.json anew; commit only what you understand")

const vectorsPath = "testdata/vectors.json"

// hexBytes is bytes that stand in JSON as lower-case hex.
type hexBytes []byte

func (h hexBytes) MarshalJSON() ([]byte, error) { return json.Marshal(hex.EncodeToString(h)) }

func (h *hexBytes) UnmarshalJSON(bz []byte) error {
	var text string
	if err := json.Unmarshal(bz, &text); err != nil {
		return err
	}
	decoded, err := hex.DecodeString(text)
	*h = decoded
	return err
}

// The vectors as they stand in JSON. Field names are the format's; see testdata/README.md.
type (
	vectors struct {
		Format        []string        `json:"format"`
		Rulesets      []rulesetVector `json:"rulesets"`
		Boards        []boardVector   `json:"boards"`
		WrongOpenings []wrongOpening  `json:"wrong_openings"`
		TossMixes     []mixVector     `json:"toss_mixes"`
		Tosses        []tossVector    `json:"tosses"`
		Audits        []auditVector   `json:"audits"`
	}
	rulesetVector struct {
		ID      uint32        `json:"id"`
		Name    string        `json:"name"`
		Width   int           `json:"width"`
		Height  int           `json:"height"`
		Classes []classVector `json:"classes"`
		Touch   bool          `json:"touch"`
		// PathLengths is by column, from A.
		PathLengths []int `json:"path_lengths"`
	}
	classVector struct {
		Name   string `json:"name"`
		Length int    `json:"length"`
		Count  int    `json:"count"`
	}
	boardVector struct {
		Name      string          `json:"name"`
		ChainID   string          `json:"chain_id"`
		Player    hexBytes        `json:"player"`
		Nonce     string          `json:"nonce"`
		RulesetID uint32          `json:"ruleset_id"`
		Fleet     string          `json:"fleet"`
		Secret    hexBytes        `json:"secret"`
		ShipCodes []uint16        `json:"ship_codes"`
		Drawing   []string        `json:"drawing"`
		FleetKey  hexBytes        `json:"fleet_key"`
		Leaves    []leafVector    `json:"leaves"`
		RowRoots  []hexBytes      `json:"row_roots"`
		TossLeaf  hexBytes        `json:"toss_leaf"`
		Openings  []openingVector `json:"openings"`
		Toss      openingVector   `json:"toss_opening"`
	}
	leafVector struct {
		Index   int      `json:"index"`
		Content int      `json:"content"`
		Salt    hexBytes `json:"salt"`
		// Preimage is left out of all but a few leaves; they differ in index, content and salt alone.
		Preimage hexBytes `json:"preimage,omitempty"`
		Hash     hexBytes `json:"hash"`
	}
	openingVector struct {
		Tile    string     `json:"tile,omitempty"`
		Content int        `json:"content"`
		Salt    hexBytes   `json:"salt"`
		Path    []hexBytes `json:"path"`
	}
	wrongOpening struct {
		Why     string        `json:"why"`
		Board   string        `json:"board"`
		Opening openingVector `json:"opening"`
		Error   string        `json:"error"`
	}
	mixVector struct {
		JoinerBytes hexBytes `json:"joiner_bytes"`
		BlockHash   hexBytes `json:"block_hash"`
		GameID      string   `json:"game_id"`
		Player      hexBytes `json:"player"`
		MixedToss   hexBytes `json:"mixed_toss"`
	}
	tossVector struct {
		CreatorSalt hexBytes `json:"creator_salt"`
		MixedToss   hexBytes `json:"mixed_toss"`
		First       int      `json:"first"`
	}
	auditVector struct {
		Why    string   `json:"why"`
		Board  string   `json:"board"`
		Fleet  string   `json:"fleet"`
		Secret hexBytes `json:"secret"`
		Error  string   `json:"error"`
	}
)

// vectorErrors are the names that errors have in the vectors; the empty name is none.
var vectorErrors = []struct {
	name string
	err  error
}{
	{"content", commitment.ErrContent},
	{"salt", commitment.ErrSalt},
	{"path", commitment.ErrPath},
	{"opening", commitment.ErrOpening},
	{"tile", game.ErrTile},
	{"secret", commitment.ErrSecret},
	{"fleet", game.ErrFleet},
	{"audit", commitment.ErrAudit},
}

func errorName(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	for _, known := range vectorErrors {
		if errors.Is(err, known.err) {
			return known.name
		}
	}
	t.Fatalf("expected an error of the vectors, got %v", err)
	return ""
}

// TestVectors recomputes the recorded vectors.
func TestVectors(t *testing.T) {
	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(makeVectors(t)); err != nil {
		t.Fatal(err)
	}
	got := buf.Bytes()
	if *update {
		if err := os.WriteFile(vectorsPath, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(vectorsPath)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: expected what is recorded, got %d other bytes; -update records it", vectorsPath, len(got))
	}
}

// TestVectorsAsAClientReadsThem uses the file alone, as a client in another language does: what it holds is parsed,
// and every verdict is asked of the package and of the twin.
func TestVectorsAsAClientReadsThem(t *testing.T) {
	bz, err := os.ReadFile(vectorsPath)
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(bz, &v); err != nil {
		t.Fatal(err)
	}
	players := map[string]player{}
	boards := map[string]commitment.Board{}
	for _, board := range v.Boards {
		p := board.player(t)
		players[board.Name], boards[board.Name] = p, board.commitment()
		if err := commitment.Audit(p.binding, boards[board.Name], p.fleet, p.secret); err != nil {
			t.Errorf("%s: %v", board.Name, err)
		}
		for _, o := range board.Openings {
			tile := tile(t, p.binding.Ruleset, o.Tile)
			if err := commitment.VerifyOpening(p.binding, boards[board.Name], tile, o.opening()); err != nil {
				t.Errorf("%s: %v", board.Name, err)
			}
			if !new(twin).verify(p.binding, boards[board.Name], tile, o.opening()) {
				t.Errorf("%s: the twin refuses the opening of %s", board.Name, o.Tile)
			}
		}
		if err := commitment.VerifyToss(p.binding, boards[board.Name], board.Toss.opening()); err != nil {
			t.Errorf("%s: %v", board.Name, err)
		}
	}
	for _, wrong := range v.WrongOpenings {
		p := players[wrong.Board]
		tile := tile(t, p.binding.Ruleset, wrong.Opening.Tile)
		err := commitment.VerifyOpening(p.binding, boards[wrong.Board], tile, wrong.Opening.opening())
		if got := errorName(t, err); got != wrong.Error {
			t.Errorf("%s: expected error %q, got %v", wrong.Why, wrong.Error, err)
		}
		if new(twin).verify(p.binding, boards[wrong.Board], tile, wrong.Opening.opening()) {
			t.Errorf("%s: expected the twin to refuse it, got an accepted opening", wrong.Why)
		}
	}
	for i, mix := range v.TossMixes {
		for who, got := range map[string][]byte{
			"the package": commitment.MixToss(mix.JoinerBytes, mix.join(t)),
			"the twin":    new(twin).mixToss(mix.JoinerBytes, mix.join(t)),
		} {
			if !bytes.Equal(got, mix.MixedToss) {
				t.Errorf("mixed toss %d, %s: expected %x, got %x", i, who, mix.MixedToss, got)
			}
		}
	}
	for i, toss := range v.Tosses {
		if got := int(commitment.TossFirst(toss.CreatorSalt, toss.MixedToss)); got != toss.First {
			t.Errorf("toss %d: expected %d first, got %d", i, toss.First, got)
		}
	}
	for _, audit := range v.Audits {
		p := players[audit.Board]
		f, err := p.binding.Ruleset.ParseFleet(audit.Fleet)
		if err == nil {
			err = commitment.Audit(p.binding, boards[audit.Board], f, audit.Secret)
		}
		if got := errorName(t, err); got != audit.Error {
			t.Errorf("%s: expected error %q, got %v", audit.Why, audit.Error, err)
		}
	}
}

func (m mixVector) join(t *testing.T) commitment.Join {
	t.Helper()
	id, err := strconv.ParseUint(m.GameID, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return commitment.Join{BlockHash: m.BlockHash, GameID: id, Player: m.Player}
}

func (b boardVector) player(t *testing.T) player {
	t.Helper()
	i := slices.IndexFunc(rulesets(), func(r *game.Ruleset) bool { return r.ID == b.RulesetID })
	if i < 0 {
		t.Fatalf("expected a known ruleset, got %d", b.RulesetID)
	}
	r := rulesets()[i]
	nonce, err := strconv.ParseUint(b.Nonce, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return player{
		binding: commitment.Binding{ChainID: b.ChainID, Player: b.Player, Nonce: nonce, Ruleset: r},
		fleet:   parseFleet(t, r, b.Fleet),
		secret:  b.Secret,
	}
}

func (b boardVector) commitment() commitment.Board {
	return commitment.Board{RowRoots: plain(b.RowRoots), TossLeaf: b.TossLeaf}
}

func (o openingVector) opening() commitment.Opening {
	return commitment.Opening{Content: commitment.Content(o.Content), Salt: o.Salt, Path: plain(o.Path)}
}

func plain(hashes []hexBytes) [][]byte {
	out := make([][]byte, len(hashes))
	for i, hash := range hashes {
		out[i] = hash
	}
	return out
}

func hexed(hashes [][]byte) []hexBytes {
	out := make([]hexBytes, len(hashes))
	for i, hash := range hashes {
		out[i] = hash
	}
	return out
}

func openingOf(tile string, o commitment.Opening) openingVector {
	return openingVector{Tile: tile, Content: int(o.Content), Salt: o.Salt, Path: hexed(o.Path)}
}

func makeVectors(t *testing.T) vectors {
	t.Helper()
	v := vectors{Format: vectorFormat}
	for _, r := range rulesets() {
		v.Rulesets = append(v.Rulesets, makeRuleset(r))
		v.Boards = append(v.Boards,
			makeBoard(t, "alice, "+r.Name, alice(t, r)),
			makeBoard(t, "mallory, "+r.Name, mallory(t, r)))
		v.WrongOpenings = append(v.WrongOpenings, makeWrongOpenings(t, "alice, "+r.Name, alice(t, r))...)
		v.Audits = append(v.Audits, makeAudits(t, "alice, "+r.Name, alice(t, r))...)
	}
	for i := range byte(8) {
		mix := makeMix(i)
		toss := tossVector{CreatorSalt: bytes.Repeat([]byte{i}, commitment.SaltSize), MixedToss: mix.MixedToss}
		toss.First = int(commitment.TossFirst(toss.CreatorSalt, toss.MixedToss))
		v.TossMixes, v.Tosses = append(v.TossMixes, mix), append(v.Tosses, toss)
	}
	return v
}

// makeMix records a join with ids and addresses of all sizes.
func makeMix(i byte) mixVector {
	join := commitment.Join{
		BlockHash: bytes.Repeat([]byte{0x10 + i}, sha256.Size),
		GameID:    1 << (9 * i),
		Player:    bytes.Repeat([]byte{0x20 + i}, []int{20, 32}[i%2]),
	}
	half := bytes.Repeat([]byte{0xff - i}, commitment.TossSize)
	return mixVector{
		JoinerBytes: half, BlockHash: join.BlockHash, GameID: strconv.FormatUint(join.GameID, 10), Player: join.Player,
		MixedToss: commitment.MixToss(half, join),
	}
}

func makeRuleset(r *game.Ruleset) rulesetVector {
	v := rulesetVector{ID: r.ID, Name: r.Name, Width: r.Width, Height: r.Height, Touch: r.Touch}
	for _, class := range r.Classes {
		v.Classes = append(v.Classes, classVector{class.Name, class.Length, class.Count})
	}
	for column := range r.Width {
		v.PathLengths = append(v.PathLengths, commitment.PathLength(r.Width, column))
	}
	return v
}

// makeBoard records every leaf of a board, the preimages of its corners, and the openings of its first row and first
// column.
func makeBoard(t *testing.T, name string, p player) boardVector {
	t.Helper()
	r, board, ships := p.binding.Ruleset, p.commit(t), p.ships(t)
	v := boardVector{
		Name:      name,
		ChainID:   p.binding.ChainID,
		Player:    p.binding.Player,
		Nonce:     strconv.FormatUint(p.binding.Nonce, 10),
		RulesetID: r.ID,
		Fleet:     r.FleetString(p.fleet),
		Secret:    p.secret,
		FleetKey:  commitment.FleetKey(p.secret, p.fleet),
		RowRoots:  hexed(board.RowRoots),
		TossLeaf:  board.TossLeaf,
		Toss:      openingOf("", p.openToss(t)),
	}
	for _, ship := range p.fleet {
		v.ShipCodes = append(v.ShipCodes, ship.Code())
	}
	slices.Sort(v.ShipCodes)
	for row := range r.Height {
		line := ""
		for column := range r.Width {
			tile := game.Tile(row*r.Width + column)
			if ships.Has(tile) {
				line += "#"
			} else {
				line += "."
			}
			if row == 0 || column == 0 {
				v.Openings = append(v.Openings, openingOf(r.TileName(tile), p.open(t, tile)))
			}
		}
		v.Drawing = append(v.Drawing, line)
	}
	corners := []int{0, r.Width - 1, r.Tiles() - r.Width, r.Tiles() - 1, r.Tiles()}
	for index := range r.Tiles() + 1 {
		content, salt := commitment.Toss, v.Toss.Salt
		if index < r.Tiles() {
			o := p.open(t, game.Tile(index))
			content, salt = o.Content, o.Salt
		}
		preimage := p.binding.Leaf(uint16(index), content, salt)
		leaf := leafVector{Index: index, Content: int(content), Salt: salt, Hash: new(twin).sha([]byte{0}, preimage)}
		if slices.Contains(corners, index) {
			leaf.Preimage = preimage
		}
		v.Leaves = append(v.Leaves, leaf)
	}
	return v
}

// makeWrongOpenings changes the opening of one tile in every way that matters.
func makeWrongOpenings(t *testing.T, name string, p player) []wrongOpening {
	t.Helper()
	r := p.binding.Ruleset
	const shot = "B2"
	board := p.commit(t)
	honest := p.open(t, tile(t, r, shot))
	var out []wrongOpening
	add := func(why, tileName string, change func(o *commitment.Opening)) {
		o := cloneOpening(honest)
		change(&o)
		err := commitment.VerifyOpening(p.binding, board, tile(t, r, tileName), o)
		if err == nil {
			t.Fatalf("%s: expected an error, got none", why)
		}
		out = append(out, wrongOpening{why, name, openingOf(tileName, o), errorName(t, err)})
	}
	flip := func(bz []byte, bit int) { bz[bit/8] ^= 1 << (bit % 8) }
	add("the other content", shot, func(o *commitment.Opening) { o.Content = 1 - o.Content })
	add("content toss on a tile", shot, func(o *commitment.Opening) { o.Content = commitment.Toss })
	add("the toss's salt", shot, func(o *commitment.Opening) { o.Salt = p.openToss(t).Salt })
	add("first bit of the salt flipped", shot, func(o *commitment.Opening) { flip(o.Salt, 7) })
	add("last bit of the salt flipped", shot, func(o *commitment.Opening) { flip(o.Salt, 248) })
	add("salt cut short", shot, func(o *commitment.Opening) { o.Salt = o.Salt[:31] })
	add("salt with a zero more", shot, func(o *commitment.Opening) { o.Salt = append(o.Salt, 0) })
	add("no salt", shot, func(o *commitment.Opening) { o.Salt = nil })
	for i := range honest.Path {
		add(fmt.Sprintf("bit flipped in hash %d of the path", i+1), shot,
			func(o *commitment.Opening) { flip(o.Path[i], 8*i) })
	}
	add("first two hashes of the path swapped", shot,
		func(o *commitment.Opening) { o.Path[0], o.Path[1] = o.Path[1], o.Path[0] })
	add("path upside down", shot, func(o *commitment.Opening) { slices.Reverse(o.Path) })
	add("path without its first hash", shot, func(o *commitment.Opening) { o.Path = o.Path[1:] })
	add("path without its last hash", shot, func(o *commitment.Opening) { o.Path = o.Path[:len(o.Path)-1] })
	add("path with the root more", shot, func(o *commitment.Opening) { o.Path = append(o.Path, board.RowRoots[1]) })
	add("no path", shot, func(o *commitment.Opening) { o.Path = nil })
	add("a hash of 31 bytes in the path", shot, func(o *commitment.Opening) { o.Path[0] = o.Path[0][:31] })
	add("a hash of 33 bytes in the path", shot, func(o *commitment.Opening) { o.Path[0] = append(o.Path[0], 0) })
	add("opening of B2 for C2", "C2", func(*commitment.Opening) {})
	add("opening of B2 for B3", "B3", func(*commitment.Opening) {})
	last := r.TileName(game.Tile(2*r.Width - 1))
	add("opening of B2 for "+last, last, func(*commitment.Opening) {})
	add("opening of mallory for alice", shot,
		func(o *commitment.Opening) { *o = mallory(t, r).open(t, tile(t, r, shot)) })
	return out
}

// makeAudits records claims that pass and claims that do not.
func makeAudits(t *testing.T, name string, p player) []auditVector {
	t.Helper()
	r, board := p.binding.Ruleset, p.commit(t)
	var out []auditVector
	add := func(why, fleet string, secret []byte) {
		f, err := r.ParseFleet(fleet)
		if err == nil {
			err = commitment.Audit(p.binding, board, f, secret)
		}
		out = append(out, auditVector{why, name, fleet, secret, errorName(t, err)})
	}
	honest := r.FleetString(p.fleet)
	add("an honest claim", honest, p.secret)
	add("mallory's secret", honest, mallory(t, r).secret)
	add("a secret of 31 bytes", honest, p.secret[:31])
	add("a secret of 33 bytes", honest, append(bytes.Clone(p.secret), 0))
	add("no secret", honest, nil)
	switch r.ID {
	case game.Classic().ID:
		add("the destroyer one tile to the right", "A1h,A3h,A5h,A7h,B9h", p.secret)
		add("cruiser and submarine at changed places: the same tiles", "A1h,A3h,A7h,A5h,A9h", p.secret)
		add("a ship missing", "A1h,A3h,A5h,A7h", p.secret)
		add("a ship too many", "A1h,A3h,A5h,A7h,A9h,E9h", p.secret)
		add("two ships on one tile", "A1h,A1v,A5h,A7h,A9h", p.secret)
		add("a ship over the end of its row", "G1h,A3h,A5h,A7h,A9h", p.secret)
	case game.Xaya().ID:
		add("ships of one class in another order", "A1h,A3h,E3v,H3v,A8h,G8h,G1h", p.secret)
		add("two ships that touch", "A1h,E3v,A3h,G1h,G8h,A8h,H2v", p.secret)
	}
	return out
}

// vectorFormat describes the file to whoever reads it without this package.
var vectorFormat = strings.Split(strings.TrimSpace(`
Vectors for battleship board commitments. How to use them: testdata/README.md.

Bytes are lower-case hex. Integers in preimages are unsigned and big-endian. || is concatenation. Text in '' is ASCII.
A nonce and a game_id are decimal strings, for they can exceed what a JSON number holds exactly.
A tile is a column letter and a row number from 1; its index is row*width + column, both from 0.
A fleet is one placement for each ship, in the order of the ruleset's classes: origin tile, then h (right) or v (down).
A drawing shows it: # ship, . water, row 1 first.

ship code        = class<<9 | vertical<<8 | index of the origin tile, as u16; class is the index in classes, from 0
ship_codes       = the ship codes in ascending order
fleet_key        = HMAC-SHA256(key: secret, 'battleship/fleet/v1' || each of ship_codes)
salt of a tile   = HMAC-SHA256(key: fleet_key, 'battleship/salt/v1' || u16 index)
salt of the toss = HMAC-SHA256(key: secret, 'battleship/salt/v1' || u16 width*height)
preimage         = 'battleship/leaf/v1' || u16 length of chain_id || chain_id || u16 length of player || player
                   || u64 nonce || u32 ruleset_id || u16 index || u8 content || salt
index            = that of the tile; width*height for the toss
content          = 0 water, 1 ship, 2 toss
hash of a leaf   = SHA-256(0x00 || preimage)
inner node       = SHA-256(0x01 || left || right)
row root         = Merkle tree hash of RFC 6962 section 2.1 over the leaves of a row, column A first
toss_leaf        = hash of the leaf of the toss
path             = audit path of RFC 6962 section 2.1.1 within the row, from the leaf's sibling upwards
path_lengths     = how many hashes a path has, by column
mixed_toss       = SHA-256('battleship/toss-mix/v1' || joiner_bytes || u16 length of block_hash || block_hash
                   || u64 game_id || u16 length of player || player)
joiner_bytes     = what the joiner sent; block_hash is that of the block that holds the join, player the joiner
first            = lowest bit of the last byte of SHA-256('battleship/toss/v1' || creator_salt || mixed_toss):
                   0 the creator shoots first, 1 the joiner

All openings in boards are valid. Those in wrong_openings are refused when shown for the board and tile they name.
An audit passes if its error is empty. An error names the first check that fails; another order of checks is as good:
content, salt, path (their form), opening (another root comes out), secret (its form), fleet (not legal), audit (other
hashes come out).
`), "\n")
