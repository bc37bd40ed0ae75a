package light_test

import (
	"context"
	"errors"
	"math/bits"
	"testing"
	"time"

	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/light"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/testutil/headers"
)

const (
	chainID = "the-test"
	// root is the height of the trusted header.
	root = 2
)

// headerNode is a node that shows signed headers and nothing else.
type headerNode struct {
	t *testing.T
	// validators returns those of a height.
	validators func(height int64) headers.Validators
	// requested are the heights of the headers that were requested.
	requested []int64
}

func timeOf(height int64) time.Time { return time.Unix(1_700_000_000+height, 0) }

func (n *headerNode) block(height int64) *cmttypes.LightBlock {
	by := n.validators(height)
	h := headers.Header(chainID, height, timeOf(height), []byte("app hash"), by, n.validators(height+1))
	return by.Sign(n.t, h)
}

// Commit implements light.Node.
func (n *headerNode) Commit(_ context.Context, height *int64) (*coretypes.ResultCommit, error) {
	n.requested = append(n.requested, *height)
	return &coretypes.ResultCommit{SignedHeader: *n.block(*height).SignedHeader}, nil
}

// Validators implements light.Node.
func (n *headerNode) Validators(_ context.Context, height *int64, _, _ *int) (*coretypes.ResultValidators, error) {
	all := n.validators(*height).Set.Validators
	return &coretypes.ResultValidators{Validators: all, Count: len(all), Total: len(all)}, nil
}

// ABCIInfo implements light.Node.
func (*headerNode) ABCIInfo(context.Context) (*coretypes.ResultABCIInfo, error) {
	return nil, errors.New("not part of the test")
}

// ABCIQueryWithOptions implements light.Node.
func (*headerNode) ABCIQueryWithOptions(
	context.Context, string, cmtbytes.HexBytes, rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	return nil, errors.New("not part of the test")
}

// advance verifies the header of a height from the root.
func (n *headerNode) advance(height int64) error {
	chain := light.New(light.Options{
		Node: n, Root: proof.Trust(n.block(root)), Now: func() time.Time { return timeOf(height) },
	})
	return chain.Seen(n.t.Context(), height)
}

// earlierNode is a node that shows the header before the one that was requested.
type earlierNode struct{ *headerNode }

// Commit implements light.Node.
func (n earlierNode) Commit(ctx context.Context, height *int64) (*coretypes.ResultCommit, error) {
	before := *height - 1
	return n.headerNode.Commit(ctx, &before)
}

// Else an invented block would be taken for one that was seen, and all reads would wait for it.
func TestAttackAHeaderOfAnotherHeightIsRefused(t *testing.T) {
	n := &headerNode{t: t, validators: func(int64) headers.Validators { return headers.New("a", "b", "c", "d") }}
	require.NoError(t, n.advance(root+2))
	chain := light.New(light.Options{
		Node: earlierNode{n}, Root: proof.Trust(n.block(root)), Now: func() time.Time { return timeOf(root + 2) },
	})
	err := chain.Seen(t.Context(), root+2)
	require.ErrorAs(t, err, new(*light.UnprovenError))
	require.ErrorIs(t, err, storeproof.ErrMalformed)
}

// All validators are replaced in one block. The two headers around it are found by halving the distance.
func TestAChangeOfAllValidatorsIsFoundByBisection(t *testing.T) {
	before, after := headers.New("a", "b", "c", "d"), headers.New("e", "f", "g", "h")
	const distance = 1 << 16
	for _, change := range []int64{root + 1, root + 2, root + 12_345, root + distance - 1, root + distance} {
		n := &headerNode{t: t, validators: func(height int64) headers.Validators {
			if height < change {
				return before
			}
			return after
		}}
		require.NoError(t, n.advance(root+distance), "changed in block %d", change)
		require.LessOrEqual(t, len(n.requested), bits.Len(distance), "changed in block %d: %v", change, n.requested)
	}
}

// Each block replaces one of 12 validators: headers up to 7 blocks apart share more than a third of them.
func TestABisectionRequestsTheHeaderInTheMiddle(t *testing.T) {
	n := &headerNode{t: t, validators: func(height int64) headers.Validators {
		names := make([]string, 12)
		for i := range names {
			names[i] = string(rune('a' + height + int64(i)))
		}
		return headers.New(names...)
	}}
	require.NoError(t, n.advance(root+7))
	require.Equal(t, []int64{root + 7}, n.requested, "verified at once")
	n.requested = nil
	require.NoError(t, n.advance(root+8))
	require.Equal(t, []int64{root + 8, root + 4}, n.requested)
	n.requested = nil
	require.NoError(t, n.advance(root+29))
	require.Equal(t, []int64{root + 29, root + 14, root + 7, root + 21, root + 25}, n.requested)
	n.requested = nil
	require.ErrorIs(t, n.advance(root+4_000), proof.ErrDistant)
	require.LessOrEqual(t, len(n.requested), 201, "a node cannot have any number of headers asked for")
}
