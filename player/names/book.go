// Package names knows the names under which players are shown: those of the user's own keys, those that players have
// set on the chain, and generated ones. A name is a label, and no address is found by it here.
package names

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	gogogrpc "github.com/cosmos/gogoproto/grpc"

	"github.com/battleship-chain/battleship/game/name"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// AtOnce is the most names that Learn asks for: with proofs, each takes a request of its own.
	AtOnce = 20
	// fresh is the number of blocks after which a name is asked for again.
	fresh = 100
	// maxKnown bounds the players whose names are kept.
	maxKnown = 10_000
)

// Book holds the names of players. It is safe for use by several goroutines.
type Book struct {
	own map[string]string

	mu sync.Mutex
	// known are the answers of the chain by address, with the height of each. A player without a name has an empty one.
	known map[string]answer
	// wanted are the addresses that were shown without a fresh answer.
	wanted map[string]bool
	height int64
}

type answer struct {
	name   string
	height int64
}

// NewBook returns a book with the names of the user's own keys by address.
func NewBook(own map[string]string) *Book {
	return &Book{own: own, known: make(map[string]answer), wanted: make(map[string]bool)}
}

// Called returns the name of a player, also of one that Learn has still to ask for: a generated one.
func (b *Book) Called(address string) string {
	if own := b.own[address]; own != "" || address == "" {
		return own
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	a, ok := b.known[address]
	if !ok || b.height-a.height >= fresh {
		b.wanted[address] = true
	}
	return Shown(b.own, address, a.name)
}

// Learn asks the chain for names that were shown without a fresh answer, at most AtOnce of them. The connection
// determines whether they are proven. It reports whether it has asked; without an answer, all names stay as they are.
func (b *Book) Learn(ctx context.Context, conn gogogrpc.ClientConn, height int64) (bool, error) {
	b.mu.Lock()
	b.height = height
	addresses := slices.Sorted(maps.Keys(b.wanted))
	b.mu.Unlock()
	addresses = addresses[:min(len(addresses), AtOnce)]
	if len(addresses) == 0 {
		return false, nil
	}
	found, err := Ask(ctx, conn, addresses)
	if err != nil {
		return true, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.known) >= maxKnown {
		clear(b.known)
	}
	for _, address := range addresses {
		b.known[address] = answer{name: found[address], height: height}
		delete(b.wanted, address)
	}
	return true, nil
}

// OwnerOf returns the address of the account that has a name, which the book then calls by that name.
func (b *Book) OwnerOf(ctx context.Context, conn gogogrpc.ClientConn, owned string) (string, error) {
	address, err := OwnerOf(ctx, conn, owned)
	if err == nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.known[address] = answer{name: owned, height: b.height}
	}
	return address, err
}

// Shown returns the text for a player with a name on the chain, or none. A name that the user has given to an own key
// is followed by the end of the address: it is another player's.
func Shown(own map[string]string, address, onChain string) string {
	if onChain == "" {
		return name.Generated(address)
	}
	for _, key := range own {
		if key == onChain {
			const tail = 4
			return fmt.Sprintf("%s (..%s)", onChain, address[max(len(address)-tail, 0):])
		}
	}
	return onChain
}

// Ask returns the names on the chain of those accounts that have one, by address.
func Ask(ctx context.Context, conn gogogrpc.ClientConn, addresses []string) (map[string]string, error) {
	found := make(map[string]string, len(addresses))
	for page := range slices.Chunk(addresses, types.MaxPageItems) {
		res, err := types.NewQueryClient(conn).Names(ctx, &types.QueryNamesRequest{Addresses: page})
		if err != nil {
			return nil, fmt.Errorf("look up names of players: %w", err)
		}
		for _, n := range res.Names {
			// A node can answer anything.
			if slices.Contains(page, n.Address) && name.CheckForm(n.Name) == nil {
				found[n.Address] = n.Name
			}
		}
	}
	return found, nil
}

// OwnerOf returns the address of the account that has a name.
func OwnerOf(ctx context.Context, conn gogogrpc.ClientConn, owned string) (string, error) {
	if err := name.CheckForm(owned); err != nil {
		return "", err
	}
	res, err := types.NewQueryClient(conn).NameOwner(ctx, &types.QueryNameOwnerRequest{Name: owned})
	if err != nil {
		return "", fmt.Errorf("look up the player %s: %w", owned, err)
	}
	return res.Address, nil
}
