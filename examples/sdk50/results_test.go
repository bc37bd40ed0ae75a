package sdk50

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/cometbft/cometbft/crypto/merkle"
	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	cmtjson "github.com/cometbft/cometbft/libs/json"
	cmtcrypto "github.com/cometbft/cometbft/proto/tendermint/crypto"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"
	commitmenttypes "github.com/cosmos/ibc-go/v8/modules/core/23-commitment/types"

	"cosmossdk.io/store/rootmulti"

	"github.com/battleship-chain/battleship/interchain/storeproof"
)

// file is a recorded file, in the types of CometBFT 0.38.
type file struct {
	ChainID string               `json:"chain_id"`
	Height  int64                `json:"height"`
	Key     cmtbytes.HexBytes    `json:"key"`
	Value   cmtbytes.HexBytes    `json:"value"`
	Proof   *cmtcrypto.ProofOps  `json:"proof_ops"`
	Block   *cmttypes.LightBlock `json:"light_block"`
}

// valid returns the recorded files whose verdict is "valid".
func valid(t *testing.T) []file {
	t.Helper()
	raw, err := os.ReadFile("../../interchain/storeproof/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var recorded struct {
		Vectors []struct {
			Verdict string
			File    json.RawMessage
		}
	}
	if err := json.Unmarshal(raw, &recorded); err != nil {
		t.Fatal(err)
	}
	var files []file
	for _, v := range recorded.Vectors {
		if v.Verdict != "valid" {
			continue
		}
		var f file
		if err := cmtjson.Unmarshal(v.File, &f); err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		t.Fatal("expected recorded files, got none")
	}
	return files
}

// item is the proof of a file in the terms of package storeproof.
func item(f file) storeproof.Item {
	i := storeproof.Item{Key: f.Key, Value: f.Value}
	for _, op := range f.Proof.Ops {
		i.Proof = append(i.Proof, storeproof.Step(op))
	}
	return i
}

func TestHeadersOfTheChainAreReadByCometBFT038(t *testing.T) {
	for _, f := range valid(t) {
		if err := f.Block.ValidateBasic(f.ChainID); err != nil {
			t.Error(err)
		}
		err := f.Block.ValidatorSet.VerifyCommitLight(f.ChainID, f.Block.Commit.BlockID, f.Block.Height, f.Block.Commit)
		if err != nil {
			t.Error(err)
		}
	}
}

// The three ways to check a proof agree: package storeproof, the light client of ibc-go v8, and the store of SDK 0.50.
func TestResultsAreProvenToIBCv8(t *testing.T) {
	proofs := rootmulti.DefaultProofRuntime()
	shown, absent := 0, 0
	for _, f := range valid(t) {
		i := item(f)
		if err := i.Check(f.Block.AppHash); err != nil {
			t.Fatal(err)
		}
		if len(i.Value) == 0 {
			absent++
			continue // of absence, only Check knows neighbours without values
		}
		shown++
		var proof commitmenttypes.MerkleProof
		if err := proto.Unmarshal(i.MerkleProof(), &proof); err != nil {
			t.Fatal(err)
		}
		root, specs := commitmenttypes.NewMerkleRoot(f.Block.AppHash), commitmenttypes.GetSDKSpecs()
		path := commitmenttypes.NewMerklePath(storeproof.StoreName, string(i.Key))
		if err := proof.VerifyMembership(specs, root, path, i.Value); err != nil {
			t.Error(err)
		}
		other := append([]byte{}, i.Value...)
		other[len(other)-1] ^= 1
		if proof.VerifyMembership(specs, root, path, other) == nil {
			t.Error("expected another value to be refused")
		}
		keys := merkle.KeyPath{}.AppendKey([]byte(storeproof.StoreName), merkle.KeyEncodingURL).
			AppendKey(i.Key, merkle.KeyEncodingHex)
		if err := proofs.VerifyValue(f.Proof, f.Block.AppHash, keys.String(), i.Value); err != nil {
			t.Error(err)
		}
	}
	if shown == 0 || absent == 0 {
		t.Errorf("expected files of both kinds, got %d with a value and %d without", shown, absent)
	}
}

func TestTheWinnerIsRead(t *testing.T) {
	for _, f := range valid(t) {
		kind, id, err := storeproof.ParseKey(f.Key)
		if err != nil {
			t.Fatal(err)
		}
		if kind != storeproof.KindResult || len(f.Value) == 0 {
			continue
		}
		result, err := storeproof.ParseResult(f.Value)
		if err != nil {
			t.Fatal(err)
		}
		if result.GameID != id || result.WinnerAddress() != result.Players[1] {
			t.Errorf("expected the joiner to win game %d, got %+v", id, result)
		}
	}
}
