package phrase_test

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"

	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/phrase"
)

var (
	alice   = secp256k1.GenPrivKeyFromSecret([]byte("alice"))
	mallory = secp256k1.GenPrivKeyFromSecret([]byte("mallory"))
	here    = channel.ID{1, 2, 3}
	now     = time.UnixMilli(1_800_000_000_123)
)

func write(t *testing.T, key *secp256k1.PrivKey, id channel.ID, number int, at time.Time) []byte {
	t.Helper()
	note, err := phrase.Write(id, number, at, key.Sign)
	require.NoError(t, err)
	return note
}

func reader() *phrase.Reader { return &phrase.Reader{Channel: here, Key: alice.PubKey().Bytes()} }

// The bytes of a phrase, for other languages.
func TestBytes(t *testing.T) {
	note := write(t, alice, here, 3, now)
	require.Equal(t, "03000001a3185c507b", hex.EncodeToString(note[:9]))
	require.Len(t, note, 73)
	signed := append([]byte("battleship/phrase/v1"), here[:]...)
	require.True(t, alice.PubKey().VerifySignature(append(signed, note[:9]...), note[9:]))
}

// Strangers, other games, replays and old phrases are dropped; clocks may differ by a minute.
func TestAttackOnlyNewPhrasesOfTheOpponentAreRead(t *testing.T) {
	for name, tc := range map[string]struct {
		note []byte
		want error
	}{
		"a phrase":              {write(t, alice, here, 8, now), nil},
		"a clock late":          {write(t, alice, here, 1, now.Add(-time.Minute)), nil},
		"a clock early":         {write(t, alice, here, 1, now.Add(time.Minute)), nil},
		"an old one":            {write(t, alice, here, 1, now.Add(-3*time.Minute)), phrase.ErrOld},
		"one of the future":     {write(t, alice, here, 1, now.Add(3*time.Minute)), phrase.ErrOld},
		"a stranger's":          {write(t, mallory, here, 1, now), phrase.ErrNote},
		"one of another game":   {write(t, alice, channel.ID{9}, 1, now), phrase.ErrNote},
		"another number":        {append([]byte{7}, write(t, alice, here, 1, now)[1:]...), phrase.ErrNote},
		"no phrase":             {append([]byte{9}, write(t, alice, here, 1, now)[1:]...), phrase.ErrNote},
		"nothing":               {nil, phrase.ErrNote},
		"a note that is longer": {append(write(t, alice, here, 1, now), 0), phrase.ErrNote},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := reader().Read(tc.note, now)
			require.ErrorIs(t, err, tc.want)
		})
	}
	r := reader()
	first, second := write(t, alice, here, 1, now), write(t, alice, here, 2, now.Add(time.Millisecond))
	for _, note := range [][]byte{first, second} {
		_, err := r.Read(note, now)
		require.NoError(t, err)
	}
	for _, replayed := range [][]byte{first, second} {
		_, err := r.Read(replayed, now)
		require.ErrorIs(t, err, phrase.ErrOld)
	}
	_, err := phrase.Write(here, 0, now, alice.Sign)
	require.Error(t, err)
	_, err = phrase.Write(here, phrase.Count+1, now, alice.Sign)
	require.Error(t, err)
}

// A stranger's phrase does not displace those of the opponent.
func TestAForgedPhraseDoesNotCount(t *testing.T) {
	r := reader()
	_, err := r.Read(write(t, mallory, here, 1, now.Add(time.Minute)), now)
	require.ErrorIs(t, err, phrase.ErrNote)
	got, err := r.Read(write(t, alice, here, 4, now), now)
	require.NoError(t, err)
	require.Equal(t, 4, got)
}
