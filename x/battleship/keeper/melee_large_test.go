package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// newGathering has n players open a melee with a stake, and confirm. Of more than ten, six lie in the rows of six
// others.
func (f *fixture) newGathering(n int, change func(b *brawl)) *brawl {
	f.Helper()
	b := f.newInvited(n)
	for i := 10; i < n; i++ {
		b.boards[i] = b.newBrawler(b.boards[i].player, fmt.Sprintf("G%[1]dh,A%[1]dh,D%[1]dh,F%[1]dh", i-8))
	}
	if change != nil {
		change(b)
	}
	b.fill()
	return b.begin()
}

// bomb plays rounds in which those who are afloat bomb every tile that the test wants, and report. Quiet seats say
// nothing from the beginning.
func (b *brawl) bomb(tiles []string, quiet melee.Seats) {
	b.Helper()
	for len(tiles) > 0 && b.now().Stage == melee.StageAim {
		target := make([]string, len(b.boards))
		for seat := range (b.now().Owes &^ quiet).All() {
			target[seat] = tiles[0]
			if len(tiles) > 1 {
				tiles = tiles[1:]
			}
		}
		for seat := range (b.now().Owes &^ quiet).All() {
			b.deliver(b.aim(seat, target[seat]))
		}
		b.passIf(melee.StageAim)
		for seat := range (b.now().Owes &^ quiet).All() {
			b.deliver(b.fire(seat))
		}
		b.passIf(melee.StageFire)
		for seat := range (b.now().Owes &^ quiet).All() {
			b.deliver(b.report(seat))
		}
		b.passIf(melee.StageReport)
		var left []string
		for _, name := range tiles {
			if b.gone() || !b.now().Bombed.Has(b.tile(name)) {
				left = append(left, name)
			}
		}
		tiles = left
	}
}

// passIf lets the deadline pass if the melee is still in a stage.
func (b *brawl) passIf(stage melee.Stage) {
	b.Helper()
	if !b.gone() && b.now().Stage == stage {
		b.pass()
	}
}

// allBut returns the names of all tiles but those of some seats' ships.
func (b *brawl) allBut(seats ...melee.Seat) []string {
	b.Helper()
	spared := b.boards[seats[0]].Ships
	for _, seat := range seats[1:] {
		spared = spared.Union(b.boards[seat].Ships)
	}
	var names []string
	for tile := range b.now().Free().All() {
		if !spared.Has(tile) {
			names = append(names, b.Ruleset().TileName(tile))
		}
	}
	return names
}

// A melee of 16 with one silent player, one cheat and one who leaves in the middle ends, pays the right one, and costs
// the others nothing but waiting: one clock for a missed aim that is a strike, and one for the second.
func TestSixteenWithOneSilentOneCheatAndOneLeaver(t *testing.T) {
	t.Parallel()
	const silent, cheat, leaver, winner = 3, 7, 12, 0
	f := newFixture(t, withParams(withMeleeDeposit))
	b := f.newGathering(16, func(b *brawl) {
		b.boards[cheat].Board = b.boards[cheat].Without(b.boards[cheat].Fleet[0])
	})
	start := f.height()
	b.bomb(b.allBut(winner, cheat)[:16], melee.SeatsOf(silent))
	b.deliver(b.concede(leaver))
	require.Equal(t, melee.SeatsOf(leaver), b.now().Seats(melee.Conceded))
	b.bomb(b.allBut(winner, cheat), melee.SeatsOf(silent))
	require.Equal(t, melee.SeatsOf(silent), b.now().Seats(melee.Scuttled))
	require.Equal(t, melee.StageAim, b.now().Stage)
	require.Equal(t, melee.SeatsOf(winner, cheat), b.now().Seats(melee.Afloat), b.now().String())
	waited := f.height() - start
	require.EqualValues(t, 2*(turnBlocks+2), waited, "two clocks of one silent player, for its strike and its end")

	// The cheat lacks a ship, so nothing sinks it. With the last tile it has lost all the same, and the other one, which
	// that tile sinks, is the last who was honest.
	b.bomb(b.allBut(winner), 0)
	b.bomb(b.tilesOf(winner), 0)
	require.Equal(t, melee.StageClaim, b.now().Stage)
	require.Equal(t, melee.Unproven, b.now().Players[cheat].Standing)
	require.Equal(t, melee.SeatsOf(winner), b.now().Owes)
	b.deliver(b.claimMsg(winner))
	won := make([]int64, 16)
	consoled := int64(0)
	for i, place := range b.ended().Places {
		won[i] = -100
		if i != winner && place.Standing == types.SEAT_STANDING_SUNK {
			won[i] = -99
			consoled++
		}
	}
	require.EqualValues(t, 12, consoled)
	won[winner] = 1_600 - 40 - consoled - 100
	b.requireEnd(melee.SeatsOf(winner), 0, won...)
}

// Sixteen players share a pot, of whom some cannot be paid. The melee ends all the same; what could not be paid waits.
func TestSixteenPayeesWithSomeUnpayable(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withMeleeDeposit))
	b := f.newGathering(16, nil)
	// Nobody says anything any more, and all prove their boards.
	b.pass()
	b.pass()
	require.Equal(t, melee.StageClaim, b.now().Stage)
	poor := b.boards[5].player
	f.payments.unpaid = poor.addr
	var failed []*types.EventPaymentFailed
	b.watch = func() {
		for _, event := range f.events() {
			if e, ok := event.(*types.EventPaymentFailed); ok {
				failed = append(failed, e)
			}
		}
	}
	for seat := range b.now().Owes.All() {
		b.deliver(b.claimMsg(seat))
	}
	require.True(t, b.gone())
	require.Len(t, failed, 1)
	require.Equal(t, poor.text(), failed[0].Recipient)
	// 1,600 less 40 for the house is 97 for eight and 98 for as many, the lowest seats.
	require.Equal(t, sdk.NewCoins(anchors(98)).String(), f.unpaid(poor.addr).String())
	won := make([]int64, 16)
	for i := range won {
		won[i] = -3
		if i < 8 {
			won[i] = -2
		}
	}
	won[5] = -100
	require.Equal(t, won, b.won())
	f.payments.unpaid = nil
	f.deliver(&types.MsgWithdraw{Sender: poor.text()})
	won[5] = -2
	b.requireEnd(melee.Seats(0xffff), 0, won...)
}

// A coin that cannot be sent any more leaves everything unpaid, and the melee ends all the same.
func TestNoneOfSixteenCanBePaid(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withMeleeDeposit))
	b := f.newGathering(16, nil)
	f.payments.failAll = true
	b.pass()
	b.pass()
	b.deliver(b.claimMsg(15))
	b.pass()
	require.True(t, b.gone())
	require.Equal(t, melee.SeatsOf(15), melee.Seats(b.ended().Winners))
	require.Equal(t, sdk.NewCoins(anchors(1_560)).String(), f.unpaid(b.boards[15].player.addr).String())
	f.payments.failAll = false
	f.deliver(&types.MsgWithdraw{Sender: b.text(15)})
	require.EqualValues(t, 1_460, b.won()[15])
}

// The bank switches off the coin that is staked while a table fills: nobody is charged, and who leaves is owed.
func TestAStakeThatCanNoLongerBeSent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newInvited(3)
	b.deliver(b.join(1))
	f.bank.SetSendEnabled(f.ctx, types.DefaultFeeDenom, false)
	f.refuse(types.ErrInsufficientFunds, b.join(2))
	b.deliver(b.leave(1))
	require.EqualValues(t, 1_000, b.coins(1), "what a module pays is not held up")
}
