package main

import (
	"io"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// link is a proxy for the connections of one validator to another. It can be slow, and cut.
type link struct {
	listener net.Listener
	target   string
	// delay is the time that bytes take in each direction.
	delay atomic.Int64

	mu    sync.Mutex
	cut   bool
	conns map[net.Conn]bool
}

// newLink listens on a free port of loopback and forwards to an address.
func newLink(target string) (*link, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &link{listener: listener, target: target, conns: make(map[net.Conn]bool)}
	go l.serve()
	return l, nil
}

// address is where the validator dials.
func (l *link) address() string { return l.listener.Addr().String() }

// serve forwards connections until the link is closed.
func (l *link) serve() {
	for {
		near, err := l.listener.Accept()
		if err != nil {
			return
		}
		go l.forward(near)
	}
}

// forward carries a connection to its end.
func (l *link) forward(near net.Conn) {
	defer func() { _ = near.Close() }()
	far, err := net.Dial("tcp", l.target)
	if err != nil {
		return // the validator is down
	}
	defer func() { _ = far.Close() }()
	if !l.hold(near, far) {
		return
	}
	defer l.release(near, far)
	go func() {
		l.carry(far, near)
		_, _ = near.Close(), far.Close()
	}()
	l.carry(near, far)
}

// piece is a part of a stream on its way.
type piece struct {
	bytes []byte
	due   time.Time
}

// Bounds of a stream on its way: the bytes of a piece, and the pieces.
const (
	pieceSize = 32 << 10
	onTheWay  = 256
)

// carry copies a stream to its end, each byte after the delay of the link.
func (l *link) carry(to io.Writer, from io.Reader) {
	pieces, written := make(chan piece, onTheWay), make(chan struct{})
	go func() {
		defer close(written)
		var err error
		for p := range pieces {
			time.Sleep(time.Until(p.due))
			if err == nil { // otherwise the connection ends, and its reader with it
				_, err = to.Write(p.bytes)
			}
		}
	}()
	buffer := make([]byte, pieceSize)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			pieces <- piece{slices.Clone(buffer[:n]), time.Now().Add(time.Duration(l.delay.Load()))}
		}
		if err != nil {
			break
		}
	}
	close(pieces)
	<-written
}

// hold notes connections that a cut closes. It returns false if the link is cut.
func (l *link) hold(conns ...net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range conns {
		l.conns[c] = true
	}
	return !l.cut
}

func (l *link) release(conns ...net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range conns {
		delete(l.conns, c)
	}
}

// setCut closes all connections and refuses new ones, or accepts them again.
func (l *link) setCut(cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = cut
	if !cut {
		return
	}
	for c := range l.conns {
		_ = c.Close()
	}
}

// close ends the link.
func (l *link) close() {
	_ = l.listener.Close()
	l.setCut(true)
}
