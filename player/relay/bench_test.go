package relay

import (
	"encoding/binary"
	"net/netip"
	"testing"
	"time"
)

// BenchmarkPostToAFullRelay posts updates of full length to clients that are away, while updates of one byte fill the
// relay: the most updates that a deposit displaces.
func BenchmarkPostToAFullRelay(b *testing.B) {
	const addresses = 200
	o := newOffice(DefaultLimits(), time.Now)
	var senders []*socket
	for i := range addresses {
		address := netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}), 32)
		account, v := o.arrive(address)
		if v != welcome {
			b.Fatalf("address %d: got verdict %d", i, v)
		}
		s := newSocket(Key{2, byte(i)}, account)
		o.enter(s)
		senders = append(senders, s)
	}
	recipient := func(i int) (k Key) {
		binary.BigEndian.PutUint64(k[8:], uint64(i))
		return k
	}
	n := 0
	post := func(content []byte) {
		o.post(senders[n%addresses], recipient(n), content)
		n++
	}
	for range 200_000 {
		post([]byte("x"))
	}
	if kept := o.read().Kept; kept < DefaultLimits().Kept-MaxUpdate-updateCost {
		b.Fatalf("the relay is not full: %d bytes", kept)
	}
	content := make([]byte, MaxUpdate)
	b.ReportAllocs()
	for b.Loop() {
		post(content)
	}
}
