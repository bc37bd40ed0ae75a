package verify_test

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// A sample is a proof that another build has made, with its key and its public inputs.
type sample struct {
	name   string
	key    *verify.Key
	public []fr.Element
	proof  []byte
}

func (s sample) verify(proof []byte) error { return s.key.VerifyInputs(s.public, proof) }

// samples reads the recorded vectors of game/zk.
func samples(t testing.TB) (list []sample) {
	t.Helper()
	file, err := os.ReadFile("../testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	type proven struct {
		Name      string   `json:"name"`
		Board     string   `json:"board"`
		Tile      string   `json:"tile"`
		RulesetID uint32   `json:"ruleset_id"`
		Public    []string `json:"public_inputs"`
		Proof     string   `json:"proof"`
	}
	var vectors struct {
		Boards  []proven `json:"boards"`
		Answers []proven `json:"answers"`
	}
	if err := json.Unmarshal(file, &vectors); err != nil {
		t.Fatal(err)
	}
	rulesets := map[string]uint32{}
	for _, p := range append(vectors.Boards, vectors.Answers...) {
		if p.Name != "" {
			rulesets[p.Name] = p.RulesetID
		}
		id := rulesets[p.Name+p.Board]
		r, err := game.RulesetByID(id)
		if err != nil {
			t.Fatal(err)
		}
		keys, err := verify.KeysOf(r)
		if err != nil {
			t.Fatal(err)
		}
		s := sample{name: p.Name + p.Board + p.Tile, key: keys.Board, proof: decodeHex(t, p.Proof)}
		if p.Tile != "" {
			s.key = keys.Answer
		}
		for _, text := range p.Public {
			var number fr.Element
			if err := number.SetBytesCanonical(decodeHex(t, text)); err != nil {
				t.Fatal(err)
			}
			s.public = append(s.public, number)
		}
		list = append(list, s)
	}
	if len(list) < 10 {
		t.Fatalf("only %d recorded proofs", len(list))
	}
	return list
}

func decodeHex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
