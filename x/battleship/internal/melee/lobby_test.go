package melee_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// openGamesOf returns how many open games are counted of a player.
func openGamesOf(f *kit.Fixture, p kit.Player) uint32 {
	f.Helper()
	res, err := f.Queries.Player(f.Ctx, &types.QueryPlayerRequest{Address: p.Text()})
	require.NoError(f, err)
	return res.Player.OpenGames
}

// isInvited reports whether the lobby shows a player an invitation to the melee.
func isInvited(b *kit.Brawl, p kit.Player) bool {
	b.Helper()
	has, err := b.Records.Lobby.Invitations().Has(b.Ctx, collections.Join(p.Addr, b.ID))
	require.NoError(b, err)
	return has
}

// public reports whether the lobby shows the melee to all.
func public(b *kit.Brawl) bool {
	b.Helper()
	has, err := b.Keeper.Records().OpenMelees.Has(b.Ctx, b.ID)
	require.NoError(b, err)
	return has
}

// playerGame reports whether the melee is among the unfinished games of a seat's player.
func playerGame(b *kit.Brawl, seat melee.Seat) bool {
	b.Helper()
	has, err := b.Keeper.Records().PlayerGames.Has(b.Ctx, collections.Join(b.Boards[seat].Player.Addr, b.ID))
	require.NoError(b, err)
	return has
}

// recovery reports whether the sealed fleet of a seat is kept.
func recovery(b *kit.Brawl, seat melee.Seat) bool {
	b.Helper()
	has, err := b.Keeper.Records().Recoveries.Has(b.Ctx, collections.Join(b.ID, uint32(seat)+1))
	require.NoError(b, err)
	return has
}

func TestAMeleeIsOpened(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	b := f.NewInvited(3)
	created, ok := f.Events()[0].(*types.EventMeleeCreated)
	require.True(t, ok)
	deposit, stake := kit.Anchors(kit.MeleeDeposit), kit.Anchors(100)
	require.Equal(t, &types.EventMeleeCreated{
		GameId: b.ID, Creator: b.Text(0), Board: b.Boards[0].Entry().Board, RulesetId: 5, Players: 3,
		TurnBlocks: kit.TurnBlocks, ClaimBlocks: kit.ClaimBlocks, Deadline: kit.FirstHeight + kit.OpenBlocks,
		Terms:   types.Terms{Stake: &stake, HouseShareBps: 250, Casual: true},
		Deposit: &deposit, Invited: []string{b.Text(1), b.Text(2)},
	}, created)
	m := b.Melee(b.ID)
	require.Equal(t, types.Melee{
		Id: b.ID, RulesetId: 5, Players: []types.MeleePlayer{{Address: b.Text(0)}, {}, {}},
		TurnBlocks: kit.TurnBlocks, ClaimBlocks: kit.ClaimBlocks, CreatedHeight: kit.FirstHeight,
		Terms: created.Terms, Creator: b.Text(0), Deposit: &deposit, Invited: []string{b.Text(1), b.Text(2)},
	}, m)
	require.EqualValues(t, 1_000-107, b.Coins(0))
	require.EqualValues(t, 1, openGamesOf(f, b.Boards[0].Player))
	require.True(t, isInvited(b, b.Boards[1].Player))
	require.True(t, isInvited(b, b.Boards[2].Player))
	require.False(t, public(b))
	require.True(t, playerGame(b, 0))
	require.True(t, recovery(b, 0))
	require.EqualValues(t, 1, f.Nonce(b.Boards[0].Player))

	open := f.NewTable(2, nil)
	require.True(t, public(open))
	require.False(t, isInvited(open, open.Boards[1].Player))
}

// A long clock keeps the table open as long.
func TestAMeleeIsOpenAsLongAsItsClock(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewTable(2, func(msg *types.MsgCreateMelee) { msg.TurnBlocks = kit.OpenBlocks + 3 })
	require.EqualValues(t, kit.FirstHeight+kit.OpenBlocks+3, b.Now().Deadline)
	require.Equal(t, game.Clock{TurnBlocks: kit.OpenBlocks + 3, ClaimBlocks: kit.OpenBlocks + 3}, b.Now().Clock)
}

// Players come, leave and come back; the place of one who declines is closed, and the deposit goes back when the first
// round begins.
func TestAnInvitedTableFills(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	b := f.NewInvited(4)
	b.Deliver(b.Join(1))
	require.False(t, isInvited(b, b.Boards[1].Player))
	require.EqualValues(t, 900, b.Coins(1))
	require.True(t, playerGame(b, 1))

	b.Deliver(b.Leave(1))
	require.EqualValues(t, 1_000, b.Coins(1))
	require.True(t, isInvited(b, b.Boards[1].Player), "who has left may come back")
	require.Equal(t, []string{b.Text(2), b.Text(3), b.Text(1)}, b.Melee(b.ID).Invited)
	require.False(t, playerGame(b, 1))
	require.False(t, recovery(b, 1))
	require.EqualValues(t, 1, f.Nonce(b.Boards[1].Player), "the nonce is used up")
	b.Refuse(types.ErrUnauthorized, b.Leave(1))

	// The creator leaves as well; its deposit stays, and its place is for nobody else.
	b.Deliver(b.Join(1))
	b.Deliver(b.Leave(0))
	require.EqualValues(t, 1_000-kit.MeleeDeposit, b.Coins(0))
	require.EqualValues(t, 1, openGamesOf(f, b.Boards[0].Player))
	b.Refuse(types.ErrUnauthorized, &types.MsgJoinMelee{
		Sender: kit.Mallory.Text(), GameId: b.ID, Entry: b.NewBrawler(kit.Mallory, kit.TopFleet).Entry(),
	})
	b.Refuse(types.ErrUnauthorized, b.DeclineMsg(b.Boards[1].Player))

	b.Deliver(b.DeclineMsg(b.Boards[3].Player))
	require.Equal(t, melee.SeatsOf(3), b.Now().Seats(melee.Closed))
	declined := f.Events()[0]
	require.Equal(t, &types.EventMeleeDeclined{GameId: b.ID, Seat: 3, Player: b.Text(3)}, declined)
	require.False(t, isInvited(b, b.Boards[3].Player))
	b.Refuse(types.ErrUnauthorized, b.DeclineMsg(b.Boards[3].Player))
	b.Refuse(types.ErrUnauthorized, b.Join(3))
	require.EqualValues(t, 1_000, b.Coins(3))

	// The lowest vacant seat is taken first: that of the creator.
	b.Deliver(b.Join(2))
	require.Equal(t, b.Text(2), b.Melee(b.ID).Players[0].Address)
	require.Equal(t, melee.StageOpen, b.Now().Stage)
	b.Deliver(b.Join(0))
	require.Equal(t, b.Text(0), b.Melee(b.ID).Players[2].Address)
	require.Equal(t, melee.StageReady, b.Now().Stage)
	require.Empty(t, b.Melee(b.ID).Invited)
	require.EqualValues(t, 1, openGamesOf(f, b.Boards[0].Player))

	b.Boards[0], b.Boards[2] = b.Boards[2], b.Boards[0]
	b.Begin()
	require.EqualValues(t, 900, b.Coins(2), "the deposit is back")
	require.Zero(t, openGamesOf(f, b.Boards[2].Player))
	require.Nil(t, b.Melee(b.ID).Deposit)
	require.Equal(t, f.Height(), b.Melee(b.ID).StartedHeight)
}

// The last player at a table cannot leave at once: a join that is on its way finds a table.
func TestAttackTheLastPlayerAtATableIsHeld(t *testing.T) {
	t.Parallel()
	for _, invited := range []bool{false, true} {
		f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
		b := f.NewInvited(3)
		if !invited {
			b.Create(nil)
		}
		b.Deliver(b.Leave(0))
		require.Equal(t, f.Height()+game.WithdrawBlocks, b.Now().Deadline)
		require.True(t, b.Now().Withdrawn)
		require.False(t, public(b))
		require.False(t, isInvited(b, b.Boards[1].Player))
		b.Refuse(types.ErrPhase, b.Leave(0))

		b.Deliver(b.Join(1))
		require.False(t, b.Now().Withdrawn)
		require.Equal(t, !invited, public(b))
		require.Equal(t, invited, isInvited(b, b.Boards[2].Player))
		b.Deliver(b.Leave(0))
		require.False(t, b.Now().Withdrawn)
		b.Deliver(b.Leave(1))
		require.True(t, b.Now().Withdrawn)
		b.Pass()
		require.True(t, b.Gone())
		for seat := range b.Boards {
			require.EqualValues(t, 1_000, b.Coins(melee.Seat(seat))+heldOf(b, melee.Seat(seat)), "invited %t", invited)
			require.False(t, playerGame(b, melee.Seat(seat)))
			require.False(t, recovery(b, melee.Seat(seat)))
			require.False(t, isInvited(b, b.Boards[seat].Player))
		}
	}
}

// heldOf returns what the module holds of a player in other melees, in anchors.
func heldOf(b *kit.Brawl, seat melee.Seat) int64 {
	b.Helper()
	held := math.ZeroInt()
	require.NoError(b, b.Keeper.Records().Melees.Walk(b.Ctx, nil, func(id uint64, m types.Melee) (bool, error) {
		if at, ok := m.SeatOf(b.Text(seat)); ok && b.MeleeState(id).Players[at].Standing != melee.Absent {
			held = held.Add(m.Terms.Entry().AmountOf(types.DefaultFeeDenom))
		}
		if m.Creator == b.Text(seat) && m.Deposit != nil {
			held = held.Add(m.Deposit.Amount)
		}
		return false, nil
	}))
	return held.Int64()
}

// Before the first round everybody gets everything back, whatever happens.
func TestACancelledTableReturnsAllCoins(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		cause types.CancelCause
		// stays are the seats that nobody had left when the melee was cancelled.
		stays melee.Seats
		do    func(b *kit.Brawl)
	}{
		"nobody comes": {types.CANCEL_CAUSE_EXPIRED, melee.SeatsOf(0), (*kit.Brawl).Pass},
		"not all come": {types.CANCEL_CAUSE_EXPIRED, melee.SeatsOf(0, 1), func(b *kit.Brawl) {
			b.Deliver(b.Join(1))
			b.Pass()
		}},
		"all but one decline": {types.CANCEL_CAUSE_DECLINED, melee.SeatsOf(0), func(b *kit.Brawl) {
			b.Deliver(b.DeclineMsg(b.Boards[1].Player))
			b.Deliver(b.DeclineMsg(b.Boards[2].Player))
		}},
		"nobody confirms": {types.CANCEL_CAUSE_ABSENT, 0, func(b *kit.Brawl) {
			b.Fill()
			b.Pass()
		}},
		"one confirms": {types.CANCEL_CAUSE_ABSENT, melee.SeatsOf(1), func(b *kit.Brawl) {
			b.Fill()
			b.Deliver(b.Confirm(1))
			b.Pass()
		}},
		"all but one leave": {types.CANCEL_CAUSE_ABSENT, melee.SeatsOf(2), func(b *kit.Brawl) {
			b.Fill()
			b.Deliver(b.Confirm(2))
			b.Deliver(b.Leave(0))
			b.Deliver(b.Leave(1))
		}},
		"the last one leaves": {types.CANCEL_CAUSE_WITHDRAWN, melee.SeatsOf(0), func(b *kit.Brawl) {
			b.Deliver(b.Leave(0))
			b.Pass()
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
			b := f.NewInvited(3)
			var cancelled []*types.EventMeleeCancelled
			b.Watch = func() {
				for _, event := range f.Events() {
					if e, ok := event.(*types.EventMeleeCancelled); ok {
						cancelled = append(cancelled, e)
					}
				}
			}
			c.do(b)
			require.True(t, b.Gone())
			require.Len(t, cancelled, 1)
			require.Equal(t, c.cause, cancelled[0].Cause)
			stay := []string{}
			for seat := range c.stays.All() {
				stay = append(stay, b.Text(seat))
			}
			require.Equal(t, stay, cancelled[0].Players)
			for seat := range b.Boards {
				require.EqualValues(t, 1_000, b.Coins(melee.Seat(seat)), "seat %d", seat)
				require.Zero(t, openGamesOf(f, b.Boards[seat].Player))
			}
			requireNothingLeft(b)
		})
	}
}

// requireNothingLeft checks that nothing is kept of any unfinished melee.
func requireNothingLeft(b *kit.Brawl) {
	b.Helper()
	c := b.Records
	require.Zero(b, kit.CountOf(b.Fixture, c.Melees))
	require.Zero(b, kit.CountOf(b.Fixture, c.MeleeProgress))
	require.Zero(b, kit.CountOf(b.Fixture, c.MeleeBoards))
	require.Zero(b, kit.CountOf(b.Fixture, c.Aims))
	require.Zero(b, kit.CountOf(b.Fixture, c.Recoveries))
	for seat := range b.Boards {
		require.False(b, playerGame(b, melee.Seat(seat)))
		require.False(b, isInvited(b, b.Boards[seat].Player))
	}
	require.False(b, public(b))
	due, err := c.Queue.Due(b.Ctx, 1<<60, 10)
	require.NoError(b, err)
	require.Empty(b, due, "entries of the expiry queue")
	var held sdk.Coins
	require.NoError(b, c.Escrow.Held().Walk(b.Ctx, nil, func(denom string, amount math.Int) (bool, error) {
		held = held.Add(sdk.NewCoin(denom, amount))
		return false, nil
	}))
	require.Empty(b, held, "held for nobody")
}

// Whoever does not confirm gets its stake back at once; the others play.
func TestAttackAnAbsentPlayerIsRefundedAndTheOthersPlay(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	b := f.NewInvited(4)
	b.Fill()
	b.Deliver(b.Confirm(0))
	b.Deliver(b.Leave(2))
	require.EqualValues(t, 1_000, b.Coins(2))
	b.Deliver(b.Confirm(1))
	require.Equal(t, melee.StageReady, b.Now().Stage)
	b.Pass()
	require.EqualValues(t, 1_000, b.Coins(3))
	require.Equal(t, melee.StageAim, b.Now().Stage)
	require.Equal(t, melee.SeatsOf(0, 1), b.Now().Owes)
	require.False(t, playerGame(b, 2))
	require.Equal(t, b.Text(2), b.Melee(b.ID).Players[2].Address, "the result will name it")
	b.Deliver(b.Concede(1))
	b.Deliver(b.ClaimMsg(0))
	require.EqualValues(t, 900+195, b.Coins(0), "the pot is of two")
	result := b.Ended()
	require.Equal(t, []string{b.Text(0), b.Text(1)}, result.Players())
	require.Equal(t, types.SEAT_STANDING_ABSENT, result.Places[2].Standing)
	require.Zero(t, result.Places[2].Rank)
	requireNothingLeft(b)
}

// Each entry takes the next nonce, also a second one after leaving: what was shown of a board is worth nothing later.
func TestRegressionASecondEntryNeedsANewBoard(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewTable(3, nil)
	b.Deliver(b.Join(1))
	old := b.Boards[1].Entry()
	b.Deliver(b.Leave(1))
	f.Refuse(types.ErrNonce, &types.MsgJoinMelee{Sender: b.Text(1), GameId: b.ID, Entry: old})
	b.Deliver(b.Join(1))
	require.EqualValues(t, 2, f.Nonce(b.Boards[1].Player))
}

// Opening is limited by the same count as that of duels.
func TestOpenMeleesCountAsOpenGames(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.MaxOpenGames = 2 }))
	f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	f.Deliver(kit.CreateMeleeMsg(f.NewBrawler(kit.Alice, kit.TopFleet), 2))
	f.Refuse(types.ErrTooManyOpenGames, kit.CreateMeleeMsg(f.NewBrawler(kit.Alice, kit.TopFleet), 2))
	f.Refuse(types.ErrTooManyOpenGames, kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)))
}
