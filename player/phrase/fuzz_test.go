package phrase_test

import (
	"bytes"
	"encoding/binary"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/phrase"
)

// FuzzRead reads any note, and one with any head that the opponent has signed. A note is read if it has a phrase and a
// time near the reader's, later than the last, and the opponent's signature, and is not read again.
func FuzzRead(f *testing.F) {
	for number := 1; number <= phrase.Count; number++ {
		note, err := phrase.Write(here, number, now.Add(time.Duration(number-4)*time.Minute), alice.Sign)
		require.NoError(f, err)
		f.Add(note, now.UnixMilli(), int64(0))
	}
	f.Fuzz(func(t *testing.T, note []byte, clock, last int64) {
		const head = 9
		at := time.UnixMilli(clock)
		signed := bytes.Clone(note[:min(len(note), head)])
		signature, err := alice.Sign(append(append([]byte("battleship/phrase/v1"), here[:]...), signed...))
		require.NoError(t, err)
		signed = append(signed, signature...)
		for _, note := range [][]byte{note, signed} {
			r := reader()
			if _, err := r.Read(spoken(t, last), time.UnixMilli(last)); err != nil {
				last = 0
			}
			want := bytes.Equal(note, signed) && len(note) == head+len(signature) && note[0] >= 1 &&
				int(note[0]) <= phrase.Count && inTime(int64(binary.BigEndian.Uint64(note[1:])), clock, last)
			number, err := r.Read(note, at)
			require.Equal(t, want, err == nil, "%v", err)
			if err != nil {
				continue
			}
			require.Equal(t, int(note[0]), number)
			_, err = r.Read(note, at)
			require.ErrorIs(t, err, phrase.ErrOld)
		}
	})
}

// spoken returns the opponent's phrase of a time.
func spoken(t *testing.T, at int64) []byte {
	t.Helper()
	return write(t, alice, here, 1, time.UnixMilli(at))
}

// inTime reports whether a phrase of a time is later than the last one and near a clock, all in milliseconds.
func inTime(at, clock, last int64) bool {
	apart := new(big.Int).Sub(big.NewInt(at), big.NewInt(clock))
	return at > last && apart.CmpAbs(big.NewInt(phrase.NearFor.Milliseconds())) <= 0
}
