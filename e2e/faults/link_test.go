package main

import (
	"bytes"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// arrivals notes when bytes arrive.
type arrivals struct {
	bytes.Buffer
	times []time.Duration
	began time.Time
}

func (a *arrivals) Write(p []byte) (int, error) {
	a.times = append(a.times, time.Since(a.began))
	return a.Buffer.Write(p)
}

func TestASlowLinkKeepsTheOrderOfBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, to := new(link), &arrivals{began: time.Now()}
		l.delay.Store(int64(300 * time.Millisecond))
		from, sender := io.Pipe()
		done := make(chan struct{})
		go func() {
			defer close(done)
			l.carry(to, from)
		}()
		send := func(text string) {
			_, err := io.WriteString(sender, text)
			require.NoError(t, err)
		}
		send("one ")
		time.Sleep(100 * time.Millisecond)
		send("two ")
		synctest.Wait()
		l.delay.Store(0) // later bytes wait for those on the way
		send("three")
		require.NoError(t, sender.Close())
		<-done
		require.Equal(t, "one two three", to.String())
		require.Equal(t, []time.Duration{300 * time.Millisecond, 400 * time.Millisecond, 400 * time.Millisecond}, to.times)
	})
}
