package relay

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ip returns an address of tests, and name a key of theirs: they need not be points of the curve.
func ip(i int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}), 32)
}

func name(kind byte, i int) Key { return Key{kind, byte(i)} }

func mail(from Key, address netip.Prefix, size int) parcel {
	return parcel{Update{from, make([]byte, size)}, address}
}

// storeLimits are those of a store that some 20 updates of full length fill.
func storeLimits() Limits {
	return Limits{Mailbox: 8 << 10, AddressKept: 20 << 10, Kept: 48 << 10, Keep: 10 * time.Minute}
}

// recount counts a store again from its mailboxes, and compares with its books and limits.
func recount(s *store) error {
	total, held, known := 0, make(map[netip.Prefix]int), make(map[*entry]bool)
	count := func(e *entry, cost int) {
		held[e.address] += cost
		total += cost
		known[e] = true
	}
	for key, m := range s.mailboxes {
		inBox, bySender := 0, make(map[Key]int)
		for i, e := range m.updates {
			cost := len(e.Content) + updateCost
			bySender[e.From]++
			inBox += cost
			count(e, cost)
			if e.mailbox != m || bySender[e.From] > keptOfOne || i > 0 && m.updates[i-1].number >= e.number {
				return fmt.Errorf("mailbox %v: update %d", key[:2], i)
			}
		}
		if m.absence != nil {
			count(m.absence, contactsCost)
		}
		needed := m.connected || m.absence != nil || len(m.updates) > 0
		if m.key != key || !needed || m.connected && m.absence != nil || len(m.contacts) > MaxPeers {
			return fmt.Errorf("mailbox %v: %+v", key[:2], m)
		}
		if inBox != m.bytes || inBox > s.limits.Mailbox {
			return fmt.Errorf("mailbox %v: holds %d bytes, counted as %d", key[:2], inBox, m.bytes)
		}
	}
	if total != s.bytes || total > s.limits.Kept {
		return fmt.Errorf("the store holds %d bytes, counted as %d", total, s.bytes)
	}
	if len(s.holdings) != len(held) || len(s.largest) != len(held) {
		return fmt.Errorf("%d addresses, counted as %d and %d", len(held), len(s.holdings), len(s.largest))
	}
	for i, h := range s.largest {
		if h.index != i || s.holdings[h.address] != h || i > 0 && s.largest.Less(i, (i-1)/2) {
			return fmt.Errorf("holding %d is not in its place", i)
		}
		if h.bytes != held[h.address] || h.bytes > s.limits.AddressKept {
			return fmt.Errorf("%s holds %d bytes, counted as %d", h.address, held[h.address], h.bytes)
		}
		for e := h.oldest; e != nil; e = e.newer {
			if !known[e] || e.address != h.address || e.holding != h || (e.newer == nil) != (e == h.newest) {
				return fmt.Errorf("%s: an entry of no mailbox, of another address or counted twice", h.address)
			}
			delete(known, e)
			if e.newer != nil && (e.newer.older != e || e.newer.number <= e.number || e.newer.at.Before(e.at)) {
				return fmt.Errorf("%s: entries out of order", h.address)
			}
		}
	}
	if len(known) > 0 {
		return fmt.Errorf("%d entries in no holding", len(known))
	}
	return nil
}

// item is an entry of the model. Contacts have no sender.
type item struct {
	mailbox, from Key
	address       netip.Prefix
	size          int
}

func (i item) isUpdate() bool { return i.from != Key{} }

func (i item) cost() int {
	if i.isUpdate() {
		return i.size + updateCost
	}
	return contactsCost
}

// model is a store without books: a list of entries, the oldest first, that is searched each time.
type model struct {
	limits   Limits
	items    []item
	contacts map[Key][]Key
	// unfair is a displacement of an address that held no more than its share, for another one.
	unfair error
}

// sums returns what each address has of the items that count.
func (m *model) sums(counts func(item) bool) (of map[netip.Prefix]int, total int) {
	of = make(map[netip.Prefix]int)
	for _, i := range m.items {
		if counts(i) {
			of[i.address] += i.cost()
			total += i.cost()
		}
	}
	return of, total
}

// displace removes the oldest of the items that count, of the address that has the most of them.
func (m *model) displace(counts func(item) bool) {
	of, total := m.sums(counts)
	first := -1
	for i, candidate := range m.items {
		if counts(candidate) && (first < 0 || of[candidate.address] > of[m.items[first].address]) {
			first = i
		}
	}
	gone := m.items[first]
	if of[gone.address]*len(of) < total {
		m.unfair = fmt.Errorf("%s had %d of %d bytes of %d addresses", gone.address, of[gone.address], total, len(of))
	}
	m.remove(first)
}

func (m *model) remove(i int) {
	gone := m.items[i]
	m.items = slices.Delete(m.items, i, i+1)
	if !gone.isUpdate() {
		delete(m.contacts, gone.mailbox)
	}
}

func (m *model) deposit(to Key, p parcel) {
	m.items = append(m.items, item{to, p.From, p.address, len(p.Content)})
	bySender := func(i item) bool { return i.mailbox == to && i.from == p.From }
	own := 0
	for _, i := range m.items {
		if bySender(i) {
			own++
		}
	}
	if own > keptOfOne {
		m.remove(slices.IndexFunc(m.items, bySender))
	}
	inBox := func(i item) bool { return i.mailbox == to && i.isUpdate() }
	ofStranger := func(i item) bool { return inBox(i) && !slices.Contains(m.contacts[to], i.from) }
	for {
		if _, total := m.sums(inBox); total <= m.limits.Mailbox {
			break
		}
		if slices.ContainsFunc(m.items, ofStranger) {
			m.displace(ofStranger)
		} else {
			m.displace(inBox)
		}
	}
	m.makeRoom(p.address)
}

func (m *model) makeRoom(address netip.Prefix) {
	own := func(i item) bool { return i.address == address }
	for {
		if _, total := m.sums(own); total <= m.limits.AddressKept {
			break
		}
		m.displace(own)
	}
	all := func(item) bool { return true }
	for {
		if _, total := m.sums(all); total <= m.limits.Kept {
			break
		}
		m.displace(all)
	}
}

func (m *model) connect(key Key) {
	m.items = slices.DeleteFunc(m.items, func(i item) bool { return i.mailbox == key && !i.isUpdate() })
}

func (m *model) contact(key, to Key) {
	others := slices.DeleteFunc(m.contacts[key], func(k Key) bool { return k == to })
	others = append(others, to)
	m.contacts[key] = others[max(0, len(others)-MaxPeers):]
}

func (m *model) collect(key, from Key) (sizes []int) {
	m.items = slices.DeleteFunc(m.items, func(i item) bool {
		if i.mailbox != key || i.from != from {
			return false
		}
		sizes = append(sizes, i.size)
		return true
	})
	return sizes
}

func (m *model) disconnect(key Key, address netip.Prefix) {
	if len(m.contacts[key]) > 0 {
		m.items = append(m.items, item{mailbox: key, address: address})
		m.makeRoom(address)
	}
}

// items returns the entries of a store as those of the model.
func (s *store) items() []item {
	var all []*entry
	for _, m := range s.mailboxes {
		all = append(all, m.updates...)
		if m.absence != nil {
			all = append(all, m.absence)
		}
	}
	slices.SortFunc(all, func(a, b *entry) int { return cmp.Compare(a.number, b.number) })
	items := make([]item, 0, len(all))
	for _, e := range all {
		items = append(items, item{e.mailbox.key, e.From, e.address, len(e.Content)})
	}
	return items
}

// Attackers with several addresses do all that clients can, and honest players send updates to others that sleep. The
// honest hold less than their share of the store, and of the mailboxes that they write to.
func TestAnUpdateBelowItsShareIsNotDisplaced(t *testing.T) {
	const attackers, honest, guests, steps = 5, 4, 6, 2000
	for seed := range uint64(12) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 0))
			s, now := newStore(storeLimits()), time.Unix(0, 0)
			m := &model{limits: storeLimits(), items: []item{}, contacts: make(map[Key][]Key)}
			connected := make(map[Key]bool)
			connect := func(key Key) {
				s.connect(key)
				m.connect(key)
				connected[key] = true
			}
			disconnect := func(key Key, address netip.Prefix) {
				s.disconnect(key, address, now)
				m.disconnect(key, address)
				delete(connected, key)
			}
			read := func(key, from Key) (sizes []int) {
				s.contact(key, from)
				m.contact(key, from)
				for _, p := range s.collect(key, from) {
					sizes = append(sizes, len(p.Content))
				}
				require.Equal(t, m.collect(key, from), sizes)
				return sizes
			}
			deposit := func(to Key, p parcel) {
				s.deposit(to, p, now)
				m.deposit(to, p)
			}
			expected := make([][]int, honest) // the sizes of the updates of honest players that wait
			fullest := 0
			for step := range steps {
				attacker, player := ip(100+random.IntN(attackers)), random.IntN(honest)
				sender, reader, guest := name('h', player), name('r', player), name('g', random.IntN(guests))
				var to Key
				switch random.IntN(3) {
				case 0:
					to = reader
				case 1:
					to = guest
				default:
					to = name('x', random.IntN(200))
				}
				switch action := random.IntN(400); {
				case action < 60:
					size := 1 + random.IntN(150)
					deposit(reader, mail(sender, ip(player), size))
					expected[player] = append(expected[player], size)
					expected[player] = expected[player][max(0, len(expected[player])-keptOfOne):]
				case action < 120:
					connect(guest)
					read(guest, name('a', random.IntN(250)))
				case action < 180 && connected[guest]:
					disconnect(guest, attacker)
				case action < 185:
					connect(reader)
					require.Equal(t, expected[player], read(reader, sender), "step %d: what player %d reads", step, player)
					expected[player] = nil
					disconnect(reader, ip(50+player))
				default:
					deposit(to, mail(name('a', random.IntN(250)), attacker, 1+random.IntN(MaxUpdate)))
				}
				require.NoError(t, recount(s), "step %d", step)
				require.NoError(t, m.unfair, "step %d", step)
				if !slices.Equal(m.items, s.items()) {
					require.Equal(t, m.items, s.items(), "step %d", step)
				}
				fullest = max(fullest, s.bytes)
			}
			for player, sizes := range expected {
				connect(name('r', player))
				require.Equal(t, sizes, read(name('r', player), name('h', player)), "player %d", player)
			}
			require.Greater(t, fullest, s.limits.Kept-MaxUpdate-updateCost, "the store was full")
		})
	}
}

// The address that holds the most makes room, not the one whose updates are the oldest.
func TestTheLargestHoldingMakesRoom(t *testing.T) {
	l := storeLimits()
	l.Kept = 5 * 1000
	s := newStore(l)
	deposit := func(i, address int) {
		s.deposit(name('r', i), mail(name('s', i), ip(address), 1000-updateCost), time.Unix(int64(i), 0))
		require.NoError(t, recount(s))
	}
	deposit(0, 1)
	deposit(1, 2)
	deposit(2, 2)
	deposit(3, 2)
	deposit(4, 3)
	deposit(5, 4)
	require.NotContains(t, s.mailboxes, name('r', 1), "the oldest update of the largest holding")
	deposit(6, 5)
	require.NotContains(t, s.mailboxes, name('r', 2))
	deposit(7, 6)
	require.NotContains(t, s.mailboxes, name('r', 0), "all hold as much, so the oldest update of all")
	require.EqualValues(t, 3, s.dropped)
	require.Equal(t, l.Kept, s.bytes)
}

// In a full mailbox a stranger's update makes room, of those the oldest of the address that holds the most.
func TestAFullMailboxKeepsTheUpdatesOfContacts(t *testing.T) {
	l := storeLimits()
	l.Mailbox = 4 * 1000
	s, bob := newStore(l), name('r', 0)
	s.connect(bob)
	s.contact(bob, name('s', 0))
	s.disconnect(bob, ip(9), time.Unix(0, 0))
	deposit := func(sender, address int) {
		s.deposit(bob, mail(name('s', sender), ip(address), 1000-updateCost), time.Unix(1, 0))
		require.NoError(t, recount(s))
	}
	senders := func() (senders []int) {
		for _, e := range s.mailboxes[bob].updates {
			senders = append(senders, int(e.From[1]))
		}
		return senders
	}
	deposit(0, 1)
	deposit(1, 1)
	deposit(2, 2)
	deposit(3, 2)
	deposit(4, 3)
	require.Equal(t, []int{0, 1, 3, 4}, senders(), "the address that holds most of the strangers' updates")
	deposit(0, 1)
	require.Equal(t, []int{0, 3, 4, 0}, senders(), "the oldest of addresses that hold as much")
	deposit(5, 3)
	require.Equal(t, []int{0, 3, 0, 5}, senders())
	require.Equal(t, []parcel{mail(name('s', 0), ip(1), 488), mail(name('s', 0), ip(1), 488)},
		s.collect(bob, name('s', 0)))
	require.NoError(t, recount(s))
}

// The contacts of a client that is away count against its address, stay while an update waits, and expire then.
func TestContactsOfClientsThatAreAway(t *testing.T) {
	l := storeLimits()
	l.AddressKept, l.Kept = 3*contactsCost, 4*contactsCost
	s, start := newStore(l), time.Unix(0, 0)
	visit := func(i, address int, now time.Time) {
		s.connect(name('g', i))
		s.contact(name('g', i), name('s', i))
		s.disconnect(name('g', i), ip(address), now)
		require.NoError(t, recount(s))
	}
	for i := range 5 {
		visit(i, 1, start)
	}
	require.Len(t, s.mailboxes, 3, "of one address")
	visit(5, 2, start)
	visit(6, 3, start)
	require.Len(t, s.mailboxes, 4, "of all")
	require.Nil(t, s.mailboxes[name('g', 2)], "the address with the most has made room")
	require.Zero(t, s.dropped, "no update was lost")

	s.connect(name('x', 0))
	s.disconnect(name('x', 0), ip(4), start)
	require.Len(t, s.mailboxes, 4, "a client that has written to no key leaves nothing")

	s.deposit(name('g', 5), mail(name('s', 5), ip(5), 1), start.Add(l.Keep/2))
	s.expire(start.Add(l.Keep - 1))
	require.NoError(t, recount(s))
	require.NotEmpty(t, s.mailboxes[name('g', 6)])
	s.expire(start.Add(l.Keep))
	require.NoError(t, recount(s))
	require.Len(t, s.mailboxes, 1)
	require.Equal(t, []Key{name('s', 5)}, s.mailboxes[name('g', 5)].contacts)
	s.expire(start.Add(2 * l.Keep))
	require.NoError(t, recount(s))
	require.Empty(t, s.mailboxes)
	require.EqualValues(t, 1, s.dropped)
}

// Updates are taken to be sent, and given back when that fails.
func TestUpdatesThatCouldNotBeSentWait(t *testing.T) {
	for _, replaced := range []bool{false, true} {
		o := newOffice(DefaultLimits(), time.Now)
		enter := func(key Key, i int) *socket {
			a, v := o.arrive(ip(i))
			require.Equal(t, welcome, v)
			s := newSocket(key, a)
			o.enter(s)
			return s
		}
		alice, bob := enter(name('a', 0), 1), enter(name('b', 0), 2)
		o.post(bob, alice.key, nil)
		frame := []byte("one, and what is read into the buffer after it")
		o.post(alice, bob.key, frame[:3:3])
		taken := o.take(bob)
		o.post(alice, bob.key, []byte("two"))
		newer := bob
		if replaced {
			newer = enter(bob.key, 3)
		}
		o.untake(bob, taken)
		o.leave(bob)
		o.leave(newer)
		copy(frame, "xxx")
		require.NoError(t, recount(o.waiting))
		require.NotNil(t, o.waiting.holdings[ip(1)], "they are of alice's address")
		require.Equal(t, 2*(3+updateCost), o.waiting.holdings[ip(1)].bytes)
		var waiting []string
		for _, p := range o.waiting.collect(bob.key, alice.key) {
			waiting = append(waiting, string(p.Content))
		}
		require.ElementsMatch(t, []string{"one", "two"}, waiting)
	}
}
