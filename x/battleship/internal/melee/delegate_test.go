package melee_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// delegates returns who acts for the seats.
func delegates(b *kit.Brawl) []string {
	b.Helper()
	var all []string
	for _, p := range b.Melee(b.ID).Players {
		all = append(all, p.Delegate)
	}
	return all
}

// No address acts for two seats. A join never fails for that: whoever comes to play is nobody's delegate any more, and
// the first keeps a delegate whom two have named.
func TestADelegateForTwoSeats(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewTable(4, func(msg *types.MsgCreateMelee) { msg.Entry.Delegate = kit.Carol.Text() })
	first, second, third := b.Boards[1].Player, b.Boards[2].Player, b.Boards[3].Player

	// The delegate of another.
	b.Boards[1].Delegate = kit.Carol.Text()
	join := b.Join(1)
	join.Terms = b.Melee(b.ID).Accepted()
	res, err := b.Msgs.JoinMelee(inCache(b.Fixture), join)
	require.NoError(t, err)
	require.Empty(t, res.Delegate, "the response says that nobody acts for the player")
	require.EqualValues(t, 1, res.Seat)
	b.Deliver(join)
	require.Equal(t, []string{kit.Carol.Text(), "", "", ""}, delegates(b))

	// A player as delegate.
	b.Boards[2].Delegate = first.Text()
	b.Deliver(b.Join(2))
	require.Equal(t, []string{kit.Carol.Text(), "", "", ""}, delegates(b))
	require.Empty(t, joinedEvent(b).Delegate)

	// A delegate who comes to play. The last one to join here is carol, who acts for the creator and names it in turn.
	b.Boards[3] = b.NewBrawler(kit.Carol, kit.FourthFleet)
	b.Boards[3].Delegate = b.Text(0)
	b.Deliver(b.Join(3))
	require.Equal(t, []string{"", "", "", ""}, delegates(b))
	var changes []*types.EventDelegateSet
	for _, event := range b.Events() {
		if set, ok := event.(*types.EventDelegateSet); ok {
			changes = append(changes, set)
		}
	}
	require.Equal(t, []*types.EventDelegateSet{{GameId: b.ID, Player: b.Text(0)}}, changes)

	// Once the table is full, a delegate can be named, for one seat.
	b.Deliver(b.SetDelegate(first, third.Text()))
	require.Equal(t, []string{"", third.Text(), "", ""}, delegates(b))
	b.Refuse(types.ErrInvalidDelegate, b.SetDelegate(second, third.Text()))
	b.Refuse(types.ErrInvalidDelegate, b.SetDelegate(second, first.Text()))
	b.Refuse(types.ErrInvalidDelegate, b.SetDelegate(second, second.Text()))
	b.Refuse(types.ErrUnauthorized, b.SetDelegate(third, ""))
	b.Refuse(types.ErrUnauthorized, b.SetDelegate(kit.Mallory, ""))
	b.Refuse(types.ErrInvalidAddress, b.SetDelegate(second, "nobody"))
	b.Deliver(b.SetDelegate(first, third.Text()))
	b.Deliver(b.SetDelegate(first, ""))
	b.Deliver(b.SetDelegate(second, third.Text()))
}

// joinedEvent returns the last event of a join.
func joinedEvent(b *kit.Brawl) *types.EventMeleeJoined {
	b.Helper()
	for _, event := range b.Events() {
		if joined, ok := event.(*types.EventMeleeJoined); ok {
			return joined
		}
	}
	require.Fail(b, "nobody has joined")
	return nil
}

// inCache returns a context in which whatever is written is lost.
func inCache(f *kit.Fixture) kit.Context {
	ctx, _ := f.Ctx.CacheContext()
	return ctx
}

// A player who sees a join coming can only remove its delegate, which hinders nobody.
func TestWhileAMeleeIsOpenADelegateCanOnlyBeRemoved(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewTable(3, func(msg *types.MsgCreateMelee) { msg.Entry.Delegate = kit.Carol.Text() })
	b.Refuse(types.ErrInvalidDelegate, b.SetDelegate(b.Boards[0].Player, kit.Mallory.Text()))
	b.Deliver(b.SetDelegate(b.Boards[0].Player, ""))
	require.Equal(t, []string{"", "", ""}, delegates(b))
	b.Fill()
	b.Deliver(b.SetDelegate(b.Boards[0].Player, kit.Mallory.Text()))
	b.Refuse(types.ErrUnauthorized, b.SetDelegate(kit.Mallory, ""))
}

// A player who has left names nobody and acts for nobody.
func TestAnAbsentPlayerHasNoPartInAMelee(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewTable(3, nil)
	b.Boards[2].Delegate = kit.Carol.Text()
	b.Fill()
	b.Deliver(b.Confirm(0))
	b.Deliver(b.Leave(2))
	b.Refuse(types.ErrUnauthorized, b.SetDelegate(b.Boards[2].Player, kit.Mallory.Text()))
	b.Refuse(types.ErrUnauthorized, b.Confirm(2))
	b.Deliver(b.SetDelegate(b.Boards[1].Player, kit.Carol.Text()))
	b.Refuse(types.ErrInvalidDelegate, b.SetDelegate(b.Boards[0].Player, b.Text(2)))
	b.Deliver(b.Confirm(1))
	b.Refuse(types.ErrUnauthorized, &types.MsgClaimWin{
		Sender: kit.Mallory.Text(), Player: b.Text(2), GameId: b.ID, Fleet: kit.TopFleet, BoardSecret: b.Boards[2].Secret,
	})
}

// No genesis file holds one address with two parts in a melee. A player who has left before the first round is kept as
// the player of a seat, and could be named as the delegate of another: then no export of the chain could be imported.
func TestRegressionAFormerPlayerAsDelegateBreaksTheImport(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewTable(3, nil)
	b.Fill()
	b.Deliver(b.Confirm(0))
	b.Deliver(b.Leave(2))
	_ = f.Try(b.SetDelegate(b.Boards[0].Player, b.Text(2))) // refused or not
	gs := f.Exported()
	require.NoError(t, gs.Validate(f.Keeper.AddressCodec()))
	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, gs))
}
