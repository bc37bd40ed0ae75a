// Package consensus has one of each fault that the check must find, beside code that it must accept.
package consensus

import (
	"crypto/rand"
	"maps"
	mathrand "math/rand"
	"os"
	"runtime"
	"slices"
	"sort"
	"time"
)

type votes map[string]int

func ranges(m map[string]int, v votes, s []int) (total int) {
	for name := range m { // want `range over a map`
		total += len(name)
	}
	for _, n := range v { // want `range over a map`
		total += n
	}
	for name := range maps.Keys(m) { // want `maps.Keys: the order of a map is random`
		total += len(name)
	}
	for _, n := range s {
		total += n
	}
	for n := range slices.Values(s) {
		total += n
	}
	for i := range 3 {
		total += i
	}
	sort.Ints(s)
	return total + m["a"] + len(v)
}

func concurrency() {
	done := make(chan struct{}) // want `channel: consensus code runs in one goroutine`
	go func() {}()              // want `go statement`
	select {                    // want `select statement`
	case <-done:
	default:
	}
}

const million int64 = 1e6

type share float32 // want `type float32: compute in integers`

func floats(a, b int64) int64 {
	half := 0.5       // want `floating point literal`
	q := float64(a)   // want `floating point result` `type float64: compute in integers`
	_ = q*half > 1e-3 // want `floating point literal`
	return a * b / million / 1e3
}

func machine() (time.Duration, int64) {
	start := time.Now()        // want `time.Now: clocks differ`
	_ = time.Since(start)      // want `time.Since: clocks differ`
	_ = os.Getenv("HOME")      // want `os.Getenv: the result must not depend on the machine`
	_ = runtime.NumCPU()       // want `runtime.NumCPU: the result must not depend on the machine`
	_ = mathrand.Int()         // want `rand.Int: randomness is an argument`
	_, _ = rand.Read([]byte{}) // want `rand.Read: randomness is an argument`
	return 5 * time.Second, time.Unix(7, 0).Unix()
}
