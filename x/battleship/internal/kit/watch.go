package kit

import (
	stdcontext "context"
	"errors"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/core/store"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Context is what keepers call a context.
type Context = stdcontext.Context

// ErrInjected is the error of a spoiled call.
var ErrInjected = errors.New("injected failure")

// Count counts the accesses to a store.
type Count struct {
	Reads, Writes, Deletes, Iterators int
	// Steps are the entries that iterators went on from.
	Steps int
	// BytesRead and BytesWritten are those of keys and values.
	BytesRead, BytesWritten int
}

// WatchedStore is a store that counts, and fails on demand.
type WatchedStore struct {
	inner store.KVStoreService
	count Count
	// Spoil is asked before each write of a key, SpoilRead before each read; they can return an error or panic.
	Spoil, SpoilRead func(key []byte) error
}

// OpenKVStore implements store.KVStoreService.
func (s *WatchedStore) OpenKVStore(ctx Context) store.KVStore {
	return watchedKV{KVStore: s.inner.OpenKVStore(ctx), watch: s}
}

// During counts the accesses to the store during some work.
func (s *WatchedStore) During(work func()) Count {
	s.count = Count{}
	work()
	return s.count
}

type watchedKV struct {
	store.KVStore
	watch *WatchedStore
}

// Get implements store.KVStore.
func (s watchedKV) Get(key []byte) ([]byte, error) {
	if s.watch.SpoilRead != nil {
		if err := s.watch.SpoilRead(key); err != nil {
			return nil, err
		}
	}
	value, err := s.KVStore.Get(key)
	s.watch.count.Reads++
	s.watch.count.BytesRead += len(key) + len(value)
	return value, err
}

// Has implements store.KVStore.
func (s watchedKV) Has(key []byte) (bool, error) {
	s.watch.count.Reads++
	s.watch.count.BytesRead += len(key)
	return s.KVStore.Has(key)
}

// Set implements store.KVStore.
func (s watchedKV) Set(key, value []byte) error {
	if s.watch.Spoil != nil {
		if err := s.watch.Spoil(key); err != nil {
			return err
		}
	}
	s.watch.count.Writes++
	s.watch.count.BytesWritten += len(key) + len(value)
	return s.KVStore.Set(key, value)
}

// Delete implements store.KVStore.
func (s watchedKV) Delete(key []byte) error {
	if s.watch.Spoil != nil {
		if err := s.watch.Spoil(key); err != nil {
			return err
		}
	}
	s.watch.count.Deletes++
	return s.KVStore.Delete(key)
}

// Iterator implements store.KVStore.
func (s watchedKV) Iterator(start, end []byte) (store.Iterator, error) {
	return s.watch.iterate(s.KVStore.Iterator(start, end))
}

// ReverseIterator implements store.KVStore.
func (s watchedKV) ReverseIterator(start, end []byte) (store.Iterator, error) {
	return s.watch.iterate(s.KVStore.ReverseIterator(start, end))
}

// iterate counts an iterator and its steps.
func (s *WatchedStore) iterate(inner store.Iterator, err error) (store.Iterator, error) {
	s.count.Iterators++
	return &watchedIterator{Iterator: inner, watch: s}, err
}

type watchedIterator struct {
	store.Iterator
	watch *WatchedStore
}

// Next implements store.Iterator.
func (i *watchedIterator) Next() {
	i.watch.count.Steps++
	i.Iterator.Next()
}

// WatchedBank is a bank that fails on demand.
type WatchedBank struct {
	types.BankKeeper
	Calls int
	// FailAt is the number of the call that fails, from 1, or 0 for none.
	FailAt int
	// Unpaid is an account that is not paid, or nil for none.
	Unpaid sdk.AccAddress
	// FailAll makes all payments fail.
	FailAll bool
	// Taken is how often coins of an account were asked for.
	Taken int
	// Uncounted leaves mints out, as a bank does that is not restricted.
	Uncounted bool
}

func (b *WatchedBank) call() error {
	b.Calls++
	if b.Calls == b.FailAt {
		return ErrInjected
	}
	return nil
}

// MintCoins implements types.BankKeeper.
func (b *WatchedBank) MintCoins(ctx Context, module string, coins sdk.Coins) error {
	if err := b.call(); err != nil {
		return err
	}
	if b.Uncounted {
		return nil
	}
	return b.BankKeeper.MintCoins(ctx, module, coins)
}

// SendCoinsFromAccountToModule implements types.BankKeeper.
func (b *WatchedBank) SendCoinsFromAccountToModule(
	ctx Context, from sdk.AccAddress, module string, coins sdk.Coins,
) error {
	b.Taken++
	return b.BankKeeper.SendCoinsFromAccountToModule(ctx, from, module, coins)
}

// SendCoinsFromModuleToAccount implements types.BankKeeper.
func (b *WatchedBank) SendCoinsFromModuleToAccount(
	ctx Context, module string, to sdk.AccAddress, coins sdk.Coins,
) error {
	if err := b.call(); err != nil {
		return err
	}
	if b.FailAll || b.Unpaid.Equals(to) {
		return ErrInjected
	}
	return b.BankKeeper.SendCoinsFromModuleToAccount(ctx, module, to, coins)
}

// Cost is the cost of one message.
type Cost struct {
	Gas   storetypes.Gas
	Store Count
	Took  time.Duration
}

// Measure hands a message to its handler and returns its cost, without that of the transaction.
func (f *Fixture) Measure(msg sdk.Msg) Cost {
	f.Helper()
	f.PassJoin(msg)
	ctx := f.Ctx
	meter := storetypes.NewGasMeter(10_000_000)
	f.Ctx = ctx.WithGasMeter(meter).WithEventManager(sdk.NewEventManager())
	begun := time.Now()
	store := f.Store.During(func() { require.NoError(f, f.Handle(msg)) })
	took := time.Since(begun)
	f.Ctx = ctx.WithEventManager(f.Ctx.EventManager())
	f.Replay()
	return Cost{Gas: meter.GasConsumed(), Store: store, Took: took}
}

// Bill is a gas meter that adds up its charges by descriptor.
type Bill struct {
	storetypes.GasMeter
	Charged map[string]storetypes.Gas
}

// ConsumeGas implements storetypes.GasMeter.
func (b *Bill) ConsumeGas(amount storetypes.Gas, descriptor string) {
	b.Charged[descriptor] += amount
	b.GasMeter.ConsumeGas(amount, descriptor)
}
