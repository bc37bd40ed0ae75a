// Package mempool keeps the transactions that wait for a block. Those that pay more for a unit of gas come first, and
// stay when there is no room for all.
//
// The room is for payers first: as long as somebody has more than one transaction in a full pool, those beyond the
// dearest make room for the first of somebody else. What a payer cannot pay because an earlier transaction of its own
// has emptied its account therefore keeps nobody out.
package mempool

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"slices"
	"sync"
)

// Why a transaction is refused.
var (
	// ErrKnown refuses a transaction that is in the pool.
	ErrKnown = errors.New("the transaction is in the pool")
	// ErrTooMany refuses one more transaction of a payer or signer with as many as it may have.
	ErrTooMany = errors.New("its payer or signer has as many waiting transactions as it may have")
	// ErrPrice refuses a transaction that pays too little for a place in a full pool.
	ErrPrice = errors.New("the pool is full, and the transaction pays less than a tenth more per gas than the " +
		"cheapest in it")
	// ErrGap refuses a transaction that comes after one that was displaced.
	ErrGap = errors.New("a transaction of the same signer that comes before it was displaced; send both again after " +
		"the next block")
)

// Tx is a transaction that waits.
type Tx struct {
	// Bytes are the transaction as blocks hold it. The decoded form would take many times the memory.
	Bytes []byte
	// Price is what it pays for a unit of gas; only the order of prices matters here.
	Price int64
	// Gas is its gas limit.
	Gas uint64
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
	// arrival orders entries by when they were inserted.
	arrival uint64
}

// id is the hash of a transaction's bytes.
type id = [sha256.Size]byte

// before orders entries: the dearer first, the earlier of equals. What must come before another transaction of the same
// signer always does.
func before(a, b *entry) int {
	return cmp.Or(cmp.Compare(b.price, a.price), cmp.Compare(a.arrival, b.arrival))
}

// Pool is a bounded pool of transactions. It is safe for concurrent use.
type Pool struct {
	size, share int

	mu       sync.Mutex
	arrivals uint64
	entries  map[id]*entry
	// firsts holds the dearest entry of each payer, spares all others, both in order.
	firsts, spares []*entry
	// payers holds each payer's entries in order.
	payers map[string][]*entry
	// signers holds each signer's entries with sequences, in their order.
	signers map[string][]*entry
	// gaps holds the lowest displaced sequence of each signer.
	gaps map[string]uint64
}

// New returns a pool for a number of transactions, of which one payer or signer may have a share.
func New(size, share int) *Pool {
	p := &Pool{size: size, share: share}
	p.clear()
	return p
}

// clear empties the pool.
func (p *Pool) clear() {
	p.entries = make(map[id]*entry)
	p.firsts, p.spares = nil, nil
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
	all := slices.Concat(p.firsts, p.spares)
	slices.SortFunc(all, before)
	return txs(all)
}

// Reset empties the pool and returns what was in it, in the order of arrival.
func (p *Pool) Reset() []Tx {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := slices.Concat(p.firsts, p.spares)
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

// Insert adds a transaction, in the place of a cheaper one if the pool is full. It fails with the errors of this
// package.
func (p *Pool) Insert(tx Tx) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.newEntry(tx)
	displaced, err := p.admit(e)
	if err != nil {
		return err
	}
	if displaced != nil {
		p.displace(displaced)
		// What depended on it is gone, too.
		if err := p.checkSequences(e); err != nil {
			return err
		}
	}
	p.arrivals++
	p.add(e)
	return nil
}

// newEntry returns the entry of a transaction that is not in the pool yet.
func (p *Pool) newEntry(tx Tx) *entry {
	e := &entry{Tx: tx, id: sha256.Sum256(tx.Bytes), price: tx.Price, arrival: p.arrivals}
	for _, signer := range tx.Signers {
		if waiting := p.signers[signer.Address]; len(waiting) > 0 {
			e.price = min(e.price, waiting[len(waiting)-1].price)
		}
	}
	return e
}

// admit returns which entry makes room for a new one, nil if there is room, or why the new one is refused.
func (p *Pool) admit(e *entry) (*entry, error) {
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
	if len(p.entries) < p.size {
		return nil, nil
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

// cheaper returns the entry of a full pool that makes room for a new one.
func (p *Pool) cheaper(e *entry) (*entry, error) {
	mine := p.payers[e.Payer]
	first := len(mine) == 0 || raises(e.price, mine[0].price)
	var displaced *entry
	switch {
	case len(p.spares) > 0:
		displaced = p.spares[len(p.spares)-1]
		if !first && !raises(e.price, displaced.price) {
			return nil, ErrPrice
		}
	case first && len(p.firsts) > 0:
		displaced = p.firsts[len(p.firsts)-1]
		if !raises(e.price, displaced.price) {
			return nil, ErrPrice
		}
	default:
		return nil, ErrPrice
	}
	for _, signer := range e.Signers {
		if slices.Contains(p.signers[signer.Address], displaced) {
			return nil, ErrPrice // it must come before the new one
		}
	}
	return displaced, nil
}

// raises reports whether a price is at least a tenth above another.
func raises(price, other int64) bool { return price > other && price-other >= other/10 }

// add puts a new entry into all lists.
func (p *Pool) add(e *entry) {
	p.entries[e.id] = e
	for _, signer := range e.Signers {
		p.signers[signer.Address] = append(p.signers[signer.Address], e)
	}
	mine := insert(p.payers[e.Payer], e)
	p.payers[e.Payer] = mine
	if mine[0] != e {
		p.spares = insert(p.spares, e)
		return
	}
	if len(mine) > 1 {
		p.firsts = remove(p.firsts, mine[1])
		p.spares = insert(p.spares, mine[1])
	}
	p.firsts = insert(p.firsts, e)
}

// displace takes an entry out of the pool, with all of its signers' later ones.
func (p *Pool) displace(e *entry) {
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

	mine := p.payers[e.Payer]
	if mine[0] != e {
		p.spares = remove(p.spares, e)
	} else {
		p.firsts = remove(p.firsts, e)
		if len(mine) > 1 {
			p.spares = remove(p.spares, mine[1])
			p.firsts = insert(p.firsts, mine[1])
		}
	}
	setOrDelete(p.payers, e.Payer, remove(mine, e))
}

// setOrDelete sets a key's entries, and deletes the key if there are none.
func setOrDelete(lists map[string][]*entry, key string, entries []*entry) {
	if len(entries) == 0 {
		delete(lists, key)
		return
	}
	lists[key] = entries
}

// insert adds an entry to a list in order.
func insert(list []*entry, e *entry) []*entry {
	i, _ := slices.BinarySearchFunc(list, e, before)
	return slices.Insert(list, i, e)
}

// remove takes an entry out of a list in order.
func remove(list []*entry, e *entry) []*entry {
	i, found := slices.BinarySearchFunc(list, e, before)
	if !found {
		return list
	}
	return slices.Delete(list, i, i+1)
}
