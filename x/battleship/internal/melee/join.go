package melee

import (
	"context"
	"slices"

	"github.com/cosmos/gogoproto/proto"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// JoinMelee takes a seat of an open melee with a committed board. It does not matter to it who else has come or gone
// since it was sent, as long as there is room; so nothing that a player at the table does makes it fail.
func (k *Keeper) JoinMelee(ctx context.Context, msg *types.MsgJoinMelee) (*types.MsgJoinMeleeResponse, error) {
	var joined *types.MsgJoinMeleeResponse
	err := core.ChargeAtLeast(ctx, entryGas, "settlement", func() (err error) {
		joined, err = k.join(sdk.UnwrapSDKContext(ctx), msg)
		return err
	})
	return joined, err
}

// join is JoinMelee without its least gas.
func (k *Keeper) join(ctx sdk.Context, msg *types.MsgJoinMelee) (*types.MsgJoinMeleeResponse, error) {
	who, err := k.Addresses.Parse(msg.Sender)
	if err != nil {
		return nil, errors.Wrap(err, "sender")
	}
	terms := msg.Terms
	if terms.Creator, err = k.CanonicalCreator(terms.Creator); err != nil {
		return nil, err
	}
	before, err := k.loadTable(ctx, msg.GameId)
	if err != nil {
		return nil, err
	}
	state, events, err := before.step(ctx, melee.Join{})
	if err != nil {
		return nil, err
	}
	if err := terms.Check(before.Melee); err != nil {
		return nil, err
	}
	joiner, err := k.admit(ctx, who, msg.Entry, state.Ruleset)
	if err != nil {
		return nil, err
	}
	if err := k.checkJoin(ctx, before, joiner); err != nil {
		return nil, err
	}
	cost := before.Terms.Entry()
	if err := k.Escrow.Check(ctx, who, cost); err != nil {
		return nil, err
	}
	if err := k.Escrow.Hold(ctx, who, cost); err != nil {
		return nil, err
	}
	after, seat, dropped := before.joined(state, joiner)
	if err := k.enter(ctx, after.Id, seat, joiner); err != nil {
		return nil, err
	}
	if err := k.apply(ctx, before, after, stepEffects{events: events, board: joiner.Participant.Board}); err != nil {
		return nil, err
	}
	return &types.MsgJoinMeleeResponse{
		Seat: uint32(seat), Delegate: after.Players[seat].Delegate, //nolint:gosec // a seat is 0 to 15
	}, emitDropped(ctx, after, dropped)
}

// checkJoin returns an error unless e may take a seat of a melee that has room.
func (k *Keeper) checkJoin(ctx context.Context, t table, e core.Entrant) error {
	for _, p := range t.Players {
		if p.Address == e.Account.Text {
			return errors.Wrapf(types.ErrUnauthorized, "expected a player who has no seat of melee %d, got %s",
				t.Id, p.Address)
		}
	}
	if len(t.Invited) > 0 && !slices.Contains(t.Invited, e.Account.Text) {
		return errors.Wrapf(types.ErrUnauthorized, "melee %d is for those who are invited: %s is not",
			t.Id, e.Account.Text)
	}
	return k.CheckTerms(ctx, t.state.Ruleset, t.Terms)
}

// joined returns the melee with a player who has taken a seat in that state, the seat, and the seats that have lost
// their delegates by it. No address acts for two seats. A player who joins is no longer another's delegate; of two who
// name one delegate, the first keeps it. So other players' delegates keep no player from a table.
func (t table) joined(s melee.State, e core.Entrant) (table, melee.Seat, []melee.Seat) {
	after := t.then(s)
	p := playerIn(e)
	var seat melee.Seat
	var dropped []melee.Seat
	for i := range after.Players {
		other := &after.Players[i]
		switch {
		case other.Address == "":
			if s.Players[i].Standing == melee.Afloat {
				seat = melee.Seat(i)
			}
			continue
		case other.Delegate == p.Address:
			other.Delegate = ""
			dropped = append(dropped, melee.Seat(i))
		}
		if p.Delegate == other.Address || p.Delegate == other.Delegate {
			p.Delegate = ""
		}
	}
	after.Players[seat] = p
	after.Invited = slices.DeleteFunc(after.Invited, func(text string) bool { return text == p.Address })
	return after, seat, dropped
}

// emitDropped emits the events of dropped delegates.
func emitDropped(ctx context.Context, t table, dropped []melee.Seat) error {
	events := make([]proto.Message, len(dropped))
	for i, seat := range dropped {
		events[i] = t.delegateSet(seat)
	}
	if len(events) == 0 {
		return nil
	}
	return core.Emit(ctx, events...)
}
