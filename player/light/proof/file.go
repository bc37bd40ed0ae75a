package proof

import (
	"fmt"
	"time"

	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	cmtjson "github.com/cometbft/cometbft/libs/json"
	cmtcrypto "github.com/cometbft/cometbft/proto/tendermint/crypto"
	cmttypes "github.com/cometbft/cometbft/types"

	"github.com/battleship-chain/battleship/interchain/storeproof"
)

// Format is the format name in a file.
const Format = "battleship/store-proof/v1"

// File proves the value of one key of the store after a block, to anyone who has a trusted header.
type File struct {
	Format  string `json:"format"`
	ChainID string `json:"chain_id"`
	// Height is the block after which the store was so. Block is the next one, whose header has the app hash.
	Height int64             `json:"height"`
	Store  string            `json:"store"`
	Key    cmtbytes.HexBytes `json:"key"`
	// Value is empty if the store had no such key.
	Value cmtbytes.HexBytes    `json:"value"`
	Proof *cmtcrypto.ProofOps  `json:"proof_ops"`
	Block *cmttypes.LightBlock `json:"light_block"`
}

// NewFile returns the file of an item that the header of a block proves.
func NewFile(item storeproof.Item, block *cmttypes.LightBlock) File {
	ops := &cmtcrypto.ProofOps{Ops: make([]cmtcrypto.ProofOp, len(item.Proof))}
	for i, step := range item.Proof {
		ops.Ops[i] = cmtcrypto.ProofOp(step)
	}
	return File{
		Format: Format, ChainID: block.ChainID, Height: block.Height - 1, Store: storeproof.StoreName,
		Key: item.Key, Value: item.Value, Proof: ops, Block: block,
	}
}

// Item is a node's answer that has a key, its value and the proof of it.
func Item(key, value []byte, proof *cmtcrypto.ProofOps) storeproof.Item {
	item := storeproof.Item{Key: key, Value: value}
	for _, op := range proof.GetOps() {
		item.Proof = append(item.Proof, storeproof.Step(op))
	}
	return item
}

// Item is the item of the file.
func (f File) Item() storeproof.Item { return Item(f.Key, f.Value, f.Proof) }

// Verify checks all of a file against a trusted header, at a time.
func (f File) Verify(t Trusted, period time.Duration, now time.Time) error {
	switch {
	case f.Format != Format:
		return fmt.Errorf("%w: expected the format %s, got %q", storeproof.ErrMalformed, Format, f.Format)
	case f.ChainID != t.ChainID:
		return fmt.Errorf("%w: expected a proof of %s, got one of %s", ErrChain, t.ChainID, f.ChainID)
	case f.Store != storeproof.StoreName:
		return fmt.Errorf("%w: expected the store %s, got %q", storeproof.ErrKey, storeproof.StoreName, f.Store)
	case f.Block == nil || f.Block.SignedHeader == nil || f.Block.Header == nil:
		return fmt.Errorf("%w: expected a header with commit and validators", storeproof.ErrMalformed)
	case f.Block.Height-1 != f.Height:
		return fmt.Errorf("%w: the state after block %d stands in the header of block %d, got that of block %d", ErrHeight,
			f.Height, f.Height+1, f.Block.Height)
	}
	if err := t.Verify(f.Block, period, now); err != nil {
		return err
	}
	return f.Item().Check(f.Block.AppHash)
}

// Parse reads a file.
func Parse(raw []byte) (File, error) {
	var f File
	if err := cmtjson.Unmarshal(raw, &f); err != nil {
		return File{}, fmt.Errorf("%w: expected a proof of a result", storeproof.ErrMalformed)
	}
	return f, nil
}

// ParseTrusted reads a trusted header.
func ParseTrusted(raw []byte) (Trusted, error) {
	var t Trusted
	if err := cmtjson.Unmarshal(raw, &t); err != nil {
		return Trusted{}, fmt.Errorf("%w: expected a trusted header", storeproof.ErrMalformed)
	}
	return t, t.Validate()
}

// Encode writes a file.
func (f File) Encode() ([]byte, error) { return encode(f) }

// Encode writes a trusted header.
func (t Trusted) Encode() ([]byte, error) { return encode(t) }

func encode(v any) ([]byte, error) {
	raw, err := cmtjson.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return append(raw, '\n'), nil
}
