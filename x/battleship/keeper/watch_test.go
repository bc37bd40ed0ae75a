package keeper_test

import (
	stdcontext "context"
	"errors"

	"cosmossdk.io/core/store"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// context is what keepers call a context.
type context = stdcontext.Context

// errInjected is what a spoiled call returns.
var errInjected = errors.New("injected failure")

// count is what a piece of work has done to a store.
type count struct {
	reads, writes, deletes, iterators int
	// steps are the entries that iterators went on from.
	steps int
	// bytesRead and bytesWritten are those of keys and values.
	bytesRead, bytesWritten int
}

// watchedStore is a store that counts, and fails on demand.
type watchedStore struct {
	inner store.KVStoreService
	count count
	// spoil is asked before each write of a key, spoilRead before each read; they can return an error or panic.
	spoil, spoilRead func(key []byte) error
}

func (s *watchedStore) OpenKVStore(ctx context) store.KVStore {
	return watchedKV{KVStore: s.inner.OpenKVStore(ctx), watch: s}
}

// during returns what is done to the store while some work is done.
func (s *watchedStore) during(work func()) count {
	s.count = count{}
	work()
	return s.count
}

type watchedKV struct {
	store.KVStore
	watch *watchedStore
}

func (s watchedKV) Get(key []byte) ([]byte, error) {
	if s.watch.spoilRead != nil {
		if err := s.watch.spoilRead(key); err != nil {
			return nil, err
		}
	}
	value, err := s.KVStore.Get(key)
	s.watch.count.reads++
	s.watch.count.bytesRead += len(key) + len(value)
	return value, err
}

func (s watchedKV) Has(key []byte) (bool, error) {
	s.watch.count.reads++
	s.watch.count.bytesRead += len(key)
	return s.KVStore.Has(key)
}

func (s watchedKV) Set(key, value []byte) error {
	if s.watch.spoil != nil {
		if err := s.watch.spoil(key); err != nil {
			return err
		}
	}
	s.watch.count.writes++
	s.watch.count.bytesWritten += len(key) + len(value)
	return s.KVStore.Set(key, value)
}

func (s watchedKV) Delete(key []byte) error {
	if s.watch.spoil != nil {
		if err := s.watch.spoil(key); err != nil {
			return err
		}
	}
	s.watch.count.deletes++
	return s.KVStore.Delete(key)
}

func (s watchedKV) Iterator(start, end []byte) (store.Iterator, error) {
	return s.watch.iterate(s.KVStore.Iterator(start, end))
}

func (s watchedKV) ReverseIterator(start, end []byte) (store.Iterator, error) {
	return s.watch.iterate(s.KVStore.ReverseIterator(start, end))
}

// iterate counts an iterator and what it does.
func (s *watchedStore) iterate(inner store.Iterator, err error) (store.Iterator, error) {
	s.count.iterators++
	return &watchedIterator{Iterator: inner, watch: s}, err
}

type watchedIterator struct {
	store.Iterator
	watch *watchedStore
}

func (i *watchedIterator) Next() {
	i.watch.count.steps++
	i.Iterator.Next()
}

// watchedBank is a bank that fails on demand.
type watchedBank struct {
	types.BankKeeper
	calls int
	// failAt is the number of the call that fails, from 1; 0 for none.
	failAt int
	// unpaid is an account that is not paid; nil for none.
	unpaid sdk.AccAddress
	// failAll tells that no account is paid.
	failAll bool
	// taken is how often coins of an account were asked for.
	taken int
	// uncounted leaves mints out, as a bank does that is not restricted.
	uncounted bool
}

func (b *watchedBank) call() error {
	b.calls++
	if b.calls == b.failAt {
		return errInjected
	}
	return nil
}

func (b *watchedBank) MintCoins(ctx context, module string, coins sdk.Coins) error {
	if err := b.call(); err != nil {
		return err
	}
	if b.uncounted {
		return nil
	}
	return b.BankKeeper.MintCoins(ctx, module, coins)
}

func (b *watchedBank) SendCoinsFromAccountToModule(
	ctx context, from sdk.AccAddress, module string, coins sdk.Coins,
) error {
	b.taken++
	return b.BankKeeper.SendCoinsFromAccountToModule(ctx, from, module, coins)
}

func (b *watchedBank) SendCoinsFromModuleToAccount(
	ctx context, module string, to sdk.AccAddress, coins sdk.Coins,
) error {
	if err := b.call(); err != nil {
		return err
	}
	if b.failAll || b.unpaid.Equals(to) {
		return errInjected
	}
	return b.BankKeeper.SendCoinsFromModuleToAccount(ctx, module, to, coins)
}
