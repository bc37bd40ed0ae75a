package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// newPot has n invited players begin a melee with a stake of 100 anchors each. The house takes 2.5 % of the pot.
func (f *fixture) newPot(n int) *brawl {
	f.Helper()
	b := f.newInvited(n)
	b.fill()
	return b.begin()
}

// won returns what each seat has now beyond what it had before it came.
func (b *brawl) won() []int64 {
	b.Helper()
	all := make([]int64, len(b.boards))
	for i := range all {
		all[i] = b.coins(melee.Seat(i)) - 1_000
	}
	return all
}

// requireEnd checks how a melee has ended: the winners, what each seat has won or lost, and what the pool has got.
func (b *brawl) requireEnd(winners melee.Seats, pooled int64, won ...int64) {
	b.Helper()
	require.True(b, b.gone(), "the melee goes on:\n%s", b.standing())
	result := b.ended()
	require.Equal(b, winners, melee.Seats(result.Winners))
	require.Equal(b, won, b.won())
	require.Equal(b, pooled, b.pool(), "in the community pool")
	sum := pooled + b.house()
	for _, w := range won {
		sum += w
	}
	require.Zero(b, sum, "what some have won, others have lost")
	b.requireNothingLeft()
}

// standing draws the melee, if it goes on.
func (b *brawl) standing() string {
	if b.gone() {
		return "over"
	}
	return b.now().String()
}

// pool and house return what the community pool and the fee collector have, in anchors.
func (b *brawl) pool() int64 {
	return b.bank.GetBalance(b.ctx, communityPool, types.DefaultFeeDenom).Amount.Int64()
}

func (b *brawl) house() int64 {
	return b.bank.GetBalance(b.ctx, feeCollector, types.DefaultFeeDenom).Amount.Int64()
}

func TestTheLastFleetAfloatTakesThePot(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 4, 10} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			b := newFixture(t, withParams(withMeleeDeposit)).newPot(n)
			for seat := range n - 1 {
				b.sink(melee.Seat(n - 1 - seat))
			}
			require.Equal(t, melee.StageClaim, b.now().Stage)
			b.deliver(b.claimMsg(0))
			// Whoever has sunk by its own report gets 1 of its 100 back.
			won := make([]int64, n)
			for i := range won {
				won[i] = -99
			}
			pot := int64(100 * n)
			won[0] = pot - pot*25/1_000 - int64(n-1) - 100
			b.requireEnd(melee.SeatsOf(0), 0, won...)
		})
	}
}

// Two players sink in one volley, and share the pot: the odd unit goes to the lower seat.
func TestADoubleSinkingIsADraw(t *testing.T) {
	t.Parallel()
	b := newFixture(t, withParams(withMeleeDeposit)).newPot(3)
	b.deliver(b.concede(2))
	b.mutual(0, 1)
	require.Equal(t, melee.StageClaim, b.now().Stage)
	require.Equal(t, melee.SeatsOf(0, 1), b.now().Owes)
	b.deliver(b.claimMsg(1))
	b.deliver(b.claimMsg(0))
	// 300 less 7 for the house.
	b.requireEnd(melee.SeatsOf(0, 1), 0, 47, 46, -100)
}

// mutual has two seats bomb each other's ships, one tile a round, until both sink in one volley.
func (b *brawl) mutual(one, other melee.Seat) {
	b.Helper()
	ones, others := b.tilesOf(one), b.tilesOf(other)
	for i := range ones {
		targets := make([]string, len(b.boards))
		targets[one], targets[other] = others[i], ones[i]
		b.round(targets...)
	}
}

// All players sink in one volley. Whoever does not prove its board shares nothing.
func TestAMassSinking(t *testing.T) {
	t.Parallel()
	b := newFixture(t, withParams(withMeleeDeposit)).newPot(4)
	for i := range 10 {
		targets := make([]string, 4)
		for seat := range targets {
			targets[seat] = b.tilesOf(melee.Seat((seat + 1) % 4))[i]
		}
		b.round(targets...)
	}
	require.Equal(t, melee.SeatsOf(0, 1, 2, 3), b.now().Owes)
	b.deliver(b.claimMsg(3))
	b.deliver(b.claimMsg(1))
	b.pass()
	// 400 less 10 for the house, less 1 for each who has sunk and not won.
	b.requireEnd(melee.SeatsOf(1, 3), 0, -99, 94, -99, 94)
}

// The last tile belongs to both of the last two: whoever fires at it sinks both.
func TestTheLastTileIsSharedByTheLastTwo(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withMeleeDeposit))
	b := f.newInvited(2)
	b.boards[1] = b.newBrawler(b.boards[1].player, "A2h,E2h,H2h,J1h")
	b.fill()
	b.begin()
	ones, others := b.tilesOf(0), b.tilesOf(1) // J1 is in both
	for i := range 9 {
		b.round(nameBut(others, "J1")[i], nameBut(ones, "J1")[i])
	}
	b.round("J1", "A10")
	require.Equal(t, melee.SeatsOf(0, 1), b.now().Owes)
	b.deliver(b.claimMsg(0))
	b.deliver(b.claimMsg(1))
	b.requireEnd(melee.SeatsOf(0, 1), 0, -2, -3)
}

// nameBut returns names without one of them.
func nameBut(names []string, but string) []string {
	var all []string
	for _, name := range names {
		if name != but {
			all = append(all, name)
		}
	}
	return all
}

// Two have boards on which a ship is missing. When every tile was bombed neither has sunk, and neither can claim: the
// one who sank last takes the pot.
func TestTwoWithoutLegalFleets(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withMeleeDeposit))
	b := f.newInvited(3)
	for _, cheat := range []int{1, 2} {
		b.boards[cheat].Board = b.boards[cheat].Without(b.boards[cheat].Fleet[3])
	}
	b.fill()
	b.begin()
	b.sink(0)
	for b.now().Stage == melee.StageAim {
		var free []string
		for tile := range b.now().Free().All() {
			free = append(free, b.Ruleset().TileName(tile))
		}
		b.round("", free[0], free[len(free)-1])
	}
	require.Equal(t, melee.StageClaim, b.now().Stage)
	require.Equal(t, melee.SeatsOf(1, 2), b.now().Seats(melee.Unproven))
	b.refuse(types.ErrTurn, b.claimMsg(1))
	b.deliver(b.claimMsg(0))
	b.requireEnd(melee.SeatsOf(0), 0, 193, -100, -100)
}

// The last report that leaves nobody who can claim pays and clears all seats. One that was simulated before another's
// report would have run out of gas for that, so that each of them costs as much.
func TestTheLastReportsLeaveEnoughGasForAnEnd(t *testing.T) {
	t.Parallel()
	b := newFixture(t, withParams(withMeleeDeposit)).newInvited(3)
	for _, cheat := range []int{1, 2} {
		b.boards[cheat].Board = b.boards[cheat].Without(b.boards[cheat].Fleet[3])
	}
	b.fill()
	b.begin()
	b.deliver(b.concede(0))
	for b.now().Free().Len() > 2 {
		var free []string
		for tile := range b.now().Free().All() {
			free = append(free, b.Ruleset().TileName(tile))
		}
		b.round("", free[0], free[len(free)-1])
	}
	var free []string
	for tile := range b.now().Free().All() {
		free = append(free, b.Ruleset().TileName(tile))
	}
	b.volley("", free[0], free[1])
	first := b.measure(b.report(1))
	last := b.measure(b.report(2))
	require.True(t, b.gone())
	require.GreaterOrEqual(t, first.gas, uint64(25_000+3*24_000))
	require.InDelta(t, first.gas, last.gas, 5_000)
}

// If nobody is left with a legal board, stakes go back to those who have conceded, and the cheats lose theirs.
func TestNoPlayerCanClaim(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withMeleeDeposit))
	b := f.newInvited(3)
	for _, cheat := range []int{1, 2} {
		b.boards[cheat].Board = b.boards[cheat].Without(b.boards[cheat].Fleet[3])
	}
	b.fill()
	b.begin()
	b.deliver(b.concede(0))
	for !b.gone() {
		var free []string
		for tile := range b.now().Free().All() {
			free = append(free, b.Ruleset().TileName(tile))
		}
		b.round("", free[0], free[len(free)-1])
	}
	b.requireEnd(0, 200, 0, -100, -100)
}

// The winner cannot prove its board: one that sank before does, in the second claim. A better rank counts until that
// ends.
func TestTheWinnerCannotProve(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withMeleeDeposit))
	b := f.newInvited(3)
	b.boards[1].Board = b.boards[1].Without(b.boards[1].Fleet[3])
	b.fill()
	b.begin()
	b.sink(2)
	b.sink(0)
	b.refuse(types.ErrClaim, b.claimMsg(1))
	b.refuse(types.ErrTurn, b.claimMsg(0))
	b.pass()
	require.Equal(t, melee.StageSecond, b.now().Stage)
	require.Equal(t, melee.SeatsOf(0, 1, 2), b.now().Owes)
	b.deliver(b.claimMsg(2))
	require.Equal(t, melee.SeatsOf(0, 1), b.now().Owes)
	b.deliver(b.claimMsg(0))
	b.refuse(types.ErrClaim, b.claimMsg(1))
	b.refuse(types.ErrTurn, b.claimMsg(2))
	b.pass()
	b.requireEnd(melee.SeatsOf(0), 0, 192, -100, -99)
}

// Nobody proves a board: stakes go back to all but those who fell silent.
func TestAPotWithoutAClaim(t *testing.T) {
	t.Parallel()
	b := newFixture(t, withParams(withMeleeDeposit)).newPot(4)
	b.sink(3)
	for range 2 { // a strike, then the end
		b.deliver(b.aim(0, b.fresh()))
		b.deliver(b.aim(1, b.fresh()))
		b.pass()
		if b.now().Stage == melee.StageFire {
			b.deliver(b.fire(0))
			b.deliver(b.fire(1))
			b.reportAll()
		}
	}
	require.Equal(t, melee.SeatsOf(2), b.now().Seats(melee.Scuttled))
	b.deliver(b.concede(1))
	b.pass()
	b.pass()
	b.requireEnd(0, 100, 0, 0, -100, 0)
}

// fresh returns a tile that was not bombed and holds no ship.
func (b *brawl) fresh() string {
	b.Helper()
	for tile := range b.now().Free().All() {
		if name := b.Ruleset().TileName(tile); tile >= 60 {
			return name
		}
	}
	require.Fail(b, "no tile is fresh")
	return ""
}

// A claim may be sent by anybody who knows the secret, for the player that it names, who is paid.
func TestAClaimOfSomebodyElsePaysThePlayer(t *testing.T) {
	t.Parallel()
	b := newFixture(t, withParams(withMeleeDeposit)).newPot(2)
	b.deliver(b.concede(1))
	msg := b.claimMsg(0)
	msg.Sender, msg.Player = mallory.text(), b.text(0)
	res, err := b.msgs.ClaimWin(b.inCache(), msg)
	require.NoError(t, err)
	pot := anchors(195)
	require.Equal(t, []types.Share{{Pot: &pot}, {}}, res.Shares)
	require.Zero(t, res.Deadline)
	b.deliver(msg)
	b.requireEnd(melee.SeatsOf(0), 0, 95, -100)
}

// The response to a claim that others may still outrank tells until when.
func TestAClaimThatEndsNothingReturnsTheDeadline(t *testing.T) {
	t.Parallel()
	b := newFixture(t).newBrawl(3)
	b.deliver(b.concede(2))
	b.mutual(0, 1)
	res, err := b.msgs.ClaimWin(b.inCache(), b.claimMsg(0))
	require.NoError(t, err)
	require.Equal(t, b.now().Deadline, res.Deadline)
	require.Empty(t, res.Shares)
	b.deliver(b.claimMsg(0))
	next, err := b.queries.NextAction(b.ctx, &types.QueryNextActionRequest{GameId: b.id})
	require.NoError(t, err)
	require.True(t, next.Proven)
	require.Equal(t, next.Deadline-b.ctx.BlockHeight(), next.BlocksLeft)
	late := b.ctx.WithBlockHeight(next.Deadline + 1)
	next, err = b.queries.NextAction(late, &types.QueryNextActionRequest{GameId: b.id})
	require.NoError(t, err)
	require.Zero(t, next.BlocksLeft)
	require.Zero(t, next.SecondsLeft)
}

// A result stays for ever and says what became of each seat.
func TestTheResultOfAMelee(t *testing.T) {
	t.Parallel()
	b := newFixture(t, withParams(withMeleeDeposit)).newPot(4)
	b.sink(1)
	b.deliver(b.concede(2))
	b.deliver(b.aim(0, b.fresh()))
	b.endBlock()
	b.pass()
	require.Equal(t, melee.StageFire, b.now().Stage, "a strike")
	b.deliver(b.fire(0))
	b.reportAll()
	b.deliver(b.aim(0, b.fresh()))
	b.pass()
	require.Equal(t, melee.StageClaim, b.now().Stage)
	rounds := b.now().Round
	b.deliver(b.claimMsg(0))
	stake := anchors(100)
	require.Equal(t, types.MeleeResult{
		GameId: b.id, RulesetId: 5, Winners: 1, Rounds: uint32(rounds), Stake: &stake,
		CreatedHeight: firstHeight, StartedHeight: firstHeight, EndedHeight: b.height(),
		Places: []types.MeleePlace{
			{Player: b.text(0), Standing: types.SEAT_STANDING_AFLOAT, Rank: 1},
			{Player: b.text(1), Standing: types.SEAT_STANDING_SUNK, Round: 3, Rank: 2, Hits: 10},
			{Player: b.text(2), Standing: types.SEAT_STANDING_CONCEDED, Round: 4, Rank: 3},
			{Player: b.text(3), Standing: types.SEAT_STANDING_SCUTTLED, Round: uint32(rounds), Rank: 3},
		},
	}, b.ended())
	over, ok := b.events()[len(b.events())-1].(*types.EventMeleeOver)
	require.True(t, ok)
	require.Equal(t, b.ended(), over.Result)
	require.Equal(t, sdk.NewCoins(anchors(10)).String(), over.House.String())
	require.Empty(t, over.Pooled)
	require.Len(t, over.Shares, 4)
}
