// Command capacity simulates the games of a chain, block by block, with the measured costs of their transactions, and
// prints the tables of docs/capacity.md. It reads the costs from the documents.
//
// Run it through "make capacity".
package main

import (
	"flag"
	"fmt"
	"os"
)

// unit is the load of one: games at once.
const unit = 700

// shares are those of games with a player of another chain.
var shares = []float64{0, 0.25, 1}

func main() {
	docs := flag.String("docs", "docs", "the folder of the documents")
	seed := flag.Uint64("seed", 1, "seed of arrivals and of the times in which players think")
	seconds := flag.Int("seconds", 1_200, "how long a chain is simulated")
	flag.Parse()
	c, err := readCosts(*docs)
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
	fmt.Println("The largest load of one chain:")
	for _, offChain := range []bool{false, true} {
		for _, machine := range []bool{false, true} {
			l := c.most(load{offChain: offChain, machine: machine}, *seconds, *seed)
			show(c, l, c.simulate(l, *seconds, *seed))
		}
	}
	fmt.Println("\nThe same of each of two chains, with players of the other one in a share of the games:")
	for _, offChain := range []bool{false, true} {
		for _, machine := range []bool{false, true} {
			for _, guests := range shares {
				l := c.most(load{offChain: offChain, machine: machine, guests: guests, peers: 1}, *seconds, *seed)
				fmt.Printf("%s, %.0f %% guests: %.2f games/s begun\n", l, 100*guests, l.rate)
			}
		}
	}
	for _, times := range []float64{1, 10, 100, 1_000} {
		fmt.Printf("\n%.0fx, %.0f games at once, on one chain:\n", times, times*unit)
		for _, offChain := range []bool{false, true} {
			l := load{offChain: offChain, machine: true}
			l.rate = times * unit / lasts(c.script(offChain, false))
			show(c, l, c.simulate(l, *seconds, *seed))
			for _, l.guests = range shares {
				l.machine = false
				byGas := c.chains(l, *seconds, *seed)
				l.machine = true
				fmt.Printf("    chains with %3.0f %% guests: %d by gas, %d of this machine\n",
					100*l.guests, byGas, c.chains(l, *seconds, *seed))
			}
		}
	}
}

// kind returns where the games are played.
func (l load) kind() string {
	if l.offChain {
		return "off-chain"
	}
	return "on-chain"
}

// String implements fmt.Stringer.
func (l load) String() string {
	if l.machine {
		return l.kind() + " by this machine"
	}
	return l.kind() + " by the gas of blocks"
}

// show prints the outcome of a load.
func show(c *costs, l load, r report) {
	fmt.Printf("%s: %.2f games/s begun, %.0f %% of the bound; %.0f at once, %.0f finished/day\n",
		l, l.rate, 100*l.rate/c.bound(l), r.games, r.perDay)
	fmt.Printf("    %.0f txs/block, gas %.0f %%, processor %.0f %%; waits %.2f s p50, %.2f s p95, %.2f s max\n",
		r.txs, 100*r.gas, 100*r.busy, r.p50, r.p95, r.longest)
	fmt.Printf("    pool empty after %.0f %% of blocks, %d left at the end", 100*r.empty, r.pool)
	if r.full > 0 {
		fmt.Printf(", full after %d s", r.full)
	}
	fmt.Printf("; disk of a validator %.1f GB/day\n", r.disk/1e9)
}
