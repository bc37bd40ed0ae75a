package proof_test

import (
	"slices"
	"testing"

	ics23 "github.com/cosmos/ics23/go"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/light/proof"
)

// forged is an item that shows that there is no such key, by proofs of records that are there.
func forged(t *testing.T, key []byte, by storeproof.Item, left, right *ics23.ExistenceProof) storeproof.Item {
	t.Helper()
	proof := ics23.CommitmentProof{Proof: &ics23.CommitmentProof_Nonexist{
		Nonexist: &ics23.NonExistenceProof{Key: key, Left: left, Right: right},
	}}
	data, err := proof.Marshal()
	require.NoError(t, err)
	steps := slices.Clone(by.Proof)
	steps[0].Key, steps[0].Data = key, data
	return storeproof.Item{Key: key, Proof: steps}
}

// Two records of which others are between them, or one that is not the first or last, do not show that a key is absent:
// else a node could deny any record with honest proofs of its neighbours' neighbours.
func TestAttackOnlyTheNextNeighboursShowAbsence(t *testing.T) {
	l := newLedger(t)
	const games = 9
	ids := make([]uint64, games)
	for i := range ids {
		ids[i] = uint64(i) + 1
	}
	l.commit(results(t, ids...))
	at := l.commit(nil)
	keys, items := make([][]byte, games), make([]storeproof.Item, games)
	exist := make([]*ics23.ExistenceProof, games)
	for i, id := range ids {
		keys[i] = storeproof.KindResult.Key(id)
		items[i] = l.item(keys[i], at)
		var proof ics23.CommitmentProof
		require.NoError(t, proof.Unmarshal(items[i].Proof[0].Data))
		exist[i] = proof.GetExist()
		require.NotNil(t, exist[i])
	}
	denied := func(i int, left, right *ics23.ExistenceProof) {
		t.Helper()
		lie := forged(t, keys[i], items[i], left, right)
		require.ErrorIs(t, lie.Check(l.roots[at]), storeproof.ErrValue, "record %d", i)
	}
	for i := range games {
		for right := i + 1; right < games; right++ {
			denied(i, nil, exist[right])
			for left := range i {
				denied(i, exist[left], exist[right])
			}
		}
		for left := range i {
			denied(i, exist[left], nil)
		}
	}
	before, behind := storeproof.KindResult.Key(0), storeproof.KindResult.Key(games+1)
	require.NoError(t, forged(t, before, items[0], nil, exist[0]).Check(l.roots[at]))
	require.NoError(t, forged(t, behind, items[0], exist[games-1], nil).Check(l.roots[at]))
}

// A proof says of which key it is, and is refused as that of another one.
func TestAProofNamesItsKey(t *testing.T) {
	s := newScene(t)
	for _, f := range []proof.File{s.file, s.absent, s.beside} {
		item := s.clone(f).Item()
		require.NoError(t, item.Check(s.roots[f.Height]))
		item.Proof[0].Key = storeproof.KindResult.Key(1_000)
		require.ErrorIs(t, item.Check(s.roots[f.Height]), storeproof.ErrKey)
	}
}
