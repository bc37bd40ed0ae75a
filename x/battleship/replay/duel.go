// Package replay rebuilds games from their events, without reading the chain's state.
package replay

import (
	"slices"

	"github.com/cosmos/gogoproto/proto"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Duel rebuilds a game from its events, without reading the chain's state. After the events of each block it equals
// the chain's state of the game.
type Duel struct {
	fixed      types.Game
	chainState channel.ChainState
}

// NewDuel starts with the event that opened the game in the block of that height.
func NewDuel(e *types.EventGameCreated, height int64) (*Duel, error) {
	r, err := types.RulesetByID(e.RulesetId)
	if err != nil {
		return nil, err
	}
	clock := game.Clock{OpenBlocks: e.Deadline - height, TurnBlocks: e.TurnBlocks, ClaimBlocks: e.ClaimBlocks}
	s, err := game.NewState(r, clock, height)
	if err != nil {
		return nil, types.RuleError(err)
	}
	s.ProvenClaims = e.Terms.ProvenClaims
	if err := s.Validate(); err != nil {
		return nil, types.RuleError(err)
	}
	if _, err := e.First.ParseIf(e.RematchOf > 0); err != nil {
		return nil, err
	}
	if e.Participant.Address != e.Creator {
		return nil, errors.Wrapf(types.ErrInvalidMove, "expected %s as participant, got %q", e.Creator, e.Participant.Address)
	}
	return &Duel{
		fixed: types.Game{
			Id:                   e.GameId,
			RulesetId:            e.RulesetId,
			Participants:         []types.Participant{asStored(e.Participant)},
			TurnBlocks:           e.TurnBlocks,
			ClaimBlocks:          e.ClaimBlocks,
			CreatedHeight:        height,
			Terms:                e.Terms,
			Offer:                &e.Offer,
			RematchOf:            e.RematchOf,
			First:                e.First,
			ChannelTimeoutBlocks: e.ChannelTimeoutBlocks,
		},
		chainState: channel.ChainState{State: s},
	}, nil
}

// asStored returns a participant of an event as the store has it: there a list without items is none.
func asStored(p types.Participant) types.Participant {
	if len(p.Board.RowRoots) == 0 {
		p.Board.RowRoots = nil
	}
	return p
}

// Game returns the fixed part of the game after the events so far: enough to check an opening or the toss.
func (r *Duel) Game() types.Game {
	g := r.fixed
	g.Participants = slices.Clone(g.Participants)
	return g
}

// State returns the state of the game after the events so far.
func (r *Duel) State() game.State { return r.chainState.State }

// ChainState returns the chain's state of the game after the events so far: with the state, in a channel game, whether
// it is off-chain and which players have responded.
func (r *Duel) ChainState() channel.ChainState { return r.chainState }

// Players returns the addresses of the players by seat: the creator's alone while the game is open.
func (r *Duel) Players() []string {
	players := make([]string, len(r.fixed.Participants))
	for i, participant := range r.fixed.Participants {
		players[i] = participant.Address
	}
	return players
}

// Apply adds the next event of the game, from the block of that height. It returns an error, and leaves the game as it
// was, if the event is of another game or cannot follow.
func (r *Duel) Apply(event proto.Message, height int64) error {
	if e, ok := event.(interface{ GetGameId() uint64 }); ok && e.GetGameId() != r.fixed.Id {
		return errors.Wrapf(types.ErrGameNotFound, "expected an event of game %d, got one of %d", r.fixed.Id, e.GetGameId())
	}
	switch e := event.(type) {
	case *types.EventDelegateSet:
		return r.setDelegate(e)
	case *types.EventStateSubmitted:
		return r.submit(e)
	}
	action, err := r.action(event)
	if err != nil || action == nil {
		return err
	}
	if err := r.chainState.CheckMove(); err != nil {
		return types.RuleError(err)
	}
	next, _, err := game.Step(r.chainState.State, action, height)
	if err != nil {
		return types.RuleError(err)
	}
	if e, ok := event.(*types.EventGameJoined); ok {
		return r.join(e, next, height)
	}
	if by, moves := mover(action); moves && r.fixed.IsChannel() {
		r.chainState = r.chainState.Moved(by, next)
		return nil
	}
	r.chainState.State = next
	return nil
}

// join adds the opponent. A channel game is off-chain from then on.
func (r *Duel) join(e *types.EventGameJoined, joined game.State, height int64) error {
	g := r.fixed
	g.Participants = append(slices.Clip(g.Participants), asStored(e.Participant))
	g.Toss, g.JoinedHeight, g.Offer = e.Toss, height, nil
	if want := g.ChannelTimeout(); e.ChannelTimeout != want {
		return errors.Wrapf(types.ErrInvalidMove, "channel timeout: expected block %d, got %d", want, e.ChannelTimeout)
	}
	r.fixed, r.chainState.State = g, joined
	if g.IsChannel() {
		r.chainState.State.Deadline, r.chainState.OffChain = e.ChannelTimeout, true
	}
	return nil
}

// submit applies a submitted state of a game that was off-chain. The chain has checked its proof.
func (r *Duel) submit(e *types.EventStateSubmitted) error {
	if !r.fixed.IsChannel() {
		return errors.Wrapf(types.ErrNotChannel, "game %d: expected no submitted state, got one", r.fixed.Id)
	}
	next, err := r.fixed.ChainState(e.Progress)
	if err != nil {
		return err
	}
	if err := next.State.Validate(); err != nil {
		return types.RuleError(err)
	}
	if newer := next.State.Progress() > r.chainState.State.Progress(); next.OffChain || !r.chainState.OffChain && !newer {
		return errors.Wrapf(types.ErrNotNewer, "expected an on-chain state with a progress above %d, got %d, off-chain %t",
			r.chainState.State.Progress(), next.State.Progress(), next.OffChain)
	}
	r.chainState = next
	return nil
}

// mover returns the player who has opened or shot, if an action is that.
func mover(a game.Action) (game.Seat, bool) {
	switch a := a.(type) {
	case game.RevealToss:
		return a.By, true
	case game.Answer:
		return a.By, true
	case game.Shoot:
		return a.By, true
	default:
		return 0, false
	}
}

// setDelegate replaces the delegate of a player.
func (r *Duel) setDelegate(e *types.EventDelegateSet) error {
	by, err := r.seat(e.Player)
	if err != nil {
		return err
	}
	r.fixed.Participants = slices.Clone(r.fixed.Participants)
	r.fixed.Participants[by].Delegate = e.Delegate
	return nil
}

// cancellation returns the action that has ended a game without a joiner.
func cancellation(e *types.EventGameCancelled) (game.Action, error) {
	switch e.Cause {
	case types.CANCEL_CAUSE_WITHDRAWN, types.CANCEL_CAUSE_EXPIRED:
		return game.Expire{}, nil
	case types.CANCEL_CAUSE_DECLINED:
		return game.Decline{}, nil
	default:
		return nil, errors.Wrapf(types.ErrInvalidMove, "expected the cause of a cancellation, got %s", e.Cause)
	}
}

// action returns the action that caused an event. It returns nil if the event is a consequence of the one before.
func (r *Duel) action(event proto.Message) (game.Action, error) {
	switch e := event.(type) {
	case *types.EventGameJoined:
		if e.Participant.Address != e.Joiner {
			return nil, errors.Wrapf(types.ErrInvalidMove, "expected %s as participant, got %q", e.Joiner, e.Participant.Address)
		}
		return game.Join{}, nil
	case *types.EventTossOpened:
		first, err := e.First.Parse()
		return game.RevealToss{By: game.Creator, First: first}, err
	case *types.EventShotFired:
		return r.shot(e)
	case *types.EventShotAnswered:
		return r.answer(e)
	case *types.EventConceded:
		if r.chainState.State.Reason == game.ReasonConceded { // off-chain, in the submitted state
			return nil, nil
		}
		by, err := r.seat(e.Player)
		return game.Concede{By: by}, err
	case *types.EventChallenged:
		by, err := r.seat(e.Player)
		return game.Challenge{By: by}, err
	case *types.EventDeadlinePassed:
		return game.Expire{}, nil
	case *types.EventGameWithdrawn:
		return game.Cancel{By: game.Creator}, nil
	case *types.EventGameCancelled:
		return cancellation(e)
	case *types.EventClaimProven:
		by, err := r.seat(e.Player)
		if err != nil {
			return nil, err
		}
		return r.claim(by, e.Fleet)
	case *types.EventGameOver:
		return r.end(e)
	case *types.EventClaimOpened, *types.EventPaymentFailed, *types.EventGameQuarantined, *types.EventGameReleased:
		return nil, nil
	default:
		return nil, errors.Wrapf(types.ErrInvalidMove, "expected an event of a game that was opened, got %T", event)
	}
}

func (r *Duel) shot(e *types.EventShotFired) (game.Action, error) {
	by, err := r.seat(e.Player)
	if err != nil {
		return nil, err
	}
	tile, err := r.chainState.State.Ruleset.ParseTile(e.Target)
	if err != nil {
		return nil, types.RuleError(err)
	}
	return game.Shoot{By: by, Tile: tile}, nil
}

func (r *Duel) answer(e *types.EventShotAnswered) (game.Action, error) {
	by, err := r.seat(e.Player)
	if err != nil {
		return nil, err
	}
	if pending := r.chainState.State.Ruleset.TileName(r.chainState.State.Pending); e.Target != pending {
		return nil, errors.Wrapf(types.ErrTile, "expected the answer to %s, got that to %s", pending, e.Target)
	}
	answer := game.Answer{By: by, Hit: e.Hit}
	if e.Sunk != nil {
		ship, err := e.Sunk.Parse(r.chainState.State.Ruleset)
		if err != nil {
			return nil, err
		}
		answer.Sunk = &ship
	}
	return answer, nil
}

// end returns the winning claim. It returns nil if the game ended by an answer, a concession, or a deadline.
func (r *Duel) end(e *types.EventGameOver) (game.Action, error) {
	if e.Result.Winner == types.SEAT_UNSPECIFIED || r.chainState.State.Phase.Ended() {
		return nil, nil
	}
	winner, err := e.Result.Winner.Parse()
	if err != nil {
		return nil, err
	}
	return r.claim(winner, e.Fleet)
}

func (r *Duel) claim(by game.Seat, fleet string) (game.Action, error) {
	ships, err := r.chainState.State.Ruleset.ParseFleet(fleet)
	if err != nil {
		return nil, types.WithCode(types.ErrClaim, err)
	}
	return game.Claim{By: by, Fleet: ships}, nil
}

// seat returns the seat of a player.
func (r *Duel) seat(address string) (game.Seat, error) {
	i := slices.IndexFunc(r.fixed.Participants, func(s types.Participant) bool { return s.Address == address })
	if i < 0 {
		return 0, errors.Wrapf(types.ErrUnauthorized, "expected a player of game %d, got %s", r.fixed.Id, address)
	}
	return game.Seat(i), nil
}
