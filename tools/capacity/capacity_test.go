package main

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"
)

const (
	docs = "../../docs"
	// simulated is how many seconds a chain is simulated.
	simulated = 150
)

func testCosts(t *testing.T) *costs {
	t.Helper()
	c, err := readCosts(docs)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// requireNear fails if a figure of the page is more than a twentieth off.
func requireNear(t *testing.T, name string, written, want float64) {
	t.Helper()
	if math.Abs(written-want) > want/20 {
		t.Errorf("docs/capacity.md: %s: %g, expected about %.4g", name, written, want)
	}
}

// A chain carries the loads of the page less a twentieth, and does not carry a twentieth more. "make capacity" prints
// the figures that belong there.
func TestThePageHasTheLoadsThatAChainCarries(t *testing.T) {
	t.Parallel()
	c := testCosts(t)
	text, err := os.ReadFile(docs + "/capacity.md")
	if err != nil {
		t.Fatal(err)
	}
	cell := func(pattern string) float64 {
		value, err := figure(string(text), pattern)
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	check := func(l load, rate, more float64) report {
		l.rate = rate
		r := c.simulate(l, simulated, 1)
		if !r.carried() {
			t.Errorf("docs/capacity.md: a chain does not carry %.4g games/s %s, %g with guests, %d peers: %+v",
				l.rate, l, l.guests, l.peers, r)
		}
		l.rate = more
		if r := c.simulate(l, simulated, 1); r.carried() {
			t.Errorf("docs/capacity.md: a chain carries %.4g games/s %s, %g with guests, %d peers: %+v",
				l.rate, l, l.guests, l.peers, r)
		}
		return r
	}
	requireNear(t, "moves by gas", cell(`\| moves per second \| ([\d,]+) \|`), blockGas/adjustment/c.gas["move"])
	requireNear(t, "moves", cell(`\| moves per second \| [\d,]+ \| ([\d,]+), measured \|`), c.moves)
	breaks := regexp.MustCompile(`\n\| 1,000x .* (\d+) chains by gas, (\d+) of this machine; ` +
		`with guests in each fourth game (\d+) and (\d+) .* ` +
		`(\d+) chains by gas, (\d+) of this machine; with guests (\d+) and (\d+) \|\n`)
	chains := breaks.FindStringSubmatch(string(text))
	if chains == nil {
		t.Fatal("docs/capacity.md: no number of chains at 1,000x")
	}
	for column, offChain := range []bool{false, true} {
		for i, machine := range []bool{false, true} {
			l := load{offChain: offChain, machine: machine}
			row := func(name string) float64 {
				return cell(fmt.Sprintf(`\n\| games %s %s (?:\|[^|\n]*){%d}\| ([\d,.]+) \|`, l.kind(), name, i))
			}
			rate := row("begun per second")
			r := check(l, 0.95*rate, 1.05*rate)
			requireNear(t, l.String()+" at once", 0.95*row("at once"), r.games)
			requireNear(t, l.String()+" per day", row("per day"), rate*86_400)
			for guests, share := range []float64{0, 0.25} {
				n, err := strconv.ParseFloat(chains[1+4*column+2*guests+i], 64)
				if err != nil {
					t.Fatal(err)
				}
				l.guests, l.peers = share, int(n)-1
				all := 1_000 * unit / lasts(c.script(offChain, false))
				check(l, all/n, all/(0.95*n-1))
			}
			for share, name := range map[float64]string{0.25: "25 %", 1: "all"} {
				l.guests, l.peers = share, 1
				rate := cell(fmt.Sprintf(`\n\| %s (?:\|[^|\n]*){%d}\| (?:[\d.]+, ){%d}([\d.]+)`, name, column, i))
				check(l, 0.95*rate, 1.05*rate)
			}
		}
	}
}

func TestAGameHasTheMeasuredTransactions(t *testing.T) {
	t.Parallel()
	c := testCosts(t)
	for _, test := range []struct {
		offChain, guest bool
		want            int
	}{{false, false, 96}, {true, false, 3}, {false, true, 95 + len(crossing)}} {
		steps := c.script(test.offChain, test.guest)
		if len(steps) != test.want {
			t.Errorf("off-chain %t, guest %t: %d transactions, expected %d", test.offChain, test.guest, len(steps), test.want)
		}
		for i, s := range steps {
			if s.gas == 0 {
				t.Errorf("off-chain %t, guest %t: no gas for transaction %d", test.offChain, test.guest, i)
			}
		}
	}
}

// A chain with little work takes each transaction into the next block, so that it waits half a second in the mean. One
// with twice the work that it can do is busy all the time, and its pool fills.
func TestWaitsAndPoolFollowTheLoad(t *testing.T) {
	t.Parallel()
	c := testCosts(t)
	l := load{machine: true, peers: 1}
	bound := c.bound(l)
	l.rate = bound / 4
	r := c.simulate(l, simulated, 1)
	if math.Abs(r.busy-0.25) > 0.02 || math.Abs(r.p50-0.5) > 0.03 || math.Abs(r.p95-0.95) > 0.03 ||
		r.longest > 1 || r.pool > 0 {
		t.Errorf("a quarter of the bound: %+v", r)
	}
	if again := c.simulate(l, simulated, 1); again != r {
		t.Errorf("the same seed: %+v, then %+v", r, again)
	}
	if other := c.simulate(l, simulated, 2); other == r {
		t.Error("another seed has the same report")
	}
	l.rate = 2 * bound
	if r = c.simulate(l, simulated, 1); r.carried() || r.busy < 0.99 || r.busy > 1 || r.full == 0 {
		t.Errorf("twice the bound: %+v", r)
	}
	l.rate, l.guests, l.peers = bound/4, 1, 50
	many := c.simulate(l, simulated, 1)
	l.peers = 1
	if one := c.simulate(l, simulated, 1); one.busy <= 0.25 || many.busy <= one.busy {
		t.Errorf("guests from one chain: %+v, from 50: %+v", one, many)
	}
}
