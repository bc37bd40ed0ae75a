package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// withMeleeDeposit asks for a deposit of so many anchors, and a share of each pot for the house.
func withMeleeDeposit(p *types.Params) {
	p.OpenDeposit = anchors(meleeDeposit)
	p.HouseShareBps = 250
}

const meleeDeposit = 7

// openGamesOf returns how many open games are counted of a player.
func (f *fixture) openGamesOf(p player) uint32 {
	f.Helper()
	res, err := f.queries.Player(f.ctx, &types.QueryPlayerRequest{Address: p.text()})
	require.NoError(f, err)
	return res.Player.OpenGames
}

// invited reports whether the lobby shows a player an invitation to the melee.
func (b *brawl) invited(p player) bool {
	b.Helper()
	has, err := b.records.Lobby.Invitations().Has(b.ctx, collections.Join(p.addr, b.id))
	require.NoError(b, err)
	return has
}

// public reports whether the lobby shows the melee to all.
func (b *brawl) public() bool {
	b.Helper()
	has, err := b.keeper.Records().OpenMelees.Has(b.ctx, b.id)
	require.NoError(b, err)
	return has
}

// playerGame reports whether the melee is among the unfinished games of a seat's player.
func (b *brawl) playerGame(seat melee.Seat) bool {
	b.Helper()
	has, err := b.keeper.Records().PlayerGames.Has(b.ctx, collections.Join(b.boards[seat].player.addr, b.id))
	require.NoError(b, err)
	return has
}

// recovery reports whether the sealed fleet of a seat is kept.
func (b *brawl) recovery(seat melee.Seat) bool {
	b.Helper()
	has, err := b.keeper.Records().Recoveries.Has(b.ctx, collections.Join(b.id, uint32(seat)+1))
	require.NoError(b, err)
	return has
}

// newInvited funds n players, the last with fewer coins than it takes if poor is set, and has the first open a melee
// with a stake of 100 anchors and a deposit for all of them.
func (f *fixture) newInvited(n int) *brawl {
	f.Helper()
	b := &brawl{fixture: f, targets: make([]string, n)}
	for i, p := range brawlers(n) {
		f.fund(p, anchors(1_000))
		b.boards = append(b.boards, f.newBrawler(p, fleetNumber(i)))
	}
	b.create(func(msg *types.MsgCreateMelee) {
		b.invite(msg)
		coin := anchors(100)
		msg.Stake = &coin
	})
	return b
}

func TestAMeleeIsOpened(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withMeleeDeposit))
	b := f.newInvited(3)
	created, ok := f.events()[0].(*types.EventMeleeCreated)
	require.True(t, ok)
	deposit, stake := anchors(meleeDeposit), anchors(100)
	require.Equal(t, &types.EventMeleeCreated{
		GameId: b.id, Creator: b.text(0), Board: b.boards[0].entry().Board, RulesetId: 5, Players: 3,
		TurnBlocks: turnBlocks, ClaimBlocks: claimBlocks, Deadline: firstHeight + openBlocks,
		Terms:   types.Terms{Stake: &stake, HouseShareBps: 250, Casual: true},
		Deposit: &deposit, Invited: []string{b.text(1), b.text(2)},
	}, created)
	m := b.melee(b.id)
	require.Equal(t, types.Melee{
		Id: b.id, RulesetId: 5, Players: []types.MeleePlayer{{Address: b.text(0)}, {}, {}},
		TurnBlocks: turnBlocks, ClaimBlocks: claimBlocks, CreatedHeight: firstHeight,
		Terms: created.Terms, Creator: b.text(0), Deposit: &deposit, Invited: []string{b.text(1), b.text(2)},
	}, m)
	require.EqualValues(t, 1_000-107, b.coins(0))
	require.EqualValues(t, 1, f.openGamesOf(b.boards[0].player))
	require.True(t, b.invited(b.boards[1].player))
	require.True(t, b.invited(b.boards[2].player))
	require.False(t, b.public())
	require.True(t, b.playerGame(0))
	require.True(t, b.recovery(0))
	require.EqualValues(t, 1, f.nonce(b.boards[0].player))

	open := f.newTable(2, nil)
	require.True(t, open.public())
	require.False(t, open.invited(open.boards[1].player))
}

// A long clock keeps the table open as long.
func TestAMeleeIsOpenAsLongAsItsClock(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newTable(2, func(msg *types.MsgCreateMelee) { msg.TurnBlocks = openBlocks + 3 })
	require.EqualValues(t, firstHeight+openBlocks+3, b.now().Deadline)
	require.Equal(t, game.Clock{TurnBlocks: openBlocks + 3, ClaimBlocks: openBlocks + 3}, b.now().Clock)
}

// Players come, leave and come back; the place of one who declines is closed, and the deposit goes back when the first
// round begins.
func TestAnInvitedTableFills(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withMeleeDeposit))
	b := f.newInvited(4)
	b.deliver(b.join(1))
	require.False(t, b.invited(b.boards[1].player))
	require.EqualValues(t, 900, b.coins(1))
	require.True(t, b.playerGame(1))

	b.deliver(b.leave(1))
	require.EqualValues(t, 1_000, b.coins(1))
	require.True(t, b.invited(b.boards[1].player), "who has left may come back")
	require.Equal(t, []string{b.text(2), b.text(3), b.text(1)}, b.melee(b.id).Invited)
	require.False(t, b.playerGame(1))
	require.False(t, b.recovery(1))
	require.EqualValues(t, 1, f.nonce(b.boards[1].player), "the nonce is used up")
	b.refuse(types.ErrUnauthorized, b.leave(1))

	// The creator leaves as well; its deposit stays, and its place is for nobody else.
	b.deliver(b.join(1))
	b.deliver(b.leave(0))
	require.EqualValues(t, 1_000-meleeDeposit, b.coins(0))
	require.EqualValues(t, 1, f.openGamesOf(b.boards[0].player))
	b.refuse(types.ErrUnauthorized, &types.MsgJoinMelee{
		Sender: mallory.text(), GameId: b.id, Entry: b.newBrawler(mallory, topFleet).entry(),
	})
	b.refuse(types.ErrUnauthorized, b.declineMsg(b.boards[1].player))

	b.deliver(b.declineMsg(b.boards[3].player))
	require.Equal(t, melee.SeatsOf(3), b.now().Seats(melee.Closed))
	declined := f.events()[0]
	require.Equal(t, &types.EventMeleeDeclined{GameId: b.id, Seat: 3, Player: b.text(3)}, declined)
	require.False(t, b.invited(b.boards[3].player))
	b.refuse(types.ErrUnauthorized, b.declineMsg(b.boards[3].player))
	b.refuse(types.ErrUnauthorized, b.join(3))
	require.EqualValues(t, 1_000, b.coins(3))

	// The lowest vacant seat is taken first: that of the creator.
	b.deliver(b.join(2))
	require.Equal(t, b.text(2), b.melee(b.id).Players[0].Address)
	require.Equal(t, melee.StageOpen, b.now().Stage)
	b.deliver(b.join(0))
	require.Equal(t, b.text(0), b.melee(b.id).Players[2].Address)
	require.Equal(t, melee.StageReady, b.now().Stage)
	require.Empty(t, b.melee(b.id).Invited)
	require.EqualValues(t, 1, f.openGamesOf(b.boards[0].player))

	b.boards[0], b.boards[2] = b.boards[2], b.boards[0]
	b.begin()
	require.EqualValues(t, 900, b.coins(2), "the deposit is back")
	require.Zero(t, f.openGamesOf(b.boards[2].player))
	require.Nil(t, b.melee(b.id).Deposit)
	require.Equal(t, f.height(), b.melee(b.id).StartedHeight)
}

// The last player at a table cannot leave at once: a join that is on its way finds a table.
func TestTheLastPlayerAtATableIsHeld(t *testing.T) {
	t.Parallel()
	for _, invited := range []bool{false, true} {
		f := newFixture(t, withParams(withMeleeDeposit))
		b := f.newInvited(3)
		if !invited {
			b.create(nil)
		}
		b.deliver(b.leave(0))
		require.Equal(t, f.height()+game.WithdrawBlocks, b.now().Deadline)
		require.True(t, b.now().Withdrawn)
		require.False(t, b.public())
		require.False(t, b.invited(b.boards[1].player))
		b.refuse(types.ErrPhase, b.leave(0))

		b.deliver(b.join(1))
		require.False(t, b.now().Withdrawn)
		require.Equal(t, !invited, b.public())
		require.Equal(t, invited, b.invited(b.boards[2].player))
		b.deliver(b.leave(0))
		require.False(t, b.now().Withdrawn)
		b.deliver(b.leave(1))
		require.True(t, b.now().Withdrawn)
		b.pass()
		require.True(t, b.gone())
		for seat := range b.boards {
			require.EqualValues(t, 1_000, b.coins(melee.Seat(seat))+b.heldOf(melee.Seat(seat)), "invited %t", invited)
			require.False(t, b.playerGame(melee.Seat(seat)))
			require.False(t, b.recovery(melee.Seat(seat)))
			require.False(t, b.invited(b.boards[seat].player))
		}
	}
}

// heldOf returns what the module holds of a player in other melees, in anchors.
func (b *brawl) heldOf(seat melee.Seat) int64 {
	b.Helper()
	held := math.ZeroInt()
	require.NoError(b, b.keeper.Records().Melees.Walk(b.ctx, nil, func(id uint64, m types.Melee) (bool, error) {
		if at, ok := m.SeatOf(b.text(seat)); ok && b.meleeState(id).Players[at].Standing != melee.Absent {
			held = held.Add(m.Terms.Entry().AmountOf(types.DefaultFeeDenom))
		}
		if m.Creator == b.text(seat) && m.Deposit != nil {
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
		do    func(b *brawl)
	}{
		"nobody comes": {types.CANCEL_CAUSE_EXPIRED, melee.SeatsOf(0), (*brawl).pass},
		"not all come": {types.CANCEL_CAUSE_EXPIRED, melee.SeatsOf(0, 1), func(b *brawl) {
			b.deliver(b.join(1))
			b.pass()
		}},
		"all but one decline": {types.CANCEL_CAUSE_DECLINED, melee.SeatsOf(0), func(b *brawl) {
			b.deliver(b.declineMsg(b.boards[1].player))
			b.deliver(b.declineMsg(b.boards[2].player))
		}},
		"nobody confirms": {types.CANCEL_CAUSE_ABSENT, 0, func(b *brawl) {
			b.fill()
			b.pass()
		}},
		"one confirms": {types.CANCEL_CAUSE_ABSENT, melee.SeatsOf(1), func(b *brawl) {
			b.fill()
			b.deliver(b.confirm(1))
			b.pass()
		}},
		"all but one leave": {types.CANCEL_CAUSE_ABSENT, melee.SeatsOf(2), func(b *brawl) {
			b.fill()
			b.deliver(b.confirm(2))
			b.deliver(b.leave(0))
			b.deliver(b.leave(1))
		}},
		"the last one leaves": {types.CANCEL_CAUSE_WITHDRAWN, melee.SeatsOf(0), func(b *brawl) {
			b.deliver(b.leave(0))
			b.pass()
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(withMeleeDeposit))
			b := f.newInvited(3)
			var cancelled []*types.EventMeleeCancelled
			b.watch = func() {
				for _, event := range f.events() {
					if e, ok := event.(*types.EventMeleeCancelled); ok {
						cancelled = append(cancelled, e)
					}
				}
			}
			c.do(b)
			require.True(t, b.gone())
			require.Len(t, cancelled, 1)
			require.Equal(t, c.cause, cancelled[0].Cause)
			stay := []string{}
			for seat := range c.stays.All() {
				stay = append(stay, b.text(seat))
			}
			require.Equal(t, stay, cancelled[0].Players)
			for seat := range b.boards {
				require.EqualValues(t, 1_000, b.coins(melee.Seat(seat)), "seat %d", seat)
				require.Zero(t, f.openGamesOf(b.boards[seat].player))
			}
			b.requireNothingLeft()
		})
	}
}

// requireNothingLeft checks that nothing is kept of any unfinished melee.
func (b *brawl) requireNothingLeft() {
	b.Helper()
	c := b.records
	require.Zero(b, countOf(b.fixture, c.Melees))
	require.Zero(b, countOf(b.fixture, c.MeleeProgress))
	require.Zero(b, countOf(b.fixture, c.MeleeBoards))
	require.Zero(b, countOf(b.fixture, c.Aims))
	require.Zero(b, countOf(b.fixture, c.Recoveries))
	for seat := range b.boards {
		require.False(b, b.playerGame(melee.Seat(seat)))
		require.False(b, b.invited(b.boards[seat].player))
	}
	require.False(b, b.public())
	due, err := c.Queue.Due(b.ctx, 1<<60, 10)
	require.NoError(b, err)
	require.Empty(b, due, "entries of the expiry queue")
	var held sdk.Coins
	require.NoError(b, c.Escrow.Held().Walk(b.ctx, nil, func(denom string, amount math.Int) (bool, error) {
		held = held.Add(sdk.NewCoin(denom, amount))
		return false, nil
	}))
	require.Empty(b, held, "held for nobody")
}

// Whoever does not confirm gets its stake back at once; the others play.
func TestAnAbsentPlayerIsRefundedAndTheOthersPlay(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withMeleeDeposit))
	b := f.newInvited(4)
	b.fill()
	b.deliver(b.confirm(0))
	b.deliver(b.leave(2))
	require.EqualValues(t, 1_000, b.coins(2))
	b.deliver(b.confirm(1))
	require.Equal(t, melee.StageReady, b.now().Stage)
	b.pass()
	require.EqualValues(t, 1_000, b.coins(3))
	require.Equal(t, melee.StageAim, b.now().Stage)
	require.Equal(t, melee.SeatsOf(0, 1), b.now().Owes)
	require.False(t, b.playerGame(2))
	require.Equal(t, b.text(2), b.melee(b.id).Players[2].Address, "the result will name it")
	b.deliver(b.concede(1))
	b.deliver(b.claimMsg(0))
	require.EqualValues(t, 900+195, b.coins(0), "the pot is of two")
	result := b.ended()
	require.Equal(t, []string{b.text(0), b.text(1)}, result.Players())
	require.Equal(t, types.SEAT_STANDING_ABSENT, result.Places[2].Standing)
	require.Zero(t, result.Places[2].Rank)
	b.requireNothingLeft()
}

// Each entry takes the next nonce, also a second one after leaving: what was shown of a board is worth nothing later.
func TestRegressionASecondEntryNeedsANewBoard(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newTable(3, nil)
	b.deliver(b.join(1))
	old := b.boards[1].entry()
	b.deliver(b.leave(1))
	f.refuse(types.ErrNonce, &types.MsgJoinMelee{Sender: b.text(1), GameId: b.id, Entry: old})
	b.deliver(b.join(1))
	require.EqualValues(t, 2, f.nonce(b.boards[1].player))
}

// Opening is limited by the same count as that of duels.
func TestOpenMeleesCountAsOpenGames(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) { p.MaxOpenGames = 2 }))
	f.create(f.newBoard(alice, game.Classic(), classicFleet))
	f.deliver(createMeleeMsg(f.newBrawler(alice, topFleet), 2))
	f.refuse(types.ErrTooManyOpenGames, createMeleeMsg(f.newBrawler(alice, topFleet), 2))
	f.refuse(types.ErrTooManyOpenGames, createMsg(f.newBoard(alice, game.Classic(), classicFleet)))
}
