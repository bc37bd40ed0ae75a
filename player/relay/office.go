package relay

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// office knows who is there and which updates wait. It opens no socket.
type office struct {
	limits Limits
	now    func() time.Time

	mu       sync.Mutex
	clients  map[Key]*socket // those that are connected
	waiting  *store
	accounts map[netip.Prefix]*account
	sockets  int
	closed   bool
	open     sync.WaitGroup // one for each of the sockets
	stats    Stats
}

// Stats are counts since the start of a relay, but for the first two.
type Stats struct {
	// Connections are those that are open, Kept the updates' bytes that wait.
	Connections, Kept int
	// Updates is the number of received updates, Bytes their size; Dropped of them were not, or may not have been,
	// delivered.
	Updates, Bytes, Dropped uint64
	// Refused are connections that were not let in.
	Refused uint64
}

// account is the use of a relay by one address.
type account struct {
	address     netip.Prefix
	connections int
	attempts    bucket
	updates     bucket
}

// socket is a client that has proven its key, as far as the office is concerned.
type socket struct {
	key     Key
	account *account
	updates bucket
	// requests are those to the relay itself, heartbeat is the newest. It is nil before the first.
	requests  bucket
	heartbeat *heartbeat

	// These are protected by the mutex of the office. The updates in out are to be sent.
	peers    []Key // whose updates the client gets
	out      []parcel
	outBytes int
	used     time.Time // when the last update came or went
	wake     chan struct{}
	replaced chan struct{}
}

func newSocket(key Key, a *account) *socket {
	return &socket{key: key, account: a, wake: make(chan struct{}, 1), replaced: make(chan struct{})}
}

func newOffice(l Limits, now func() time.Time) *office {
	return &office{
		limits: l, now: now, clients: make(map[Key]*socket), waiting: newStore(l),
		accounts: make(map[netip.Prefix]*account),
	}
}

// verdict is the decision about a new connection.
type verdict uint8

const (
	welcome  verdict = iota
	tooMany          // of its address
	tooOften         // from its address
	overfull         // the relay
	closed           // the relay
)

// arrive counts a connection of an address, which leaves with depart, or refuses it.
func (o *office) arrive(address netip.Prefix) (*account, verdict) {
	o.mu.Lock()
	defer o.mu.Unlock()
	a := o.accounts[address]
	if a == nil {
		a = &account{address: address}
		o.accounts[address] = a
	}
	v := welcome
	switch {
	case o.closed:
		v = closed
	case !a.attempts.tryTake(o.limits.attempts(), o.now()):
		v = tooOften
	case a.connections >= o.limits.AddressConnections:
		v = tooMany
	case o.sockets >= o.limits.Connections:
		v = overfull
	}
	if v != welcome {
		o.stats.Refused++
		return nil, v
	}
	a.connections++
	o.sockets++
	o.open.Add(1)
	return a, welcome
}

// depart ends what arrive began.
func (o *office) depart(a *account) {
	o.mu.Lock()
	defer o.mu.Unlock()
	a.connections--
	o.sockets--
	o.open.Done()
}

// close refuses new sockets, and waits until all have left.
func (o *office) close() {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	o.open.Wait()
}

// refuse counts a client that could not prove its key.
func (o *office) refuse() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stats.Refused++
}

// enter makes a socket the one of its key. An older one is closed.
func (o *office) enter(s *socket) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s.used = o.now()
	old := o.clients[s.key]
	o.clients[s.key] = s
	o.waiting.connect(s.key)
	if old != nil {
		close(old.replaced)
		o.keepUnsent(old)
	}
}

// leave ends a socket. The updates that it could not send wait for the next.
func (o *office) leave(s *socket) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.clients[s.key] != s {
		return // another one has the key
	}
	delete(o.clients, s.key)
	o.keepUnsent(s)
	o.waiting.disconnect(s.key, s.account.address, o.now())
}

// keepUnsent keeps the updates that a socket has not sent.
func (o *office) keepUnsent(s *socket) {
	for _, p := range s.out {
		o.keep(s.key, p)
	}
	s.out, s.outBytes = nil, 0
}

// keep keeps an update for a client that is away, but no message of the relay itself.
func (o *office) keep(to Key, p parcel) {
	if p.From != relayKey {
		o.waiting.deposit(to, p, o.now())
	}
}

// delay counts an update, and returns how long its sender must wait before it is carried.
func (o *office) delay(s *socket) time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	s.used = now
	return max(s.updates.take(o.limits.keyUpdates(), now), s.account.updates.take(o.limits.addressUpdates(), now))
}

// post carries an update, which the office may keep, or only makes updates from a key welcome if it is empty.
func (o *office) post(s *socket, to Key, content []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.clients[s.key] != s {
		return // replaced meanwhile
	}
	if to == relayKey {
		o.request(s, content)
		return
	}
	o.makeWelcome(s, to)
	if len(content) == 0 {
		return
	}
	o.stats.Updates++
	o.stats.Bytes += uint64(len(content))
	p := parcel{Update{From: s.key, Content: content}, s.account.address}
	if reader := o.clients[to]; reader != nil && slices.Contains(reader.peers, s.key) {
		o.send(reader, p)
		return
	}
	o.waiting.deposit(to, p, o.now())
}

// makeWelcome lets a client have the updates of a key, those that wait at once.
func (o *office) makeWelcome(s *socket, from Key) {
	if slices.Contains(s.peers, from) {
		return
	}
	if len(s.peers) == MaxPeers {
		s.peers = slices.Delete(s.peers, 0, 1)
	}
	s.peers = append(s.peers, from)
	o.waiting.contact(s.key, from)
	for _, p := range o.waiting.collect(s.key, from) {
		o.send(s, p)
	}
}

// send hands an update to a socket. If that is slow, it misses the oldest ones.
func (o *office) send(s *socket, p parcel) {
	s.out = append(s.out, p)
	s.outBytes += p.cost()
	for s.outBytes > o.limits.Mailbox {
		s.outBytes -= s.out[0].cost()
		s.out = slices.Delete(s.out, 0, 1)
		o.stats.Dropped++
	}
	s.used = o.now()
	select {
	case s.wake <- struct{}{}:
	default: // it is awake already
	}
}

// take empties the queue of a socket.
func (o *office) take(s *socket) []parcel {
	o.mu.Lock()
	defer o.mu.Unlock()
	out := s.out
	s.out, s.outBytes = nil, 0
	return out
}

// untake returns the unsent updates of a socket that is about to leave.
func (o *office) untake(s *socket, updates []parcel) {
	o.mu.Lock()
	defer o.mu.Unlock()
	reader := o.clients[s.key]
	if reader == s {
		s.out = append(updates, s.out...)
		for _, p := range updates {
			s.outBytes += p.cost()
		}
		return
	}
	for _, p := range updates { // the client has come back meanwhile
		if reader != nil && slices.Contains(reader.peers, p.From) {
			o.send(reader, p)
		} else {
			o.keep(s.key, p)
		}
	}
}

// clean drops expired updates, and forgets addresses that are gone.
func (o *office) clean() {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	o.waiting.expire(now)
	for address, a := range o.accounts {
		if a.connections == 0 && a.attempts.full(o.limits.attempts(), now) &&
			a.updates.full(o.limits.addressUpdates(), now) {
			delete(o.accounts, address)
		}
	}
}

// idle reports whether a socket has carried nothing for long.
func (o *office) idle(s *socket) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.now().Sub(s.used) >= o.limits.Idle
}

// read returns the counts.
func (o *office) read() Stats {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.stats
	s.Connections, s.Kept = o.sockets, o.waiting.bytes
	s.Dropped += o.waiting.dropped
	return s
}
