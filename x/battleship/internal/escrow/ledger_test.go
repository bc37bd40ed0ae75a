package escrow_test

import (
	"context"
	stderrors "errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/collections"
	"cosmossdk.io/core/store"
	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/codec/address"
	"github.com/cosmos/cosmos-sdk/runtime"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	"github.com/cosmos/cosmos-sdk/testutil"
	sdk "github.com/cosmos/cosmos-sdk/types"
	moduletestutil "github.com/cosmos/cosmos-sdk/types/module/testutil"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/escrow"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

var (
	errRefused = stderrors.New("the bank refuses")
	codec      = account.Codec{Codec: address.NewBech32Codec("ship")}
	module     = authtypes.NewModuleAddress(types.ModuleName)
	house      = authtypes.NewModuleAddress(authtypes.FeeCollectorName)
	pool       = authtypes.NewModuleAddress(distrtypes.ModuleName)
)

// modules knows the addresses of modules.
type modules struct{}

func (modules) GetModuleAddress(name string) sdk.AccAddress { return authtypes.NewModuleAddress(name) }

// bank keeps balances in memory, and refuses to pay some coins to some accounts.
type bank struct {
	balances map[string]sdk.Coins
	locked   map[string]sdk.Coins
	burned   sdk.Coins
	refused  map[string]string
	disabled string
}

func (b *bank) send(from, to sdk.AccAddress, coins sdk.Coins) error {
	if denom, refuses := b.refused[to.String()]; refuses && coins.AmountOf(denom).IsPositive() {
		return errRefused
	}
	left, short := b.balances[from.String()].SafeSub(coins...)
	if short {
		return errRefused
	}
	b.balances[from.String()] = left
	b.balances[to.String()] = b.balances[to.String()].Add(coins...)
	return nil
}

func (b *bank) SendCoinsFromModuleToAccount(_ context.Context, _ string, to sdk.AccAddress, coins sdk.Coins) error {
	return b.send(module, to, coins)
}

func (b *bank) SendCoinsFromAccountToModule(_ context.Context, from sdk.AccAddress, _ string, coins sdk.Coins) error {
	return b.send(from, module, coins)
}

func (b *bank) SendCoinsFromModuleToModule(_ context.Context, _, to string, coins sdk.Coins) error {
	return b.send(module, authtypes.NewModuleAddress(to), coins)
}

func (b *bank) FundCommunityPool(_ context.Context, coins sdk.Coins, from sdk.AccAddress) error {
	return b.send(from, pool, coins)
}

func (b *bank) BurnCoins(_ context.Context, _ string, coins sdk.Coins) error {
	b.balances[module.String()] = b.balances[module.String()].Sub(coins...)
	b.burned = b.burned.Add(coins...)
	return nil
}

func (b *bank) LockedCoins(_ context.Context, who sdk.AccAddress) sdk.Coins {
	return b.locked[who.String()]
}

func (b *bank) GetBalance(_ context.Context, who sdk.AccAddress, denom string) sdk.Coin {
	return sdk.NewCoin(denom, b.balances[who.String()].AmountOf(denom))
}

func (b *bank) IsSendEnabledCoins(_ context.Context, coins ...sdk.Coin) error {
	if sdk.Coins(coins).AmountOf(b.disabled).IsPositive() {
		return errRefused
	}
	return nil
}

// books is a ledger with its bank.
type books struct {
	escrow.Ledger

	bank *bank
	ctx  sdk.Context
}

func newBooks(t require.TestingT) *books {
	key := storetypes.NewKVStoreKey(types.StoreKey)
	b := &books{
		bank: &bank{
			balances: make(map[string]sdk.Coins), locked: make(map[string]sdk.Coins), refused: make(map[string]string),
		},
		ctx: testutil.DefaultContext(key, storetypes.NewTransientStoreKey("transient")),
	}
	b.Ledger = newLedger(t, runtime.NewKVStoreService(key), b.bank)
	return b
}

func newLedger(t require.TestingT, service store.KVStoreService, b *bank) escrow.Ledger {
	sb := collections.NewSchemaBuilder(service)
	l := escrow.New(sb, moduletestutil.MakeTestEncodingConfig().Codec, b, b, modules{}, codec)
	_, err := sb.Build()
	require.NoError(t, err)
	return l
}

func player(n int) account.Account {
	who, err := codec.Of(authtypes.NewModuleAddress(fmt.Sprint("player", n)))
	if err != nil {
		panic(err)
	}
	return who
}

func coins(a, b int64) sdk.Coins {
	return sdk.NewCoins(sdk.NewInt64Coin("acoin", a), sdk.NewInt64Coin("bcoin", b))
}

// held returns all that a ledger says is held, waiting all that waits.
func (b *books) held(t require.TestingT) sdk.Coins {
	sum := sdk.NewCoins()
	require.NoError(t, b.Held().Walk(b.ctx, nil, func(denom string, amount math.Int) (bool, error) {
		require.True(t, amount.IsPositive(), "%s%s is held", amount, denom)
		sum = sum.Add(sdk.NewCoin(denom, amount))
		return false, nil
	}))
	return sum
}

func (b *books) waiting(t require.TestingT) map[string]sdk.Coins {
	all := make(map[string]sdk.Coins)
	require.NoError(t, b.Waiting().Walk(b.ctx, nil, func(who sdk.AccAddress, c types.Unpaid) (bool, error) {
		require.False(t, c.Coins.IsZero(), "nothing waits for %s", who)
		all[who.String()] = c.Coins
		return false, nil
	}))
	return all
}

// twin is what a ledger must be, in plain sums: what was held and not paid yet, and what waits for whom.
type twin struct {
	held    sdk.Coins
	waiting map[string]sdk.Coins
}

// keep lets what the bank refuses of a payment wait, and returns it.
func (w *twin) keep(b *bank, to sdk.AccAddress, coins sdk.Coins) sdk.Coins {
	unpaid := sdk.NewCoins()
	if denom, refuses := b.refused[to.String()]; refuses {
		unpaid = unpaid.Add(sdk.NewCoin(denom, coins.AmountOf(denom)))
	}
	if !unpaid.IsZero() {
		w.waiting[to.String()] = w.waiting[to.String()].Add(unpaid...)
	}
	return unpaid
}

// sum returns what the module must have.
func (w *twin) sum() sdk.Coins {
	sum := w.held
	for _, coins := range w.waiting {
		sum = sum.Add(coins...)
	}
	return sum
}

// Whatever is paid to whom, and whatever the bank refuses: the ledger says exactly what the module owes, which is what
// it has, and no coin is lost or paid twice.
func TestALedgerOwesItsHoldings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBooks(t)
		w := twin{held: sdk.NewCoins(), waiting: make(map[string]sdk.Coins)}
		for n := range 3 {
			b.bank.balances[player(n).Address.String()] = coins(1_000_000, 1_000_000)
		}
		who := func(t *rapid.T) account.Account { return player(rapid.IntRange(0, 2).Draw(t, "who")) }
		amount := rapid.Int64Range(0, 9)
		some := func(t *rapid.T) sdk.Coins { return coins(amount.Draw(t, "acoin"), amount.Draw(t, "bcoin")) }
		// part returns some of what is held.
		part := func(t *rapid.T) sdk.Coins {
			taken := some(t).Min(w.held)
			w.held = w.held.Sub(taken...)
			return taken
		}
		toModule := func(at sdk.AccAddress, pay func(context.Context, sdk.Coins) (escrow.Payment, error)) func(*rapid.T) {
			return func(t *rapid.T) {
				taken := part(t)
				want := w.keep(b.bank, at, taken)
				got, err := pay(b.ctx, taken)
				require.NoError(t, err)
				require.Equal(t, want.String(), got.Kept.String())
				if !want.IsZero() || taken.IsZero() {
					require.True(t, got.Withdrawn.IsZero())
					return
				}
				// What waits is tried again with a payment that gets through.
				paid := w.waiting[at.String()]
				if denom, refuses := b.bank.refused[at.String()]; refuses {
					paid = paid.Sub(sdk.NewCoins(sdk.NewCoin(denom, paid.AmountOf(denom)))...)
				}
				require.Equal(t, paid.String(), got.Withdrawn.String())
				if left := w.waiting[at.String()].Sub(paid...); left.IsZero() {
					delete(w.waiting, at.String())
				} else {
					w.waiting[at.String()] = left
				}
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				require.Equal(t, w.sum().String(), b.held(t).String())
				require.Equal(t, w.waiting, b.waiting(t))
				require.Equal(t, w.sum().String(), b.bank.balances[module.String()].String())
				all := b.bank.burned
				for _, has := range b.bank.balances {
					all = all.Add(has...)
				}
				require.True(t, all.AmountOf("bcoin").Equal(math.NewInt(3_000_000)), "coins are lost or made")
			},
			"hold": func(t *rapid.T) {
				from, coins := who(t), some(t)
				require.NoError(t, b.Check(b.ctx, from, coins))
				require.NoError(t, b.Hold(b.ctx, from, coins))
				w.held = w.held.Add(coins...)
			},
			"pay": func(t *rapid.T) {
				to, held := who(t), part(t)
				// What is minted is in the module's account already.
				minted := sdk.NewCoins(sdk.NewInt64Coin("acoin", amount.Draw(t, "minted")))
				b.bank.balances[module.String()] = b.bank.balances[module.String()].Add(minted...)
				want := w.keep(b.bank, to.Address, held.Add(minted...))
				got, err := b.Pay(b.ctx, to, held, minted)
				require.NoError(t, err)
				require.Equal(t, want.String(), got.Kept.String())
				require.Equal(t, to, got.To)
			},
			"house": toModule(house, b.PayHouse),
			"pool":  toModule(pool, b.PayPool),
			"burn":  func(t *rapid.T) { require.NoError(t, b.Burn(b.ctx, part(t))) },
			"withdraw": func(t *rapid.T) {
				owner, to := who(t), who(t)
				waits := w.waiting[owner.Address.String()]
				got, paid, err := b.Withdraw(b.ctx, owner, to)
				require.NoError(t, err)
				require.Equal(t, waits.String(), got.String())
				delete(w.waiting, owner.Address.String())
				left := sdk.NewCoins()
				if denom, refuses := b.bank.refused[to.Address.String()]; refuses {
					left = left.Add(sdk.NewCoin(denom, waits.AmountOf(denom)))
				}
				if !left.IsZero() {
					w.waiting[owner.Address.String()] = left
				}
				require.Equal(t, waits.Sub(left...).String(), paid.String())
			},
			"refuse": func(t *rapid.T) {
				at := rapid.SampledFrom([]sdk.AccAddress{player(0).Address, player(1).Address, house, pool}).Draw(t, "at")
				b.bank.refused[at.String()] = rapid.SampledFrom([]string{"acoin", "bcoin"}).Draw(t, "denom")
			},
			"relent": func(*rapid.T) { clear(b.bank.refused) },
			"gift": func(*rapid.T) {
				// Anybody may send the module coins that it holds for nobody.
				before := b.held(t)
				b.bank.balances[module.String()] = b.bank.balances[module.String()].Add(coins(5, 0)...)
				require.Equal(t, before.String(), b.held(t).String())
				b.bank.balances[module.String()] = b.bank.balances[module.String()].Sub(coins(5, 0)...)
			},
			"export and import": func(t *rapid.T) {
				exported, err := b.Export(b.ctx)
				require.NoError(t, err)
				again := newBooks(t)
				again.bank.balances[module.String()] = b.bank.balances[module.String()]
				require.NoError(t, again.Import(again.ctx, w.sum(), exported))
				require.Equal(t, b.held(t).String(), again.held(t).String())
				require.Equal(t, b.waiting(t), again.waiting(t))
			},
		})
	})
}

func TestAnUnaffordablePaymentIsRefusedBeforeAnyTransfer(t *testing.T) {
	for name, c := range map[string]struct {
		has, locked sdk.Coins
		disabled    string
		want        error
	}{
		"enough":                         {has: coins(5, 5)},
		"one coin short":                 {has: coins(5, 4), want: types.ErrInsufficientFunds},
		"enough, but for what is locked": {has: coins(5, 9), locked: coins(0, 5), want: types.ErrInsufficientFunds},
		"enough besides what is locked":  {has: coins(6, 9), locked: coins(1, 4)},
		"more locked than there is":      {has: coins(5, 4), locked: coins(0, 9), want: types.ErrInsufficientFunds},
		"a coin that may not be sent":    {has: coins(5, 5), disabled: "bcoin", want: types.ErrInsufficientFunds},
	} {
		t.Run(name, func(t *testing.T) {
			b, who := newBooks(t), player(0)
			b.bank.balances[who.Address.String()], b.bank.locked[who.Address.String()] = c.has, c.locked
			b.bank.disabled = c.disabled
			require.ErrorIs(t, b.Check(b.ctx, who, coins(5, 5)), c.want)
			require.True(t, b.held(t).IsZero())
		})
	}
}

func TestALedgerThatDoesNotAddUpIsRefused(t *testing.T) {
	b := newBooks(t)
	b.bank.balances[module.String()] = coins(10, 10)
	require.ErrorIs(t, b.Burn(b.ctx, coins(1, 0)), types.ErrEscrow, "nothing is held")
	_, err := b.Pay(b.ctx, player(0), coins(1, 0), sdk.NewCoins())
	require.ErrorIs(t, err, types.ErrEscrow)
	_, err = b.PayHouse(b.ctx, coins(1, 0))
	require.ErrorIs(t, err, types.ErrEscrow)

	require.ErrorIs(t, newBooks(t).Import(b.ctx, coins(1, 0), nil), types.ErrInvalidGenesis, "the bank has less")
	require.ErrorIs(t, b.Import(b.ctx, coins(1, 0), []types.GenesisUnpaid{{Address: "nobody"}}),
		types.ErrInvalidAddress)
}
