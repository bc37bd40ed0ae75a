package relay

import (
	"bytes"
	"container/heap"
	"net/netip"
	"slices"
	"time"
)

const (
	// updateCost is the memory of a waiting update beside its bytes, its mailbox included.
	updateCost = 512
	// contactsCost is the memory of the contacts of a client that is away, its mailbox included.
	contactsCost = updateCost + MaxPeers*KeySize
	// keptOfOne is how many updates of one sender wait in a mailbox.
	keptOfOne = 2
)

// parcel is an update and the address that sent it.
type parcel struct {
	Update
	address netip.Prefix
}

func (p parcel) cost() int { return len(p.Content) + updateCost }

// entry is one thing that a store keeps: an update, or, without content, the contacts of a client that is away.
type entry struct {
	parcel
	mailbox *mailbox
	at      time.Time
	holding *holding
	number  uint64 // entries are numbered as they are added
	newer   *entry // the next entry of the holding
	older   *entry // the entry before it
}

// isUpdate reports whether an entry is an update.
func (e *entry) isUpdate() bool { return len(e.Content) > 0 }

func (e *entry) cost() int {
	if e.isUpdate() {
		return e.parcel.cost()
	}
	return contactsCost
}

// mailbox holds the updates that wait for the client of one key.
type mailbox struct {
	key     Key
	updates []*entry // oldest first
	bytes   int
	// contacts are the last keys that the client has written to, at most MaxPeers.
	contacts []Key
	// connected reports whether the client is there. Of one that is away, absence counts the contacts.
	connected bool
	absence   *entry
}

// store holds the updates that wait. It has no clock, lock or socket.
//
// Each update counts against the address that sent it, and the contacts of a client that is away against the address
// that the client had. Three limits bound a store, and each displaces the oldest entries: Mailbox, those of the address
// that holds most of the mailbox, the updates of the client's contacts last; AddressKept, those of the address itself;
// Kept, those of the address that holds most of the store. So an address that holds less than its share, which is the
// limit divided by the number of addresses, loses nothing to another one.
type store struct {
	limits    Limits
	mailboxes map[Key]*mailbox
	holdings  map[netip.Prefix]*holding
	largest   largestFirst // the same holdings
	bytes     int
	added     uint64
	dropped   uint64 // updates that were displaced or have expired
}

func newStore(l Limits) *store {
	return &store{limits: l, mailboxes: make(map[Key]*mailbox), holdings: make(map[netip.Prefix]*holding)}
}

// deposit adds an update for the client of a key, and displaces others as the limits require.
func (s *store) deposit(to Key, p parcel, now time.Time) {
	if p.cost() > s.limits.Mailbox {
		s.dropped++
		return
	}
	p.Content = bytes.Clone(p.Content) // without the spare room of the buffer that it was read into
	m := s.mailbox(to)
	e := &entry{parcel: p, mailbox: m, at: now}
	m.updates = append(m.updates, e)
	m.bytes += e.cost()
	s.add(e)
	if own := m.from(p.From); len(own) > keptOfOne {
		s.drop(own[0])
	}
	for m.bytes > s.limits.Mailbox {
		s.drop(m.leastWelcome())
	}
	s.makeRoom(p.address)
}

// collect removes the updates of a sender from the mailbox of a client, and returns them.
func (s *store) collect(key, from Key) []parcel {
	m := s.mailboxes[key]
	if m == nil {
		return nil
	}
	var updates []parcel
	for _, e := range m.from(from) {
		s.remove(e)
		updates = append(updates, e.parcel)
	}
	return updates
}

// connect records that a client is there.
func (s *store) connect(key Key) {
	m := s.mailbox(key)
	m.connected = true
	if m.absence != nil {
		s.subtract(m.absence)
		m.absence = nil
	}
}

// contact records that a client which is there has written to a key.
func (s *store) contact(key, to Key) {
	m := s.mailbox(key)
	m.contacts = slices.DeleteFunc(m.contacts, func(k Key) bool { return k == to })
	m.contacts = append(m.contacts, to)
	if len(m.contacts) > MaxPeers {
		m.contacts = slices.Delete(m.contacts, 0, 1)
	}
}

// disconnect records that a client which had an address is away.
func (s *store) disconnect(key Key, address netip.Prefix, now time.Time) {
	m := s.mailbox(key)
	m.connected = false
	if len(m.contacts) > 0 {
		m.absence = &entry{parcel: parcel{address: address}, mailbox: m, at: now}
		s.add(m.absence)
		s.makeRoom(address)
	}
	s.release(m)
}

// expire removes updates that have waited for the longest time. The contacts of a client stay while an update waits.
func (s *store) expire(now time.Time) {
	isOld := func(e *entry) bool { return now.Sub(e.at) >= s.limits.Keep }
	for _, h := range s.holdings {
		for h.oldest != nil && isOld(h.oldest) {
			e := h.oldest
			if n := len(e.mailbox.updates); !e.isUpdate() && n > 0 && !isOld(e.mailbox.updates[n-1]) {
				s.subtract(e)
				e.at = now
				s.add(e)
				continue
			}
			s.drop(e)
		}
	}
}

// mailbox returns the mailbox of a key, a new one if there is none.
func (s *store) mailbox(key Key) *mailbox {
	m := s.mailboxes[key]
	if m == nil {
		m = &mailbox{key: key}
		s.mailboxes[key] = m
	}
	return m
}

// release deletes a mailbox that nothing needs.
func (s *store) release(m *mailbox) {
	if !m.connected && m.absence == nil && len(m.updates) == 0 {
		delete(s.mailboxes, m.key)
	}
}

// makeRoom displaces entries until an address, and then the store, is within its limit.
func (s *store) makeRoom(address netip.Prefix) {
	if h := s.holdings[address]; h != nil {
		for h.bytes > s.limits.AddressKept {
			s.drop(h.oldest)
		}
	}
	for s.bytes > s.limits.Kept {
		s.drop(s.largest[0].oldest)
	}
}

// drop removes an entry, which is lost.
func (s *store) drop(e *entry) {
	if e.isUpdate() {
		s.dropped++
	}
	s.remove(e)
}

// remove takes an entry out of its mailbox and its holding.
func (s *store) remove(e *entry) {
	m := e.mailbox
	if e.isUpdate() {
		m.updates = slices.DeleteFunc(m.updates, func(l *entry) bool { return l == e })
		m.bytes -= e.cost()
	} else {
		m.absence, m.contacts = nil, nil
	}
	s.subtract(e)
	s.release(m)
}

// add counts an entry against its address.
func (s *store) add(e *entry) {
	s.added++
	e.number = s.added
	s.bytes += e.cost()
	if h := s.holdings[e.address]; h != nil {
		h.push(e)
		heap.Fix(&s.largest, h.index)
		return
	}
	h := &holding{address: e.address}
	h.push(e)
	s.holdings[e.address] = h
	heap.Push(&s.largest, h)
}

// subtract undoes add.
func (s *store) subtract(e *entry) {
	h := e.holding
	h.remove(e)
	s.bytes -= e.cost()
	if h.oldest == nil {
		heap.Remove(&s.largest, h.index)
		delete(s.holdings, h.address)
		return
	}
	heap.Fix(&s.largest, h.index)
}

// from returns the updates of a sender.
func (m *mailbox) from(sender Key) (own []*entry) {
	for _, e := range m.updates {
		if e.From == sender {
			own = append(own, e)
		}
	}
	return own
}

// leastWelcome returns the update that is displaced first when a mailbox is full.
func (m *mailbox) leastWelcome() *entry {
	var strangers []*entry
	for _, e := range m.updates {
		if !slices.Contains(m.contacts, e.From) {
			strangers = append(strangers, e)
		}
	}
	candidates := strangers
	if len(candidates) == 0 {
		candidates = m.updates
	}
	held := make(map[netip.Prefix]int)
	for _, e := range candidates {
		held[e.address] += e.cost()
	}
	first := candidates[0]
	for _, e := range candidates[1:] {
		if held[e.address] > held[first.address] {
			first = e
		}
	}
	return first
}
