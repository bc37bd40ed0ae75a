package zk

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/poseidon2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

const vectorsPath = "testdata/vectors.json"

// hexBytes is bytes that stand in JSON as lower-case hex.
type hexBytes []byte

func (h hexBytes) MarshalJSON() ([]byte, error) { return json.Marshal(hex.EncodeToString(h)) }

func (h *hexBytes) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	decoded, err := hex.DecodeString(text)
	*h = decoded
	return err
}

// The vectors as they stand in JSON; see testdata/README.md.
type (
	vectors struct {
		Format    []string        `json:"format"`
		Modulus   hexBytes        `json:"modulus"`
		Poseidon2 poseidonVector  `json:"poseidon2"`
		Rulesets  []rulesetVector `json:"rulesets"`
		Boards    []boardVector   `json:"boards"`
		Answers   []answerVector  `json:"answers"`
		Wrong     []wrongVector   `json:"wrong_proofs"`
	}
	poseidonVector struct {
		Width         int              `json:"width"`
		FullRounds    int              `json:"full_rounds"`
		PartialRounds int              `json:"partial_rounds"`
		Exponent      int              `json:"exponent"`
		External      [2][2]int        `json:"external_matrix"`
		Internal      [2][2]int        `json:"internal_matrix"`
		RoundKeys     [][]hexBytes     `json:"round_keys"`
		Compressions  []compressVector `json:"compressions"`
	}
	compressVector struct {
		Left        hexBytes    `json:"left"`
		Right       hexBytes    `json:"right"`
		Permutation [2]hexBytes `json:"permutation"`
		Hash        hexBytes    `json:"hash"`
	}
	rulesetVector struct {
		ID        uint32       `json:"id"`
		Name      string       `json:"name"`
		Ships     []shipVector `json:"ships"`
		BoardKey  hexBytes     `json:"board_key"`
		AnswerKey hexBytes     `json:"answer_key"`
	}
	shipVector struct {
		Class      string `json:"class"`
		AlongBits  int    `json:"along_bits"`
		AcrossBits int    `json:"across_bits"`
		Offset     int    `json:"offset"`
	}
	boardVector struct {
		Name       string     `json:"name"`
		ChainID    string     `json:"chain_id"`
		Player     hexBytes   `json:"player"`
		Nonce      string     `json:"nonce"`
		RulesetID  uint32     `json:"ruleset_id"`
		Fleet      string     `json:"fleet"`
		Secret     hexBytes   `json:"secret"`
		Salt       hexBytes   `json:"salt"`
		Packed     string     `json:"packed_fleet"`
		Tag        hexBytes   `json:"tag"`
		Commitment hexBytes   `json:"commitment"`
		Public     []hexBytes `json:"public_inputs"`
		Proof      hexBytes   `json:"proof"`
	}
	answerVector struct {
		Board  string     `json:"board"`
		Tile   string     `json:"tile"`
		Hit    bool       `json:"hit"`
		Sunk   [2]string  `json:"sunk,omitzero"` // class and placement
		Hits   []string   `json:"earlier_hits"`
		Public []hexBytes `json:"public_inputs"`
		Proof  hexBytes   `json:"proof"`
	}
	wrongVector struct {
		Why   string   `json:"why"`
		Board string   `json:"board"` // the proof is shown for this board
		Proof hexBytes `json:"proof"`
		Error string   `json:"error"`
	}
)

var format = []string{
	"All numbers are of the scalar field of BLS12-381, below modulus, and stand as 32 bytes, big-endian. || joins bytes.",
	"fleet key    = as in game/commitment/testdata:",
	"               HMAC-SHA256(board secret, 'battleship/fleet/v1' || u16 code of each ship, ascending)",
	"salt         = HMAC-SHA256(fleet key, 'battleship/zk/salt/v1'), the four highest bits cleared",
	"tag          = first 23 bytes of SHA-256('battleship/zk/tag/v1' || u16 length || chain id || u16 length || address",
	"               || u64 board nonce || u32 ruleset id), integers big-endian",
	"packed fleet = sum over the ships in ascending order of their codes, of (along + across<<along_bits",
	"               + vertical<<(along_bits+across_bits)) << offset; along is the origin's column, across its row,",
	"               the other way round for a vertical ship",
	"commitment   = compress(packed fleet + 2^64*tag, salt)",
	"compress(l,r)= second number of the Poseidon2 permutation of (l, r), plus r",
	"permutation  = external matrix; then half of the full rounds, the partial rounds, the other half; a full round",
	"               adds two keys, raises both numbers to the exponent, multiplies by the external matrix; a partial",
	"               round adds one key to the first number, raises it, multiplies by the internal matrix",
	"public inputs of a board: commitment, tag",
	"public inputs of an answer: commitment, tag, tile, hit, and where ships are announced: 0 or 1 + code of the ship",
	"               sunk, earlier hits in ascending order, filled up with 255 to one less than a fleet has tiles",
	"proof        = 656 bytes, key = 400 bytes: see the package comment of game/zk/verify",
}

// TestVectors compares the recorded vectors with what the packages make, and with a second implementation in numbers of
// math/big that shares no code with them. Proofs are random: recorded ones must be accepted.
func TestVectors(t *testing.T) {
	if *update {
		file, err := json.MarshalIndent(makeVectors(t), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(vectorsPath, append(file, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(vectorsPath)
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(file, &v); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(v.Format, format) {
		t.Error("the format's text is not the recorded one")
	}
	if want := poseidonOf(t); !reflect.DeepEqual(v.Poseidon2, want) {
		t.Error("Poseidon2 is not the recorded one")
	}
	if want := rulesetsOf(t); !reflect.DeepEqual(v.Rulesets, want) {
		t.Error("layouts or keys are not the recorded ones")
	}
	naive := newNaive(v)
	for _, c := range v.Poseidon2.Compressions {
		if got := naive.compress(c.Left, c.Right); !bytes.Equal(got, c.Hash) {
			t.Errorf("compress(%x, %x): %x, recorded %x", c.Left, c.Right, got, c.Hash)
		}
	}
	boards := map[string]player{}
	for _, b := range v.Boards {
		p := b.player(t)
		boards[b.Name] = p
		want := b
		want.fill(t, p)
		if !reflect.DeepEqual(b, want) {
			t.Errorf("%s: got %+v, recorded %+v", b.Name, want, b)
		}
		if got := naive.commitment(t, b, p); !bytes.Equal(got, b.Commitment) {
			t.Errorf("%s: the second implementation has commitment %x, recorded %x", b.Name, got, b.Commitment)
		}
		statement := verify.Board{Binding: p.binding, Commitment: verify.Commitment(b.Commitment)}
		if err := statement.Verify(b.Proof); err != nil {
			t.Errorf("%s: %v", b.Name, err)
		}
		if err := verify.Open(p.binding, statement.Commitment, p.fleet, b.Salt); err != nil {
			t.Errorf("%s: %v", b.Name, err)
		}
	}
	for _, a := range v.Answers {
		statement := a.statement(t, boards[a.Board])
		public, err := statement.Public()
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(numbersOf(public), a.Public) {
			t.Errorf("%s %s: public inputs are not the recorded ones", a.Board, a.Tile)
		}
		if err := statement.Verify(a.Proof); err != nil {
			t.Errorf("%s %s: %v", a.Board, a.Tile, err)
		}
	}
	for _, w := range v.Wrong {
		p := boards[w.Board]
		err := verify.Board{Binding: p.binding, Commitment: p.commit(t)}.Verify(w.Proof)
		want := map[string]error{"encoding": verify.ErrEncoding, "proof": verify.ErrProof}[w.Error]
		if want == nil || !errors.Is(err, want) {
			t.Errorf("%s: expected %s, got %v", w.Why, w.Error, err)
		}
	}
}

func numbersOf(list []fr.Element) (numbers []hexBytes) {
	for i := range list {
		b := list[i].Bytes()
		numbers = append(numbers, b[:])
	}
	return numbers
}

func poseidonOf(t *testing.T) poseidonVector {
	t.Helper()
	v := poseidonVector{
		Width: verify.PoseidonWidth, Exponent: 5,
		FullRounds: verify.PoseidonFullRounds, PartialRounds: verify.PoseidonPartialRounds,
		External: [2][2]int{{2, 1}, {1, 2}}, Internal: [2][2]int{{2, 1}, {1, 3}},
	}
	for _, keys := range roundKeys() {
		v.RoundKeys = append(v.RoundKeys, numbersOf(keys))
	}
	minusOne := num(-1)
	for _, pair := range [][2]fr.Element{
		{num(0), num(0)}, {num(1), num(0)}, {num(0), num(1)}, {minusOne, minusOne}, {power2(64), power2(251)},
	} {
		state := pair
		if err := poseidon2.NewPermutation(v.Width, v.FullRounds, v.PartialRounds).Permutation(state[:]); err != nil {
			t.Fatal(err)
		}
		hash, err := verify.Compress(pair[0], pair[1])
		if err != nil {
			t.Fatal(err)
		}
		if rows := compressRows(new(values), pair[0], pair[1]); rows != hash {
			t.Errorf("compress(%s, %s): %s as rows, %s natively", &pair[0], &pair[1], &rows, &hash)
		}
		n := numbersOf([]fr.Element{pair[0], pair[1], state[0], state[1], hash})
		v.Compressions = append(v.Compressions, compressVector{n[0], n[1], [2]hexBytes{n[2], n[3]}, n[4]})
	}
	return v
}

func rulesetsOf(t *testing.T) (list []rulesetVector) {
	t.Helper()
	for _, r := range rulesets() {
		l := newTestLayout(t, r)
		v := rulesetVector{ID: r.ID, Name: r.Name}
		for _, s := range l.ships {
			v.Ships = append(v.Ships, shipVector{r.Classes[s.class].Name, s.along, s.across, s.offset})
		}
		board, answer, err := newCircuits(r, newEmbeddedSRS(t))
		if err != nil {
			t.Fatal(err)
		}
		for c, key := range map[*circuit]*hexBytes{board: &v.BoardKey, answer: &v.AnswerKey} {
			if *key, err = c.keyBytes(); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, v)
	}
	return list
}

// fill sets what follows from the first fields.
func (b *boardVector) fill(t *testing.T, p player) {
	t.Helper()
	s := p.secrets(t)
	salt := verify.Salt(p.secret, p.fleet)
	tag, err := verify.NewTag(p.binding)
	if err != nil {
		t.Fatal(err)
	}
	packed := pack(s.bits, fr.Element{})
	c := p.commit(t)
	b.Salt, b.Packed, b.Tag, b.Commitment = salt[:], packed.String(), tag[:], c[:]
	public, err := verify.Board{Binding: p.binding, Commitment: c}.Public()
	if err != nil {
		t.Fatal(err)
	}
	b.Public = numbersOf(public)
}

func (b boardVector) player(t *testing.T) player {
	t.Helper()
	r, err := game.RulesetByID(b.RulesetID)
	if err != nil {
		t.Fatal(err)
	}
	fleet, err := r.ParseFleet(b.Fleet)
	if err != nil {
		t.Fatal(err)
	}
	nonce, err := strconv.ParseUint(b.Nonce, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	binding := commitment.Binding{ChainID: b.ChainID, Player: b.Player, Nonce: nonce, Ruleset: r}
	return player{binding: binding, fleet: fleet, secret: b.Secret}
}

func (a answerVector) statement(t *testing.T, p player) verify.Answer {
	t.Helper()
	r := p.binding.Ruleset
	parse := func(name string) game.Tile {
		tile, err := r.ParseTile(name)
		if err != nil {
			t.Fatal(err)
		}
		return tile
	}
	s := verify.Answer{Binding: p.binding, Commitment: p.commit(t), Tile: parse(a.Tile), Hit: a.Hit}
	for _, name := range a.Hits {
		s.Hits = s.Hits.With(parse(name))
	}
	if a.Sunk != [2]string{} {
		ship, err := r.ParseShip(a.Sunk[0], a.Sunk[1])
		if err != nil {
			t.Fatal(err)
		}
		s.Sunk = &ship
	}
	return s
}

// makeVectors makes the vectors anew.
func makeVectors(t *testing.T) vectors {
	t.Helper()
	v := vectors{Format: format, Modulus: fr.Modulus().Bytes(), Poseidon2: poseidonOf(t), Rulesets: rulesetsOf(t)}
	for i, text := range []string{
		"A1h,A3h,A5h,A7h,A9h", "F10h,J1v,A1v,H8h,E5v", "A1h,A3h,A5h,A7h,D7h,G1h,F3h", "E8h,H1v,A1v,C1v,C5h,E1h,A5v",
	} {
		r := rulesets()[i/2]
		b := boardVector{
			Name: r.Name + "-" + strconv.Itoa(i%2+1), ChainID: "battleship-" + strconv.Itoa(i%2+1),
			Player: bytes.Repeat([]byte{byte(0xa0 + i)}, 20), Nonce: strconv.FormatUint([]uint64{1, 1<<64 - 1}[i%2], 10),
			RulesetID: r.ID, Fleet: text, Secret: bytes.Repeat([]byte{byte(i)}, commitment.SecretSize),
		}
		p := b.player(t)
		b.fill(t, p)
		b.Proof = p.proveBoard(t)
		v.Boards = append(v.Boards, b)
		v.Answers = append(v.Answers, makeAnswers(t, b.Name, p)...)
	}
	first := v.Boards[0]
	change := func(why, kind string, edit func([]byte) []byte) {
		v.Wrong = append(v.Wrong, wrongVector{why, first.Name, edit(bytes.Clone(first.Proof)), kind})
	}
	point := func(b []byte) []byte { return append(b[:48:48], b...)[:verify.ProofSize] }
	change("the proof of another board", "proof", func([]byte) []byte { return v.Boards[1].Proof })
	change("the proof of another ruleset", "proof", func([]byte) []byte { return v.Boards[2].Proof })
	change("the proof of an answer", "proof", func([]byte) []byte { return v.Answers[0].Proof })
	change("the second commitment is the first", "proof", func(b []byte) []byte { copy(b[48:96], b); return b })
	change("a point with the other sign", "proof", func(b []byte) []byte { b[0] ^= 0x20; return b })
	change("empty", "encoding", func([]byte) []byte { return nil })
	change("one byte short", "encoding", func(b []byte) []byte { return b[:len(b)-1] })
	change("one byte long", "encoding", func(b []byte) []byte { return append(b, 0) })
	change("shifted by one point", "encoding", point)
	change("a point that is not compressed", "encoding", func(b []byte) []byte { b[0] &= 0x7f; return b })
	change("a point at infinity", "encoding", func(b []byte) []byte { clear(b[:48]); b[0] = 0xc0; return b })
	change("a coordinate that is not reduced", "encoding", func(b []byte) []byte {
		copy(b[:48], bytes.Repeat([]byte{0xff}, 48))
		b[0] = 0x9f
		return b
	})
	change("a number that is not reduced", "encoding", func(b []byte) []byte {
		last := b[len(b)-32:]
		new(big.Int).Add(new(big.Int).SetBytes(last), fr.Modulus()).FillBytes(last)
		return b
	})
	return v
}

// makeAnswers are a miss, a hit, where ships are announced a sinking and an answer with all other ships hit.
func makeAnswers(t *testing.T, name string, p player) (list []answerVector) {
	t.Helper()
	r := p.binding.Ruleset
	tiles, err := r.FleetTiles(p.fleet)
	if err != nil {
		t.Fatal(err)
	}
	last := p.fleet[len(p.fleet)-1]
	statements := []verify.Answer{p.answer(t, water(tiles), game.Set{}), p.answer(t, last.Origin, game.Set{})}
	if r.AnnounceSunk {
		statements = append(statements, p.answer(t, last.Origin, p.tiles(t, last).Without(last.Origin)),
			p.answer(t, last.Origin, tiles.Without(last.Origin)), p.answer(t, water(tiles), firstHits(r, tiles)))
	}
	for _, s := range statements {
		a := answerVector{Board: name, Tile: r.TileName(s.Tile), Hit: s.Hit, Hits: []string{}, Proof: p.proveAnswer(t, s)}
		for tile := range s.Hits.All() {
			a.Hits = append(a.Hits, r.TileName(tile))
		}
		if s.Sunk != nil {
			a.Sunk[0], a.Sunk[1] = r.ShipString(*s.Sunk)
		}
		public, err := s.Public()
		if err != nil {
			t.Fatal(err)
		}
		a.Public = numbersOf(public)
		list = append(list, a)
	}
	return list
}

// naive computes commitments from the vectors alone.
type naive struct {
	v       vectors
	modulus *big.Int
}

func newNaive(v vectors) naive { return naive{v: v, modulus: new(big.Int).SetBytes(v.Modulus)} }

func (n naive) mod(x *big.Int) *big.Int { return x.Mod(x, n.modulus) }

func (n naive) compress(left, right []byte) []byte {
	p := n.v.Poseidon2
	state := [2]*big.Int{new(big.Int).SetBytes(left), new(big.Int).SetBytes(right)}
	multiply := func(m [2][2]int) {
		var next [2]*big.Int
		for i := range next {
			a := new(big.Int).Mul(state[0], big.NewInt(int64(m[i][0])))
			b := new(big.Int).Mul(state[1], big.NewInt(int64(m[i][1])))
			next[i] = n.mod(a.Add(a, b))
		}
		state = next
	}
	multiply(p.External)
	for _, keys := range p.RoundKeys {
		for i, key := range keys {
			state[i].Add(state[i], new(big.Int).SetBytes(key))
			state[i].Exp(state[i], big.NewInt(int64(p.Exponent)), n.modulus)
		}
		if len(keys) == p.Width {
			multiply(p.External)
		} else {
			multiply(p.Internal)
		}
	}
	hash := state[1].Add(state[1], new(big.Int).SetBytes(right))
	return n.mod(hash).FillBytes(make([]byte, 32))
}

func (n naive) commitment(t *testing.T, b boardVector, p player) []byte {
	t.Helper()
	var ships []shipVector
	for _, r := range n.v.Rulesets {
		if r.ID == b.RulesetID {
			ships = r.Ships
		}
	}
	codes := make([]uint16, len(p.fleet))
	for i, ship := range p.fleet {
		codes[i] = ship.Code()
	}
	slices.Sort(codes)
	packed, side := uint64(0), uint64(p.binding.Ruleset.Width)
	for i, code := range codes {
		origin, vertical := uint64(code&0xff), uint64(code>>8&1)
		along, across := origin%side, origin/side
		if vertical == 1 {
			along, across = across, along
		}
		s := ships[i]
		packed |= (along + across<<s.AlongBits + vertical<<(s.AlongBits+s.AcrossBits)) << s.Offset
	}
	if text := strconv.FormatUint(packed, 10); text != b.Packed {
		t.Errorf("%s: the second implementation packs %s, recorded %s", b.Name, text, b.Packed)
	}
	left := binary.BigEndian.AppendUint64(append(make([]byte, 32-8-len(b.Tag)), b.Tag...), packed)
	return n.compress(left, b.Salt)
}
