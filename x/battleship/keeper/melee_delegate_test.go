package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

func (b *brawl) setDelegate(p player, delegate string) *types.MsgSetDelegate {
	return &types.MsgSetDelegate{Sender: p.text(), GameId: b.id, Delegate: delegate}
}

// delegates returns who acts for the seats.
func (b *brawl) delegates() []string {
	b.Helper()
	var all []string
	for _, p := range b.melee(b.id).Players {
		all = append(all, p.Delegate)
	}
	return all
}

// No address acts for two seats. A join never fails for that: whoever comes to play is nobody's delegate any more, and
// the first keeps a delegate whom two have named.
func TestADelegateForTwoSeats(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newTable(4, func(msg *types.MsgCreateMelee) { msg.Entry.Delegate = carol.text() })
	first, second, third := b.boards[1].player, b.boards[2].player, b.boards[3].player

	// The delegate of another.
	b.boards[1].delegate = carol.text()
	join := b.join(1)
	join.Terms = b.melee(b.id).Accepted()
	res, err := b.msgs.JoinMelee(b.inCache(), join)
	require.NoError(t, err)
	require.Empty(t, res.Delegate, "the response says that nobody acts for the player")
	require.EqualValues(t, 1, res.Seat)
	b.deliver(join)
	require.Equal(t, []string{carol.text(), "", "", ""}, b.delegates())

	// A player as delegate.
	b.boards[2].delegate = first.text()
	b.deliver(b.join(2))
	require.Equal(t, []string{carol.text(), "", "", ""}, b.delegates())
	require.Empty(t, b.joinedEvent().Delegate)

	// A delegate who comes to play. The last one to join here is carol, who acts for the creator.
	b.boards[3] = b.newBrawler(carol, fourthFleet)
	b.deliver(b.join(3))
	require.Equal(t, []string{"", "", "", ""}, b.delegates())
	var changes []*types.EventDelegateSet
	for _, event := range b.events() {
		if set, ok := event.(*types.EventDelegateSet); ok {
			changes = append(changes, set)
		}
	}
	require.Equal(t, []*types.EventDelegateSet{{GameId: b.id, Player: b.text(0)}}, changes)

	// Once the table is full, a delegate can be named, for one seat.
	b.deliver(b.setDelegate(first, third.text()))
	require.Equal(t, []string{"", third.text(), "", ""}, b.delegates())
	b.refuse(types.ErrInvalidDelegate, b.setDelegate(second, third.text()))
	b.refuse(types.ErrInvalidDelegate, b.setDelegate(second, first.text()))
	b.refuse(types.ErrInvalidDelegate, b.setDelegate(second, second.text()))
	b.refuse(types.ErrUnauthorized, b.setDelegate(third, ""))
	b.refuse(types.ErrUnauthorized, b.setDelegate(mallory, ""))
	b.refuse(types.ErrInvalidAddress, b.setDelegate(second, "nobody"))
	b.deliver(b.setDelegate(first, third.text()))
	b.deliver(b.setDelegate(first, ""))
	b.deliver(b.setDelegate(second, third.text()))
}

// joinedEvent returns the last event of a join.
func (b *brawl) joinedEvent() *types.EventMeleeJoined {
	b.Helper()
	for _, event := range b.events() {
		if joined, ok := event.(*types.EventMeleeJoined); ok {
			return joined
		}
	}
	require.Fail(b, "nobody has joined")
	return nil
}

// inCache returns a context in which whatever is written is lost.
func (f *fixture) inCache() context {
	ctx, _ := f.ctx.CacheContext()
	return ctx
}

// A player who sees a join coming can only remove its delegate, which hinders nobody.
func TestWhileAMeleeIsOpenADelegateCanOnlyBeRemoved(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newTable(3, func(msg *types.MsgCreateMelee) { msg.Entry.Delegate = carol.text() })
	b.refuse(types.ErrInvalidDelegate, b.setDelegate(b.boards[0].player, mallory.text()))
	b.deliver(b.setDelegate(b.boards[0].player, ""))
	require.Equal(t, []string{"", "", ""}, b.delegates())
	b.fill()
	b.deliver(b.setDelegate(b.boards[0].player, mallory.text()))
	b.refuse(types.ErrUnauthorized, b.setDelegate(mallory, ""))
}

// A player who has left names nobody and acts for nobody.
func TestAnAbsentPlayerHasNoPartInAMelee(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newTable(3, nil)
	b.boards[2].delegate = carol.text()
	b.fill()
	b.deliver(b.confirm(0))
	b.deliver(b.leave(2))
	b.refuse(types.ErrUnauthorized, b.setDelegate(b.boards[2].player, mallory.text()))
	b.refuse(types.ErrUnauthorized, b.confirm(2))
	b.deliver(b.setDelegate(b.boards[1].player, carol.text()))
	b.refuse(types.ErrInvalidDelegate, b.setDelegate(b.boards[0].player, b.text(2)))
	b.deliver(b.confirm(1))
	b.refuse(types.ErrUnauthorized, &types.MsgClaimWin{
		Sender: mallory.text(), Player: b.text(2), GameId: b.id, Fleet: topFleet, BoardSecret: b.boards[2].Secret,
	})
}

// No genesis file holds one address with two parts in a melee. A player who has left before the first round is kept as
// the player of a seat, and could be named as the delegate of another: then no export of the chain could be imported.
func TestRegressionAFormerPlayerAsDelegateBreaksTheImport(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newTable(3, nil)
	b.fill()
	b.deliver(b.confirm(0))
	b.deliver(b.leave(2))
	_ = f.try(b.setDelegate(b.boards[0].player, b.text(2))) // refused or not
	gs := f.exported()
	require.NoError(t, gs.Validate(f.keeper.AddressCodec()))
	g := f.successor()
	require.NoError(t, g.keeper.InitGenesis(g.ctx, gs))
}
