package channel_test

import (
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/play"
	at "github.com/battleship-chain/battleship/player/channel"
)

var update = flag.Bool("update", false, "record testdata/updates.json anew; commit only what you understand")

// hexBytes is bytes that stand in JSON as lower-case hex.
type hexBytes []byte

func (h *hexBytes) UnmarshalText(text []byte) (err error) {
	*h, err = hex.DecodeString(string(text))
	return err
}

// proofVector is a proof in the vectors of package channel.
type proofVector struct {
	Name  string   `json:"name"`
	State hexBytes `json:"state"`
	Move  *struct {
		Opening *struct {
			Content int        `json:"content"`
			Salt    hexBytes   `json:"salt"`
			Path    []hexBytes `json:"path"`
			Proof   hexBytes   `json:"proof"`
		} `json:"opening"`
		Sunk    *play.Ship `json:"sunk"`
		Target  string     `json:"target"`
		Concede bool       `json:"concede"`
	} `json:"move"`
	Creator hexBytes `json:"creator_signature"`
	Joiner  hexBytes `json:"joiner_signature"`
}

// parse reads it.
func (v proofVector) parse() channel.Proof {
	p := channel.Proof{State: v.State, Signatures: [2][]byte{v.Creator, v.Joiner}}
	if v.Move == nil {
		return p
	}
	p.Move = &channel.Move{Move: play.Move{Sunk: v.Move.Sunk, Target: v.Move.Target}, Concede: v.Move.Concede}
	if o := v.Move.Opening; o != nil {
		p.Move.Opening = &play.Opening{Content: o.Content, Salt: o.Salt, Proof: o.Proof}
		for _, hash := range o.Path {
			p.Move.Opening.Path = append(p.Move.Opening.Path, hash)
		}
	}
	return p
}

// TestVectors: the updates of the vectors of package channel have the bytes that were recorded.
func TestVectors(t *testing.T) {
	const path = "testdata/updates.json"
	source, err := os.ReadFile("../../game/channel/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct{ Proofs []proofVector }
	if err := json.Unmarshal(source, &vectors); err != nil {
		t.Fatal(err)
	}
	updates := make(map[string]string)
	for _, v := range vectors.Proofs {
		update := at.MarshalUpdate(v.parse())
		updates[v.Name] = hex.EncodeToString(update)
		if _, err := at.ParseUpdate(update); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
	text, err := json.MarshalIndent(updates, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	recorded, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(recorded) != string(text) {
		t.Error("expected the recorded updates, got others: go test ./player/channel -run TestVectors -update")
	}
}
