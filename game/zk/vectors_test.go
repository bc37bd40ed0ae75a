package zk

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

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
		Format   []string        `json:"format"`
		Modulus  hexBytes        `json:"modulus"`
		Rulesets []rulesetVector `json:"rulesets"`
		Boards   []boardVector   `json:"boards"`
		Answers  []answerVector  `json:"answers"`
		Wrong    []wrongVector   `json:"wrong_proofs"`
	}
	rulesetVector struct {
		ID   uint32   `json:"id"`
		Name string   `json:"name"`
		Key  hexBytes `json:"key"`
	}
	boardVector struct {
		Name       string   `json:"name"`
		RulesetID  uint32   `json:"ruleset_id"`
		ChainID    string   `json:"chain_id"`
		Player     hexBytes `json:"player"`
		Nonce      uint64   `json:"nonce"`
		Fleet      string   `json:"fleet"`
		Secret     hexBytes `json:"secret"`
		Tag        hexBytes `json:"tag"`
		Blinds     hexBytes `json:"column_blinds"`
		Commitment hexBytes `json:"commitment"`
		TossLeaf   hexBytes `json:"toss_leaf"`
		Proof      hexBytes `json:"proof"`
	}
	answerVector struct {
		Board string   `json:"board"`
		Tile  string   `json:"tile"`
		Hit   bool     `json:"hit"`
		Proof hexBytes `json:"proof"`
	}
	wrongVector struct {
		Board  string   `json:"board"`
		Tile   string   `json:"tile,omitempty"`
		Hit    bool     `json:"hit,omitempty"`
		Why    string   `json:"why"`
		Reason string   `json:"reason"`
		Proof  hexBytes `json:"proof"`
	}
)

var format = []string{
	"tag: the first 31 bytes of SHA-256('battleship/zk/tag/v2' || binding), as a number of 32 bytes, big-endian",
	"binding: u16 length || chain id || u16 length || player || u64 nonce || u32 ruleset id, all big-endian",
	"column_blinds: two numbers of 32 bytes, b0 and b1, by which the committed polynomial differs from its values':",
	"  (b0 + b1*X) * (X^n - 1), n being the size of the domain. Blind i is the number modulo the order of",
	"  HMAC-SHA256(key, tag || u8 2i) || HMAC-SHA256(key, tag || u8 2i+1), with",
	"  key = HMAC-SHA256(fleet key, 'battleship/zk/blind/v1')",
	"commitment: [L] of the column L, a compressed point: row 0 is the tag, row 1+t is 1 if tile t has a ship, else 0",
	"toss_leaf: that of game/commitment, whose salt has the fleet key in a proven ruleset",
	"proof of a board: 608 bytes, which follow the commitment; see the package comment of game/zk/verify",
	"proof of an answer: 48 bytes, W with e([L] - y*[1] + x*W, G2) = e(W, [tau]G2), y being 1 for a hit, else 0,",
	"  and x the root of unity of row 1+t: omega^(1+t)",
}

// vectorPlayers are the boards of the vectors.
func vectorPlayers(t *testing.T) map[string]player {
	players := map[string]player{}
	rng := newRand(t, 2)
	for _, r := range rulesets() {
		for i, name := range []string{"alice", "bob", "carol"} {
			p := alice(t, r, rng)
			p.binding.Player, p.binding.Nonce = []byte(name+"'s address"), uint64(i)
			players[r.Name+" "+name] = p
		}
	}
	return players
}

// newVectors makes the vectors.
func newVectors(t *testing.T) vectors {
	v := vectors{Format: format, Modulus: fr.Modulus().Bytes()}
	players := vectorPlayers(t)
	for _, r := range rulesets() {
		p := newTestProver(t, r)
		v.Rulesets = append(v.Rulesets, rulesetVector{r.ID, r.Name, p.circuit.keyBytes()})
		for _, name := range []string{"alice", "bob", "carol"} {
			name = r.Name + " " + name
			a := players[name]
			tag, err := verify.Tag(a.binding)
			if err != nil {
				t.Fatal(err)
			}
			leaf, err := commitment.CommitToss(a.binding, a.fleet, a.secret)
			if err != nil {
				t.Fatal(err)
			}
			blinds := newBlinding(tag, a.fleet, a.secret)
			c := a.commit(t)
			v.Boards = append(v.Boards, boardVector{
				Name: name, RulesetID: r.ID, ChainID: a.binding.ChainID, Player: a.binding.Player, Nonce: a.binding.Nonce,
				Fleet: r.FleetString(a.fleet), Secret: a.secret, Tag: tag.Marshal(),
				Blinds: appendNumbers(nil, blinds.column(0)...), Commitment: c[:], TossLeaf: leaf, Proof: a.proveBoard(t),
			})
			for _, tile := range []game.Tile{0, a.fleet[0].Origin, game.Tile(r.Tiles() - 1)} {
				answer := a.answer(t, tile)
				v.Answers = append(v.Answers, answerVector{name, r.TileName(tile), answer.Hit, a.proveAnswer(t, answer)})
			}
		}
	}
	board, first := v.Boards[0], v.Answers[0]
	wrong := func(reason, why string, proof []byte) {
		v.Wrong = append(v.Wrong, wrongVector{Board: board.Name, Why: why, Reason: reason, Proof: proof})
	}
	wrong("proof", "of another board", v.Boards[1].Proof)
	wrong("encoding", "a byte short", board.Proof[1:])
	wrong("encoding", "ones", bytes.Repeat([]byte{0xff}, verify.ProofSize))
	wrongAnswer := func(reason, why string, tile string, hit bool, proof []byte) {
		v.Wrong = append(v.Wrong, wrongVector{board.Name, tile, hit, why, reason, proof})
	}
	wrongAnswer("proof", "the other answer", first.Tile, !first.Hit, first.Proof)
	wrongAnswer("proof", "of another tile", "B1", first.Hit, first.Proof)
	wrongAnswer("proof", "of another board", first.Tile, first.Hit, v.Answers[3].Proof)
	wrongAnswer("encoding", "at infinity", first.Tile, first.Hit, append([]byte{0xc0}, make([]byte, 47)...))
	wrongAnswer("encoding", "of a board", first.Tile, first.Hit, board.Proof)
	return v
}

// TestVectors compares the recorded vectors with what is made now, byte by byte: proofs have no randomness.
func TestVectors(t *testing.T) {
	made := newVectors(t)
	if *update {
		text, err := json.MarshalIndent(made, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(vectorsPath, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(vectorsPath)
	if err != nil {
		t.Fatal(err)
	}
	var recorded vectors
	if err := json.Unmarshal(text, &recorded); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(recorded, made) {
		t.Error("the recorded vectors are not those made now: go test ./game/zk -run TestVectors -update")
	}
	players := vectorPlayers(t)
	for _, a := range recorded.Answers {
		p := players[a.Board]
		tile, err := p.binding.Ruleset.ParseTile(a.Tile)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.answer(t, tile).Verify(a.Proof); err != nil {
			t.Errorf("%s, %s: %v", a.Board, a.Tile, err)
		}
	}
	for _, w := range recorded.Wrong {
		p := players[w.Board]
		var err error
		if w.Tile == "" {
			err = verify.Board{Binding: p.binding, Commitment: p.commit(t)}.Verify(w.Proof)
		} else {
			tile, parsed := p.binding.Ruleset.ParseTile(w.Tile)
			if parsed != nil {
				t.Fatal(parsed)
			}
			err = verify.Answer{Binding: p.binding, Commitment: p.commit(t), Tile: tile, Hit: w.Hit}.Verify(w.Proof)
		}
		want := map[string]error{"proof": verify.ErrProof, "encoding": verify.ErrEncoding}[w.Reason]
		if !errors.Is(err, want) {
			t.Errorf("%s %s, %s: expected %v, got %v", w.Board, w.Tile, w.Why, want, err)
		}
	}
}
