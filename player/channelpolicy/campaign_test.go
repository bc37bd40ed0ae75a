package channelpolicy_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
)

var (
	runs = flag.Int("runs", 500, "how many games the campaign plays")
	seed = flag.Uint64("seed", 1, "the seed of the campaign's first game; each next one has the next")
)

// party is one of those who play.
type party interface {
	play(tick int, updates [][]byte)
}

// campaignResult is how a game of the campaign has ended.
type campaignResult struct {
	how    string
	blocks int64
	err    error
	// quiet says that nothing was in the way of two honest players.
	quiet bool
	// Counts of what has happened.
	done, refused, onChain, crashed, lost int
}

// campaignRules draws a ruleset.
func campaignRules(dice *rand.Rand) (*game.Ruleset, bool) {
	if dice.IntN(200) == 0 {
		all := game.Rulesets()
		return all[dice.IntN(len(all))], dice.IntN(2) == 0
	}
	width, height := 2+dice.IntN(3), 1+dice.IntN(2)
	r := &game.Ruleset{
		ID: 99, Name: "small", Width: width, Height: height, Touch: true, HitShootsAgain: dice.IntN(2) == 0,
		AnnounceSunk: dice.IntN(2) == 0, Proven: dice.IntN(3) == 0,
		Classes: []game.ShipClass{{Name: "ship", Length: 1 + dice.IntN(2), Count: 1}},
	}
	if height == 2 && dice.IntN(2) == 0 {
		r.Classes = append(r.Classes, game.ShipClass{Name: "boat", Length: 1, Count: 1})
	}
	return r, dice.IntN(2) == 0
}

// fleet draws a fleet.
func fleet(dice *rand.Rand, r *game.Ruleset) string {
	if r.ID != 99 {
		return ""
	}
	for {
		var f game.Fleet
		for class := range r.Classes {
			f = append(f, game.Ship{
				Class: class, Origin: game.Tile(dice.IntN(r.Tiles())), Vertical: dice.IntN(2) == 0 && r.Classes[class].Length > 1,
			})
		}
		if r.CheckFleet(f) == nil {
			return r.FleetString(f)
		}
	}
}

// playOnce plays one game.
func playOnce(seed uint64, faulty campaignFault, trace func(string, ...any)) (out campaignResult) {
	dice := rand.New(rand.NewPCG(seed, 11))
	r, claims := campaignRules(dice)
	g := channeltest.New(r, channeltest.Options{
		GameID: 1 + seed, JoinedHeight: joined, Clock: game.Clock{TurnBlocks: campaignTurn, ClaimBlocks: campaignTurn},
		First: game.Seat(dice.IntN(2)), ProvenClaims: r.Proven && claims, Fleets: [2]string{fleet(dice, r), fleet(dice, r)},
	})
	timeout := int64(campaignTurn + dice.IntN(60))
	b := newBlockchain(g, timeout)
	b.faulty, b.trace = faulty, trace
	net := &updateNet{dice: dice}
	quiet := dice.IntN(10) == 0
	if !quiet {
		net.loss, net.twice, net.slow = dice.IntN(40), dice.IntN(30), dice.IntN(12)
	}
	var clients []*client
	var parties [2]party
	var foe *cheater
	against := game.Seat(2)
	if !quiet && dice.IntN(3) > 0 {
		against = game.Seat(dice.IntN(2))
		foe = newPirate(g, against, dice, b, net)
	}
	for seat := range game.Seat(2) {
		if seat == against {
			parties[seat] = foe
			continue
		}
		s := newClient(g, seat, dice, b, net)
		s.patience, s.lazy = 5+dice.IntN(60), dice.IntN(110)
		if quiet {
			s.patience, s.lazy = 1_000, 100
		} else {
			s.gives = dice.IntN(2) * dice.IntN(60)
			s.crashes = dice.IntN(2) * dice.IntN(100)
			s.losses = max(0, dice.IntN(1_400)-1_000)
		}
		if foe != nil {
			s.overheard = foe.overhear
		}
		parties[seat], clients = s, append(clients, s)
	}
	if quiet {
		b.x, _ = g.Open(1_000_000)
	}
	tick := 0
	for limit := 2_000; !b.over(); limit-- {
		if limit == 0 {
			out.err = fmt.Errorf("the game does not end: %s", b.x.State)
			return out
		}
		for range dice.IntN(8) {
			tick++
			var boxes [2][][]byte
			for _, parcel := range net.deliver(tick) {
				boxes[parcel.to] = append(boxes[parcel.to], parcel.bytes)
			}
			for seat, party := range parties {
				party.play(tick, boxes[seat])
			}
			for _, s := range clients {
				s.watch(false)
			}
		}
		if !quiet && dice.IntN(30) == 0 {
			net.gone = !net.gone
		}
		b.block(dice, func(next *transaction) {
			if foe != nil {
				foe.between(next)
			}
			for _, s := range clients {
				s.watch(true)
			}
		})
		for _, s := range clients {
			s.look()
		}
		for _, s := range clients {
			if s.broken != nil {
				out.err = s.broken
				return out
			}
		}
	}
	out.blocks, out.quiet, out.done, out.refused = b.height-joined, quiet, b.done, b.refused
	out.how = b.x.State.Reason.String()
	if b.done > 1 {
		out.onChain++
	}
	for _, s := range clients {
		out.crashed += s.crashed
		if s.lost {
			out.lost++
		}
		if s.over(); s.broken != nil {
			out.err = s.broken
			return out
		}
	}
	if quiet && b.done != 1 {
		out.err = fmt.Errorf("a game without trouble takes %d transactions after the join", b.done)
	}
	return out
}

// TestCampaign plays games over a bad net, between two honest players or one and a cheater, with crashes at any point,
// full blocks, watchtowers that lie or lag, and logs that are lost. The seed of a game is all that it follows from.
func TestCampaign(t *testing.T) {
	t.Parallel()
	ends := map[string]int{}
	var sum campaignResult
	quiet := 0
	var mu sync.Mutex
	var trace func(string, ...any)
	if *runs == 1 {
		trace = t.Logf
	}
	var next atomic.Uint64
	next.Store(*seed)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for !t.Failed() {
				n := next.Add(1) - 1
				if n >= *seed+uint64(*runs) {
					return
				}
				out := playOnce(n, campaignFault{}, trace)
				mu.Lock()
				if out.err != nil {
					t.Errorf("-seed %d -runs 1: %v", n, out.err)
				}
				ends[out.how]++
				sum.add(out)
				if out.quiet {
					quiet++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	t.Logf("%d games, %d of them on-chain, %d without trouble, of one transaction each; %d blocks, %d transactions, "+
		"%d refused; %d crashes, %d logs lost; ended by %v",
		*runs, sum.onChain, quiet, sum.blocks, sum.done, sum.refused, sum.crashed, sum.lost, ends)
}

// add counts another game.
func (r *campaignResult) add(o campaignResult) {
	r.blocks += o.blocks
	r.done += o.done
	r.refused += o.refused
	r.onChain += o.onChain
	r.crashed += o.crashed
	r.lost += o.lost
}

// TestCampaignFindsFaults seeds faults of the chain and of the player's program, one at a time. The campaign finds
// each.
func TestCampaignFindsFaults(t *testing.T) {
	t.Parallel()
	for name, faulty := range map[string]campaignFault{
		"the chain lets a player give up before its opponent has responded": {giveUpWithoutResponse: true},
		"the chain takes a concession without the winner's consent":         {noConsent: true},
		"the channel timeout loses the game":                                {timeoutLoses: true},
		"an update leaves before it is written down":                        {sendsFirst: true},
		"a transaction leaves before it is written down":                    {submitsFirst: true},
		"a program that has lost its log begins a new one":                  {forgets: true},
		"a program does not submit what is newer than the chain's":          {trusts: true},
		"a program does not claim":                                          {claimsNothing: true},
		"a player is away for longer than the clock allows":                 {oversleeps: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const most = 20_000
			for n := range uint64(most) {
				if out := playOnce(n, faulty, nil); out.err != nil {
					t.Logf("in game %d: %v", n, out.err)
					return
				}
			}
			t.Errorf("expected the fault found, got %d games without a complaint", most)
		})
	}
}
