package replay

import (
	"bytes"
	"math"
	"reflect"
	"slices"

	"github.com/cosmos/gogoproto/proto"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Melee rebuilds a melee from its events, without reading the chain's state. After the events of each message and
// of each block it equals the chain's state of the melee. It derives the consequences of an action from the rules, and
// refuses an event that they do not predict.
type Melee struct {
	fixed types.Melee
	state melee.State
	// boards and aims are by seat. A missing one is empty.
	boards []types.BoardCommitment
	aims   [][]byte
	// due are the events that must come next, since they follow from the last action.
	due []melee.Event
	// shown is the seat whose proof comes next and shows that it has sunk.
	shown *melee.Lost
}

// NewMelee starts with the event that opened the melee in the block of that height.
func NewMelee(e *types.EventMeleeCreated, height int64) (*Melee, error) {
	rules, err := types.MeleeRulesetByID(e.RulesetId)
	if err != nil {
		return nil, err
	}
	clock := game.Clock{OpenBlocks: e.Deadline - height, TurnBlocks: e.TurnBlocks, ClaimBlocks: e.ClaimBlocks}
	s, err := melee.NewState(rules, clock, int(e.Players), height)
	if err != nil {
		return nil, types.RuleError(err)
	}
	r := &Melee{
		fixed: types.Melee{
			Id:            e.GameId,
			RulesetId:     e.RulesetId,
			Players:       make([]types.MeleePlayer, len(s.Players)),
			TurnBlocks:    e.TurnBlocks,
			ClaimBlocks:   e.ClaimBlocks,
			CreatedHeight: height,
			Terms:         e.Terms,
			Creator:       e.Creator,
			Deposit:       e.Deposit,
			Invited:       orNil(e.Invited),
		},
		state:  s,
		boards: make([]types.BoardCommitment, len(s.Players)),
		aims:   make([][]byte, len(s.Players)),
	}
	r.sit(0, e.Creator, e.Delegate, e.Board)
	return r, nil
}

// orNil returns a list as the store has it: there a list without items is none.
func orNil(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return slices.Clone(list)
}

// Melee returns the fixed part of the melee after the events so far.
func (r *Melee) Melee() types.Melee {
	m := r.fixed
	m.Players, m.Invited = slices.Clone(m.Players), slices.Clone(m.Invited)
	return m
}

// State returns the state of the melee after the events so far. If the events of the last action are incomplete, it is
// the state after all of them.
func (r *Melee) State() melee.State {
	s := r.state
	s.Players = slices.Clone(s.Players)
	return s
}

// Boards returns the boards by which reports are checked, by seat.
func (r *Melee) Boards() []types.MeleeBoard {
	var boards []types.MeleeBoard
	for i, board := range r.boards {
		if board.Scheme != types.COMMITMENT_SCHEME_UNSPECIFIED {
			boards = append(boards, types.MeleeBoard{Seat: uint32(i), Board: board})
		}
	}
	return boards
}

// Aims returns the aims of the round that can still be opened, by seat.
func (r *Melee) Aims() []types.MeleeAim {
	var aims []types.MeleeAim
	for i, aim := range r.aims {
		if aim != nil {
			aims = append(aims, types.MeleeAim{Seat: uint32(i), Aim: aim})
		}
	}
	return aims
}

// Complete reports whether all events of the last action have been read.
func (r *Melee) Complete() bool { return len(r.due) == 0 && r.shown == nil }

// Apply adds the next event of the melee, from the block of that height. It returns an error, and leaves the melee as
// it was, if the event is of another game or cannot follow.
func (r *Melee) Apply(event proto.Message, height int64) error {
	if e, ok := event.(interface{ GetGameId() uint64 }); ok && e.GetGameId() != r.fixed.Id {
		return errors.Wrapf(types.ErrGameNotFound, "expected an event of melee %d, got one of %d", r.fixed.Id, e.GetGameId())
	}
	next := *r
	next.fixed, next.state = r.Melee(), r.State()
	next.boards, next.aims = slices.Clone(r.boards), slices.Clone(r.aims)
	if err := next.apply(event, height); err != nil {
		return err
	}
	*r = next
	return nil
}

// apply is Apply for a melee of its own.
func (r *Melee) apply(event proto.Message, height int64) error {
	switch e := event.(type) {
	case *types.EventDelegateSet:
		seat, ok := r.fixed.SeatOf(e.Player)
		if !ok {
			return errors.Wrapf(types.ErrUnauthorized, "expected a player of melee %d, got %s", r.fixed.Id, e.Player)
		}
		r.fixed.Players[seat].Delegate = e.Delegate
		return nil
	case *types.EventPaymentFailed, *types.EventGameQuarantined, *types.EventGameReleased:
		return nil
	}
	if err := r.checkPlayer(event); err != nil {
		return err
	}
	parsed, err := r.parse(event)
	if err != nil {
		return err
	}
	if err := r.follow(parsed, height); err != nil {
		return err
	}
	return r.keep(event, height)
}

// checkPlayer returns an error unless the player that an event names sits on the seat that it names.
func (r *Melee) checkPlayer(event proto.Message) error {
	switch event.(type) {
	case *types.EventMeleeJoined, *types.EventMeleeDeclined:
		return nil
	}
	e, ok := event.(interface {
		GetSeat() uint32
		GetPlayer() string
	})
	if !ok {
		return nil
	}
	if want := r.fixed.AddressOf(melee.Seat(e.GetSeat())); want != e.GetPlayer() || want == "" {
		return errors.Wrapf(types.ErrUnauthorized, "seat %d of melee %d: expected %q, got %q",
			e.GetSeat(), r.fixed.Id, want, e.GetPlayer())
	}
	return nil
}

// follow applies an event: the next predicted one, or a new action with its consequences.
func (r *Melee) follow(e melee.Event, height int64) error {
	if len(r.due) == 0 {
		action := r.action(e, height)
		if action == nil {
			return nil
		}
		state, events, err := melee.Step(r.state, action, height)
		if err != nil {
			return types.RuleError(err)
		}
		r.state, r.due = state, events
		if shown := r.shown; shown != nil {
			r.shown = nil
			if err := r.take(*shown); err != nil {
				return err
			}
		}
	}
	return r.take(e)
}

// take takes an event off those that are due.
func (r *Melee) take(e melee.Event) error {
	if len(r.due) == 0 || !reflect.DeepEqual(r.due[0], e) {
		var want any = "nothing"
		if len(r.due) > 0 {
			want = r.due[0]
		}
		return errors.Wrapf(types.ErrInvalidMove, "melee %d: expected %T%+v, got %T%+v", r.fixed.Id, want, want, e, e)
	}
	r.due = r.due[1:]
	return nil
}

// action returns the action that caused an event. It returns nil for the sinking of a fleet that the next event proves.
func (r *Melee) action(e melee.Event, height int64) melee.Action {
	late := game.Late(r.state.Deadline, height)
	switch e := e.(type) {
	case melee.Joined:
		return melee.Join{}
	case melee.Declined:
		return melee.Decline{}
	case melee.Left:
		if !late {
			return melee.Leave{By: e.By}
		}
	case melee.Withdrawn:
		return melee.Leave{By: e.By}
	case melee.Confirmed:
		return melee.Confirm{By: e.By}
	case melee.Aimed:
		return melee.Aim{By: e.By}
	case melee.Fired:
		return melee.Fire{By: e.By, Tile: e.Tile}
	case melee.Reported:
		return melee.Report{By: e.By, Hits: e.Hits}
	case melee.Proven:
		return melee.Claim{By: e.By, Fleet: e.Fleet}
	case melee.Lost:
		if !late && e.How == melee.Conceded {
			return melee.Concede{By: e.By}
		}
		if !late && r.shown == nil {
			r.shown = &e
			return nil
		}
	}
	return melee.Expire{}
}

// keep stores the parts of an event that the rules do not use.
func (r *Melee) keep(event proto.Message, height int64) error {
	switch e := event.(type) {
	case *types.EventMeleeJoined:
		r.sit(melee.Seat(e.Seat), e.Player, e.Delegate, e.Board)
		r.uninvite(e.Player)
	case *types.EventMeleeDeclined:
		r.uninvite(e.Player)
	case *types.EventMeleeLeft:
		r.vacate(melee.Seat(e.Seat))
	case *types.EventMeleeCancelled:
		r.fixed.Invited, r.fixed.Deposit = nil, nil
	case *types.EventStageBegan:
		r.fixed.Invited = nil
		if e.Stage == types.STAGE_AIM && e.Round == 1 {
			r.fixed.StartedHeight, r.fixed.Deposit = height, nil
		}
	case *types.EventAimed:
		r.aims[e.Seat] = e.Aim
	case *types.EventMeleeOver:
		return r.checkResult(e.Result, height)
	}
	for i := range r.aims {
		if !r.state.Aimed().Has(melee.Seat(i)) {
			r.aims[i] = nil
		}
	}
	return nil
}

// sit puts a player on a seat.
func (r *Melee) sit(seat melee.Seat, player, delegate string, board types.BoardCommitment) {
	r.fixed.Players[seat] = types.MeleePlayer{Address: player, Delegate: delegate}
	r.boards[seat] = asStored(types.Participant{Board: board}).Board
}

// vacate removes a player from its seat. An invited player may come back while the table is open; one who has left a
// full table is still named.
func (r *Melee) vacate(seat melee.Seat) {
	player := r.fixed.Players[seat].Address
	r.fixed.Players[seat], r.boards[seat] = types.MeleePlayer{}, types.BoardCommitment{}
	switch {
	case r.state.Players[seat].Standing == melee.Absent:
		r.fixed.Players[seat].Address = player
	case len(r.fixed.Invited) > 0:
		r.fixed.Invited = append(r.fixed.Invited, player)
	}
}

// uninvite takes a player off the list of those who may join.
func (r *Melee) uninvite(player string) {
	r.fixed.Invited = orNil(slices.DeleteFunc(r.fixed.Invited, func(other string) bool { return other == player }))
}

// checkResult returns an error unless a result is that of the melee.
func (r *Melee) checkResult(got types.MeleeResult, height int64) error {
	want := types.NewMeleeResult(r.fixed, r.state, height)
	wanted, err := want.Marshal()
	if err != nil {
		return err
	}
	given, err := got.Marshal()
	if err != nil {
		return err
	}
	if !bytes.Equal(wanted, given) {
		return errors.Wrapf(types.ErrInvalidMove, "melee %d: expected result %v, got %v", r.fixed.Id, want, got)
	}
	return nil
}

// EventOf returns the next event of the melee in the terms of the rules, before it is applied. It returns nil for one
// that does not change their state, and an error if it cannot be read.
func (r *Melee) EventOf(event proto.Message) (melee.Event, error) {
	switch event.(type) {
	case *types.EventDelegateSet, *types.EventPaymentFailed, *types.EventGameQuarantined, *types.EventGameReleased:
		return nil, nil
	}
	return r.parse(event)
}

// parse returns an event in the terms of the rules.
func (r *Melee) parse(event proto.Message) (melee.Event, error) {
	rules := r.state.Ruleset
	switch e := event.(type) {
	case *types.EventMeleeJoined:
		return melee.Joined{By: melee.Seat(e.Seat)}, nil
	case *types.EventMeleeDeclined:
		if !slices.Contains(r.fixed.Invited, e.Player) {
			return nil, errors.Wrapf(types.ErrUnauthorized, "expected an invited player of melee %d, got %s", r.fixed.Id,
				e.Player)
		}
		return melee.Declined{Place: melee.Seat(e.Seat)}, nil
	case *types.EventMeleeLeft:
		return melee.Left{By: melee.Seat(e.Seat)}, nil
	case *types.EventMeleeWithdrawn:
		return melee.Withdrawn{By: melee.Seat(e.Seat), Deadline: e.Deadline}, nil
	case *types.EventMeleeConfirmed:
		return melee.Confirmed{By: melee.Seat(e.Seat)}, nil
	case *types.EventMeleeCancelled:
		return melee.Cancelled{Cause: small[melee.CancelCause](e.Cause)}, nil
	case *types.EventAimed:
		return melee.Aimed{By: melee.Seat(e.Seat)}, nil
	case *types.EventFired:
		tile, err := rules.ParseTile(e.Target)
		return melee.Fired{By: melee.Seat(e.Seat), Tile: tile}, types.RuleError(err)
	case *types.EventReported:
		hits, err := types.ParseTiles(rules, e.Hits)
		return melee.Reported{By: melee.Seat(e.Seat), Hits: hits}, err
	default:
		return r.parseConsequence(event)
	}
}

// parseConsequence is parse for an event that no player has sent, but for proofs.
func (r *Melee) parseConsequence(event proto.Message) (melee.Event, error) {
	switch e := event.(type) {
	case *types.EventStageBegan:
		owes, err := types.ParseSeats(e.Owes)
		return melee.StageBegan{
			Stage: small[melee.Stage](e.Stage), Round: int(e.Round), Owes: owes, Deadline: e.Deadline,
		}, err
	case *types.EventStageExtended:
		return melee.StageExtended{Deadline: e.Deadline}, nil
	case *types.EventStruck:
		return melee.Strike{By: melee.Seat(e.Seat)}, nil
	case *types.EventFleetLost:
		return melee.Lost{By: melee.Seat(e.Seat), Round: int(e.Round), How: small[melee.Standing](e.Standing)}, nil
	case *types.EventPotForfeited:
		return melee.Forfeited{Kept: e.Kept.Parse()}, nil
	case *types.EventPlayEnded:
		unreported, err := types.ParseSeats(e.Unreported)
		return melee.PlayEnded{Emptied: e.Emptied, Unreported: unreported}, err
	case *types.EventBoardProven:
		fleet, err := r.state.Ruleset.ParseFleet(e.Fleet)
		if err != nil {
			return nil, types.WithCode(types.ErrClaim, err)
		}
		owes, err := types.ParseSeats(e.Owes)
		return melee.Proven{By: melee.Seat(e.Seat), Fleet: fleet, Owes: owes}, err
	case *types.EventMeleeOver:
		winners, err := types.ParseSeats(e.Result.Winners)
		return melee.Over{Winners: winners, Kept: r.state.Kept}, err
	default:
		return nil, errors.Wrapf(types.ErrInvalidMove, "expected an event of a melee that was opened, got %T", event)
	}
}

// small returns a number of the wire as the rules have it: one that is none of theirs if it does not fit.
func small[T ~uint8, E ~int32](n E) T {
	if n < 0 || n > math.MaxUint8 {
		return math.MaxUint8
	}
	return T(n)
}
