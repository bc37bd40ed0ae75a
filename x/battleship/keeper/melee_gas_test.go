package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// What the handlers cost at tables of 4 and 16 whose players are all invited and have delegates, with a stake.
func TestCostOfEachMessageOfAMelee(t *testing.T) {
	t.Parallel()
	for _, n := range []int{4, 16} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			f := newFixture(t, withParams(withMeleeDeposit))
			b := f.newInvited(n)
			log := func(name string, c cost) { t.Logf("%-8s %+v", name, c) }
			for i := range b.boards[1:] {
				b.boards[i+1].delegate = newPlayer(fmt.Sprint("delegate ", i)).text()
				if i+2 < n {
					b.deliver(b.join(i + 1))
				}
			}
			log("join", f.measure(b.join(n-1)))
			for seat := range b.now().Owes.Without(0).All() {
				b.deliver(b.confirm(seat))
			}
			log("confirm", f.measure(b.confirm(0)))
			targets := make([]string, n)
			for i := range targets {
				targets[i] = b.Ruleset().TileName(game.Tile(6 * i))
			}
			for seat := range b.now().Owes.All() {
				msg := b.aim(seat, targets[seat])
				if seat == 0 {
					log("aim", f.measure(msg))
					continue
				}
				b.deliver(msg)
			}
			for seat := range b.now().Owes.All() {
				msg := b.fire(seat)
				if seat == 0 {
					log("fire", f.measure(msg))
					continue
				}
				b.deliver(msg)
			}
			for seat := range b.now().Owes.All() {
				msg := b.report(seat)
				if seat == 0 {
					log("report", f.measure(msg))
					continue
				}
				b.deliver(msg)
			}
			require.Equal(t, 2, b.now().Round)
			require.Empty(t, b.now().Seats(melee.Sunk))
			log("concede", f.measure(b.concede(2)))
			for seat := melee.Seat(3); int(seat) < n; seat++ {
				b.deliver(b.concede(seat))
			}
			b.deliver(b.concede(1))
			log("claim", f.measure(b.claimMsg(0)))
			require.True(t, b.gone())
		})
	}
}
