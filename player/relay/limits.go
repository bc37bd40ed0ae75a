package relay

import "time"

// Limits bound a relay's work for its clients. An address is that of a machine, or a /64 network of IPv6.
type Limits struct {
	// Connections are those of all clients together, AddressConnections those of one address.
	Connections, AddressConnections int
	// AddressAttempts are the connections that an address may open in a second; five times as many after a pause.
	AddressAttempts int
	// KeyUpdates are those that a key may send in a second, AddressUpdates those of all its keys from one address; twice
	// as many after a pause.
	KeyUpdates, AddressUpdates int
	// KeyRequests are the heartbeats, questions and notes of a key in a second; eight times as many after a pause. More
	// are dropped.
	KeyRequests int
	// Mailbox is how many bytes wait for a client, AddressKept how many bytes that one address has sent wait for others,
	// Kept how many wait for all.
	Mailbox, AddressKept, Kept int
	// Keep is how long an update waits.
	Keep time.Duration
	// Prove is how long a client may take to prove its key, Write how long it may take to read an update, Idle how long a
	// connection stays without any, Ping the pause between two questions whether a client is there.
	Prove, Write, Idle, Ping time.Duration
}

// DefaultLimits are for a relay of a few thousand players: at most some 300 MB.
func DefaultLimits() Limits {
	return Limits{
		Connections:        4096,
		AddressConnections: 256,
		AddressAttempts:    20,
		KeyUpdates:         1000,
		AddressUpdates:     4000,
		KeyRequests:        1,
		Mailbox:            16 << 10,
		AddressKept:        512 << 10,
		Kept:               64 << 20,
		Keep:               10 * time.Minute,
		Prove:              10 * time.Second,
		Write:              10 * time.Second,
		Idle:               15 * time.Minute,
		Ping:               30 * time.Second,
	}
}

func (l Limits) attempts() rate {
	return rate{float64(l.AddressAttempts), 5 * float64(l.AddressAttempts)}
}

func (l Limits) keyUpdates() rate { return rate{float64(l.KeyUpdates), 2 * float64(l.KeyUpdates)} }

func (l Limits) keyRequests() rate { return rate{float64(l.KeyRequests), 8 * float64(l.KeyRequests)} }

func (l Limits) addressUpdates() rate {
	return rate{float64(l.AddressUpdates), 2 * float64(l.AddressUpdates)}
}
