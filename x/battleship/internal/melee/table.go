package melee

import (
	"context"
	"fmt"
	"slices"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// table is an unfinished melee: its fixed part, and its state for the rules.
type table struct {
	types.Melee

	state melee.State
}

// loadTable returns an unfinished melee.
func (k *Keeper) loadTable(ctx context.Context, id uint64) (table, error) {
	m, s, err := k.load(ctx, id)
	return table{Melee: m, state: s}, err
}

// step applies an action in this block that opens nothing of a board by the rules.
func (t table) step(ctx sdk.Context, a melee.Action) (melee.State, []melee.Event, error) {
	next, events, err := melee.Step(t.state, a, ctx.BlockHeight())
	if err != nil {
		return melee.State{}, nil, types.RuleError(err)
	}
	return next, events, nil
}

// play returns the melee as it takes to judge what its players send.
func (t table) play() play.Melee { return play.Melee{State: t.state} }

// then returns the melee in another state. Its fixed part can be changed without changing this one.
func (t table) then(s melee.State) table {
	t.Players, t.Invited = slices.Clone(t.Players), slices.Clone(t.Invited)
	t.state = s
	return t
}

// gathers reports whether players can still come or go.
func (t table) gathers() bool {
	return t.state.Stage == melee.StageOpen || t.state.Stage == melee.StageReady
}

// sits reports whether a seat is taken by a player who has not left before the first round.
func (t table) sits(seat int) bool {
	return t.Players[seat].Address != "" && t.state.Players[seat].Standing != melee.Absent
}

// offered reports whether an open melee can be found by those who may join it.
func (t table) offered() bool { return t.state.Stage == melee.StageOpen && !t.state.Withdrawn }

// actors returns the players at the table, without those who left before the first round.
func (t table) actors() (all []core.Actor, named string) {
	all = make([]core.Actor, len(t.Players))
	for i, p := range t.Players {
		if t.sits(i) {
			all[i] = core.Actor{Address: p.Address, Delegate: p.Delegate}
		}
	}
	return all, fmt.Sprintf("melee %d", t.Id)
}

// seatOf returns the seat for which the sender of a message may act.
func (t table) seatOf(k *Keeper, msg sdk.Msg, sender string) (melee.Seat, error) {
	all, named := t.actors()
	seat, err := k.SeatAmong(all, named, msg, sender)
	return melee.Seat(seat), err
}

// playerOf returns a player of a melee with its hidden board.
func (k *Keeper) playerOf(ctx sdk.Context, t table, seat melee.Seat) (play.MeleePlayer, error) {
	who, err := k.Addresses.Parse(t.Players[seat].Address)
	if err != nil {
		return play.MeleePlayer{}, errors.Wrapf(types.ErrCorrupt, "player: %s", err)
	}
	b, err := k.boards.Get(ctx, seatKey(t.Id, seat))
	if err != nil {
		return play.MeleePlayer{}, core.AsCorrupt(err)
	}
	board, err := b.Bind(ctx.ChainID(), who.Address, t.state.Ruleset)
	if err != nil {
		return play.MeleePlayer{}, err
	}
	rows, ok := board.(play.MerkleRows)
	if !ok {
		return play.MeleePlayer{}, errors.Wrapf(types.ErrCorrupt, "melee %d, seat %d: expected a board of rows, got %T",
			t.Id, int(seat), board)
	}
	return play.MeleePlayer{Seat: seat, Board: rows}, nil
}
