package relay

import "time"

// bucket is a token bucket: a rate per second, and a burst after a pause. The zero bucket is full.
type bucket struct {
	used float64
	last time.Time
}

// rate is the size of a bucket and how fast it fills.
type rate struct {
	second, burst float64
}

// take takes one, and returns how long to wait before that is within the rate.
func (b *bucket) take(r rate, now time.Time) time.Duration {
	b.drain(r, now)
	b.used++
	if b.used <= r.burst {
		return 0
	}
	return time.Duration((b.used - r.burst) / r.second * float64(time.Second))
}

// tryTake takes one if that is within the rate.
func (b *bucket) tryTake(r rate, now time.Time) bool {
	b.drain(r, now)
	if b.used+1 > r.burst {
		return false
	}
	b.used++
	return true
}

// full reports whether nothing that was taken counts any more.
func (b *bucket) full(r rate, now time.Time) bool {
	b.drain(r, now)
	return b.used == 0
}

func (b *bucket) drain(r rate, now time.Time) {
	b.used = max(0, b.used-now.Sub(b.last).Seconds()*r.second)
	b.last = now
}
