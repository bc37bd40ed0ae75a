package melee_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// newPot has n invited players begin a melee with a stake of 100 anchors each. The house takes 2.5 % of the pot.
func newPot(f *kit.Fixture, n int) *kit.Brawl {
	f.Helper()
	b := f.NewInvited(n)
	b.Fill()
	return b.Begin()
}

// winnings returns what each seat has now beyond what it had before it came.
func winnings(b *kit.Brawl) []int64 {
	b.Helper()
	all := make([]int64, len(b.Boards))
	for i := range all {
		all[i] = b.Coins(melee.Seat(i)) - 1_000
	}
	return all
}

// requireEnd checks how a melee has ended: the winners, what each seat has won or lost, and what the pool has got.
func requireEnd(b *kit.Brawl, winners melee.Seats, pooled int64, won ...int64) {
	b.Helper()
	require.True(b, b.Gone(), "the melee goes on:\n%s", standing(b))
	result := b.Ended()
	require.Equal(b, winners, melee.Seats(result.Winners))
	require.Equal(b, won, winnings(b))
	require.Equal(b, pooled, pool(b), "in the community pool")
	sum := pooled + house(b)
	for _, w := range won {
		sum += w
	}
	require.Zero(b, sum, "what some have won, others have lost")
	requireNothingLeft(b)
}

// standing draws the melee, if it goes on.
func standing(b *kit.Brawl) string {
	if b.Gone() {
		return "over"
	}
	return b.Now().String()
}

// pool and house return what the community pool and the fee collector have, in anchors.
func pool(b *kit.Brawl) int64 {
	return b.Bank.GetBalance(b.Ctx, kit.CommunityPool, types.DefaultFeeDenom).Amount.Int64()
}

func house(b *kit.Brawl) int64 {
	return b.Bank.GetBalance(b.Ctx, kit.FeeCollector, types.DefaultFeeDenom).Amount.Int64()
}

func TestTheLastFleetAfloatTakesThePot(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 4, 10} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), n)
			for seat := range n - 1 {
				b.Sink(melee.Seat(n - 1 - seat))
			}
			require.Equal(t, melee.StageClaim, b.Now().Stage)
			b.Deliver(b.ClaimMsg(0))
			// Whoever has sunk by its own report gets 1 of its 100 back.
			won := make([]int64, n)
			for i := range won {
				won[i] = -99
			}
			pot := int64(100 * n)
			won[0] = pot - pot*25/1_000 - int64(n-1) - 100
			requireEnd(b, melee.SeatsOf(0), 0, won...)
		})
	}
}

// Two players sink in one volley, and share the pot: the odd unit goes to the lower seat.
func TestADoubleSinkingIsADraw(t *testing.T) {
	t.Parallel()
	b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 3)
	b.Deliver(b.Concede(2))
	mutual(b, 0, 1)
	require.Equal(t, melee.StageClaim, b.Now().Stage)
	require.Equal(t, melee.SeatsOf(0, 1), b.Now().Owes)
	b.Deliver(b.ClaimMsg(1))
	b.Deliver(b.ClaimMsg(0))
	// 300 less 7 for the house.
	requireEnd(b, melee.SeatsOf(0, 1), 0, 47, 46, -100)
}

// mutual has two seats bomb each other's ships, one tile a round, until both sink in one volley.
func mutual(b *kit.Brawl, one, other melee.Seat) {
	b.Helper()
	ones, others := b.TilesOf(one), b.TilesOf(other)
	for i := range ones {
		targets := make([]string, len(b.Boards))
		targets[one], targets[other] = others[i], ones[i]
		b.Round(targets...)
	}
}

// All players sink in one volley. Whoever does not prove its board shares nothing.
func TestAMassSinking(t *testing.T) {
	t.Parallel()
	b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 4)
	for i := range 10 {
		targets := make([]string, 4)
		for seat := range targets {
			targets[seat] = b.TilesOf(melee.Seat((seat + 1) % 4))[i]
		}
		b.Round(targets...)
	}
	require.Equal(t, melee.SeatsOf(0, 1, 2, 3), b.Now().Owes)
	b.Deliver(b.ClaimMsg(3))
	b.Deliver(b.ClaimMsg(1))
	b.Pass()
	// 400 less 10 for the house, less 1 for each who has sunk and not won.
	requireEnd(b, melee.SeatsOf(1, 3), 0, -99, 94, -99, 94)
}

// The last tile belongs to both of the last two: whoever fires at it sinks both.
func TestTheLastTileIsSharedByTheLastTwo(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	b := f.NewInvited(2)
	b.Boards[1] = b.NewBrawler(b.Boards[1].Player, "A2h,E2h,H2h,J1h")
	b.Fill()
	b.Begin()
	ones, others := b.TilesOf(0), b.TilesOf(1) // J1 is in both
	for i := range 9 {
		b.Round(nameBut(others, "J1")[i], nameBut(ones, "J1")[i])
	}
	b.Round("J1", "A10")
	require.Equal(t, melee.SeatsOf(0, 1), b.Now().Owes)
	b.Deliver(b.ClaimMsg(0))
	b.Deliver(b.ClaimMsg(1))
	requireEnd(b, melee.SeatsOf(0, 1), 0, -2, -3)
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
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	b := f.NewInvited(3)
	for _, cheat := range []int{1, 2} {
		b.Boards[cheat].Board = b.Boards[cheat].Without(b.Boards[cheat].Fleet[3])
	}
	b.Fill()
	b.Begin()
	b.Sink(0)
	for b.Now().Stage == melee.StageAim {
		var free []string
		for tile := range b.Now().Free().All() {
			free = append(free, b.Ruleset().TileName(tile))
		}
		b.Round("", free[0], free[len(free)-1])
	}
	require.Equal(t, melee.StageClaim, b.Now().Stage)
	require.Equal(t, melee.SeatsOf(1, 2), b.Now().Seats(melee.Unproven))
	b.Refuse(types.ErrTurn, b.ClaimMsg(1))
	b.Deliver(b.ClaimMsg(0))
	requireEnd(b, melee.SeatsOf(0), 0, 193, -100, -100)
}

// The last report that leaves nobody who can claim pays and clears all seats. One that was simulated before another's
// report would have run out of gas for that, so that each of them costs as much.
func TestTheLastReportsLeaveEnoughGasForAnEnd(t *testing.T) {
	t.Parallel()
	b := kit.New(t, kit.WithParams(kit.WithMeleeDeposit)).NewInvited(3)
	for _, cheat := range []int{1, 2} {
		b.Boards[cheat].Board = b.Boards[cheat].Without(b.Boards[cheat].Fleet[3])
	}
	b.Fill()
	b.Begin()
	b.Deliver(b.Concede(0))
	for b.Now().Free().Len() > 2 {
		var free []string
		for tile := range b.Now().Free().All() {
			free = append(free, b.Ruleset().TileName(tile))
		}
		b.Round("", free[0], free[len(free)-1])
	}
	var free []string
	for tile := range b.Now().Free().All() {
		free = append(free, b.Ruleset().TileName(tile))
	}
	b.Volley("", free[0], free[1])
	first := b.Measure(b.Report(1))
	last := b.Measure(b.Report(2))
	require.True(t, b.Gone())
	require.GreaterOrEqual(t, first.Gas, uint64(25_000+3*24_000))
	require.InDelta(t, first.Gas, last.Gas, 5_000)
}

// If nobody is left with a legal board, stakes go back to those who have conceded, and the cheats lose theirs.
func TestNoPlayerCanClaim(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	b := f.NewInvited(3)
	for _, cheat := range []int{1, 2} {
		b.Boards[cheat].Board = b.Boards[cheat].Without(b.Boards[cheat].Fleet[3])
	}
	b.Fill()
	b.Begin()
	b.Deliver(b.Concede(0))
	for !b.Gone() {
		var free []string
		for tile := range b.Now().Free().All() {
			free = append(free, b.Ruleset().TileName(tile))
		}
		b.Round("", free[0], free[len(free)-1])
	}
	requireEnd(b, 0, 200, 0, -100, -100)
}

// The winner cannot prove its board: one that sank before does, in the second claim. A better rank counts until that
// ends.
func TestTheWinnerCannotProve(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	b := f.NewInvited(3)
	b.Boards[1].Board = b.Boards[1].Without(b.Boards[1].Fleet[3])
	b.Fill()
	b.Begin()
	b.Sink(2)
	b.Sink(0)
	b.Refuse(types.ErrClaim, b.ClaimMsg(1))
	b.Refuse(types.ErrTurn, b.ClaimMsg(0))
	b.Pass()
	require.Equal(t, melee.StageSecond, b.Now().Stage)
	require.Equal(t, melee.SeatsOf(0, 1, 2), b.Now().Owes)
	b.Deliver(b.ClaimMsg(2))
	require.Equal(t, melee.SeatsOf(0, 1), b.Now().Owes)
	b.Deliver(b.ClaimMsg(0))
	b.Refuse(types.ErrClaim, b.ClaimMsg(1))
	b.Refuse(types.ErrTurn, b.ClaimMsg(2))
	b.Pass()
	requireEnd(b, melee.SeatsOf(0), 0, 192, -100, -99)
}

// Nobody proves a board: stakes go back to all but those who fell silent.
func TestAPotWithoutAClaim(t *testing.T) {
	t.Parallel()
	b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 4)
	b.Sink(3)
	for range 2 { // a strike, then the end
		b.Deliver(b.Aim(0, fresh(b)))
		b.Deliver(b.Aim(1, fresh(b)))
		b.Pass()
		if b.Now().Stage == melee.StageFire {
			b.Deliver(b.Fire(0))
			b.Deliver(b.Fire(1))
			b.ReportAll()
		}
	}
	require.Equal(t, melee.SeatsOf(2), b.Now().Seats(melee.Scuttled))
	b.Deliver(b.Concede(1))
	b.Pass()
	b.Pass()
	requireEnd(b, 0, 100, 0, 0, -100, 0)
}

// fresh returns a tile that was not bombed and holds no ship.
func fresh(b *kit.Brawl) string {
	b.Helper()
	for tile := range b.Now().Free().All() {
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
	b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 2)
	b.Deliver(b.Concede(1))
	msg := b.ClaimMsg(0)
	msg.Sender, msg.Player = kit.Mallory.Text(), b.Text(0)
	res, err := b.Msgs.ClaimWin(inCache(b.Fixture), msg)
	require.NoError(t, err)
	pot := kit.Anchors(195)
	require.Equal(t, []types.Share{{Pot: &pot}, {}}, res.Shares)
	require.Zero(t, res.Deadline)
	b.Deliver(msg)
	requireEnd(b, melee.SeatsOf(0), 0, 95, -100)
}

// The response to a claim that others may still outrank tells until when.
func TestAClaimThatEndsNothingReturnsTheDeadline(t *testing.T) {
	t.Parallel()
	b := kit.New(t).NewBrawl(3)
	b.Deliver(b.Concede(2))
	mutual(b, 0, 1)
	res, err := b.Msgs.ClaimWin(inCache(b.Fixture), b.ClaimMsg(0))
	require.NoError(t, err)
	require.Equal(t, b.Now().Deadline, res.Deadline)
	require.Empty(t, res.Shares)
	b.Deliver(b.ClaimMsg(0))
	next, err := b.Queries.NextAction(b.Ctx, &types.QueryNextActionRequest{GameId: b.ID})
	require.NoError(t, err)
	require.True(t, next.Proven)
	require.Equal(t, next.Deadline-b.Ctx.BlockHeight(), next.BlocksLeft)
	late := b.Ctx.WithBlockHeight(next.Deadline + 1)
	next, err = b.Queries.NextAction(late, &types.QueryNextActionRequest{GameId: b.ID})
	require.NoError(t, err)
	require.Zero(t, next.BlocksLeft)
	require.Zero(t, next.SecondsLeft)
}

// A result stays for ever and says what became of each seat.
func TestTheResultOfAMelee(t *testing.T) {
	t.Parallel()
	b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 4)
	b.Sink(1)
	b.Deliver(b.Concede(2))
	b.Deliver(b.Aim(0, fresh(b)))
	b.EndBlock()
	b.Pass()
	require.Equal(t, melee.StageFire, b.Now().Stage, "a strike")
	b.Deliver(b.Fire(0))
	b.ReportAll()
	b.Deliver(b.Aim(0, fresh(b)))
	b.Pass()
	require.Equal(t, melee.StageClaim, b.Now().Stage)
	rounds := b.Now().Round
	b.Deliver(b.ClaimMsg(0))
	stake := kit.Anchors(100)
	require.Equal(t, types.MeleeResult{
		GameId: b.ID, RulesetId: 5, Winners: 1, Rounds: uint32(rounds), Stake: &stake,
		CreatedHeight: kit.FirstHeight, StartedHeight: kit.FirstHeight, EndedHeight: b.Height(),
		Places: []types.MeleePlace{
			{Player: b.Text(0), Standing: types.SEAT_STANDING_AFLOAT, Rank: 1},
			{Player: b.Text(1), Standing: types.SEAT_STANDING_SUNK, Round: 3, Rank: 2, Hits: 10},
			{Player: b.Text(2), Standing: types.SEAT_STANDING_CONCEDED, Round: 4, Rank: 3},
			{Player: b.Text(3), Standing: types.SEAT_STANDING_SCUTTLED, Round: uint32(rounds), Rank: 3},
		},
	}, b.Ended())
	over, ok := b.Events()[len(b.Events())-1].(*types.EventMeleeOver)
	require.True(t, ok)
	require.Equal(t, b.Ended(), over.Result)
	require.Equal(t, sdk.NewCoins(kit.Anchors(10)).String(), over.House.String())
	require.Empty(t, over.Pooled)
	require.Len(t, over.Shares, 4)
	id, players := strconv.FormatUint(b.ID, 10), []string{b.Text(0), b.Text(1), b.Text(2), b.Text(3)}
	require.Equal(t, map[string]map[string][]string{id: {
		types.AttributeKeyGameID: {id}, types.AttributeKeyPlayer: players, types.AttributeKeyFinished: players,
	}}, b.FoundGames())
}
