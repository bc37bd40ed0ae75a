package channelpolicy_test

import (
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	policy "github.com/battleship-chain/battleship/player/channelpolicy"
)

var update = flag.Bool("update", false, "record testdata/vectors.json anew; commit only what you understand")

// row is a row of the table as it stands in JSON: what the chain has, what the player of the creator's seat knows, and
// what it does. States are canonical bytes in hex.
type row struct {
	Name      string   `json:"name"`
	Ruleset   string   `json:"ruleset"`
	Chain     string   `json:"chain"`
	OffChain  bool     `json:"off_chain"`
	Responded []string `json:"responded"`
	Newest    string   `json:"newest"`
	Base      string   `json:"base,omitempty"` // before the player's own surrender
	Agreed    bool     `json:"agreed,omitempty"`
	Unsure    bool     `json:"unsure,omitempty"`
	Calm      string   `json:"calm"`
	Out       string   `json:"out_of_patience"`
	Mute      string   `json:"may_not_sign"`
}

// newRow writes a row down.
func newRow(t *testing.T, name string, x channel.ChainState, n policy.Newest, duties [3]policy.Duty) row {
	t.Helper()
	r := row{
		Name: name, Ruleset: x.State.Ruleset.Name, Chain: written(t, x.State), OffChain: x.OffChain, Responded: []string{},
		Newest: written(t, n.State), Agreed: n.Agreed, Unsure: n.Unsure,
		Calm: duties[0].String(), Out: duties[1].String(), Mute: duties[2].String(),
	}
	if n.Base.Ruleset != nil {
		r.Base = written(t, n.Base)
	}
	for seat, was := range x.Responded {
		if was {
			r.Responded = append(r.Responded, game.Seat(seat).String())
		}
	}
	return r
}

// parse reads what Decide is asked.
func (r row) parse(t *testing.T) (channel.ChainState, policy.Newest) {
	t.Helper()
	rules, err := game.RulesetByName(r.Ruleset)
	if err != nil {
		t.Fatal(err)
	}
	x := channel.ChainState{State: read(t, rules, r.Chain), OffChain: r.OffChain}
	for seat := range x.Responded {
		x.Responded[seat] = slices.Contains(r.Responded, game.Seat(seat).String())
	}
	n := policy.Newest{State: read(t, rules, r.Newest), Agreed: r.Agreed, Unsure: r.Unsure}
	if r.Base != "" {
		n.Base = read(t, rules, r.Base)
	}
	return x, n
}

// written is a state in hex.
func written(t *testing.T, s game.State) string {
	t.Helper()
	bz, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(bz)
}

// read is the inverse of written.
func read(t *testing.T, r *game.Ruleset, text string) game.State {
	t.Helper()
	bz, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.UnmarshalState(bz)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checkVectors compares the rows of the table with what was recorded, and asks Decide for each of these.
func checkVectors(t *testing.T, rows []row) {
	t.Helper()
	const path = "testdata/vectors.json"
	slices.SortFunc(rows, func(a, b row) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	text, err := json.MarshalIndent(rows, "", " ")
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
		t.Error("expected the recorded vectors, got others: go test ./player/channelpolicy -run TestTable -update")
	}
	var old []row
	if err := json.Unmarshal(recorded, &old); err != nil {
		t.Fatal(err)
	}
	for _, r := range old {
		x, n := r.parse(t)
		for i, want := range []string{r.Calm, r.Out, r.Mute} {
			if got := policy.Decide(x, n, me, i == 1, i == 2).String(); got != want {
				t.Errorf("%s: expected %s, got %s", r.Name, want, got)
			}
		}
	}
}
