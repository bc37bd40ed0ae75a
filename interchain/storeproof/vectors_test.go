package storeproof_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/interchain/storeproof"
)

// bytesOf is how a file holds bytes: keys, values and hashes in hexadecimal.
type bytesOf []byte

func (b *bytesOf) UnmarshalText(text []byte) (err error) {
	*b, err = hex.DecodeString(string(text))
	return err
}

// vector is one file as a program reads it that has nothing but a JSON decoder.
type vector struct {
	Name    string
	Verdict string
	File    struct {
		Store      string
		Key, Value bytesOf
		Proof      struct {
			Ops []struct{ Type, Key, Data string }
		} `json:"proof_ops"`
		Block struct {
			Signed struct {
				Header struct {
					AppHash bytesOf `json:"app_hash"`
				}
			} `json:"signed_header"`
		} `json:"light_block"`
	}
}

// item is the file's proof.
func (v vector) item(t *testing.T) storeproof.Item {
	t.Helper()
	item := storeproof.Item{Key: v.File.Key, Value: v.File.Value}
	for _, op := range v.File.Proof.Ops {
		step := storeproof.Step{Type: op.Type}
		for text, into := range map[string]*[]byte{op.Key: &step.Key, op.Data: &step.Data} {
			raw, err := base64.StdEncoding.DecodeString(text)
			require.NoError(t, err)
			*into = raw
		}
		item.Proof = append(item.Proof, step)
	}
	return item
}

func vectors(t *testing.T) []vector {
	t.Helper()
	raw, err := os.ReadFile("testdata/vectors.json")
	require.NoError(t, err)
	var recorded struct{ Vectors []vector }
	require.NoError(t, json.Unmarshal(raw, &recorded))
	require.NotEmpty(t, recorded.Vectors)
	return recorded.Vectors
}

// The headers of the files are checked by those who have a light client: here they are taken as they are.
func TestItemsOfTheVectors(t *testing.T) {
	seen := make(map[string]int)
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			err := v.item(t).Check(v.File.Block.Signed.Header.AppHash)
			switch v.Verdict {
			case "valid":
				require.NoError(t, err)
			case "value":
				require.ErrorIs(t, err, storeproof.ErrValue)
			case "key":
				if v.File.Store == storeproof.StoreName {
					require.ErrorIs(t, err, storeproof.ErrKey)
				}
			default:
				return // of the header, or of the file's form
			}
			seen[v.Verdict]++
		})
	}
	for _, verdict := range []string{"valid", "value", "key"} {
		require.Positive(t, seen[verdict], verdict)
	}
}

func TestResultsAreReadFromTheirBytes(t *testing.T) {
	const (
		alice = "ship1qyqszqgpqyqszqgpqyqszqgpqyqszqgpfy80uc"
		bob   = "ship1qgpqyqszqgpqyqszqgpqyqszqgpqyqszgvxsqe"
		carol = "ship1qvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcr2e9dxx"
	)
	duels, melees := 0, 0
	for _, v := range vectors(t) {
		if v.Verdict != "valid" || len(v.File.Value) == 0 {
			continue
		}
		kind, id, err := storeproof.ParseKey(v.File.Key)
		require.NoError(t, err)
		if kind == storeproof.KindMeleeResult {
			got, err := storeproof.ParseMeleeResult(v.File.Value)
			require.NoError(t, err)
			require.Equal(t, storeproof.MeleeResult{
				GameID: id, RulesetID: 1, Players: []string{alice, bob, carol}, Winners: 1 << 1, CreatedHeight: int64(id),
				EndedHeight: int64(id) + 40,
			}, got)
			for seat, won := range map[int]bool{-1: false, 0: false, 1: true, 2: false, 3: false} {
				require.Equal(t, won, got.Won(seat), seat)
			}
			melees++
			continue
		}
		got, err := storeproof.ParseResult(v.File.Value)
		require.NoError(t, err)
		require.Equal(t, storeproof.Result{
			GameID: id, RulesetID: 1, Players: [2]string{alice, bob}, Winner: 2, Reason: 1, CreatedHeight: int64(id),
			EndedHeight: int64(id) + 90,
		}, got)
		require.Equal(t, bob, got.WinnerAddress())
		duels++
	}
	require.Positive(t, duels)
	require.Positive(t, melees)
}

func TestAVoidGameHasNoWinner(t *testing.T) {
	value := []byte{0x08, 7, 0x1a, 1, 'a', 0x1a, 1, 'b', 0x28, 7}
	got, err := storeproof.ParseResult(value)
	require.NoError(t, err)
	require.Empty(t, got.WinnerAddress())
	require.Equal(t, uint32(7), got.Reason)
}

// A field that a later version adds changes nothing for readers of this one.
func TestUnknownFieldsAreSkipped(t *testing.T) {
	known := []byte{0x08, 7, 0x1a, 1, 'a', 0x1a, 1, 'b', 0x20, 1}
	want, err := storeproof.ParseResult(known)
	require.NoError(t, err)
	got, err := storeproof.ParseResult(append(known, 0x85, 0x06, 1, 2, 3, 4, 0x8a, 0x06, 1, 'x'))
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestDamagedResultsAreRefused(t *testing.T) {
	for name, value := range map[string][]byte{
		"nothing":            nil,
		"one player":         {0x1a, 1, 'a'},
		"three players":      {0x1a, 1, 'a', 0x1a, 1, 'b', 0x1a, 1, 'c'},
		"a third winner":     {0x1a, 1, 'a', 0x1a, 1, 'b', 0x20, 3},
		"half a number":      {0x1a, 1, 'a', 0x1a, 1, 'b', 0x20, 0x80},
		"too long a text":    {0x1a, 9, 'a'},
		"the field number 0": {0x00, 1},
		"a group without end": {
			0x1a, 1, 'a', 0x1a, 1, 'b', 0x0b,
		},
	} {
		_, err := storeproof.ParseResult(value)
		require.ErrorIs(t, err, storeproof.ErrMalformed, name)
	}
	for name, value := range map[string][]byte{
		"a winner without a seat": {0x20, 1},
		"a damaged seat":          {0x1a, 2, 0x0a, 9},
	} {
		_, err := storeproof.ParseMeleeResult(value)
		require.ErrorIs(t, err, storeproof.ErrMalformed, name)
	}
}

func TestTheKeyOfAMeleeResultIsRead(t *testing.T) {
	kind, id, err := storeproof.ParseKey(storeproof.KindMeleeResult.Key(7))
	require.NoError(t, err)
	require.Equal(t, storeproof.KindMeleeResult, kind)
	require.Equal(t, uint64(7), id)
}

func FuzzTheValueOfAStrangerIsNoPanic(f *testing.F) {
	f.Add([]byte{0x08, 7, 0x1a, 1, 'a', 0x1a, 1, 'b', 0x28, 7})
	f.Fuzz(func(_ *testing.T, value []byte) {
		_, _ = storeproof.ParseResult(value)
		_, _ = storeproof.ParseMeleeResult(value)
	})
}
