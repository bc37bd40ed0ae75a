package proof_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"slices"
	"testing"
	"time"

	cmtjson "github.com/cometbft/cometbft/libs/json"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"
	ics23 "github.com/cosmos/ics23/go"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/testutil/headers"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

var update = flag.Bool("update", false, "record testdata/vectors.json anew; commit only what you understand")

// verdicts are the errors that a client tells apart, and what they are called in the vectors.
var verdicts = map[string]error{
	"malformed": storeproof.ErrMalformed, "chain": proof.ErrChain, "key": storeproof.ErrKey,
	"value": storeproof.ErrValue, "height": proof.ErrHeight, "header": proof.ErrHeader,
	"signatures": proof.ErrSignatures, "distant": proof.ErrDistant, "newer": proof.ErrNewer,
	"only-hash": proof.ErrOnlyHash, "expired": proof.ErrExpired, "future": proof.ErrFuture,
}

// verdictOn is what the error of a verification is called in the vectors; "valid" if there is none.
func verdictOn(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return "valid"
	}
	found := ""
	for name, kind := range verdicts {
		if errors.Is(err, kind) {
			require.Empty(t, found, "one verdict: %v", err)
			found = name
		}
	}
	require.NotEmpty(t, found, "a verdict: %v", err)
	return found
}

// vector is one file, one trusted header and what a client must say of them.
type vector struct {
	Name    string          `json:"name"`
	Verdict string          `json:"verdict"`
	Now     time.Time       `json:"now"`
	Period  int64           `json:"period_seconds"`
	Trusted json.RawMessage `json:"trusted"`
	File    json.RawMessage `json:"file"`
}

// change is what somebody has done to an honest file and trusted header.
type change struct {
	name, verdict string
	now           time.Time
	trusted       func(*proof.Trusted)
	file          func(*proof.File)
}

// scene is an honest file, and trusted headers of the same block and of earlier ones.
type scene struct {
	*ledger
	validators headers.Validators
	file       proof.File
	absent     proof.File
	beside     proof.File
	melee      proof.File
	noMelee    proof.File
}

// provenGame and provenMelee have results.
const (
	provenGame  = 7
	provenMelee = 14
)

func newScene(t *testing.T) scene {
	t.Helper()
	s := scene{ledger: newLedger(t), validators: headers.Named(4)}
	s.commit(results(t, 2, 3))
	s.commit(map[string][]byte{"\x07\x01A\x00\x00\x00\x00\x00\x00\x00\x01": {}}) // an index, without a value
	s.commit(results(t, 5, 7, 8, 9))
	for range 5 {
		s.commit(results(t, 11))
	}
	at := s.commit(results(t, 12))
	s.commit(results(t, 13))
	later := s.commit(meleeResults(t, provenMelee))
	block := s.block(at+1, s.validators)
	s.file = proof.NewFile(s.item(storeproof.KindResult.Key(provenGame), at), block)
	s.absent = proof.NewFile(s.item(storeproof.KindResult.Key(6), at), block)
	s.beside = proof.NewFile(s.item(storeproof.KindResult.Key(1), at), block)
	block = s.block(later+1, s.validators)
	s.melee = proof.NewFile(s.item(storeproof.KindMeleeResult.Key(provenMelee), later), block)
	s.noMelee = proof.NewFile(s.item(storeproof.KindMeleeResult.Key(provenGame), later), block)
	return s
}

// changes are all that a file or a trusted header can be wrong by, and ways to be right.
func (s scene) changes() []change {
	at := s.file.Block.Height
	earlier := func(height int64, v headers.Validators) func(*proof.Trusted) {
		return func(t *proof.Trusted) { *t = proof.Trust(s.block(height, v)) }
	}
	others := headers.New("mallory", "eve", "trudy", "oscar")
	return []change{
		{name: "the trusted header is that of the file", verdict: "valid"},
		{
			name: "only the hash of the header is trusted", verdict: "valid",
			trusted: func(t *proof.Trusted) { t.Block = nil },
		},
		{name: "the trusted header is one block older", verdict: "valid", trusted: earlier(at-1, s.validators)},
		{name: "the trusted header is older", verdict: "valid", trusted: earlier(3, s.validators)},
		{
			name: "one new validator among four since the trusted header", verdict: "valid",
			trusted: earlier(3, headers.New("0", "1", "2", "old")),
		},
		{name: "no such result", verdict: "valid", file: func(f *proof.File) { *f = s.absent }},
		{
			name: "no such result, beside a record without a value", verdict: "valid",
			file: func(f *proof.File) { *f = s.beside },
		},
		{
			name: "a same header years later", verdict: "valid", now: timeOf(at).AddDate(10, 0, 0),
		},
		{
			name: "another chain in the header", verdict: "chain",
			file: func(f *proof.File) {
				h := *f.Block.Header
				h.ChainID = "battleship-2"
				f.Block = s.validators.Sign(s.tb, &h)
			},
		},
		{name: "another chain in the file", verdict: "chain", file: func(f *proof.File) { f.ChainID = "battleship-2" }},
		{
			name: "the key of another game", verdict: "key",
			file: func(f *proof.File) { f.Key = storeproof.KindResult.Key(8) },
		},
		{
			name: "the key of another game, in the proof too", verdict: "key",
			file: func(f *proof.File) {
				f.Key = storeproof.KindResult.Key(8)
				f.Proof.Ops[0].Key = f.Key
			},
		},
		{
			name: "another store", verdict: "key",
			file: func(f *proof.File) { f.Proof.Ops[1].Key = []byte("bank") },
		},
		{
			name: "another winner", verdict: "value",
			file: func(f *proof.File) {
				r := result(provenGame)
				r.Winner = types.SEAT_CREATOR
				f.Value, _ = r.Marshal()
			},
		},
		{name: "no value", verdict: "value", file: func(f *proof.File) { f.Value = nil }},
		{
			name: "a result that is none", verdict: "value",
			file: func(f *proof.File) {
				*f = s.clone(s.absent)
				f.Value = s.file.Value
			},
		},
		{
			name: "that there is none, by the proof for another game", verdict: "value",
			file: func(f *proof.File) {
				f.Value, f.Proof = nil, s.clone(s.absent).Proof
				f.Proof.Ops[0].Key = f.Key
			},
		},
		{
			name: "that there is none, by the proof for another game beside a record without a value", verdict: "value",
			file: func(f *proof.File) {
				f.Key = storeproof.KindResult.Key(2)
				f.Value, f.Proof = nil, s.clone(s.beside).Proof
				f.Proof.Ops[0].Key = f.Key
			},
		},
		{
			name: "the state of another block", verdict: "value",
			file: func(f *proof.File) { *f = proof.NewFile(s.item(f.Key, f.Height-1), f.Block) },
		},
		{name: "another height", verdict: "height", file: func(f *proof.File) { f.Height-- }},
		{
			name: "another header of the same height", verdict: "header",
			file: func(f *proof.File) {
				h := *f.Block.Header
				h.AppHash = bytes.Repeat([]byte{7}, 32)
				f.Block = s.validators.Sign(s.tb, &h)
			},
		},
		{
			name: "too few signatures", verdict: "signatures", trusted: earlier(3, s.validators),
			file: func(f *proof.File) { f.Block = s.block(f.Block.Height, s.validators, 0, 1) },
		},
		{
			name: "the block after, with too few signatures", verdict: "signatures", trusted: earlier(at-1, s.validators),
			file: func(f *proof.File) { f.Block = s.block(f.Block.Height, s.validators, 2, 3) },
		},
		{
			name: "a signature of another block", verdict: "signatures", trusted: earlier(3, s.validators),
			file: func(f *proof.File) {
				other := s.block(f.Block.Height-1, s.validators)
				f.Block.Commit.Signatures[0].Signature = other.Commit.Signatures[0].Signature
			},
		},
		{name: "validators that the trusted header does not know", verdict: "distant", trusted: earlier(3, others)},
		{
			name: "the block after, by other validators", verdict: "signatures", trusted: earlier(at-1, others),
		},
		{
			name: "validators that are not the header's", verdict: "malformed", trusted: earlier(3, s.validators),
			file: func(f *proof.File) { f.Block.ValidatorSet = others.Set },
		},
		{name: "a trusted header that is newer", verdict: "newer", trusted: earlier(at+1, s.validators)},
		{
			name: "only the hash of an older header", verdict: "only-hash",
			trusted: func(t *proof.Trusted) {
				*t = proof.Trust(s.block(3, s.validators))
				t.Block = nil
			},
		},
		{
			name: "an older header for too long", verdict: "expired", trusted: earlier(3, s.validators),
			now: timeOf(3).Add(proof.DefaultPeriod),
		},
		{
			name: "a header from the future", verdict: "future", trusted: earlier(3, s.validators),
			now: timeOf(at).Add(-time.Minute),
		},
		{name: "no proof", verdict: "malformed", file: func(f *proof.File) { f.Proof = nil }},
		{
			name: "half a proof", verdict: "malformed",
			file: func(f *proof.File) { f.Proof.Ops = f.Proof.Ops[:1] },
		},
		{
			name: "a proof that is none", verdict: "malformed",
			file: func(f *proof.File) { f.Proof.Ops[0].Data = []byte{1, 2, 3} },
		},
		{name: "no header", verdict: "malformed", file: func(f *proof.File) { f.Block = nil }},
		{
			name: "another format", verdict: "malformed",
			file: func(f *proof.File) { f.Format = "battleship/store-proof/v2" },
		},
		{
			name: "the result of a melee", verdict: "valid", now: timeOf(at + 9),
			file: func(f *proof.File) { *f = s.clone(s.melee) },
		},
		{
			name: "no such result of a melee", verdict: "valid", now: timeOf(at + 9),
			file: func(f *proof.File) { *f = s.clone(s.noMelee) },
		},
		{
			name: "the result of a melee as that of a game of two", verdict: "key", now: timeOf(at + 9),
			file: func(f *proof.File) {
				*f = s.clone(s.melee)
				f.Key = storeproof.KindResult.Key(provenMelee)
				f.Proof.Ops[0].Key = f.Key
			},
		},
		{
			name: "another winner of a melee", verdict: "value", now: timeOf(at + 9),
			file: func(f *proof.File) {
				*f = s.clone(s.melee)
				r := meleeResult(provenMelee)
				r.Winners = 1 << 2
				f.Value, _ = r.Marshal()
			},
		},
	}
}

// clone is a file that can be changed without the first one.
func (s scene) clone(f proof.File) proof.File {
	s.tb.Helper()
	raw, err := f.Encode()
	require.NoError(s.tb, err)
	out, err := proof.Parse(raw)
	require.NoError(s.tb, err)
	return out
}

func (s scene) vector(c change) vector {
	s.tb.Helper()
	file := s.clone(s.file)
	trusted := proof.Trust(s.file.Block)
	now := timeOf(s.file.Block.Height).Add(time.Hour)
	if c.file != nil {
		c.file(&file)
	}
	if c.trusted != nil {
		c.trusted(&trusted)
	}
	if !c.now.IsZero() {
		now = c.now
	}
	rawFile, err := cmtjson.Marshal(file)
	require.NoError(s.tb, err)
	rawTrusted, err := cmtjson.Marshal(trusted)
	require.NoError(s.tb, err)
	return vector{
		Name: c.name, Verdict: c.verdict, Now: now, Period: int64(proof.DefaultPeriod / time.Second),
		Trusted: rawTrusted, File: rawFile,
	}
}

const vectorsPath = "../../../interchain/storeproof/testdata/vectors.json"

// The vectors are what a client in another language is checked with. They come from a store as the node's is, and from
// validators whose keys the test knows.
func TestVectors(t *testing.T) {
	if *update {
		s := newScene(t)
		var all []vector
		for _, c := range s.changes() {
			all = append(all, s.vector(c))
		}
		raw, err := json.MarshalIndent(map[string]any{"vectors": all}, "", " ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(vectorsPath, append(raw, '\n'), 0o644))
	}
	raw, err := os.ReadFile(vectorsPath)
	require.NoError(t, err)
	var recorded struct{ Vectors []vector }
	require.NoError(t, json.Unmarshal(raw, &recorded))
	s := newScene(t)
	changes := s.changes()
	require.Len(t, recorded.Vectors, len(changes))
	for i, v := range recorded.Vectors {
		t.Run(v.Name, func(t *testing.T) {
			require.Equal(t, changes[i].name, v.Name)
			require.Equal(t, changes[i].verdict, v.Verdict)
			file, err := proof.Parse(v.File)
			require.NoError(t, err)
			trusted, err := proof.ParseTrusted(v.Trusted)
			require.NoError(t, err)
			err = file.Verify(trusted, time.Duration(v.Period)*time.Second, v.Now)
			require.Equal(t, v.Verdict, verdictOn(t, err), "%v", err)
			fresh := s.vector(changes[i])
			require.JSONEq(t, string(v.File), string(fresh.File), "the store and CometBFT make the same proof today")
			require.JSONEq(t, string(v.Trusted), string(fresh.Trusted))
		})
	}
}

func TestAResultIsStoredUnderPrefixAndNumber(t *testing.T) {
	key := storeproof.KindResult.Key(0x0102030405060708)
	require.Equal(t, unhex(t, "080102030405060708"), key)
	require.Equal(t, types.ResultsPrefix.Bytes(), key[:1])
	kind, id, err := storeproof.ParseKey(key)
	require.NoError(t, err)
	require.Equal(t, storeproof.KindResult, kind)
	require.Equal(t, uint64(0x0102030405060708), id)
	require.Equal(t, unhex(t, "1c0000000000000007"), storeproof.KindMeleeResult.Key(7))
	require.Equal(t, types.MeleeResultsPrefix.Bytes(), storeproof.KindMeleeResult.Key(7)[:1])
	for _, key := range [][]byte{nil, {8}, append([]byte{9}, make([]byte, 8)...), make([]byte, 10)} {
		_, _, err := storeproof.ParseKey(key)
		require.ErrorIs(t, err, storeproof.ErrKey)
	}
}

// What is written in the file is what a client in another language decodes.
func TestTheValueIsTheResult(t *testing.T) {
	s := newScene(t)
	var got types.Result
	require.NoError(t, proto.Unmarshal(s.file.Value, &got))
	require.Equal(t, result(provenGame), got)
	var melee types.MeleeResult
	require.NoError(t, proto.Unmarshal(s.melee.Value, &melee))
	require.Equal(t, meleeResult(provenMelee), melee)
}

// Apps on other chains read results without this chain's types.
func TestAppsReadWhatTheChainWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := types.Result{
			GameId: rapid.Uint64().Draw(t, "game"), RulesetId: rapid.Uint32().Draw(t, "ruleset"),
			Players: []string{rapid.String().Draw(t, "creator"), rapid.String().Draw(t, "joiner")},
			Winner:  types.Seat(rapid.IntRange(0, 2).Draw(t, "winner")),
			Reason:  types.Reason(rapid.IntRange(0, 7).Draw(t, "reason")),
			Shots:   rapid.SliceOf(rapid.Uint32()).Draw(t, "shots"), CreatedHeight: rapid.Int64().Draw(t, "created"),
			EndedHeight: rapid.Int64().Draw(t, "ended"), Reward: rapid.Uint64().Draw(t, "reward"),
		}
		raw, err := r.Marshal()
		require.NoError(t, err)
		got, err := storeproof.ParseResult(raw)
		require.NoError(t, err)
		require.Equal(t, storeproof.Result{
			GameID: r.GameId, RulesetID: r.RulesetId, Players: [2]string(r.Players), Winner: uint32(r.Winner),
			Reason: uint32(r.Reason), CreatedHeight: r.CreatedHeight, EndedHeight: r.EndedHeight,
		}, got)
		winner, _ := r.WinnerAddress()
		require.Equal(t, winner, got.WinnerAddress())

		m := types.MeleeResult{
			GameId: r.GameId, RulesetId: r.RulesetId, Winners: rapid.Uint32Range(0, 15).Draw(t, "winners"), Rounds: 3,
			CreatedHeight: r.CreatedHeight, StartedHeight: 7, EndedHeight: r.EndedHeight,
			Places: []types.MeleePlace{{Player: r.Players[0], Rank: 1}, {}, {Hits: 2}, {Player: r.Players[1]}},
		}
		raw, err = m.Marshal()
		require.NoError(t, err)
		melee, err := storeproof.ParseMeleeResult(raw)
		require.NoError(t, err)
		require.Equal(t, storeproof.MeleeResult{
			GameID: m.GameId, RulesetID: m.RulesetId, Players: []string{r.Players[0], "", "", r.Players[1]},
			Winners: m.Winners, CreatedHeight: m.CreatedHeight, EndedHeight: m.EndedHeight,
		}, melee)
	})
}

// CometBFT's types panic over keys of a wrong length and over too much voting power, and a file can hold either.
func TestAttackAFileWithValidatorsThatCannotBeIsNoPanic(t *testing.T) {
	s := newScene(t)
	for name, spoil := range map[string]func(*cmttypes.ValidatorSet){
		"a short key":           func(v *cmttypes.ValidatorSet) { v.Validators[1].PubKey = shortKey(t) },
		"a proposer's":          func(v *cmttypes.ValidatorSet) { v.Proposer.PubKey = shortKey(t) },
		"no key":                func(v *cmttypes.ValidatorSet) { v.Validators[1].PubKey = nil },
		"no proposer":           func(v *cmttypes.ValidatorSet) { v.Proposer = nil },
		"no validator":          func(v *cmttypes.ValidatorSet) { v.Validators[0] = nil },
		"none":                  func(v *cmttypes.ValidatorSet) { v.Validators = nil },
		"more power than there": func(v *cmttypes.ValidatorSet) { v.Validators[1].VotingPower = 1 << 62 },
		"more power together": func(v *cmttypes.ValidatorSet) {
			v.Validators[len(v.Validators)-1].VotingPower += cmttypes.MaxTotalVotingPower - v.TotalVotingPower() + 1
		},
		"less than none": func(v *cmttypes.ValidatorSet) { v.Validators[1].VotingPower = -1 },
	} {
		t.Run(name, func(t *testing.T) {
			f := s.clone(s.file)
			spoil(f.Block.ValidatorSet)
			trusted := proof.Trust(s.block(3, s.validators))
			err := f.Verify(trusted, proof.DefaultPeriod, timeOf(f.Height+2))
			require.ErrorIs(t, err, storeproof.ErrMalformed)
		})
	}
}

// A trusted header vouches for later ones with its validators, so those must be of the block that has its hash.
func TestAttackATrustedHeaderHasTheHashOfItsBlock(t *testing.T) {
	s := newScene(t)
	trusted := proof.Trust(s.block(3, s.validators))
	verify := func() error { return s.file.Verify(trusted, proof.DefaultPeriod, timeOf(s.file.Height+2)) }
	require.NoError(t, trusted.Validate())
	require.NoError(t, verify())
	trusted.Hash = proof.Trust(s.block(4, s.validators)).Hash
	require.ErrorIs(t, trusted.Validate(), proof.ErrHeader)
	require.ErrorIs(t, verify(), proof.ErrHeader)
}

// The hash of a block's parts is in what validators sign, and CometBFT's types panic over one of a wrong length.
func TestAttackACommitWithAHashThatCannotBeIsNoPanic(t *testing.T) {
	s := newScene(t)
	f := s.clone(s.file)
	f.Block.Commit.BlockID.PartSetHeader.Hash = []byte{1, 2, 3}
	err := f.Verify(proof.Trust(s.block(3, s.validators)), proof.DefaultPeriod, timeOf(f.Height+2))
	require.ErrorIs(t, err, storeproof.ErrMalformed)
}

func FuzzAFileOfAStrangerIsNoPanic(f *testing.F) {
	raw, err := os.ReadFile(vectorsPath)
	require.NoError(f, err)
	var recorded struct{ Vectors []vector }
	require.NoError(f, json.Unmarshal(raw, &recorded))
	for _, v := range recorded.Vectors {
		f.Add([]byte(v.File), []byte(v.Trusted))
	}
	f.Fuzz(func(t *testing.T, file, trusted []byte) {
		shown, err := proof.Parse(file)
		if err != nil {
			return
		}
		believed, err := proof.ParseTrusted(trusted)
		if err != nil {
			return
		}
		_ = shown.Verify(believed, proof.DefaultPeriod, timeOf(shown.Height+2))
	})
}

// What a proof takes grows with the logarithm of how many records there are.
func TestBytesOfAStoreProof(t *testing.T) {
	for _, games := range []uint64{1, 100, 10_000} {
		l := newLedger(t)
		records := make(map[string][]byte)
		for id := range games {
			for key, value := range results(t, id+1) {
				records[key] = value
			}
		}
		l.commit(records)
		at := l.commit(nil)
		item := l.item(storeproof.KindResult.Key(games/2+1), at)
		require.NoError(t, item.Check(l.roots[at]))
		for _, n := range []int{1, 4, 100} {
			f := proof.NewFile(item, l.block(at+1, headers.Named(n)))
			text, err := f.Encode()
			require.NoError(t, err)
			block, err := f.Block.ToProto()
			require.NoError(t, err)
			t.Logf("%6d games, %3d validators: value %d, proof %d, header with commit %d, validators %d, file %d bytes",
				games, n, len(item.Value), f.Proof.Size(), block.SignedHeader.Size(), block.ValidatorSet.Size(), len(text))
		}
	}
}

// The library verifies what stands beside a record with a value in the same way.
func TestAbsenceIsThatOfTheLibrary(t *testing.T) {
	s := newScene(t)
	at := s.file.Height
	for id := range uint64(16) {
		item := s.item(storeproof.KindResult.Key(id), at)
		require.NoError(t, item.Check(s.roots[at]))
		var proof ics23.CommitmentProof
		require.NoError(t, proof.Unmarshal(item.Proof[0].Data))
		if absent := proof.GetNonexist(); absent != nil && len(absent.GetLeft().GetValue()) > 0 {
			root, err := proof.Calculate()
			require.NoError(t, err)
			require.True(t, ics23.VerifyNonMembership(ics23.IavlSpec, root, &proof, item.Key))
		}
		for other := range uint64(16) {
			lie := item
			lie.Key, lie.Value = storeproof.KindResult.Key(other), nil
			lie.Proof = slices.Clone(item.Proof)
			lie.Proof[0].Key = lie.Key
			honest := s.item(lie.Key, at)
			if len(honest.Value) > 0 {
				require.ErrorIs(t, lie.Check(s.roots[at]), storeproof.ErrValue, "%d by the proof of %d", other, id)
			}
		}
	}
}
