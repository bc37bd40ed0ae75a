package bot_test

import (
	"flag"
	"slices"
	"testing"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
)

var fleets = flag.Int("fleets", 10_000, "random fleets of a benchmark")

// BenchmarkShots sinks random fleets with each strategy, and reports how many shots that takes and how long a decision
// does: on average, and at worst, of a strategy that has to prepare for its ruleset first.
func BenchmarkShots(b *testing.B) {
	for _, r := range game.Rulesets() {
		for _, name := range bot.Names() {
			b.Run(r.Name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					measure(b, r, name)
				}
			})
		}
	}
}

// BenchmarkRules measures how much of the number of shots the rules decide: those of classic, and with one changed.
func BenchmarkRules(b *testing.B) {
	for _, rules := range []struct {
		name   string
		change func(r *game.Ruleset)
	}{
		{name: "classic", change: func(*game.Ruleset) {}},
		{name: "apart", change: func(r *game.Ruleset) { r.Touch = false }},
		{name: "apart-and-silent", change: func(r *game.Ruleset) { r.Touch, r.AnnounceSunk = false, false }},
		{name: "silent", change: func(r *game.Ruleset) { r.AnnounceSunk = false }},
	} {
		r := game.Classic()
		r.ID, r.Name = 99, "changed"
		rules.change(r)
		for _, name := range []string{bot.DensityName, bot.HuntName} {
			b.Run(rules.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					measure(b, r, name)
				}
			})
		}
	}
}

func measure(b *testing.B, r *game.Ruleset, name string) {
	var (
		shots            []int
		decisions, total int
		spent, worst     time.Duration
	)
	start := shooting(b, r)
	for seed := range *fleets {
		fleet, err := game.RandomFleet(r, seeded(uint64(seed)))
		if err != nil {
			b.Fatal(err)
		}
		strategy, err := bot.New(name, seeded(uint64(seed)+1_000_000))
		if err != nil {
			b.Fatal(err)
		}
		s := start
		side := &s.Sides[game.Joiner]
		n := 0
		for side.Hits.Len() < r.ShipTiles() {
			begin := time.Now()
			t, err := strategy.Next(s, game.Creator)
			took := time.Since(begin)
			if err != nil {
				b.Fatal(err)
			}
			spent += took
			if took > worst {
				worst = max(worst, min(took, again(b, name, s)))
			}
			n++
			answer(b, s, side, fleet, t)
		}
		shots, decisions, total = append(shots, n), decisions+n, total+n
	}
	slices.Sort(shots)
	b.ReportMetric(float64(total)/float64(len(shots)), "mean-shots")
	b.ReportMetric(float64(shots[len(shots)/2]), "median-shots")
	b.ReportMetric(float64(shots[len(shots)*95/100]), "p95-shots")
	b.ReportMetric(float64(spent.Microseconds())/1000/float64(decisions), "ms/decision")
	b.ReportMetric(float64(worst.Microseconds())/1000, "worst-ms/decision")
}

// again is how long a new strategy takes for its first decision, in the best of ten tries: what else the machine does
// is not counted.
func again(b *testing.B, name string, s game.State) time.Duration {
	best := time.Hour
	for range 10 {
		strategy, err := bot.New(name, seeded(1))
		if err != nil {
			b.Fatal(err)
		}
		begin := time.Now()
		if _, err := strategy.Next(s, game.Creator); err != nil {
			b.Fatal(err)
		}
		best = min(best, time.Since(begin))
	}
	return best
}

// answer answers a shot at the joiner's board by its fleet.
func answer(tb testing.TB, s game.State, side *game.Side, fleet game.Fleet, t game.Tile) {
	tb.Helper()
	s.Actor, s.Pending, s.HasPending, s.Owes = game.Joiner, t, true, game.OwesAnswer
	a, err := s.TrueAnswer(fleet)
	if err != nil {
		tb.Fatal(err)
	}
	side.Answered = side.Answered.With(t)
	if a.Hit {
		side.Hits = side.Hits.With(t)
	}
	if a.Sunk != nil {
		side.Sunk = append(slices.Clip(side.Sunk), *a.Sunk)
	}
}
