package melee

import (
	"context"
	"slices"

	"cosmossdk.io/errors"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// gatheringGas is the least gas of a message that may be the last before the first round of a melee, or before it is
// cancelled: about that with the stake and the deposit that are returned then, at a table where every player has a
// delegate. Otherwise it would run out of gas if others have confirmed since it was simulated.
func gatheringGas(t table) storetypes.Gas {
	return 55_000 + 2_500*storetypes.Gas(len(t.Players))
}

// leavingGas is gatheringGas for a player who leaves, which also refunds that player and writes the melee twice.
func leavingGas(t table) storetypes.Gas {
	return 67_000 + 3_350*storetypes.Gas(len(t.Players))
}

// noLeastGas is the least gas of a message to a melee that has begun: none.
func noLeastGas(table) storetypes.Gas { return 0 }

// LeaveMelee gives up a seat before the first round and returns its stake. The last player at an open table keeps its
// seat for a few blocks, in which another can still join.
func (k *Keeper) LeaveMelee(ctx context.Context, msg *types.MsgLeaveMelee) error {
	return k.step(ctx, msg, msg.GameId, msg.Sender, leavingGas, func(by melee.Seat) melee.Action {
		return melee.Leave{By: by}
	})
}

// ConfirmMelee binds a player to a full table. The last confirmation begins the first round.
func (k *Keeper) ConfirmMelee(ctx context.Context, msg *types.MsgConfirmMelee) error {
	return k.step(ctx, msg, msg.GameId, msg.Sender, gatheringGas, func(by melee.Seat) melee.Action {
		return melee.Confirm{By: by}
	})
}

// Concede implements kind.Kind: it gives up a melee that has begun: the others play on.
func (k *Keeper) Concede(ctx context.Context, msg *types.MsgConcede) error {
	return k.step(ctx, msg, msg.GameId, msg.Sender, noLeastGas, func(by melee.Seat) melee.Action {
		return melee.Concede{By: by}
	})
}

// step performs an action that opens nothing of a board, for a least gas.
func (k *Keeper) step(
	ctx context.Context, msg sdk.Msg, id uint64, sender string,
	least func(table) storetypes.Gas, action func(by melee.Seat) melee.Action,
) error {
	return k.act(ctx, msg, id, sender, func(ctx sdk.Context, before table, by melee.Seat) error {
		return core.ChargeAtLeast(ctx, least(before), "gathering", func() error {
			state, events, err := before.step(ctx, action(by))
			if err != nil {
				return err
			}
			return k.apply(ctx, before, before.then(state), stepEffects{events: events})
		})
	})
}

// Decline implements kind.Kind: it refuses a place at a melee to which the sender is invited: it is for one less. That
// can fill the table, or cancel the melee.
func (k *Keeper) Decline(ctx context.Context, msg *types.MsgDeclineGame) error {
	sender, err := k.Addresses.Parse(msg.Sender)
	if err != nil {
		return errors.Wrap(err, "sender")
	}
	before, err := k.loadTable(ctx, msg.GameId)
	if err != nil {
		return err
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	state, events, err := before.step(sdkCtx, melee.Decline{})
	if err != nil {
		return err
	}
	if len(before.Invited) == 0 {
		return errors.Wrapf(types.ErrUnauthorized, "melee %d is open to all, and nobody has to decline it", before.Id)
	}
	after := before.then(state)
	after.Invited = slices.DeleteFunc(after.Invited, func(text string) bool { return text == sender.Text })
	if len(after.Invited) == len(before.Invited) {
		return errors.Wrapf(types.ErrUnauthorized, "melee %d: expected an invited player who has no seat, got %s",
			before.Id, sender.Text)
	}
	return core.ChargeAtLeast(ctx, gatheringGas(before), "gathering", func() error {
		return k.apply(sdkCtx, before, after, stepEffects{events: events, decliner: sender.Text})
	})
}

// gather applies arrivals and departures before the first round, and returns the melee after them.
func (k *Keeper) gather(ctx sdk.Context, before, after table, events []melee.Event) (table, error) {
	for _, event := range events {
		left, ok := event.(melee.Left)
		if !ok {
			continue
		}
		if err := k.refundSeat(ctx, after, left.By); err != nil {
			return table{}, err
		}
		after.Players[left.By] = after.afterLeaving(left.By)
		if len(after.Invited) > 0 {
			// A player that has left the table of invited players may come back: its place is reserved.
			after.Invited = append(after.Invited, before.Players[left.By].Address)
		}
	}
	if after.state.Stage != melee.StageOpen {
		after.Invited = nil
	}
	if err := k.offer(ctx, before, after); err != nil {
		return table{}, err
	}
	if after.gathers() {
		return after, nil
	}
	if err := k.closeTable(ctx, after); err != nil {
		return table{}, err
	}
	after.Deposit = nil
	if after.state.Stage != melee.StageCancelled {
		after.StartedHeight = ctx.BlockHeight()
		return after, nil
	}
	for seat := range after.state.Seats(melee.Afloat).All() {
		if err := k.returnStake(ctx, after, seat); err != nil {
			return table{}, err
		}
	}
	return after, nil
}

// afterLeaving returns what stays of a player who has left: nothing while another can take the seat.
func (t table) afterLeaving(seat melee.Seat) types.MeleePlayer {
	if t.state.Players[seat].Standing == melee.Vacant {
		return types.MeleePlayer{}
	}
	return types.MeleePlayer{Address: t.Players[seat].Address}
}

// refundSeat returns the stake of a player who leaves before the first round, and clears its seat.
func (k *Keeper) refundSeat(ctx sdk.Context, t table, seat melee.Seat) error {
	if err := k.returnStake(ctx, t, seat); err != nil {
		return err
	}
	return k.clearSeat(ctx, t, seat)
}

// returnStake refunds a player's stake.
func (k *Keeper) returnStake(ctx sdk.Context, t table, seat melee.Seat) error {
	stake := t.Terms.Entry()
	if stake.IsZero() {
		return nil
	}
	who, err := k.Addresses.Parse(t.Players[seat].Address)
	if err != nil {
		return err
	}
	return k.PayOut(ctx, t.Id, who, stake, sdk.NewCoins())
}

// clearSeat removes the records of a player's entry.
func (k *Keeper) clearSeat(ctx context.Context, t table, seat melee.Seat) error {
	who, err := k.Addresses.Parse(t.Players[seat].Address)
	if err != nil {
		return err
	}
	if err := k.boards.Remove(ctx, seatKey(t.Id, seat)); err != nil {
		return err
	}
	return k.Exit(ctx, t.Id, int(seat), who.Address)
}

// closeTable closes a table to arrivals and departures: the creator, who may have left, gets back its deposit and can
// open another melee.
func (k *Keeper) closeTable(ctx context.Context, t table) error {
	creator, err := k.CountClosed(ctx, t.Creator, func(*types.Player) {})
	if err != nil {
		return err
	}
	if t.Deposit == nil {
		return nil
	}
	return k.PayOut(ctx, t.Id, creator, sdk.NewCoins(*t.Deposit), sdk.NewCoins())
}

// offer changes where those who may join find a melee, as its changes demand: nowhere unless it is open, and not
// once the last player at the table wants to leave it.
func (k *Keeper) offer(ctx context.Context, before, after table) error {
	public := func(t table) bool { return t.offered() && len(t.Invited) == 0 }
	if public(before) && !public(after) {
		if err := k.public.Remove(ctx, after.Id); err != nil {
			return err
		}
	}
	if public(after) && !public(before) {
		if err := k.public.Set(ctx, after.Id, true); err != nil {
			return err
		}
	}
	return k.updateInvitations(ctx, after.Id, before.guests(), after.guests())
}

// guests returns the players to whom the lobby shows an invitation.
func (t table) guests() []string {
	if !t.offered() {
		return nil
	}
	return t.Invited
}

// updateInvitations updates the lobby's index of invitations to a melee.
func (k *Keeper) updateInvitations(ctx context.Context, id uint64, before, after []string) error {
	for _, text := range before {
		if slices.Contains(after, text) {
			continue
		}
		who, err := k.Addresses.Parse(text)
		if err != nil {
			return err
		}
		if err := k.Lobby.Uninvite(ctx, who.Address, id); err != nil {
			return err
		}
	}
	for _, text := range after {
		if slices.Contains(before, text) {
			continue
		}
		who, err := k.Addresses.Parse(text)
		if err != nil {
			return err
		}
		if err := k.Lobby.Invite(ctx, who.Address, id); err != nil {
			return err
		}
	}
	return nil
}
