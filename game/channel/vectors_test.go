package channel_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
)

var update = flag.Bool("update", false, "record testdata/vectors.json anew; commit only what you understand")

const vectorsPath = "testdata/vectors.json"

// format says in vectors.json what a client has to know to read it.
var format = []string{
	"Integers in preimages are big-endian and of fixed width: u8, u32, u64. Hex is lower case.",
	"channel id = SHA-256(\"battleship/channel/v1\", game id u64, height of the join u64, turn blocks u64, claim blocks",
	"  u64, ruleset id u32, claims beside proofs u8, first of a rematch u8 (0 the toss, 1 creator, 2 joiner), mixed toss",
	"  [32], and for creator, then joiner: channel key [33], length of public u32, public)",
	"public = binding as in a leaf (length of chain id u16, chain id, length of address u16, address, nonce u64, ruleset",
	"  id u32), then the row roots or the commitment, then the toss leaf",
	"state = canonical bytes of game.State.AppendBinary; off-chain its deadline is that of the height after the join,",
	"  in the toss that of the join",
	"message = \"battleship/channel-state/v1\", channel id, state",
	"signature = ECDSA on secp256k1 over SHA-256(message): r [32], s [32], s in the lower half; here with the nonces of",
	"  RFC 6979, which nobody can check",
	"progress = 2*answers + 1 if a shot waits + 1 if somebody is first + 2 if play has ended",
	"update = the state before (empty: that of the join), the move, and two signatures: the mover's under the state",
	"  after, the other's under the state before (none under that of the join)",
}

// The vectors as they stand in JSON; see testdata/README.md. Proofs have the names that StateProof has in JSON, with
// hex for its base64.
type (
	vectors struct {
		Format []string      `json:"format"`
		Games  []gameVector  `json:"games"`
		Proofs []proofVector `json:"proofs"`
		// Submissions are proofs that are submitted, Codes those of all errors here.
		Submissions []submissionVector `json:"postings"`
		Codes       []codeVector       `json:"codes"`
	}
	gameVector struct {
		Name         string         `json:"name"`
		GameID       uint64         `json:"game_id"`
		ChainID      string         `json:"chain_id"`
		Ruleset      string         `json:"ruleset"`
		ProvenClaims bool           `json:"proven_claims"`
		JoinedHeight int64          `json:"joined_height"`
		TurnBlocks   int64          `json:"turn_blocks"`
		ClaimBlocks  int64          `json:"claim_blocks"`
		First        string         `json:"first"` // "", "creator" or "joiner"
		Toss         hexBytes       `json:"toss"`
		Seats        []seatVector   `json:"seats"`
		ID           hexBytes       `json:"id"`
		Initial      hexBytes       `json:"initial"`
		Updates      []updateVector `json:"updates"`
	}
	seatVector struct {
		Player string   `json:"player"`
		Secret hexBytes `json:"secret_key"`
		Key    hexBytes `json:"key"`
		Fleet  string   `json:"fleet"`
		Public hexBytes `json:"public"`
	}
	updateVector struct {
		Mover     string      `json:"mover"`
		Move      *moveVector `json:"move"`
		State     hexBytes    `json:"state"` // after the move
		Progress  int         `json:"progress"`
		Message   hexBytes    `json:"message,omitempty"` // of the first updates
		Signature hexBytes    `json:"signature"`         // the mover's, under State
	}
	moveVector struct {
		Opening *openingVector `json:"opening,omitempty"`
		Sunk    *shipVector    `json:"sunk,omitempty"`
		Target  string         `json:"target,omitempty"`
		Concede bool           `json:"concede,omitempty"`
	}
	openingVector struct {
		Content int        `json:"content"`
		Salt    hexBytes   `json:"salt,omitempty"`
		Path    []hexBytes `json:"path,omitempty"`
		Proof   hexBytes   `json:"proof,omitempty"`
	}
	shipVector struct {
		Class     string `json:"class"`
		Placement string `json:"placement"`
	}
	proofVector struct {
		Name      string      `json:"name"`
		Game      string      `json:"game"`
		Sender    string      `json:"sender"` // "creator", "joiner" or "" for anybody else
		State     hexBytes    `json:"state"`  // before the move; empty for that of the join
		Move      *moveVector `json:"move,omitempty"`
		Creator   hexBytes    `json:"creator_signature,omitempty"`
		Joiner    hexBytes    `json:"joiner_signature,omitempty"`
		Proven    hexBytes    `json:"proven,omitempty"` // the state that is proven
		Endorsers []string    `json:"endorsers,omitempty"`
		Error     string      `json:"error,omitempty"` // why it is refused instead
	}
)

// hexBytes is bytes that stand in JSON as lower-case hex.
type hexBytes []byte

func (h hexBytes) MarshalJSON() ([]byte, error) { return json.Marshal(hex.EncodeToString(h)) }

func (h *hexBytes) UnmarshalJSON(bz []byte) error {
	var text string
	if err := json.Unmarshal(bz, &text); err != nil {
		return err
	}
	decoded, err := hex.DecodeString(text)
	if len(decoded) > 0 {
		*h = decoded
	}
	return err
}

// TestVectors compares what the package makes with what was recorded, and judges what was recorded.
func TestVectors(t *testing.T) {
	made := makeVectors(t)
	text := append(must(json.MarshalIndent(made, "", " ")), '\n')
	if *update {
		if err := os.WriteFile(vectorsPath, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	recorded, err := os.ReadFile(vectorsPath)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, recorded) {
		t.Fatalf("expected the recorded vectors, got others: go test ./game/channel -run TestVectors -update")
	}
	var read vectors
	if err := json.Unmarshal(recorded, &read); err != nil {
		t.Fatal(err)
	}
	games := vectorGames()
	for _, v := range read.Games {
		t.Run(v.Name, func(t *testing.T) { checkGame(t, games[v.Name], v) })
	}
	for _, v := range read.Proofs {
		t.Run(v.Name, func(t *testing.T) { checkProof(t, games[v.Game], v) })
	}
	for _, v := range read.Submissions {
		t.Run(v.Name, func(t *testing.T) { checkSubmission(t, games[v.Game], v) })
	}
}

// checkGame follows a recorded game update by update.
func checkGame(t *testing.T, g *channeltest.Game, v gameVector) {
	t.Helper()
	if id := g.ID(); !bytes.Equal(id[:], v.ID) || !bytes.Equal(must(g.Encode(g.Initial())), v.Initial) {
		t.Errorf("expected id %x, got %x", v.ID, id)
	}
	p := channel.Proof{}
	base := g.Initial()
	if id := v.plainID(); !bytes.Equal(id, v.ID) {
		t.Errorf("expected the id %x as its documentation defines it, got %x", id, v.ID)
	}
	for i, update := range v.Updates {
		p.Move = update.Move.parse()
		p.Signatures[base.Actor] = update.Signature
		judged, err := g.Judge(p, nil, nil)
		if err != nil {
			t.Fatalf("update %d: %v", i, err)
		}
		state := must(g.Encode(judged.State))
		if !bytes.Equal(state, update.State) || judged.State.Progress() != update.Progress ||
			base.Actor.String() != update.Mover {
			t.Fatalf("update %d: expected %x, got %x", i, update.State, state)
		}
		message := must(g.Message(judged.State))
		if update.Message != nil && !bytes.Equal(message, update.Message) {
			t.Fatalf("update %d: expected message %x, got %x", i, update.Message, message)
		}
		plain := slices.Concat([]byte("battleship/channel-state/v1"), v.ID, update.State)
		if !bytes.Equal(plain, message) {
			t.Fatalf("update %d: expected message %x as its documentation defines it, got %x", i, plain, message)
		}
		base, p.State = judged.State, state
	}
}

// plainID is the id as its documentation defines it, of what stands in the vector.
func (v gameVector) plainID() []byte {
	number := func(n uint64, bytes int) (b []byte) {
		for i := bytes - 1; i >= 0; i-- {
			b = append(b, byte(n>>(8*i)))
		}
		return b
	}
	claims := uint64(0)
	if v.ProvenClaims {
		claims = 1
	}
	r := must(game.RulesetByName(v.Ruleset))
	first := slices.Index([]string{"", "creator", "joiner"}, v.First)
	hash := sha256.New()
	for _, part := range [][]byte{
		[]byte("battleship/channel/v1"), number(v.GameID, 8), number(uint64(v.JoinedHeight), 8),
		number(uint64(v.TurnBlocks), 8), number(uint64(v.ClaimBlocks), 8), number(uint64(r.ID), 4),
		number(claims, 1), number(uint64(first), 1), v.Toss,
		v.Seats[0].Key, number(uint64(len(v.Seats[0].Public)), 4), v.Seats[0].Public,
		v.Seats[1].Key, number(uint64(len(v.Seats[1].Public)), 4), v.Seats[1].Public,
	} {
		hash.Write(part)
	}
	return hash.Sum(nil)
}

// checkProof judges a recorded proof.
func checkProof(t *testing.T, g *channeltest.Game, v proofVector) {
	t.Helper()
	judged, err := g.Judge(v.parse(), seatNamed(v.Sender), nil)
	if v.Error != "" {
		if err == nil || !strings.Contains(err.Error(), v.Error) {
			t.Errorf("expected error %s, got %v", v.Error, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := must(g.Encode(judged.State)); !bytes.Equal(got, v.Proven) || !slices.Equal(endorsers(judged), v.Endorsers) {
		t.Errorf("expected %x by %v, got %x by %v", v.Proven, v.Endorsers, got, endorsers(judged))
	}
}

// vectorGames are the games of the vectors.
func vectorGames() map[string]*channeltest.Game {
	secp := channeltest.Secp256k1{}
	return map[string]*channeltest.Game{
		"classic": channeltest.New(game.Classic(), channeltest.Options{Scheme: secp}),
		"xaya rematch": channeltest.New(game.Xaya(), channeltest.Options{
			Scheme: secp, GameID: 77, Seed: 5, JoinedHeight: 123456, Rematch: bob,
			Clock: game.Clock{TurnBlocks: 600, ClaimBlocks: 1200},
		}),
		"surrender": channeltest.New(game.Xaya(), channeltest.Options{
			Scheme: secp, GameID: 78, Seed: 6, First: game.Joiner,
		}),
		"missing ship": withoutAShip(channeltest.New(game.Classic(), channeltest.Options{Scheme: secp, GameID: 79})),
		"proven":       inEarnest(channeltest.New(game.ClassicZK(), channeltest.Options{Scheme: secp, GameID: 80})),
		"proven, claims kept": inEarnest(channeltest.New(game.ClassicZK(), channeltest.Options{
			Scheme: secp, GameID: 81, ProvenClaims: true,
		})),
	}
}

// makeVectors makes the vectors.
func makeVectors(t *testing.T) vectors {
	t.Helper()
	games := vectorGames()
	v := vectors{Format: format}
	for _, name := range []string{"classic", "xaya rematch", "surrender"} {
		g := games[name]
		turns := g.Play(hunt(g))
		if name == "surrender" {
			turns = turns[:4]
			turns[3].Move = g.Concession(turns[3].Base)
			turns[3].State = g.After(turns[3].Base, turns[3].Move)
			turns[3].Update = g.Update(turns[3].Base, turns[3].Move)
		}
		v.Games = append(v.Games, newGameVector(name, g, turns))
	}
	v.Proofs = makeProofs(t, games["classic"])
	for _, name := range []string{"missing ship", "proven", "proven, claims kept"} {
		g := games[name]
		first := channeltest.Turn{Base: g.Initial(), Move: g.Move(g.Initial(), 0)}
		first.State, first.Update = g.After(first.Base, first.Move), g.Update(first.Base, first.Move)
		v.Games = append(v.Games, newGameVector(name, g, []channeltest.Turn{first}))
		end := g.Update(g.Initial(), g.Concession(g.Initial()))
		if name == "missing ship" {
			turns := g.Play(hunt(g))
			if end = turns[len(turns)-1].Update; turns[len(turns)-1].State.Reason != game.ReasonUnproven {
				t.Errorf("expected an end for missing ships, got %s", turns[len(turns)-1].State)
			}
		}
		v.Proofs = append(v.Proofs, newProofVector(t, g, name, "the end of "+name, bob, end, nil))
	}
	v.Submissions, v.Codes = makeSubmissions(t, games["classic"]), makeCodes()
	return v
}
