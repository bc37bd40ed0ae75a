package mempool_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/app/mempool"
)

func unordered(payer string, price int64) mempool.Tx {
	return mempool.Tx{Bytes: fmt.Appendf(nil, "%s at %d", payer, price), Price: price, Gas: 1, Places: 1, Payer: payer}
}

func ordered(signer string, sequence uint64, price int64) mempool.Tx {
	return mempool.Tx{
		Bytes: fmt.Appendf(nil, "%s %d at %d", signer, sequence, price), Price: price, Gas: 1, Places: 1, Payer: signer,
		Signers: []mempool.Signer{{Address: signer, Sequence: sequence}},
	}
}

func insert(t *testing.T, pool *mempool.Pool, txs ...mempool.Tx) {
	t.Helper()
	for _, tx := range txs {
		require.NoError(t, pool.Check(tx))
		require.NoError(t, pool.Insert(tx))
		require.True(t, pool.Has(tx.Bytes))
	}
}

func refuse(t *testing.T, pool *mempool.Pool, tx mempool.Tx, want error) {
	t.Helper()
	before := pool.Best()
	require.ErrorIs(t, pool.Check(tx), want)
	require.ErrorIs(t, pool.Insert(tx), want)
	require.Equal(t, before, pool.Best())
}

func TestTheDearestComesFirstAndTheEarlierOfEquals(t *testing.T) {
	pool := mempool.New(10, 10)
	a, b, c, d := unordered("a", 5), unordered("b", 7), unordered("c", 5), unordered("d", 9)
	insert(t, pool, a, b, c, d)
	require.Equal(t, []mempool.Tx{d, b, a, c}, pool.Best())
	require.Equal(t, []mempool.Tx{a, b, c, d}, pool.Reset())
	require.Zero(t, pool.Len())
}

func TestASequenceComesAfterTheOneBefore(t *testing.T) {
	pool := mempool.New(10, 10)
	first, second, third := ordered("a", 1, 3), ordered("a", 2, 100), ordered("a", 3, 2)
	other, last := unordered("b", 3), unordered("c", 2)
	insert(t, pool, first, last, second, other, third)
	require.Equal(t, []mempool.Tx{first, second, other, last, third}, pool.Best())
}

func TestAFullPoolAcceptsAPriceOneTenthHigher(t *testing.T) {
	pool := mempool.New(2, 10)
	a, b := unordered("a", 100), unordered("b", 100)
	insert(t, pool, a, b)
	refuse(t, pool, a, mempool.ErrKnown)
	refuse(t, pool, unordered("c", 100), mempool.ErrPrice)
	refuse(t, pool, unordered("c", 109), mempool.ErrPrice)
	c := unordered("c", 110)
	insert(t, pool, c)
	require.Equal(t, []mempool.Tx{c, a}, pool.Best(), "the later of equals makes room")
	require.False(t, pool.Has(b.Bytes))

	pool = mempool.New(1, 10)
	insert(t, pool, unordered("a", 19))
	refuse(t, pool, unordered("b", 19), mempool.ErrPrice)
	insert(t, pool, unordered("b", 20))
	require.Equal(t, 1, pool.Len(), "a tenth is rounded down")
}

// What an account can pay only once takes places only as if others paid for them.
func TestAPayersLaterPlacesCostAsManyTimesMore(t *testing.T) {
	pool := mempool.New(4, 10)
	a, b, c := ordered("mallory", 1, 60), ordered("mallory", 2, 60), ordered("mallory", 3, 60)
	d := unordered("bob", 60)
	insert(t, pool, a, b, c, d)
	refuse(t, pool, unordered("alice", 21), mempool.ErrPrice)
	e := unordered("alice", 22)
	insert(t, pool, e)
	require.False(t, pool.Has(c.Bytes), "a third place at 60 is worth 20")
	f := unordered("carol", 33)
	insert(t, pool, f)
	require.False(t, pool.Has(e.Bytes))
	refuse(t, pool, unordered("dave", 32), mempool.ErrPrice)
	require.Equal(t, []mempool.Tx{a, b, d, f}, pool.Best(), "a second at 60 is worth 30")
}

// A second transaction of a payer was once refused at a hundred times the price of a full pool.
func TestASecondTransactionThatBidsIsNotRefusedByAFullPool(t *testing.T) {
	pool := mempool.New(10, 4)
	for i := range 10 {
		insert(t, pool, unordered(fmt.Sprint("attacker", i), 1_000_000))
	}
	insert(t, pool, ordered("alice", 1, 100_000_000), ordered("alice", 2, 100_000_000))
	insert(t, pool, unordered("alice", 3_300_001))
	refuse(t, pool, unordered("alice", 3_300_000), mempool.ErrPrice)
}

// And one that waited went for a stranger's first at a hundredth of its price.
func TestASecondTransactionIsNotDisplacedByACheapFirst(t *testing.T) {
	pool := mempool.New(10, 4)
	second := unordered("alice", 99_000_000)
	insert(t, pool, unordered("alice", 100_000_000), second)
	for i := range 8 {
		insert(t, pool, unordered(fmt.Sprint("attacker", i), 1_000_000))
	}
	refuse(t, pool, unordered("attacker8", 1_000_000), mempool.ErrPrice)
	for i := range 8 {
		insert(t, pool, unordered(fmt.Sprint("rich", i), 2_000_000))
	}
	require.True(t, pool.Has(second.Bytes))
	refuse(t, pool, unordered("richer", 2_100_000), mempool.ErrPrice)
}

// A pool full of the largest transactions once took each node seconds after each block.
func TestALargeTransactionTakesAsManyPlacesAsItsBytesBegin(t *testing.T) {
	sized := func(payer string, price int64, size int) mempool.Tx {
		return mempool.Tx{
			Bytes: append(make([]byte, size-len(payer)), payer...), Price: price, Payer: payer,
			Places: mempool.Places(size, 1, 1),
		}
	}
	pool := mempool.New(5, 10)
	large, bob := sized("mallory", 300, 2*mempool.PlaceBytes+1), sized("bob", 200, 2*mempool.PlaceBytes)
	insert(t, pool, large, bob)
	refuse(t, pool, unordered("alice", 109), mempool.ErrPrice)
	refuse(t, pool, sized("alice", 219, mempool.PlaceBytes+1), mempool.ErrPrice)
	refuse(t, pool, sized("alice", 1<<40, 5*mempool.PlaceBytes+1), mempool.ErrPrice)
	alice := sized("alice", 220, mempool.PlaceBytes+1)
	insert(t, pool, alice)
	require.Equal(t, []mempool.Tx{large, alice}, pool.Best(), "the later of equals makes room")
	carol := sized("carol", 5<<30, 5*mempool.PlaceBytes)
	insert(t, pool, carol)
	require.Equal(t, []mempool.Tx{carol}, pool.Best())
	refuse(t, pool, unordered("dave", 1<<30), mempool.ErrPrice)
	dave := unordered("dave", 2<<30)
	insert(t, pool, dave)
	require.Equal(t, []mempool.Tx{dave}, pool.Best())
}

func TestGasTakesPlacesAsBytesDo(t *testing.T) {
	const mostGas = 1<<64 - 1
	for _, test := range []struct {
		size          int
		gas, placeGas uint64
		want          int
	}{
		{0, 0, 0, 1},
		{0, 0, 100, 1},
		{1, 1, 100, 1},
		{1, 100, 100, 1},
		{1, 101, 100, 2},
		{1, 1600, 100, 16},
		{1, 1601, 100, 17},
		{1, mostGas, 0, 1},
		{1, mostGas, mostGas, 1},
		{1, mostGas, 1, math.MaxInt32},
		{mempool.PlaceBytes, 100, 100, 1},
		{mempool.PlaceBytes + 1, 100, 100, 2},
		{mempool.PlaceBytes + 1, 300, 100, 3},
		{3 * mempool.PlaceBytes, 101, 100, 3},
	} {
		require.Equal(t, test.want, mempool.Places(test.size, test.gas, test.placeGas), "%+v", test)
	}
}

func TestABidTakesThePlaceOfItsPayersCheaperOne(t *testing.T) {
	pool := mempool.New(3, 10)
	slow, bid := ordered("alice", 1, 2), unordered("alice", 40)
	insert(t, pool, slow, unordered("bob", 30), unordered("carol", 30))
	refuse(t, pool, unordered("dave", 2), mempool.ErrPrice)
	insert(t, pool, bid)
	require.True(t, pool.Has(bid.Bytes))
	require.False(t, pool.Has(slow.Bytes))
	require.Equal(t, 3, pool.Len())
}

func TestACheaperOfferLowersNoBid(t *testing.T) {
	pool := mempool.New(3, 10)
	slow, cheapest, bid := unordered("alice", 20), unordered("carol", 19), unordered("alice", 21)
	insert(t, pool, slow, unordered("bob", 30), cheapest, bid)
	require.True(t, pool.Has(slow.Bytes))
	require.False(t, pool.Has(cheapest.Bytes))
}

// What is displaced along with another one's takes no place of its payer any more.
func TestAPayersBidsRiseWhenADearerOneIsGone(t *testing.T) {
	pool := mempool.New(7, 10)
	for price := range int64(4) {
		insert(t, pool, unordered("bob", 1000+price))
	}
	both := ordered("bob", 2, 60)
	both.Bytes, both.Payer = []byte("both"), "alice"
	both.Signers = append(both.Signers, mempool.Signer{Address: "alice", Sequence: 1})
	left := unordered("alice", 50)
	insert(t, pool, ordered("bob", 1, 60), both, left)
	insert(t, pool, unordered("carol", 14))
	require.False(t, pool.Has(both.Bytes), "bob's fifth place, at 60, is worth 12")
	insert(t, pool, unordered("dave", 41), unordered("erin", 40))
	refuse(t, pool, unordered("frank", 30), mempool.ErrPrice)
	require.True(t, pool.Has(left.Bytes), "as its payer's second it was worth 25")
}

func TestADisplacedTransactionTakesItsSignersLaterOnesAlong(t *testing.T) {
	pool := mempool.New(4, 10)
	shared := ordered("alice", 2, 9)
	shared.Signers = append(shared.Signers, mempool.Signer{Address: "bob", Sequence: 7})
	shared.Bytes = []byte("shared")
	after := ordered("bob", 8, 9)
	insert(t, pool, ordered("alice", 1, 10), shared, after, unordered("carol", 10))
	insert(t, pool, unordered("dave", 5))
	require.False(t, pool.Has(shared.Bytes), "its payer's second place, at 9, is worth 4")
	require.False(t, pool.Has(after.Bytes))
	refuse(t, pool, ordered("bob", 9, 1000), mempool.ErrGap)
	refuse(t, pool, ordered("alice", 3, 1000), mempool.ErrGap)
	insert(t, pool, shared)
}

// The only one of a payer stays as long as nobody pays more for its place, in proportion to the places it has already.
func TestASecondTransactionDisplacesAnOnlyOneAtTwiceItsPriceAndATenth(t *testing.T) {
	pool := mempool.New(2, 10)
	only := unordered("bob", 10)
	insert(t, pool, unordered("mallory", 100), only)
	refuse(t, pool, unordered("mallory", 11), mempool.ErrPrice)
	refuse(t, pool, unordered("mallory", 21), mempool.ErrPrice)
	insert(t, pool, unordered("mallory", 22))
	require.False(t, pool.Has(only.Bytes))
	refuse(t, pool, unordered("alice", 11), mempool.ErrPrice)
	insert(t, pool, unordered("alice", 13))
}

// A granter pays for the second of two sequences, and the first is what would make room for it.
func TestATransactionDoesNotDisplaceTheOneThatComesBeforeIt(t *testing.T) {
	pool := mempool.New(2, 10)
	dear, first := unordered("alice", 9), ordered("alice", 1, 5)
	second := ordered("alice", 2, 100)
	second.Payer = "granter"
	insert(t, pool, dear, first)
	refuse(t, pool, second, mempool.ErrPrice)
	insert(t, pool, unordered("bob", 3))
	require.False(t, pool.Has(first.Bytes), "it makes room for everybody else")
}

// What would make room takes along a transaction of two signers, and with that the sequence before the new one. Nothing
// is displaced for a transaction that is refused.
func TestRegressionATransactionDisplacesOthersAndIsRefused(t *testing.T) {
	pool := mempool.New(3, 10)
	dear, cheap := unordered("bob", 9), ordered("bob", 1, 2)
	both := ordered("bob", 2, 2)
	both.Bytes = []byte("both")
	both.Signers = append(both.Signers, mempool.Signer{Address: "alice", Sequence: 1})
	both.Payer = "granter"
	insert(t, pool, dear, cheap, both)
	before := pool.Best()
	refuse(t, pool, ordered("alice", 2, 2), mempool.ErrPrice)
	require.Equal(t, before, pool.Best())
	insert(t, pool, unordered("carol", 9))
	require.False(t, pool.Has(both.Bytes), "it goes along for anybody else")
}

// A payer that was displaced sends again after the next block.
func TestAGapIsForgottenWithTheNextBlock(t *testing.T) {
	pool := mempool.New(2, 10)
	first, second := ordered("alice", 1, 5), ordered("alice", 2, 5)
	insert(t, pool, first, second, unordered("bob", 5))
	require.False(t, pool.Has(second.Bytes))
	third := ordered("alice", 3, 5)
	refuse(t, pool, third, mempool.ErrGap)
	pool.Reset()
	insert(t, pool, third)
}

func TestAttackAPayerHasAShare(t *testing.T) {
	pool := mempool.New(100, 3)
	insert(t, pool, unordered("a", 1), unordered("a", 2), ordered("a", 1, 3))
	refuse(t, pool, unordered("a", 1000), mempool.ErrTooMany)
	granted := ordered("b", 1, 1)
	granted.Payer = "a"
	refuse(t, pool, granted, mempool.ErrTooMany)
	for i := range uint64(3) {
		tx := ordered("c", i, 1)
		tx.Payer = fmt.Sprint("granter", i)
		insert(t, pool, tx)
	}
	tx := ordered("c", 3, 1)
	tx.Payer = "granter"
	refuse(t, pool, tx, mempool.ErrTooMany)
}

// However transactions come, a pool holds no more than it may, no sequence without the one before, each transaction in
// one place, and what one Check says Insert does.
func TestAPoolKeepsItsPromisesForRandomTransactions(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, seed))
		pool, next := mempool.New(30, 8), make(map[string]uint64)
		for range 2000 {
			who := string(rune('a' + random.IntN(12)))
			tx := unordered(who, 1+random.Int64N(1000))
			if random.IntN(2) == 0 {
				tx = ordered(who, next[who], tx.Price)
				if other := string(rune('a' + random.IntN(12))); other != who && random.IntN(4) == 0 {
					tx.Signers = append(tx.Signers, mempool.Signer{Address: other, Sequence: next[other]})
					tx.Bytes = append(tx.Bytes, other...)
				}
				if random.IntN(4) == 0 {
					tx.Payer = string(rune('a' + random.IntN(12)))
				}
			}
			if random.IntN(8) == 0 {
				tx.Bytes = append(tx.Bytes, make([]byte, random.IntN(16<<10))...)
			}
			tx.Places = mempool.Places(len(tx.Bytes), 1+random.Uint64N(4), 2)
			checked := pool.Check(tx)
			err := pool.Insert(tx)
			if err == nil {
				require.NoError(t, checked)
				for _, signer := range tx.Signers {
					next[signer.Address] = signer.Sequence + 1
				}
			}
			requireOrder(t, pool)
			if random.IntN(200) == 0 {
				for _, tx := range pool.Reset() {
					require.NoError(t, pool.Insert(tx))
				}
				requireOrder(t, pool)
				clear(next)
				for _, tx := range pool.Best() {
					for _, signer := range tx.Signers {
						next[signer.Address] = max(next[signer.Address], signer.Sequence+1)
					}
				}
			}
		}
	}
}

// requireOrder checks what must hold for what waits in a pool of 30 places with a share of 8.
func requireOrder(t *testing.T, pool *mempool.Pool) {
	t.Helper()
	best := pool.Best()
	require.Len(t, best, pool.Len())
	places := 0
	last, payers := make(map[string]uint64), make(map[string]int)
	for _, tx := range best {
		places += tx.Places
		require.True(t, pool.Has(tx.Bytes))
		payers[tx.Payer]++
		for _, signer := range tx.Signers {
			if before, ok := last[signer.Address]; ok {
				require.Equal(t, before+1, signer.Sequence, "a sequence without the one before")
			}
			last[signer.Address] = signer.Sequence
		}
	}
	require.LessOrEqual(t, places, 30)
	for payer, count := range payers {
		require.LessOrEqual(t, count, 8, payer)
	}
}
