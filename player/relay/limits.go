package relay

import "time"

// Limits are what a relay does for its clients at most. An address is that of a machine, or a /64 network of IPv6.
type Limits struct {
	// Connections are those of all clients together, AddressConnections those of one address.
	Connections, AddressConnections int
	// AddressAttempts are the connections that an address may open in a second; five times as many after a pause.
	AddressAttempts int
	// KeyLetters are those that a key may send in a second, AddressLetters those of all its keys from one address; twice
	// as many after a pause.
	KeyLetters, AddressLetters int
	// Mailbox is how many bytes wait for a client, AddressKept how many of one address wait for others, Kept how many wait
	// for all.
	Mailbox, AddressKept, Kept int
	// Keep is how long a letter waits.
	Keep time.Duration
	// Prove is how long a client may take to prove its key, Write how long it may take to read a letter, Idle how long a
	// connection stays without any, Ping the pause between two questions whether a client is there.
	Prove, Write, Idle, Ping time.Duration
}

// DefaultLimits are for a relay of a few thousand players: at most some 300 MB.
func DefaultLimits() Limits {
	return Limits{
		Connections:        4096,
		AddressConnections: 256,
		AddressAttempts:    20,
		KeyLetters:         1000,
		AddressLetters:     4000,
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

func (l Limits) keyLetters() rate { return rate{float64(l.KeyLetters), 2 * float64(l.KeyLetters)} }

func (l Limits) addressLetters() rate {
	return rate{float64(l.AddressLetters), 2 * float64(l.AddressLetters)}
}
