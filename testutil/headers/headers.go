// Package headers makes headers that validators have signed, for tests of what believes them.
package headers

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/cometbft/cometbft/crypto/ed25519"
	"github.com/cometbft/cometbft/crypto/tmhash"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	cmtversion "github.com/cometbft/cometbft/proto/tendermint/version"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cometbft/cometbft/version"
	"github.com/stretchr/testify/require"
)

// Validators sign headers.
type Validators struct {
	Set  *cmttypes.ValidatorSet
	keys map[string]ed25519.PrivKey // by address
}

// New returns validators of some names, each with the same power. The keys come from the names.
func New(names ...string) Validators {
	return Weighted(names, func(int) int64 { return 10 })
}

// Weighted returns validators of some names, each with its own power.
func Weighted(names []string, power func(i int) int64) Validators {
	v := Validators{keys: make(map[string]ed25519.PrivKey)}
	all := make([]*cmttypes.Validator, len(names))
	for i, name := range names {
		key := ed25519.GenPrivKeyFromSecret([]byte("battleship/testutil/light/" + name))
		all[i] = cmttypes.NewValidator(key.PubKey(), power(i))
		v.keys[string(key.PubKey().Address())] = key
	}
	v.Set = cmttypes.NewValidatorSet(all)
	return v
}

// Named returns as many validators as asked for, which have numbers for names.
func Named(n int) Validators {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	return New(names...)
}

// Header is a header of which nothing counts but chain, height, time, app hash and validators.
func Header(chainID string, height int64, at time.Time, appHash []byte, now, next Validators) *cmttypes.Header {
	some := tmhash.Sum([]byte(chainID))
	return &cmttypes.Header{
		Version: cmtversion.Consensus{Block: version.BlockProtocol}, ChainID: chainID, Height: height, Time: at.UTC(),
		LastBlockID:    cmttypes.BlockID{Hash: some, PartSetHeader: cmttypes.PartSetHeader{Total: 1, Hash: some}},
		LastCommitHash: some, DataHash: some, ConsensusHash: some, LastResultsHash: some, EvidenceHash: some,
		ValidatorsHash: now.Set.Hash(), NextValidatorsHash: next.Set.Hash(), AppHash: bytes.Clone(appHash),
		ProposerAddress: now.Set.Validators[0].Address,
	}
}

// Sign returns the header with the signatures of its validators but those at the places that are left out.
func (v Validators) Sign(tb testing.TB, h *cmttypes.Header, without ...int) *cmttypes.LightBlock {
	tb.Helper()
	return v.SignRound(tb, h, 0, without...)
}

// SignRound is Sign for a block that was agreed on in a later round.
func (v Validators) SignRound(tb testing.TB, h *cmttypes.Header, round int32, without ...int) *cmttypes.LightBlock {
	tb.Helper()
	id := cmttypes.BlockID{
		Hash: h.Hash(), PartSetHeader: cmttypes.PartSetHeader{Total: 1, Hash: tmhash.Sum(h.Hash())},
	}
	commit := &cmttypes.Commit{Height: h.Height, Round: round, BlockID: id}
	for i, validator := range v.Set.Validators {
		if slices.Contains(without, i) {
			commit.Signatures = append(commit.Signatures, cmttypes.NewCommitSigAbsent())
			continue
		}
		vote := &cmtproto.Vote{
			Type: cmtproto.PrecommitType, Height: h.Height, Round: round, BlockID: id.ToProto(), Timestamp: h.Time,
			ValidatorAddress: validator.Address, ValidatorIndex: int32(i),
		}
		signature, err := v.keys[string(validator.Address)].Sign(cmttypes.VoteSignBytes(h.ChainID, vote))
		require.NoError(tb, err)
		commit.Signatures = append(commit.Signatures, cmttypes.CommitSig{
			BlockIDFlag: cmttypes.BlockIDFlagCommit, ValidatorAddress: validator.Address, Timestamp: h.Time,
			Signature: signature,
		})
	}
	return &cmttypes.LightBlock{
		SignedHeader: &cmttypes.SignedHeader{Header: h, Commit: commit}, ValidatorSet: v.Set.Copy(),
	}
}
