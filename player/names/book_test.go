package names_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"github.com/battleship-chain/battleship/game/name"
	"github.com/battleship-chain/battleship/player/names"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// node answers queries of names.
type node struct {
	grpc.ClientConnInterface

	named map[string]string
	err   error
	asked [][]string
}

// Invoke implements grpc.ClientConnInterface.
func (n *node) Invoke(_ context.Context, _ string, req, reply any, _ ...grpc.CallOption) error {
	if n.err != nil {
		return n.err
	}
	switch req := req.(type) {
	case *types.QueryNamesRequest:
		n.asked = append(n.asked, req.Addresses)
		res, ok := reply.(*types.QueryNamesResponse)
		if !ok {
			return errors.New("another reply")
		}
		for address, set := range n.named {
			res.Names = append(res.Names, types.NamedAccount{Address: address, Name: set})
		}
	case *types.QueryNameOwnerRequest:
		res, ok := reply.(*types.QueryNameOwnerResponse)
		if !ok {
			return errors.New("another reply")
		}
		for address, set := range n.named {
			if set == req.Name {
				res.Address = address
			}
		}
	}
	return nil
}

func address(i int) string { return fmt.Sprintf("ship1%038d", i) }

func TestAKeyComesBeforeTheChainAndThatBeforeAGeneratedName(t *testing.T) {
	t.Parallel()
	n := &node{named: map[string]string{address(1): "sharkbait", address(2): "otter"}}
	b := names.NewBook(map[string]string{address(1): "alice"})
	require.Equal(t, "alice", b.Called(address(1)))
	require.Equal(t, name.Generated(address(2)), b.Called(address(2)), "the chain was not asked yet")
	asked, err := b.Learn(t.Context(), n, 1)
	require.NoError(t, err)
	require.True(t, asked)
	require.Equal(t, [][]string{{address(2)}}, n.asked, "only those that were shown")
	require.Equal(t, "alice", b.Called(address(1)))
	require.Equal(t, "otter", b.Called(address(2)))
	require.Equal(t, name.Generated(address(3)), b.Called(address(3)))
	require.Empty(t, b.Called(""))
}

func TestAttackANameThatEqualsAnOwnKeyIsShownWithItsAddress(t *testing.T) {
	t.Parallel()
	n := &node{named: map[string]string{address(7): "alice"}}
	b := names.NewBook(map[string]string{address(1): "alice"})
	b.Called(address(7))
	_, err := b.Learn(t.Context(), n, 1)
	require.NoError(t, err)
	require.Equal(t, "alice (..0007)", b.Called(address(7)))
}

func TestANameIsAskedForAgainAfterAWhile(t *testing.T) {
	t.Parallel()
	n := &node{named: map[string]string{address(2): "otter"}}
	b := names.NewBook(nil)
	b.Called(address(2))
	for height := range int64(300) {
		_, err := b.Learn(t.Context(), n, height+1)
		require.NoError(t, err)
		if height == 150 {
			n.named[address(2)] = "seal"
		}
		b.Called(address(2))
	}
	require.Equal(t, "seal", b.Called(address(2)))
	require.Len(t, n.asked, 3, "every hundred blocks")
}

func TestOneQueryAsksForFewNames(t *testing.T) {
	t.Parallel()
	n := &node{}
	b := names.NewBook(nil)
	for i := range 2*names.AtOnce + 1 {
		b.Called(address(i))
	}
	for range 4 {
		_, err := b.Learn(t.Context(), n, 1)
		require.NoError(t, err)
	}
	require.Len(t, n.asked, 3)
	require.Len(t, n.asked[0], names.AtOnce)
	require.Len(t, n.asked[2], 1)
}

func TestAttackANodeCannotInventNames(t *testing.T) {
	t.Parallel()
	n := &node{named: map[string]string{
		address(1): "\x1b[2J", address(2): "Brave Otter 417", address(3): strings.Repeat("a", 1<<20), address(9): "otter",
	}}
	found, err := names.Ask(t.Context(), n, []string{address(1), address(2), address(3)})
	require.NoError(t, err)
	require.Empty(t, found)
}

func TestANodeWithoutAnAnswerCostsNamesOnly(t *testing.T) {
	t.Parallel()
	n := &node{named: map[string]string{address(2): "otter"}}
	b := names.NewBook(nil)
	b.Called(address(2))
	_, err := b.Learn(t.Context(), n, 1)
	require.NoError(t, err)
	n.err = errors.New("away")
	b.Called(address(3))
	_, err = b.Learn(t.Context(), n, 2)
	require.ErrorIs(t, err, n.err)
	require.Equal(t, "otter", b.Called(address(2)))
	n.err = nil
	asked, err := b.Learn(t.Context(), n, 3)
	require.NoError(t, err)
	require.True(t, asked, "it is asked for later")
}

func TestAPlayerIsFoundByItsName(t *testing.T) {
	t.Parallel()
	n := &node{named: map[string]string{address(2): "otter"}}
	b := names.NewBook(nil)
	found, err := b.OwnerOf(t.Context(), n, "otter")
	require.NoError(t, err)
	require.Equal(t, address(2), found)
	require.Equal(t, "otter", b.Called(address(2)), "without another query")
	_, err = b.OwnerOf(t.Context(), n, "Otter")
	require.ErrorIs(t, err, name.ErrForm)
}
