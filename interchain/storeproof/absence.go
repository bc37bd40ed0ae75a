package storeproof

import (
	"bytes"
	"crypto/sha256"
	"errors"

	ics23 "github.com/cosmos/ics23/go"
)

// errNoRoot is for a proof that leads nowhere.
var errNoRoot = errors.New("expected a proof of one key, or of its neighbours")

// rootOf returns the root of the store that a proof leads to. It is not said of which key.
func rootOf(proof *ics23.CommitmentProof) ([]byte, error) {
	if exist := proof.GetExist(); exist != nil {
		return leadsTo(exist)
	}
	absent := proof.GetNonexist()
	switch {
	case absent.GetLeft() != nil:
		return leadsTo(absent.Left)
	case absent.GetRight() != nil:
		return leadsTo(absent.Right)
	default:
		return nil, errNoRoot
	}
}

// leadsTo returns the root of the proof of one key. The module's indexes have keys without values, which the library
// does not hash, because in other trees they cannot be distinguished from missing ones. In a tree of IAVL they can: a
// leaf has the hash of its value, also of an empty one.
func leadsTo(proof *ics23.ExistenceProof) ([]byte, error) {
	if err := proof.CheckAgainstSpec(ics23.IavlSpec); err != nil {
		return nil, err
	}
	if len(proof.Value) > 0 {
		return proof.Calculate()
	}
	empty := sha256.Sum256(nil)
	hashed := &ics23.ExistenceProof{
		Key: proof.Key, Value: empty[:], Path: proof.Path,
		Leaf: &ics23.LeafOp{
			Hash: proof.Leaf.Hash, PrehashKey: proof.Leaf.PrehashKey, PrehashValue: ics23.HashOp_NO_HASH,
			Length: proof.Leaf.Length, Prefix: proof.Leaf.Prefix,
		},
	}
	return hashed.Calculate()
}

// isAbsent reports whether a proof shows that there is no such key under a root: its neighbours are there, and nothing
// is between them.
func isAbsent(root []byte, proof *ics23.NonExistenceProof, key []byte) bool {
	under := func(neighbour *ics23.ExistenceProof) bool {
		got, err := leadsTo(neighbour)
		return err == nil && bytes.Equal(got, root)
	}
	left, right := proof.GetLeft(), proof.GetRight()
	switch spec := ics23.IavlSpec.InnerSpec; {
	case left != nil && (!under(left) || bytes.Compare(left.Key, key) >= 0),
		right != nil && (!under(right) || bytes.Compare(key, right.Key) >= 0):
		return false
	case left == nil && right == nil:
		return false
	case left == nil:
		return ics23.IsLeftMost(spec, right.Path)
	case right == nil:
		return ics23.IsRightMost(spec, left.Path)
	default:
		return len(left.Path) > 0 && len(right.Path) > 0 && ics23.IsLeftNeighbor(spec, left.Path, right.Path)
	}
}
