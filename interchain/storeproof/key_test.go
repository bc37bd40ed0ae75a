package storeproof_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/interchain/storeproof"
)

// FuzzParseKey reads any bytes as the key of a record. What is read is the key of a result with exactly those bytes.
func FuzzParseKey(f *testing.F) {
	for _, kind := range []storeproof.Kind{storeproof.KindResult, storeproof.KindMeleeResult} {
		f.Add(kind.Key(7))
	}
	f.Add([]byte{0x08, 7})
	f.Fuzz(func(t *testing.T, key []byte) {
		kind, id, err := storeproof.ParseKey(key)
		if err != nil {
			require.ErrorIs(t, err, storeproof.ErrKey)
			require.Zero(t, kind)
			require.Zero(t, id)
			return
		}
		require.Equal(t, key, kind.Key(id))
		require.Contains(t, []storeproof.Kind{storeproof.KindResult, storeproof.KindMeleeResult}, kind)
	})
}
