package name_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game/name"
)

var record = flag.Bool("record", false, "write the vectors instead of comparing them")

func TestNamesThatPlayersMaySet(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"bob", "a1b", "x-y", "7seas", "otter-417", "a-b-c-d-e-f", "sharkbait", strings.Repeat("z", 20), "shipwreck", "0x0",
		"ship", "admin1",
	} {
		want := error(nil)
		if text == "ship" {
			want = name.ErrReserved
		}
		require.ErrorIs(t, name.Check(text), want, text)
	}
}

func TestAttackTextsThatAreNotNames(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "ab", strings.Repeat("z", 21), "Bob", "bob smith", "-bob", "bob-", "b--b", "bob_", "b.b", "bob\n", "böb",
		"b\x00b",
		"bob\u200b", "---", "123", "4-2", "2026-11-26", "ship1", "ship1qqqqqq", "ship1-otter", "Brave Otter 417",
		"o\xffo",
	} {
		require.ErrorIs(t, name.Check(text), name.ErrForm, "%q", text)
	}
}

func TestAttackReservedNamesHaveTheFormOfNames(t *testing.T) {
	t.Parallel()
	reserved := name.Reserved()
	require.True(t, slices.IsSorted(reserved), "the search is binary")
	require.Equal(t, slices.Compact(slices.Clone(reserved)), reserved)
	for _, text := range reserved {
		require.NoError(t, name.CheckForm(text), "a word that is refused anyway")
		require.ErrorIs(t, name.Check(text), name.ErrReserved)
	}
}

func TestNoPlayerCanSetAGeneratedName(t *testing.T) {
	t.Parallel()
	for i := range 1_000 {
		generated := name.Generated(fmt.Sprint("ship1", i))
		require.ErrorIs(t, name.CheckForm(generated), name.ErrForm)
		require.Regexp(t, `^[A-Z][a-z]{1,6} [A-Z][a-z]{1,6} [0-9]{1,3}$`, generated)
	}
}

func TestAttackNoPlayerCanSetANameLikeAGeneratedOne(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		"brave-otter-417": name.ErrReserved, "braveotter417": name.ErrReserved, "brave-otter417": name.ErrReserved,
		"br-ave-otter-0": name.ErrReserved, "brave-otter-00417": name.ErrReserved,
		"brave-otter": nil, "braveotter": nil, "otter-417": nil, "otter-brave-417": nil, "brave-otters-417": nil,
		"a-brave-otter-417": nil, "417-brave-otter": nil, "brave-otter-417-x": nil, "x417": nil,
	} {
		require.ErrorIs(t, name.Check(text), want, text)
	}
}

func TestWordsOfGeneratedNamesDiffer(t *testing.T) {
	t.Parallel()
	for _, words := range name.Words() {
		require.Len(t, words, 256)
		require.True(t, slices.IsSorted(words))
		require.Len(t, slices.Compact(slices.Clone(words)), len(words))
	}
}

// vectors hold other implementations equal to this one.
type vectors struct {
	// Words are both lists of words.
	Words [2][]string
	// Generated are addresses with their generated names.
	Generated []struct{ Address, Name string }
	// Allowed, Reserved and Malformed are texts by what Check returns.
	Allowed, Reserved, Malformed []string
}

// The vectors are recorded with -record. A change of a recorded name takes it from its player.
func TestGeneratedNamesAreTheRecordedOnes(t *testing.T) {
	t.Parallel()
	const path = "testdata/vectors.json"
	if *record {
		v := vectors{
			Words: name.Words(), Reserved: name.Reserved(), Allowed: []string{"bob", "7seas", "x-y", "shipwreck"},
			Malformed: []string{"", "ab", "a-very-long-name-that", "Bob", "-ab", "ab-", "a--b", "123", "4-2", "ship1x", "bo b"},
		}
		for i := range 64 {
			address := fmt.Sprintf("ship1%02d%s", i, strings.Repeat("q", 36))
			v.Generated = append(v.Generated, struct{ Address, Name string }{address, name.Generated(address)})
		}
		bz, err := json.MarshalIndent(v, "", " ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(bz, '\n'), 0o600))
	}
	bz, err := os.ReadFile(path)
	require.NoError(t, err)
	var v vectors
	require.NoError(t, json.Unmarshal(bz, &v))
	require.Equal(t, name.Words(), v.Words)
	require.Equal(t, name.Reserved(), v.Reserved)
	require.NotEmpty(t, v.Generated)
	for _, g := range v.Generated {
		require.Equal(t, g.Name, name.Generated(g.Address))
	}
	for _, text := range v.Allowed {
		require.NoError(t, name.Check(text))
	}
	for _, text := range v.Malformed {
		require.ErrorIs(t, name.Check(text), name.ErrForm)
	}
}
