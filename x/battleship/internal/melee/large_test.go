package melee_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// bomb plays rounds in which those who are afloat bomb every tile that the test wants, and report. Quiet seats say
// nothing from the beginning.
func bomb(b *kit.Brawl, tiles []string, quiet melee.Seats) {
	b.Helper()
	for len(tiles) > 0 && b.Now().Stage == melee.StageAim {
		target := make([]string, len(b.Boards))
		for seat := range (b.Now().Owes &^ quiet).All() {
			target[seat] = tiles[0]
			if len(tiles) > 1 {
				tiles = tiles[1:]
			}
		}
		for seat := range (b.Now().Owes &^ quiet).All() {
			b.Deliver(b.Aim(seat, target[seat]))
		}
		passIf(b, melee.StageAim)
		for seat := range (b.Now().Owes &^ quiet).All() {
			b.Deliver(b.Fire(seat))
		}
		passIf(b, melee.StageFire)
		for seat := range (b.Now().Owes &^ quiet).All() {
			b.Deliver(b.Report(seat))
		}
		passIf(b, melee.StageReport)
		var left []string
		for _, name := range tiles {
			if b.Gone() || !b.Now().Bombed.Has(b.Tile(name)) {
				left = append(left, name)
			}
		}
		tiles = left
	}
}

// passIf lets the deadline pass if the melee is still in a stage.
func passIf(b *kit.Brawl, stage melee.Stage) {
	b.Helper()
	if !b.Gone() && b.Now().Stage == stage {
		b.Pass()
	}
}

// allBut returns the names of all tiles but those of some seats' ships.
func allBut(b *kit.Brawl, seats ...melee.Seat) []string {
	b.Helper()
	spared := b.Boards[seats[0]].Ships
	for _, seat := range seats[1:] {
		spared = spared.Union(b.Boards[seat].Ships)
	}
	var names []string
	for tile := range b.Now().Free().All() {
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
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	b := f.NewGathering(16, func(b *kit.Brawl) {
		b.Boards[cheat].Board = b.Boards[cheat].Without(b.Boards[cheat].Fleet[0])
	})
	start := f.Height()
	bomb(b, allBut(b, winner, cheat)[:16], melee.SeatsOf(silent))
	b.Deliver(b.Concede(leaver))
	require.Equal(t, melee.SeatsOf(leaver), b.Now().Seats(melee.Conceded))
	bomb(b, allBut(b, winner, cheat), melee.SeatsOf(silent))
	require.Equal(t, melee.SeatsOf(silent), b.Now().Seats(melee.Scuttled))
	require.Equal(t, melee.StageAim, b.Now().Stage)
	require.Equal(t, melee.SeatsOf(winner, cheat), b.Now().Seats(melee.Afloat), b.Now().String())
	waited := f.Height() - start
	require.EqualValues(t, 2*(kit.TurnBlocks+2), waited, "two clocks of one silent player, for its strike and its end")

	// The cheat lacks a ship, so nothing sinks it. With the last tile it has lost all the same, and the other one, which
	// that tile sinks, is the last who was honest.
	bomb(b, allBut(b, winner), 0)
	bomb(b, b.TilesOf(winner), 0)
	require.Equal(t, melee.StageClaim, b.Now().Stage)
	require.Equal(t, melee.Unproven, b.Now().Players[cheat].Standing)
	require.Equal(t, melee.SeatsOf(winner), b.Now().Owes)
	b.Deliver(b.ClaimMsg(winner))
	won := make([]int64, 16)
	consoled := int64(0)
	for i, place := range b.Ended().Places {
		won[i] = -100
		if i != winner && place.Standing == types.SEAT_STANDING_SUNK {
			won[i] = -99
			consoled++
		}
	}
	require.EqualValues(t, 12, consoled)
	won[winner] = 1_600 - 40 - consoled - 100
	requireEnd(b, melee.SeatsOf(winner), 0, won...)
}

// Sixteen players share a pot, of whom some cannot be paid. The melee ends all the same; what could not be paid waits.
func TestAttackSixteenPayeesWithSomeUnpayable(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	b := f.NewGathering(16, nil)
	// Nobody says anything any more, and all prove their boards.
	b.Pass()
	b.Pass()
	require.Equal(t, melee.StageClaim, b.Now().Stage)
	poor := b.Boards[5].Player
	f.Payments.Unpaid = poor.Addr
	var failed []*types.EventPaymentFailed
	b.Watch = func() {
		for _, event := range f.Events() {
			if e, ok := event.(*types.EventPaymentFailed); ok {
				failed = append(failed, e)
			}
		}
	}
	for seat := range b.Now().Owes.All() {
		b.Deliver(b.ClaimMsg(seat))
	}
	require.True(t, b.Gone())
	require.Len(t, failed, 1)
	require.Equal(t, poor.Text(), failed[0].Recipient)
	// 1,600 less 40 for the house is 97 for eight and 98 for as many, the lowest seats.
	require.Equal(t, sdk.NewCoins(kit.Anchors(98)).String(), f.Unpaid(poor.Addr).String())
	won := make([]int64, 16)
	for i := range won {
		won[i] = -3
		if i < 8 {
			won[i] = -2
		}
	}
	won[5] = -100
	require.Equal(t, won, winnings(b))
	f.Payments.Unpaid = nil
	f.Deliver(&types.MsgWithdraw{Sender: poor.Text()})
	won[5] = -2
	requireEnd(b, melee.Seats(0xffff), 0, won...)
}

// A coin that cannot be sent any more leaves everything unpaid, and the melee ends all the same.
func TestNoneOfSixteenCanBePaid(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	b := f.NewGathering(16, nil)
	f.Payments.FailAll = true
	b.Pass()
	b.Pass()
	b.Deliver(b.ClaimMsg(15))
	b.Pass()
	require.True(t, b.Gone())
	require.Equal(t, melee.SeatsOf(15), melee.Seats(b.Ended().Winners))
	require.Equal(t, sdk.NewCoins(kit.Anchors(1_560)).String(), f.Unpaid(b.Boards[15].Player.Addr).String())
	f.Payments.FailAll = false
	f.Deliver(&types.MsgWithdraw{Sender: b.Text(15)})
	require.EqualValues(t, 1_460, winnings(b)[15])
}

// The bank switches off the coin that is staked while a table fills: nobody is charged, and who leaves is owed.
func TestAStakeThatCanNoLongerBeSent(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewInvited(3)
	b.Deliver(b.Join(1))
	f.Bank.SetSendEnabled(f.Ctx, types.DefaultFeeDenom, false)
	f.Refuse(types.ErrInsufficientFunds, b.Join(2))
	b.Deliver(b.Leave(1))
	require.EqualValues(t, 1_000, b.Coins(1), "what a module pays is not held up")
}
