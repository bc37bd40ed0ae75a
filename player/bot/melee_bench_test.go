package bot_test

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
)

var melees = flag.Int("melees", 1_000, "melees of a benchmark")

// BenchmarkMelees plays melees of bots, and reports how many rounds they take, how many of them are drawn, and how many
// messages each player sends.
func BenchmarkMelees(b *testing.B) {
	for _, name := range bot.MeleeNames() {
		for _, players := range []int{2, 3, 4, 8, game.MaxPlayers} {
			b.Run(fmt.Sprintf("%s/%d-players", name, players), func(b *testing.B) {
				for b.Loop() {
					measureMelees(b, players, name)
				}
			})
		}
	}
}

func measureMelees(b *testing.B, players int, name string) {
	var rounds, most, draws, messages int
	begin := time.Now()
	for seed := range *melees {
		m := sitDown(b, players, name, uint64(seed))
		if o := m.play(); o.Winners.Len() > 1 {
			draws++
		}
		rounds += m.state.Round
		most = max(most, m.state.Round)
		messages += m.messages
	}
	n := float64(*melees)
	b.ReportMetric(float64(rounds)/n, "rounds")
	b.ReportMetric(float64(most), "most-rounds")
	b.ReportMetric(100*float64(draws)/n, "%draws")
	b.ReportMetric(float64(messages)/n/float64(players), "messages/player")
	b.ReportMetric(float64(time.Since(begin).Milliseconds())/n, "ms/melee")
	b.ReportMetric(0, "ns/op")
}
