package relay

import (
	"container/list"
	"net/netip"
	"slices"
	"sync"
	"time"
)

const (
	// letterCost is what keeping a letter takes beside its bytes, the mailbox included.
	letterCost = 512
	// keptOfOne is how many letters of one sender wait in a mailbox.
	keptOfOne = 2
)

// office knows who is there and which letters wait. It opens no socket.
type office struct {
	limits Limits
	now    func() time.Time

	mu       sync.Mutex
	boxes    map[Key]*box
	away     *list.List // boxes whose clients are away, those that have been longest first
	accounts map[netip.Prefix]*account
	sockets  int
	closed   bool
	open     sync.WaitGroup // one for each of the sockets
	kept     int
	stats    Stats
}

// Stats are counts since the start of a relay, but for the first two.
type Stats struct {
	// Connections are those that are open, Kept the letters' bytes that wait.
	Connections, Kept int
	// Letters were taken, of Bytes together; Dropped of them have reached nobody, or may not have.
	Letters, Bytes, Dropped uint64
	// Refused are connections that were not let in.
	Refused uint64
}

// account is what an address uses of a relay.
type account struct {
	address     netip.Prefix
	connections int
	kept        int
	attempts    bucket
	letters     bucket
}

// box is one key's: there is one for each client that is there, and for each that is away and has letters or was there
// a short while ago.
type box struct {
	key    Key
	socket *socket // nil while the client is away
	peers  []Key   // whose letters it gets
	before []Key   // whose letters the connection before has got
	kept   []kept
	bytes  int
	since  time.Time     // when the client left, or the first letter came
	place  *list.Element // in office.away
}

// kept is a letter that waits.
type kept struct {
	from    Key
	payer   *account
	content []byte
	at      time.Time
}

func (k kept) cost() int { return len(k.content) + letterCost }

// socket is a client that has proven its key, as far as the office is concerned.
type socket struct {
	key     Key
	account *account
	letters bucket

	// What is to be sent, protected by the mutex of the office.
	out      []Letter
	outBytes int
	used     time.Time // when the last letter came or went
	wake     chan struct{}
	replaced chan struct{}
}

func newSocket(key Key, a *account) *socket {
	return &socket{key: key, account: a, wake: make(chan struct{}, 1), replaced: make(chan struct{})}
}

func newOffice(l Limits, now func() time.Time) *office {
	return &office{
		limits: l, now: now, boxes: make(map[Key]*box), away: list.New(), accounts: make(map[netip.Prefix]*account),
	}
}

// verdict is what becomes of a connection that is about to be opened.
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

// close lets nobody in any more, and waits until all have departed.
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

// enter makes a socket the one of its key. An older one is told to go.
func (o *office) enter(s *socket) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s.used = o.now()
	b := o.box(s.key)
	if b.socket != nil {
		close(b.socket.replaced)
		o.keepUnsent(b, b.socket)
	} else {
		o.away.Remove(b.place)
		b.place = nil
	}
	b.socket, b.peers, b.before = s, nil, b.peers
}

// leave ends a socket. What it could not send waits for the next.
func (o *office) leave(s *socket) {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.boxes[s.key]
	if b == nil || b.socket != s {
		return // another one has the key
	}
	b.socket = nil
	b.since = o.now()
	b.place = o.away.PushBack(b)
	o.keepUnsent(b, s)
	o.makeRoom()
}

// keepUnsent keeps what a socket has not sent.
func (o *office) keepUnsent(b *box, s *socket) {
	for _, l := range s.out {
		o.keep(b, l.From, s.account, l.Content)
	}
	s.out, s.outBytes = nil, 0
}

// box returns the box of a key. A new one is away.
func (o *office) box(key Key) *box {
	b := o.boxes[key]
	if b == nil {
		b = &box{key: key, since: o.now()}
		b.place = o.away.PushBack(b)
		o.boxes[key] = b
	}
	return b
}

// delay counts a letter, and returns how long its sender must wait before it is carried.
func (o *office) delay(s *socket) time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	s.used = now
	return max(s.letters.take(o.limits.keyLetters(), now), s.account.letters.take(o.limits.addressLetters(), now))
}

// post carries a letter, which the office may keep, or only makes letters from a key welcome if it is empty.
func (o *office) post(s *socket, to Key, content []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	own := o.boxes[s.key]
	if own == nil || own.socket != s {
		return // replaced meanwhile
	}
	o.makeWelcome(own, to)
	if len(content) == 0 {
		return
	}
	o.stats.Letters++
	o.stats.Bytes += uint64(len(content))
	b := o.boxes[to]
	if b != nil && b.socket != nil && slices.Contains(b.peers, s.key) {
		o.send(b.socket, Letter{From: s.key, Content: content})
		return
	}
	if cost := len(content) + letterCost; s.account.kept+cost > o.limits.AddressKept {
		o.stats.Dropped++
		return
	}
	o.keep(o.box(to), s.key, s.account, content)
	o.makeRoom()
}

// makeWelcome lets a client have the letters of a key, those that wait at once.
func (o *office) makeWelcome(b *box, from Key) {
	if slices.Contains(b.peers, from) {
		return
	}
	if len(b.peers) == MaxPeers {
		b.peers = slices.Delete(b.peers, 0, 1)
	}
	b.peers = append(b.peers, from)
	for i := 0; i < len(b.kept); {
		k := b.kept[i]
		if k.from != from {
			i++
			continue
		}
		o.remove(b, i)
		o.send(b.socket, Letter{From: from, Content: k.content})
	}
}

// send hands a letter to a socket. If that is slow, it misses the oldest ones.
func (o *office) send(s *socket, l Letter) {
	s.out = append(s.out, l)
	s.outBytes += len(l.Content) + letterCost
	for s.outBytes > o.limits.Mailbox {
		s.outBytes -= len(s.out[0].Content) + letterCost
		s.out = slices.Delete(s.out, 0, 1)
		o.stats.Dropped++
	}
	s.used = o.now()
	select {
	case s.wake <- struct{}{}:
	default: // it is awake already
	}
}

// take takes what a socket is to send.
func (o *office) take(s *socket) []Letter {
	o.mu.Lock()
	defer o.mu.Unlock()
	out := s.out
	s.out, s.outBytes = nil, 0
	return out
}

// untake gives back what a socket could not send.
func (o *office) untake(s *socket, letters []Letter) {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.box(s.key)
	if b.socket == s {
		s.out = append(letters, s.out...)
		return
	}
	for _, l := range letters { // the client has come back meanwhile
		if b.socket != nil && slices.Contains(b.peers, l.From) {
			o.send(b.socket, l)
		} else {
			o.keep(b, l.From, s.account, l.Content)
		}
	}
}

// keep keeps a letter in a box, in place of older ones if it must.
func (o *office) keep(b *box, from Key, payer *account, content []byte) {
	k := kept{from: from, payer: payer, content: content, at: o.now()}
	if k.cost() > o.limits.Mailbox {
		o.stats.Dropped++
		return
	}
	if own := b.of(from); len(own) >= keptOfOne {
		o.drop(b, own[0])
	}
	for b.bytes+k.cost() > o.limits.Mailbox {
		o.drop(b, b.leastWelcome())
	}
	b.kept = append(b.kept, k)
	b.bytes += k.cost()
	payer.kept += k.cost()
	o.kept += k.cost()
}

// of returns which letters in a box are a sender's.
func (b *box) of(from Key) (own []int) {
	for i, k := range b.kept {
		if k.from == from {
			own = append(own, i)
		}
	}
	return own
}

// leastWelcome returns which letter goes first when a box is full: the oldest one of a stranger, or of all.
func (b *box) leastWelcome() int {
	stranger := slices.IndexFunc(b.kept, func(k kept) bool {
		return !slices.Contains(b.peers, k.from) && !slices.Contains(b.before, k.from)
	})
	return max(stranger, 0)
}

func (o *office) drop(b *box, i int) {
	o.remove(b, i)
	o.stats.Dropped++
}

func (o *office) remove(b *box, i int) {
	k := b.kept[i]
	b.kept = slices.Delete(b.kept, i, i+1)
	b.bytes -= k.cost()
	k.payer.kept -= k.cost()
	o.kept -= k.cost()
}

// makeRoom forgets boxes until what waits, and how many of them there are, is within the limits. Those of clients that
// have been away longest go first.
func (o *office) makeRoom() {
	for o.kept > o.limits.Kept || o.away.Len() > o.limits.Kept/letterCost {
		front := o.away.Front()
		if front == nil {
			return
		}
		o.forget(front.Value.(*box)) //nolint:errcheck // the list holds nothing else
	}
}

// forget forgets a client that is away.
func (o *office) forget(b *box) {
	for len(b.kept) > 0 {
		o.drop(b, 0)
	}
	o.away.Remove(b.place)
	delete(o.boxes, b.key)
}

// clean drops what has waited too long, and forgets clients and addresses that are gone.
func (o *office) clean() {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	for _, b := range o.boxes {
		for len(b.kept) > 0 && now.Sub(b.kept[0].at) >= o.limits.Keep {
			o.drop(b, 0)
		}
		if b.socket == nil && len(b.kept) == 0 && now.Sub(b.since) >= o.limits.Keep {
			o.forget(b)
		}
	}
	for address, a := range o.accounts {
		if a.connections == 0 && a.kept == 0 && a.attempts.full(o.limits.attempts(), now) &&
			a.letters.full(o.limits.addressLetters(), now) {
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
	s.Connections, s.Kept = o.sockets, o.kept
	return s
}
