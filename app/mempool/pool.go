// Package mempool keeps the transactions that wait for a block, ordered by their price for a unit of gas. A full pool
// drops the cheapest.
//
// The pool has places, of which a large transaction takes several. To stay in a full pool, a payer's second place must
// be paid twice as dear as its first, the third three times. A bidder gets in with several transactions. But the
// transactions of an account that can pay for only the first of them, which empties it, displace no more than the same
// number of accounts with one transaction each would.
package mempool

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"math"
	"slices"
	"sync"
)

// Why a transaction is refused.
var (
	// ErrKnown refuses a transaction that is in the pool.
	ErrKnown = errors.New("the transaction is in the pool")
	// ErrTooMany refuses one more transaction of a payer or signer with as many as it may have.
	ErrTooMany = errors.New("its payer or signer has as many waiting transactions as it may have")
	// ErrPrice refuses a transaction that pays too little for its places in a full pool.
	ErrPrice = errors.New("the pool is full, and the transaction pays less than a tenth more per gas than the " +
		"cheapest in it, divided by how many places its payer would have")
	// ErrGap refuses a transaction that comes after one that was displaced.
	ErrGap = errors.New("a transaction of the same signer that comes before it was displaced; send both again after " +
		"the next block")
)

// PlaceBytes is the size of a place.
const PlaceBytes = 3 << 9

// Places returns how many places a transaction takes: as many as its bytes begin, or as its gas begins if that is more,
// where a place has that much gas. It has any amount if placeGas is 0.
func Places(size int, gas, placeGas uint64) int {
	places := max(1, (size+PlaceBytes-1)/PlaceBytes)
	if placeGas == 0 || gas == 0 {
		return places
	}
	return max(places, int(min((gas-1)/placeGas+1, math.MaxInt32)))
}

// Tx is a transaction that waits.
type Tx struct {
	// Bytes are the transaction as blocks hold it. The decoded form would take many times the memory.
	Bytes []byte
	// Price is its price for a unit of gas; only the order of prices matters here.
	Price int64
	// Gas is its gas limit.
	Gas uint64
	// Places is how many places it takes, at least one.
	Places int
	// Payer is the account that pays the fee.
	Payer string
	// Signers are its signers if it has sequences, and empty if it is unordered.
	Signers []Signer
}

// Signer is an account that signed a transaction, and the sequence that it signed with.
type Signer struct {
	Address  string
	Sequence uint64
}

// entry is a transaction in the pool.
type entry struct {
	Tx

	id id
	// price is the lowest of the transaction's own and of those that must come before it.
	price int64
	// worth is the price, divided by the number of places that its payer has with it and dearer ones. The entry with the
	// least worth is dropped first.
	worth int64
	// arrival orders entries by when they were inserted.
	arrival uint64
}

// id is the hash of a transaction's bytes.
type id = [sha256.Size]byte

// before orders entries: the dearer first, the earlier of equals. A transaction always comes after those of the same
// signer with lower sequences.
func before(a, b *entry) int {
	return cmp.Or(cmp.Compare(b.price, a.price), cmp.Compare(a.arrival, b.arrival))
}

// outranks orders entries by worth: the one that stays longer first.
func outranks(a, b *entry) int {
	return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(a.arrival, b.arrival))
}

// Pool is a bounded pool of transactions. It is safe for concurrent use.
type Pool struct {
	size, share int

	mu       sync.Mutex
	arrivals uint64
	entries  map[id]*entry
	// places is how many are taken.
	places int
	// ranked holds all entries in the order of worth.
	ranked []*entry
	// payers holds each payer's entries in order.
	payers map[string][]*entry
	// signers holds each signer's entries with sequences, in their order.
	signers map[string][]*entry
	// gaps holds the lowest displaced sequence of each signer.
	gaps map[string]uint64
}

// New returns a pool with a number of places, and the share of transactions that one payer or signer may have.
func New(size, share int) *Pool {
	p := &Pool{size: size, share: share}
	p.clear()
	return p
}

// clear empties the pool.
func (p *Pool) clear() {
	p.entries = make(map[id]*entry)
	p.places, p.ranked = 0, nil
	p.payers, p.signers = make(map[string][]*entry), make(map[string][]*entry)
	p.gaps = make(map[string]uint64)
}

// Len returns how many transactions wait.
func (p *Pool) Len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.entries)
}

// Has reports whether a transaction waits.
func (p *Pool) Has(bytes []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.entries[sha256.Sum256(bytes)]
	return ok
}

// Best returns the waiting transactions in the order in which blocks should take them.
func (p *Pool) Best() []Tx {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := slices.Clone(p.ranked)
	slices.SortFunc(all, before)
	return txs(all)
}

// Reset empties the pool and returns its transactions in the order of arrival.
func (p *Pool) Reset() []Tx {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := slices.Clone(p.ranked)
	slices.SortFunc(all, func(a, b *entry) int { return cmp.Compare(a.arrival, b.arrival) })
	p.clear()
	return txs(all)
}

// txs returns the transactions of entries.
func txs(entries []*entry) []Tx {
	all := make([]Tx, len(entries))
	for i, e := range entries {
		all[i] = e.Tx
	}
	return all
}

// Check returns why Insert would refuse a transaction, nil if it would not.
func (p *Pool) Check(tx Tx) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := p.admit(p.newEntry(tx))
	return err
}

// Insert adds a transaction, in the place of cheaper ones if the pool is full. It fails with the errors of this
// package.
func (p *Pool) Insert(tx Tx) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.newEntry(tx)
	displaced, err := p.admit(e)
	if err != nil {
		return err
	}
	for _, other := range displaced {
		p.displace(other)
	}
	p.arrivals++
	p.add(e)
	return nil
}

// unranked is the worth of an entry that is not listed yet.
const unranked = -1

// newEntry returns the entry of a transaction that is not in the pool yet.
func (p *Pool) newEntry(tx Tx) *entry {
	e := &entry{
		Tx: tx, id: sha256.Sum256(tx.Bytes), price: tx.Price, arrival: p.arrivals, worth: unranked,
	}
	for _, signer := range tx.Signers {
		if waiting := p.signers[signer.Address]; len(waiting) > 0 {
			e.price = min(e.price, waiting[len(waiting)-1].price)
		}
	}
	return e
}

// admit returns which entries make room for a new one, none if there is room, or why the new one is refused.
func (p *Pool) admit(e *entry) ([]*entry, error) {
	if _, ok := p.entries[e.id]; ok {
		return nil, ErrKnown
	}
	if err := p.checkSequences(e); err != nil {
		return nil, err
	}
	if len(p.payers[e.Payer]) >= p.share {
		return nil, ErrTooMany
	}
	for _, signer := range e.Signers {
		if len(p.signers[signer.Address]) >= p.share {
			return nil, ErrTooMany
		}
	}
	return p.cheaper(e)
}

// checkSequences returns ErrGap if a transaction that must come before a new entry was displaced.
func (p *Pool) checkSequences(e *entry) error {
	for _, signer := range e.Signers {
		if gap, ok := p.gaps[signer.Address]; ok && signer.Sequence > gap {
			return ErrGap
		}
	}
	return nil
}

// cheaper returns the entries that make room for a new one: those that are worth least, none if there is room.
func (p *Pool) cheaper(e *entry) ([]*entry, error) {
	places := e.Places
	for _, mine := range p.payers[e.Payer] {
		if before(mine, e) < 0 {
			places += mine.Places
		}
	}
	worth := e.price / int64(places)
	from, free := len(p.ranked), p.size-p.places
	for ; free < e.Places; free += p.ranked[from].Places {
		if from--; from < 0 || !raises(worth, p.ranked[from].worth) {
			return nil, ErrPrice
		}
	}
	displaced := slices.Clone(p.ranked[from:])
	if p.takesAlong(displaced, e) {
		return nil, ErrPrice
	}
	return displaced, nil
}

// takesAlong reports whether a transaction of a signer of a new entry is among those that are displaced, or would go
// along with them: it must come before the new one, which would then be refused after it has displaced others.
func (p *Pool) takesAlong(displaced []*entry, e *entry) bool {
	seen := make(map[*entry]bool)
	for len(displaced) > 0 {
		other := displaced[0]
		displaced = displaced[1:]
		if seen[other] {
			continue
		}
		seen[other] = true
		for _, signer := range other.Signers {
			if slices.ContainsFunc(e.Signers, func(s Signer) bool { return s.Address == signer.Address }) {
				return true
			}
			waiting := p.signers[signer.Address]
			displaced = append(displaced, waiting[slices.Index(waiting, other)+1:]...)
		}
	}
	return false
}

// raises reports whether a price is at least a tenth above another.
func raises(price, other int64) bool { return price > other && price-other >= other/10 }

// add puts a new entry into all lists.
func (p *Pool) add(e *entry) {
	p.entries[e.id] = e
	for _, signer := range e.Signers {
		p.signers[signer.Address] = append(p.signers[signer.Address], e)
	}
	p.places += e.Places
	p.rank(e.Payer, insert(p.payers[e.Payer], e, before))
}

// rank sets a payer's entries and their worth.
func (p *Pool) rank(payer string, mine []*entry) {
	setOrDelete(p.payers, payer, mine)
	places := 0
	for _, e := range mine {
		places += e.Places
		worth := e.price / int64(places)
		if worth == e.worth {
			continue
		}
		p.ranked = remove(p.ranked, e, outranks)
		e.worth = worth
		p.ranked = insert(p.ranked, e, outranks)
	}
}

// displace takes an entry out of the pool, with all of its signers' later ones.
func (p *Pool) displace(e *entry) {
	if _, ok := p.entries[e.id]; !ok {
		return // it went along with an earlier one
	}
	for _, signer := range e.Signers {
		for {
			waiting := p.signers[signer.Address]
			last := waiting[len(waiting)-1]
			if last == e {
				break
			}
			p.displace(last)
		}
	}
	for _, signer := range e.Signers {
		waiting := p.signers[signer.Address]
		setOrDelete(p.signers, signer.Address, waiting[:len(waiting)-1])
		p.gaps[signer.Address] = signer.Sequence
	}
	delete(p.entries, e.id)
	p.places -= e.Places
	p.ranked = remove(p.ranked, e, outranks)
	p.rank(e.Payer, remove(p.payers[e.Payer], e, before))
}

// setOrDelete sets a key's entries, and deletes the key if there are none.
func setOrDelete(lists map[string][]*entry, key string, entries []*entry) {
	if len(entries) == 0 {
		delete(lists, key)
		return
	}
	lists[key] = entries
}

// insert adds an entry to a list in an order.
func insert(list []*entry, e *entry, order func(a, b *entry) int) []*entry {
	i, _ := slices.BinarySearchFunc(list, e, order)
	return slices.Insert(list, i, e)
}

// remove takes an entry out of a list in an order.
func remove(list []*entry, e *entry, order func(a, b *entry) int) []*entry {
	i, found := slices.BinarySearchFunc(list, e, order)
	if !found {
		return list
	}
	return slices.Delete(list, i, i+1)
}
