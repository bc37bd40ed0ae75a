package proof_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	cmtjson "github.com/cometbft/cometbft/libs/json"
	cmttypes "github.com/cometbft/cometbft/types"
	ics23 "github.com/cosmos/ics23/go"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/testutil/headers"
)

// pagePath has the verdicts with which the light client of the page is compared. `go test ./player/light/proof -update`
// records them anew.
const pagePath = "testdata/page.json.gz"

// How many headers and proofs are changed at random, beside the honest ones.
const (
	changedHeaders = 1_500
	changedProofs  = 1_000
)

// pageFile has honest headers and proofs once, and each case as one change to them.
type pageFile struct {
	Blocks      []json.RawMessage `json:"blocks"`
	Roots       []string          `json:"roots"`
	Items       []json.RawMessage `json:"items"`
	HeaderCases []headerCase      `json:"header_cases"`
	ProofCases  []proofCase       `json:"proof_cases"`
}

// edit sets the value at a path, such as "block.signed_header.commit.round". A case without a path is not changed.
type edit struct {
	Path  string          `json:"path,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

// headerCase is a trusted header and a block, by their places in the file, at a time in seconds since 1970.
type headerCase struct {
	Trusted int    `json:"trusted"`
	Block   int    `json:"block"`
	Now     int64  `json:"now"`
	Verdict string `json:"verdict"`
	edit
}

// proofCase is an item and an app hash, by their places in the file.
type proofCase struct {
	Item    int    `json:"item"`
	Root    int    `json:"root"`
	Verdict string `json:"verdict"`
	edit
}

// pageItem is an item in JSON.
type pageItem struct {
	Key   string     `json:"key"`
	Value string     `json:"value"`
	Steps []pageStep `json:"steps"`
}

type pageStep struct {
	Type string `json:"type"`
	Key  string `json:"key"`
	Data []byte `json:"data"`
}

// page makes the cases, the same in each run.
type page struct {
	t      *testing.T
	random *rand.Rand
	out    pageFile
	blocks []any // what JSON has of out.Blocks
	items  []any
}

func TestPageVectors(t *testing.T) {
	p := &page{t: t, random: rand.New(rand.NewPCG(1, 2))}
	p.headers()
	p.proofs()
	text := p.encode()
	if *update {
		var packed bytes.Buffer
		z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		require.NoError(t, err)
		_, err = z.Write(text)
		require.NoError(t, err)
		require.NoError(t, z.Close())
		require.NoError(t, os.WriteFile(pagePath, packed.Bytes(), 0o644))
	}
	packed, err := os.Open(pagePath)
	require.NoError(t, err)
	defer func() { require.NoError(t, packed.Close()) }()
	z, err := gzip.NewReader(packed)
	require.NoError(t, err)
	recorded, err := io.ReadAll(z)
	require.NoError(t, err)
	require.True(t, bytes.Equal(recorded, text), "the verdicts of today are the recorded ones")
	seen := make(map[string]int)
	for _, c := range p.out.HeaderCases {
		seen["header "+c.Verdict]++
	}
	for _, c := range p.out.ProofCases {
		seen["proof "+c.Verdict]++
	}
	t.Logf("%d headers and %d proofs in %d bytes: %v", len(p.out.HeaderCases), len(p.out.ProofCases), len(text), seen)
	for _, verdict := range []string{
		"header valid", "header malformed", "header chain", "header header", "header signatures", "header distant",
		"header newer", "header only-hash", "header expired", "header future", "proof valid", "proof malformed",
		"proof key", "proof value",
	} {
		require.GreaterOrEqual(t, seen[verdict], 5, verdict)
	}
}

// encode writes the file, a case on each line.
func (p *page) encode() []byte {
	var out bytes.Buffer
	write := func(name string, n int, of func(int) any, end string) {
		fmt.Fprintf(&out, "%q: [\n", name)
		for i := range n {
			raw, err := json.Marshal(of(i))
			require.NoError(p.t, err)
			out.Write(raw)
			if i+1 < n {
				out.WriteByte(',')
			}
			out.WriteByte('\n')
		}
		out.WriteString("]" + end)
	}
	out.WriteString("{\n")
	write("blocks", len(p.out.Blocks), func(i int) any { return p.out.Blocks[i] }, ",\n")
	write("roots", len(p.out.Roots), func(i int) any { return p.out.Roots[i] }, ",\n")
	write("items", len(p.out.Items), func(i int) any { return p.out.Items[i] }, ",\n")
	write("header_cases", len(p.out.HeaderCases), func(i int) any { return p.out.HeaderCases[i] }, ",\n")
	write("proof_cases", len(p.out.ProofCases), func(i int) any { return p.out.ProofCases[i] }, "\n}\n")
	return out.Bytes()
}

// headers makes a chain whose validators change, blocks of a second chain, and what is wrong with either.
func (p *page) headers() {
	byNumber := func(i int) int64 { return int64(i*i + 1) }
	sets := []headers.Validators{
		headers.Named(4), headers.New("0", "1", "2", "4"), headers.New("0", "1", "4", "5"), headers.New("0", "4", "5", "6"),
		headers.New("4", "5", "6", "7"), headers.Weighted([]string{"4", "5", "6", "7", "8", "9", "10"}, byNumber),
		headers.New("10"),
	}
	const until = 34
	setAt := func(height int64) headers.Validators { return sets[min(int(height)/5, len(sets)-1)] }
	at := func(height int64) time.Time {
		return timeOf(height).Add(time.Duration(height*height*123_456_789) % time.Second)
	}
	header := func(chain string, height int64, root byte) *cmttypes.Header {
		return headers.Header(chain, height, at(height), bytes.Repeat([]byte{root}, 32), setAt(height), setAt(height+1))
	}
	var all []*cmttypes.LightBlock
	for height := int64(2); height <= until; height++ {
		var without []int
		if n := setAt(height).Set.Size(); n > 1 && height%3 == 0 {
			without = []int{int(height) % n}
		}
		block := setAt(height).SignRound(p.t, header(chainID, height, byte(height)), int32(height%4), without...)
		if height%7 == 0 && without == nil {
			block.Commit.Signatures[len(block.Commit.Signatures)-1].BlockIDFlag = cmttypes.BlockIDFlagNil
		}
		all = append(all, block)
	}
	for _, height := range []int64{9, 10, 20} { // other blocks, and another chain
		all = append(all, setAt(height).Sign(p.t, header(chainID, height, 99)),
			setAt(height).Sign(p.t, header(chainID, height, 98), 0, 1),
			setAt(height).Sign(p.t, header("battleship-2", height, 97)))
	}
	for _, block := range all {
		raw, err := cmtjson.Marshal(block)
		require.NoError(p.t, err)
		p.out.Blocks = append(p.out.Blocks, raw)
		p.blocks = append(p.blocks, parse(p.t, raw))
	}
	add := func(trusted, block int, now time.Time, e edit) string {
		c := headerCase{Trusted: trusted, Block: block, Now: now.Unix(), edit: e}
		c.Verdict = p.headerVerdict(c)
		p.out.HeaderCases = append(p.out.HeaderCases, c)
		return c.Verdict
	}
	hour := func(block int) time.Time { return all[block].Time.Add(time.Hour) }
	bare := edit{Path: "trusted.light_block", Value: json.RawMessage("null")}
	type pair struct{ trusted, block int }
	var valid []pair
	for trusted := range all {
		for block := range all {
			if trusted%3 == 0 || block%5 == 0 || block == trusted+1 {
				if add(trusted, block, hour(block), edit{}) == "valid" {
					valid = append(valid, pair{trusted, block})
				}
			}
		}
		add(trusted, trusted, hour(trusted), bare)
		add(trusted, (trusted+3)%len(all), hour(trusted), bare)
		add(trusted, min(trusted+2, until-2), all[trusted].Time.Add(proof.DefaultPeriod+time.Second), edit{})
		add(trusted, min(trusted+2, until-2), all[trusted].Time.Add(-2*time.Minute), edit{})
	}
	for range changedHeaders {
		with := valid[p.random.IntN(len(valid))]
		doc := map[string]any{"block": p.blocks[with.block]}
		if p.random.IntN(8) == 0 {
			doc = map[string]any{"trusted": p.trusted(with.trusted)}
		}
		path := p.leaf(doc)
		add(with.trusted, with.block, hour(with.block), edit{path, p.changed(get(doc, path), path, p.blocks)})
	}
}

// proofs makes stores with records, some without a value.
func (p *page) proofs() {
	s := newScene(p.t)
	height := s.file.Height
	for at := height - 2; at <= height+2; at++ {
		p.out.Roots = append(p.out.Roots, hex.EncodeToString(s.roots[at]))
	}
	put := func(item storeproof.Item) int {
		made := pageItem{Key: hex.EncodeToString(item.Key), Value: hex.EncodeToString(item.Value)}
		for _, step := range item.Proof {
			made.Steps = append(made.Steps, pageStep{step.Type, hex.EncodeToString(step.Key), step.Data})
		}
		raw, err := json.Marshal(made)
		require.NoError(p.t, err)
		p.out.Items = append(p.out.Items, raw)
		p.items = append(p.items, parse(p.t, raw))
		return len(p.items) - 1
	}
	add := func(item, root int, e edit) string {
		c := proofCase{Item: item, Root: root, edit: e}
		c.Verdict = p.proofVerdict(c)
		p.out.ProofCases = append(p.out.ProofCases, c)
		return c.Verdict
	}
	type pair struct{ item, root int }
	var valid []pair
	exist := make(map[uint64]*ics23.ExistenceProof)
	for id := range uint64(14) {
		for back := range int64(2) {
			item := s.item(storeproof.KindResult.Key(id), height-back)
			n := put(item)
			for root := range p.out.Roots {
				if add(n, root, edit{}) == "valid" {
					valid = append(valid, pair{n, root})
				}
			}
			var proof ics23.CommitmentProof
			require.NoError(p.t, proof.Unmarshal(item.Proof[0].Data))
			if back == 0 && proof.GetExist() != nil {
				exist[id] = proof.GetExist()
			}
		}
	}
	// Records are denied by proofs of others beside them.
	ids := slices.Sorted(maps.Keys(exist))
	for _, id := range ids {
		by := s.item(storeproof.KindResult.Key(id), height)
		for _, left := range append(ids, 99) {
			for _, right := range append(ids, 99) {
				add(put(forged(p.t, by.Key, by, exist[left], exist[right])), 2, edit{})
			}
		}
	}
	for range changedProofs {
		with := valid[p.random.IntN(len(valid))]
		doc := map[string]any{"item": p.items[with.item]}
		path := p.leaf(doc)
		add(with.item, with.root, edit{path, p.changed(get(doc, path), path, p.items)})
	}
}

// trusted is a trusted header in JSON.
func (p *page) trusted(block int) any {
	var b cmttypes.LightBlock
	require.NoError(p.t, cmtjson.Unmarshal(p.out.Blocks[block], &b))
	raw, err := cmtjson.Marshal(proof.Trust(&b))
	require.NoError(p.t, err)
	return parse(p.t, raw)
}

func (p *page) headerVerdict(c headerCase) string {
	doc := map[string]any{"trusted": p.trusted(c.Trusted), "block": p.blocks[c.Block]}
	var trusted proof.Trusted
	var block cmttypes.LightBlock
	changed := with(p.t, doc, c.edit)
	for _, one := range []struct {
		of   any
		into any
	}{{get(changed, "trusted"), &trusted}, {get(changed, "block"), &block}} {
		raw, err := json.Marshal(one.of)
		require.NoError(p.t, err)
		if err := cmtjson.Unmarshal(raw, one.into); err != nil {
			return "malformed"
		}
	}
	for _, one := range []*cmttypes.LightBlock{&block, trusted.Block} {
		if one == nil || one.ValidatorSet == nil {
			continue
		}
		if set, err := proof.Validators(one.ValidatorSet.Validators); err == nil {
			one.ValidatorSet = set // as of a node, which shows no proposer
		}
	}
	return verdictOn(p.t, trusted.Verify(&block, proof.DefaultPeriod, time.Unix(c.Now, 0)))
}

func (p *page) proofVerdict(c proofCase) string {
	changed := with(p.t, map[string]any{"item": p.items[c.Item]}, c.edit)
	raw, err := json.Marshal(get(changed, "item"))
	require.NoError(p.t, err)
	var read pageItem
	if err := json.Unmarshal(raw, &read); err != nil {
		return "malformed"
	}
	item := storeproof.Item{Key: unhex(p.t, read.Key), Value: unhex(p.t, read.Value)}
	for _, step := range read.Steps {
		item.Proof = append(item.Proof, storeproof.Step{Type: step.Type, Key: unhex(p.t, step.Key), Data: step.Data})
	}
	return verdictOn(p.t, item.Check(unhex(p.t, p.out.Roots[c.Root])))
}

// leaf chooses a path at random to a text or number. Proposers and their priorities are no part of what is signed.
func (p *page) leaf(doc any) string {
	for path := ""; ; {
		switch v := doc.(type) {
		case map[string]any:
			keys := slices.Sorted(maps.Keys(v))
			keys = slices.DeleteFunc(keys, func(key string) bool {
				return strings.HasPrefix(key, "proposer") && key != "proposer_address" || key == "type" && v["value"] != nil
			})
			key := keys[p.random.IntN(len(keys))]
			path, doc = path+"."+key, v[key]
		case []any:
			i := p.random.IntN(len(v))
			path, doc = path+"."+strconv.Itoa(i), v[i]
		default:
			return path[1:]
		}
	}
}

// decimal are the fields that have a number in a text.
var decimal = map[string]bool{
	"height": true, "voting_power": true, "block": true, "app": true,
}

// changed is another value, made of the one at a path or taken from the same place of another document.
func (p *page) changed(value any, path string, others []any) json.RawMessage {
	n := p.random.IntN(4)
	_, below, _ := strings.Cut(path, ".")
	if n == 0 {
		if other := get(others[p.random.IntN(len(others))], strings.TrimPrefix(below, "light_block.")); other != nil {
			return raw(p.t, other)
		}
	}
	name := path[strings.LastIndex(path, ".")+1:]
	switch v := value.(type) {
	case json.Number:
		return json.RawMessage([]string{"0", "1", "2", "3", "4", "-1", "2147483648"}[p.random.IntN(7)])
	case nil:
		return json.RawMessage(`"AA=="`)
	case string:
		if at, err := time.Parse(time.RFC3339Nano, v); err == nil {
			steps := []time.Duration{1, -1, time.Second, -time.Hour, 48 * time.Hour, -400 * 24 * time.Hour}
			return raw(p.t, at.Add(steps[p.random.IntN(len(steps))]).UTC().Format(time.RFC3339Nano))
		}
		if number, err := strconv.ParseInt(v, 10, 64); err == nil && decimal[name] {
			return raw(p.t, []string{
				strconv.FormatInt(number+1, 10), strconv.FormatInt(number-1, 10), strconv.FormatInt(2*number, 10), "0", "-3",
				"1152921504606846976", "9223372036854775807", "",
			}[p.random.IntN(8)])
		}
		if name == "chain_id" || name == "type" {
			return raw(p.t, []string{"battleship-2", "", v + "\u00e4", strings.Repeat("x", 51)}[n])
		}
		decode, encode := hex.DecodeString, hex.EncodeToString
		if name == "signature" || name == "value" && !strings.HasPrefix(path, "item") || name == "data" {
			decode, encode = base64.StdEncoding.DecodeString, base64.StdEncoding.EncodeToString
		}
		bz, err := decode(v)
		require.NoError(p.t, err, path)
		return raw(p.t, encode(p.spoiled(bz)))
	}
	require.FailNow(p.t, "a text or number", path)
	return nil
}

// spoiled changes bytes.
func (p *page) spoiled(bz []byte) []byte {
	bz = slices.Clone(bz)
	if len(bz) == 0 {
		return []byte{byte(p.random.IntN(256))}
	}
	at := p.random.IntN(len(bz))
	switch p.random.IntN(8) {
	case 0:
		return bz[:at]
	case 1:
		return append(bz, byte(p.random.IntN(256)))
	case 2:
		bz[at]++
	default:
		bz[at] ^= 1 << p.random.IntN(8)
	}
	return bz
}

func raw(t *testing.T, v any) json.RawMessage {
	t.Helper()
	out, err := json.Marshal(v)
	require.NoError(t, err)
	return out
}

// parse reads JSON and keeps its numbers as they are.
func parse(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	return v
}

// get returns the value at a path; nil if there is none.
func get(doc any, path string) any {
	for _, key := range strings.Split(path, ".") {
		switch v := doc.(type) {
		case map[string]any:
			doc = v[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(v) {
				return nil
			}
			doc = v[i]
		default:
			return nil
		}
	}
	return doc
}

// with returns a copy of a document with a value at a path.
func with(t *testing.T, doc any, e edit) any {
	t.Helper()
	if e.Path == "" {
		return doc
	}
	key, rest, more := strings.Cut(e.Path, ".")
	put := func(old any) any {
		if !more {
			return parse(t, e.Value)
		}
		return with(t, old, edit{rest, e.Value})
	}
	switch v := doc.(type) {
	case map[string]any:
		v = maps.Clone(v)
		v[key] = put(v[key])
		return v
	case []any:
		i, err := strconv.Atoi(key)
		require.NoError(t, err)
		v = slices.Clone(v)
		v[i] = put(v[i])
		return v
	}
	require.FailNow(t, "a path", e.Path)
	return nil
}
