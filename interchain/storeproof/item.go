package storeproof

import (
	"bytes"
	"fmt"

	ics23 "github.com/cosmos/ics23/go"
	"google.golang.org/protobuf/encoding/protowire"
)

// The two steps of a store proof: from the key to the root of the store, and from there to the app hash.
const (
	stepStore = "ics23:iavl"
	stepApp   = "ics23:simple"
)

// Step is one step of a proof, as a node returns it: CometBFT's ProofOp can be converted to it.
type Step struct {
	// Type is ics23:iavl for the first step, ics23:simple for the second.
	Type string
	// Key is the key within the store, or the name of the store.
	Key []byte
	// Data is a cosmos.ics23.v1.CommitmentProof.
	Data []byte
}

// Item is one key of the store, its value and the proof of it.
type Item struct {
	Key []byte
	// Value is empty if the store has no such key. No record of the module is empty.
	Value []byte
	// Proof has two steps: from the key to the root of the store, and from there to the app hash.
	Proof []Step
}

// Check makes sure that the app hash is of a state in which the key has the value, or in which there is no such key.
func (i Item) Check(appHash []byte) error {
	if len(i.Proof) != 2 {
		return fmt.Errorf("%w: expected a proof of 2 steps, %s and %s", ErrMalformed, stepStore, stepApp)
	}
	store, err := decode(i.Proof[0], stepStore)
	if err != nil {
		return err
	}
	app, err := decode(i.Proof[1], stepApp)
	if err != nil {
		return err
	}
	if got := i.Proof[0].Key; !bytes.Equal(got, i.Key) {
		return fmt.Errorf("%w: expected the proof of %X, got that of %X", ErrKey, i.Key, got)
	}
	if got := i.Proof[1].Key; string(got) != StoreName {
		return fmt.Errorf("%w: expected the store %s, got %q", ErrKey, StoreName, got)
	}
	root, err := rootOf(store)
	if err != nil {
		return fmt.Errorf("%w: the proof leads to no root: %w", ErrMalformed, err)
	}
	if !i.holds(root, store) {
		return i.notHeld(store)
	}
	if !ics23.VerifyMembership(ics23.TendermintSpec, appHash, app, []byte(StoreName), root) {
		return fmt.Errorf("%w: the proof does not lead to the app hash %X of the header", ErrValue, appHash)
	}
	return nil
}

// holds reports whether the proof leads from the key and its value to the root.
func (i Item) holds(root []byte, proof *ics23.CommitmentProof) bool {
	if len(i.Value) == 0 {
		return proof.GetNonexist() != nil && isAbsent(root, proof.GetNonexist(), i.Key)
	}
	return ics23.VerifyMembership(ics23.IavlSpec, root, proof, i.Key, i.Value)
}

// notHeld returns an error that describes the statement that a proof proves instead.
func (i Item) notHeld(proof *ics23.CommitmentProof) error {
	exist := proof.GetExist()
	switch {
	case exist == nil && len(i.Value) == 0:
		return fmt.Errorf("%w: the proof does not show that nothing stands under %X", ErrValue, i.Key)
	case exist == nil:
		return fmt.Errorf("%w: a value is shown, and the proof is that nothing stands under %X", ErrValue, i.Key)
	case len(i.Value) == 0:
		return fmt.Errorf("%w: no value is shown, and the proof is of one under %X", ErrValue, i.Key)
	case !bytes.Equal(exist.Key, i.Key):
		return fmt.Errorf("%w: expected the proof of %X, got that of %X", ErrKey, i.Key, exist.Key)
	default:
		return fmt.Errorf("%w: the value under %X is not the one that is proven", ErrValue, i.Key)
	}
}

// MerkleProof is the proof as light clients of IBC take it: an ibc.core.commitment.v1.MerkleProof. The path that it
// belongs to has two elements, StoreName and the key.
func (i Item) MerkleProof() []byte {
	var raw []byte
	for _, step := range i.Proof {
		raw = protowire.AppendTag(raw, 1, protowire.BytesType)
		raw = protowire.AppendBytes(raw, step.Data)
	}
	return raw
}

// decode reads one step. Batches and compressed proofs, which no node makes, are not read.
func decode(op Step, kind string) (*ics23.CommitmentProof, error) {
	if op.Type != kind {
		return nil, fmt.Errorf("%w: expected a step %s, got %q", ErrMalformed, kind, op.Type)
	}
	var proof ics23.CommitmentProof
	if err := proof.Unmarshal(op.Data); err != nil {
		return nil, fmt.Errorf("%w: step %s: %w", ErrMalformed, kind, err)
	}
	exist, absent := proof.GetExist(), proof.GetNonexist()
	if exist == nil && absent == nil || exist == nil && kind == stepApp {
		return nil, fmt.Errorf("%w: step %s: expected a proof of one key", ErrMalformed, kind)
	}
	return &proof, nil
}
