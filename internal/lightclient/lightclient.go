// Package lightclient builds the messages by which an IBC light client follows a chain, from the RPC of a node.
package lightclient

import (
	"context"
	"fmt"
	"time"

	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	cmttypes "github.com/cometbft/cometbft/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	commitmenttypes "github.com/cosmos/ibc-go/v11/modules/core/23-commitment/types"
	ibctm "github.com/cosmos/ibc-go/v11/modules/light-clients/07-tendermint"
)

const (
	// unbonding is the default time in which stake unbonds. Headers are trusted for two thirds of it.
	unbonding = 21 * 24 * time.Hour
	trusting  = unbonding * 2 / 3
	drift     = 10 * time.Second
)

// Source is a chain that light clients follow from one of its headers.
type Source struct {
	rpc   rpcclient.SignClient
	chain string
	// trusted is the first header, and next are the validators after it.
	trusted *cmttypes.LightBlock
	next    *cmtproto.ValidatorSet
}

// New returns the chain of a node, followed from a block.
func New(ctx context.Context, rpc rpcclient.SignClient, chain string, from int64) (*Source, error) {
	s := &Source{rpc: rpc, chain: chain}
	var err error
	if s.trusted, err = s.block(ctx, from); err != nil {
		return nil, err
	}
	next, err := s.validators(ctx, from+1)
	if err != nil {
		return nil, err
	}
	s.next, err = next.ToProto()
	return s, err
}

// ChainID returns the chain's id.
func (s *Source) ChainID() string { return s.chain }

// Trusted returns the block whose header a new client trusts.
func (s *Source) Trusted() int64 { return s.trusted.Height }

// Height returns a block of the chain as IBC names it.
func (s *Source) Height(block int64) clienttypes.Height {
	return clienttypes.NewHeight(clienttypes.ParseChainID(s.chain), uint64(block)) //nolint:gosec // never negative
}

// block returns a header, its commit and its validators.
func (s *Source) block(ctx context.Context, height int64) (*cmttypes.LightBlock, error) {
	commit, err := s.rpc.Commit(ctx, &height)
	if err != nil {
		return nil, fmt.Errorf("header of block %d: %w", height, err)
	}
	set, err := s.validators(ctx, height)
	if err != nil {
		return nil, err
	}
	return &cmttypes.LightBlock{SignedHeader: &commit.SignedHeader, ValidatorSet: set}, nil
}

// validators returns the validator set of a block, which must not have more than 100 members.
func (s *Source) validators(ctx context.Context, height int64) (*cmttypes.ValidatorSet, error) {
	page, most := 1, 100
	res, err := s.rpc.Validators(ctx, &height, &page, &most)
	if err != nil {
		return nil, fmt.Errorf("validators of block %d: %w", height, err)
	}
	return cmttypes.ValidatorSetFromExistingValidators(res.Validators)
}

// CreateClient returns the message that makes a light client.
func (s *Source) CreateClient(signer string) (*clienttypes.MsgCreateClient, error) {
	return clienttypes.NewMsgCreateClient(
		ibctm.NewClientState(s.chain, ibctm.DefaultTrustLevel, trusting, unbonding, drift, s.Height(s.Trusted()),
			commitmenttypes.GetSDKSpecs(), []string{"upgrade", "upgradedIBCState"}),
		ibctm.NewConsensusState(s.trusted.Time, commitmenttypes.NewMerkleRoot(s.trusted.AppHash),
			s.trusted.NextValidatorsHash),
		signer,
	)
}

// UpdateClient returns the message that updates a light client to the header of a later block, which it verifies by the
// trusted one.
func (s *Source) UpdateClient(
	ctx context.Context, client string, height int64, signer string,
) (*clienttypes.MsgUpdateClient, error) {
	block, err := s.block(ctx, height)
	if err != nil {
		return nil, err
	}
	signed, err := block.ToProto()
	if err != nil {
		return nil, err
	}
	return clienttypes.NewMsgUpdateClient(client, &ibctm.Header{
		SignedHeader: signed.SignedHeader, ValidatorSet: signed.ValidatorSet,
		TrustedHeight: s.Height(s.Trusted()), TrustedValidators: s.next,
	}, signer)
}
