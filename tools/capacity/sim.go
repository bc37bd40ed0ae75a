package main

import (
	"math"
	"math/rand/v2"
)

const (
	shots     = 91            // of a game
	think     = 10.0          // seconds that a player takes before a transaction or a move, in the mean
	blockGas  = 130_000_000.0 // most that the transactions of a block want
	places    = 5_000         // of the pool of a node
	perHeader = 40            // packets that a relayer brings with one header
)

// crossing are the transactions by which a player of another chain enters and takes the winnings home, in order. Chains
// are equal: while one has guests, as many of its own players are away, so it has the transactions of both sides.
var crossing = []string{
	"transfer with an entry, sent", "transfer with an entry, received", "transfer with an entry, acknowledged",
	"request of a return, sent", "request of a return, received", "return, received", "return, acknowledged",
	"request of a return, acknowledged",
}

// step is a transaction of a game.
type step struct {
	gas   float64 // used
	turns int     // in which players think before it, or none if a relayer sends it
}

// script returns the transactions of a game.
func (c *costs) script(offChain, guest bool) (steps []step) {
	add := func(turns int, names ...string) {
		for _, name := range names {
			steps = append(steps, step{c.gas[name], turns})
		}
	}
	suffix := ""
	if offChain {
		suffix = ", off-chain"
	}
	add(1, "create"+suffix)
	if guest {
		add(1, crossing[0])
		add(0, crossing[1:3]...)
	} else {
		add(1, "join"+suffix)
	}
	if offChain {
		add(shots+2, "claim"+suffix) // with the moves before it
	} else {
		add(1, "opening of the toss")
		for range shots {
			add(1, "move")
		}
		add(1, "end of play", "claim")
	}
	if guest {
		add(1, crossing[3])
		add(0, crossing[4:]...)
	}
	return steps
}

// load is the work of one chain.
type load struct {
	rate     float64 // games begun per second
	offChain bool
	guests   float64 // share of games with a player of another chain
	peers    int     // other chains
	machine  bool    // blocks take as long as on the measured machine, beside being bounded by gas
}

// report is the outcome of a simulation.
type report struct {
	games, perDay, txs, gas, busy, disk float64 // games at once; of a block: transactions, and shares of gas and time
	p50, p95, longest                   float64 // seconds that a transaction waits
	empty                               float64 // share of blocks after which the pool is empty
	pool, full                          int     // transactions left at the end, and seconds until the pool is full or 0
}

// carried reports whether 95 of 100 transactions are in a block within two seconds, and the pool does not grow but is
// empty after each tenth block or more often.
func (r report) carried() bool { return r.p95 < 2 && r.empty > 0.1 }

// event is a transaction of a game that is sent at a time.
type event struct {
	at     float64
	script uint8 // 1 if a guest plays
	step   uint8
}

// lasts returns how long a game takes if no transaction has to wait for more than the next block.
func lasts(steps []step) (seconds float64) {
	for _, s := range steps {
		seconds += max(float64(s.turns)*think, 1) + 0.5
	}
	return seconds
}

// simulate runs a chain with a block a second. It starts with as many games in progress as there would be after a long
// time, and measures after a quarter of the seconds.
func (c *costs) simulate(l load, seconds int, seed uint64) (r report) {
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a simulation has to be repeatable
	scripts := [2][]step{c.script(l.offChain, false), c.script(l.offChain, true)}
	due := make([][]event, seconds+1)
	running, finished, measured := 0, 0, 0
	send := func(e event) {
		if e.at < float64(seconds) {
			due[int(e.at)+1] = append(due[int(e.at)+1], e)
		}
	}
	begin := func() event {
		if random.Float64() < l.guests {
			return event{script: 1}
		}
		return event{}
	}
	next := func(e event, now float64) event {
		switch turns := float64(scripts[e.script][e.step].turns); turns {
		case 0:
			e.at = now + 1 // the next block proves the packet
		case 1:
			e.at = now + think*(0.5+random.Float64())
		default: // the sum of as many
			e.at = now + think*(turns+math.Sqrt(turns/12)*random.NormFloat64())
		}
		return e
	}
	longest := 1.2 * max(lasts(scripts[0]), lasts(scripts[1]))
	for range int(l.rate * longest) {
		e := next(begin(), -longest*random.Float64())
		for e.at < 0 && int(e.step) < len(scripts[e.script])-1 {
			e.step++
			e = next(e, e.at+0.5)
		}
		if e.at >= 0 {
			running++
			send(e)
		}
	}

	var pool []event
	waits := make([]int, 200_000) // by hundredths of a second
	arrival := random.ExpFloat64() / l.rate
	for now := 1; now <= seconds; now++ {
		for ; arrival < float64(now); arrival += random.ExpFloat64() / l.rate {
			running++
			send(next(begin(), arrival))
		}
		// A header of each chain from which there are packets comes first.
		headers, packets := 0.0, make(map[int]int)
		for _, e := range due[now] {
			if scripts[e.script][e.step].turns == 0 {
				peer := random.IntN(max(l.peers, 1))
				if packets[peer]%perHeader == 0 {
					headers++
				}
				packets[peer]++
			}
		}
		pool, due[now] = append(pool, due[now]...), nil
		used := headers * c.gas["header of 4 validators, received"]
		taken := 0
		for ; taken < len(pool); taken++ {
			e := pool[taken]
			more := used + scripts[e.script][e.step].gas
			if more*adjustment > blockGas || l.machine && more > c.moves*c.gas["move"] {
				break
			}
			used = more
			wait := float64(now) - e.at
			if now > seconds/4 {
				waits[min(int(wait*100), len(waits)-1)]++
				r.longest = max(r.longest, wait)
			}
			if e.step++; int(e.step) < len(scripts[e.script]) {
				send(next(e, float64(now)))
				continue
			}
			running--
			if now > seconds/4 {
				finished++
			}
		}
		pool = pool[taken:]
		if r.full == 0 && len(pool) > places {
			r.full = now
		}
		if now > seconds/4 {
			measured++
			if len(pool) == 0 {
				r.empty++
			}
			r.games += float64(running)
			r.txs += float64(taken) + headers
			r.gas += used * adjustment / blockGas
			r.busy += used / (c.moves * c.gas["move"])
		}
	}
	n := float64(measured)
	r.games, r.txs, r.gas, r.busy, r.perDay = r.games/n, r.txs/n, r.gas/n, r.busy/n, float64(finished)/n*86_400
	r.empty, r.pool = r.empty/n, len(pool)
	r.disk = r.txs * 86_400 * c.disk
	if l.offChain {
		r.disk = r.perDay * c.diskOffChain
	}
	total, seen := 0, 0
	for _, count := range waits {
		total += count
	}
	for i, count := range waits {
		if before := seen; count > 0 {
			seen += count
			if before*2 < total && seen*2 >= total {
				r.p50 = float64(i) / 100
			}
			if before*20 < total*19 && seen*20 >= total*19 {
				r.p95 = float64(i) / 100
			}
		}
	}
	return r
}

// bound returns the games per second whose transactions fill all blocks.
func (c *costs) bound(l load) float64 {
	var gas [2]float64
	for i := range gas {
		for _, s := range c.script(l.offChain, i == 1) {
			gas[i] += s.gas
		}
	}
	limit := blockGas / adjustment
	if l.machine {
		limit = min(limit, c.moves*c.gas["move"])
	}
	return limit / (gas[0]*(1-l.guests) + gas[1]*l.guests)
}

// carries reports whether a chain carries a load with three seeds.
func (c *costs) carries(l load, seconds int, seed uint64) bool {
	for i := range uint64(3) {
		if !c.simulate(l, seconds, seed+i).carried() {
			return false
		}
	}
	return true
}

// most returns the largest load of a kind that a chain carries, to half a percent of what fills all blocks.
func (c *costs) most(l load, seconds int, seed uint64) load {
	bound := c.bound(l)
	low, high := 0.84, 1.16
	for high-low > 0.006 {
		l.rate = (low + high) / 2 * bound
		if c.carries(l, seconds, seed) {
			low = (low + high) / 2
		} else {
			high = (low + high) / 2
		}
	}
	l.rate = low * bound
	return l
}

// chains returns the smallest number of equal chains that carry a load together. Each has packets from all others.
func (c *costs) chains(l load, seconds int, seed uint64) int {
	rate := l.rate
	for n := max(int(rate/c.bound(l)), 1); ; n++ {
		l.rate, l.peers = rate/float64(n), n-1
		if c.carries(l, seconds, seed) {
			return n
		}
	}
}
