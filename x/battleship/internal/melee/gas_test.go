package melee_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
)

// What the handlers cost at tables of 4 and 16 whose players are all invited and have delegates, with a stake.
func TestCostOfEachMessageOfAMelee(t *testing.T) {
	t.Parallel()
	for _, n := range []int{4, 16} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
			b := f.NewInvited(n)
			log := func(name string, c kit.Cost) { t.Logf("%-8s %+v", name, c) }
			for i := range b.Boards[1:] {
				b.Boards[i+1].Delegate = kit.NewPlayer(fmt.Sprint("delegate ", i)).Text()
				if i+2 < n {
					b.Deliver(b.Join(i + 1))
				}
			}
			log("join", f.Measure(b.Join(n-1)))
			for seat := range b.Now().Owes.Without(0).All() {
				b.Deliver(b.Confirm(seat))
			}
			log("confirm", f.Measure(b.Confirm(0)))
			targets := make([]string, n)
			for i := range targets {
				targets[i] = b.Ruleset().TileName(game.Tile(6 * i))
			}
			for seat := range b.Now().Owes.All() {
				msg := b.Aim(seat, targets[seat])
				if seat == 0 {
					log("aim", f.Measure(msg))
					continue
				}
				b.Deliver(msg)
			}
			for seat := range b.Now().Owes.All() {
				msg := b.Fire(seat)
				if seat == 0 {
					log("fire", f.Measure(msg))
					continue
				}
				b.Deliver(msg)
			}
			for seat := range b.Now().Owes.All() {
				msg := b.Report(seat)
				if seat == 0 {
					log("report", f.Measure(msg))
					continue
				}
				b.Deliver(msg)
			}
			require.Equal(t, 2, b.Now().Round)
			require.Empty(t, b.Now().Seats(melee.Sunk))
			log("concede", f.Measure(b.Concede(2)))
			for seat := melee.Seat(3); int(seat) < n; seat++ {
				b.Deliver(b.Concede(seat))
			}
			b.Deliver(b.Concede(1))
			log("claim", f.Measure(b.ClaimMsg(0)))
			require.True(t, b.Gone())
		})
	}
}
