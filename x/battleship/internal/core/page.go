package core

import (
	"bytes"
	"context"
	stderrors "errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/collections"
	collcodec "cosmossdk.io/collections/codec"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Page is the page of a query: a number of items from a key on.
type Page struct {
	limit int
	from  []byte
	order collections.Order
}

// reversible reports whether a list can be asked for backwards.
type reversible bool

// ParsePage returns the page of a request. A page above MaxPageItems is cut to that many; requests whose work would be
// proportional to the whole list are refused.
func ParsePage(req *query.PageRequest, reverse reversible) (Page, error) {
	p := Page{limit: types.MaxPageItems}
	if req == nil {
		return p, nil
	}
	switch {
	case req.Offset > 0:
		return Page{}, status.Errorf(codes.InvalidArgument,
			"pagination: expected no offset, got %d: use next_key", req.Offset)
	case req.CountTotal:
		return Page{}, status.Error(codes.InvalidArgument, "pagination: expected no count_total: lists are not counted")
	case req.Reverse && !bool(reverse):
		return Page{}, status.Error(codes.InvalidArgument, "pagination: expected no reverse: this list goes forwards only")
	}
	if req.Limit > 0 && req.Limit < types.MaxPageItems {
		p.limit = int(req.Limit)
	}
	if req.Reverse {
		p.order = collections.OrderDescending
	}
	p.from = req.Key
	return p, nil
}

// Descending returns the page in the order of descending keys.
func (p Page) Descending() Page {
	p.order = collections.OrderDescending
	return p
}

// list is a collection that can be paged.
type list[K, V any] interface {
	IterateRaw(ctx context.Context, start, end []byte, order collections.Order) (collections.Iterator[K, V], error)
	KeyCodec() collcodec.KeyCodec[K]
}

// Scan fills a page with what keep makes of the records of a list whose keys begin with the prefix. It looks at no
// more than MaxPageReads records, so a page can be short, even empty, and still have a next key.
func Scan[K, V, T any](
	ctx context.Context, l list[K, V], prefix []byte, p Page, keep func(K, collections.Iterator[K, V]) (T, bool, error),
) ([]T, *query.PageResponse, error) {
	if _, _, err := FromKey(l, prefix, p); err != nil {
		return nil, nil, err
	}
	start, end := p.bounds(prefix)
	records, err := l.IterateRaw(ctx, start, end, p.order)
	if stderrors.Is(err, collections.ErrInvalidIterator) {
		return nil, nil, ErrNotAKey
	}
	if err != nil {
		return nil, nil, err
	}
	items, next, err := fill(l, records, p.limit, keep)
	if err != nil {
		return nil, nil, stderrors.Join(err, records.Close())
	}
	return items, &query.PageResponse{NextKey: bytes.TrimPrefix(next, prefix)}, records.Close()
}

// fill takes items until a limit is reached, and returns the key of the first record that it did not look at.
func fill[K, V, T any](
	l list[K, V], records collections.Iterator[K, V], limit int, keep func(K, collections.Iterator[K, V]) (T, bool, error),
) ([]T, []byte, error) {
	var items []T
	for reads := 0; records.Valid(); records.Next() {
		key, err := records.Key()
		if err != nil {
			return nil, nil, err
		}
		if len(items) == limit || reads == types.MaxPageReads {
			next, err := encodeKey(l, key)
			return items, next, err
		}
		reads++
		item, ok, err := keep(key, records)
		if err != nil {
			return nil, nil, err
		}
		if ok {
			items = append(items, item)
		}
	}
	return items, nil, nil
}

// bounds returns the range of raw keys that begin with the prefix and come from the page's key on.
func (p Page) bounds(prefix []byte) (start, end []byte) {
	start, end = prefix, storetypes.PrefixEndBytes(prefix)
	if len(p.from) == 0 {
		return start, end
	}
	from := append(bytes.Clone(prefix), p.from...)
	if p.order == collections.OrderDescending {
		// The end of a range is not part of it.
		return start, append(from, 0)
	}
	return from, end
}

// FromKey returns the key at which a page begins, and whether there is one. It returns ErrNotAKey if no record of the
// list could have that key.
func FromKey[K, V any](l list[K, V], prefix []byte, p Page) (key K, given bool, err error) {
	if len(p.from) == 0 {
		return key, false, nil
	}
	raw := append(bytes.Clone(prefix), p.from...)
	n, key, err := l.KeyCodec().Decode(raw)
	if err != nil || n != len(raw) {
		return key, true, ErrNotAKey
	}
	return key, true, nil
}

// ErrNotAKey means that a page was asked for by something other than the next_key of a page before.
var ErrNotAKey = status.Error(codes.InvalidArgument, "pagination: expected a next_key of this list")

// encodeKey returns the raw key of a record.
func encodeKey[K, V any](l list[K, V], key K) ([]byte, error) {
	raw := make([]byte, l.KeyCodec().Size(key))
	n, err := l.KeyCodec().Encode(raw, key)
	if err != nil {
		return nil, err
	}
	return raw[:n], nil
}

// Whole keeps records as they are.
func Whole[K, V any](_ K, record collections.Iterator[K, V]) (V, bool, error) {
	v, err := record.Value()
	return v, true, err
}

// ScanPlayer fills a page with what keep makes of the games that an index has under a player.
func ScanPlayer[T any](
	ctx context.Context, k *Core, index list[collections.Pair[sdk.AccAddress, uint64], collections.NoValue],
	player string, p Page, keep func(id uint64) (T, bool, error),
) ([]T, *query.PageResponse, error) {
	who, err := k.Addresses.Parse(player)
	if err != nil {
		return nil, nil, err
	}
	prefix, err := playerPrefix(index, who)
	if err != nil {
		return nil, nil, err
	}
	return Scan(ctx, index, prefix, p,
		func(
			key collections.Pair[sdk.AccAddress, uint64],
			_ collections.Iterator[collections.Pair[sdk.AccAddress, uint64], collections.NoValue],
		) (T, bool, error) {
			return keep(key.K2())
		})
}

// FirstGames returns the ids of a player's unfinished games, as many as fit on a page.
func (k *Core) FirstGames(ctx context.Context, who account.Account) ([]uint64, error) {
	prefix, err := playerPrefix(k.playerGames, who)
	if err != nil {
		return nil, err
	}
	ids, _, err := Scan(ctx, k.playerGames, prefix, Page{limit: types.MaxPageItems},
		func(
			key collections.Pair[sdk.AccAddress, uint64],
			_ collections.Iterator[collections.Pair[sdk.AccAddress, uint64], collections.NoValue],
		) (uint64, bool, error) {
			return key.K2(), true, nil
		})
	return ids, err
}

// playerPrefix returns the raw prefix of a player's unfinished games.
func playerPrefix[V any](l list[collections.Pair[sdk.AccAddress, uint64], V], who account.Account) ([]byte, error) {
	return encodeKey(l, collections.PairPrefix[sdk.AccAddress, uint64](who.Address))
}
