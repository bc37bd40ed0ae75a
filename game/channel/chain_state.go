package channel

import (
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
)

// ChainState is the chain's state of a game in a channel.
type ChainState struct {
	// State is the newest state that the chain knows. Off-chain it is the one that the join has left, with the end of the
	// channel timeout for its deadline. After that height a proof still counts until TimedOut has moved the game on
	// chain: the sender of a transaction cannot choose its block.
	State game.State
	// OffChain reports whether the game is played off-chain. Once it is on-chain, it stays there.
	OffChain bool
	// Responded reports which players have responded since the game came on-chain: submitted a state, or moved on-chain.
	Responded [2]bool
}

// Open returns the chain's state of a newly joined game: it is off-chain until the channel timeout, in blocks. The
// error is an ErrParams for a timeout that is shorter than a turn.
func (c *Channel) Open(channelTimeoutBlocks int64) (ChainState, error) {
	s := c.first
	if channelTimeoutBlocks < s.Clock.TurnBlocks || channelTimeoutBlocks > game.MaxClockBlocks {
		return ChainState{}, fmt.Errorf("%w: expected a channel timeout of %d to %d blocks, got %d",
			ErrParams, s.Clock.TurnBlocks, int64(game.MaxClockBlocks), channelTimeoutBlocks)
	}
	s.Deadline = c.params.Game.JoinedHeight + channelTimeoutBlocks
	return ChainState{State: s, OffChain: true}, nil
}

// Submit returns the chain's state after a proof was submitted in the block of a height, by a player or, if sender is
// nil, by a third party, and the events of the end of play if the proof ends it. Before each check it calls pay with
// the work of the check, unless pay is nil. Beside the errors of Judge it returns ErrOffChain for a sender that may not
// take a game on-chain, ErrNotNewer, ErrNoResponse, game.ErrPhase once play has ended on-chain, game.ErrLate, or
// game.ErrTurn in the block of the join.
func (c *Channel) Submit(
	x ChainState, sender *game.Seat, p Proof, height int64, pay func(play.Work),
) (ChainState, []game.Event, error) {
	if err := c.checkSubmit(x, sender, height); err != nil {
		return x, nil, err
	}
	r, err := c.read(p, sender)
	if err != nil {
		return x, nil, err
	}
	if err := x.checkNext(r); err != nil {
		return x, nil, err
	}
	judged, err := c.judge(r, pay)
	if err != nil {
		return x, nil, err
	}
	next := ChainState{State: judged.State.Restart(height), Responded: x.Responded}
	if sender != nil {
		next.Responded[*sender] = true
	}
	return next, ending(next.State), nil
}

// SubmitForClaim returns the chain's state before it judges a player's claim that comes with a proof, or with none if p
// is nil. It is Submit, except that on-chain it ignores a proof that is not newer, and any proof once play has ended
// there: the claim is then judged as it is without.
func (c *Channel) SubmitForClaim(
	x ChainState, sender game.Seat, p *Proof, height int64, pay func(play.Work),
) (ChainState, []game.Event, error) {
	if p == nil {
		return x, nil, x.CheckMove()
	}
	if !x.OffChain && !x.State.Phase.InPlay() {
		return x, nil, nil
	}
	next, events, err := c.Submit(x, &sender, *p, height, pay)
	if errors.Is(err, ErrNotNewer) {
		return x, nil, nil
	}
	return next, events, err
}

// CheckMove returns ErrOffChain unless the game is played on-chain.
func (x ChainState) CheckMove() error {
	if x.OffChain {
		return fmt.Errorf("%w: expected a proof of its newest state first", ErrOffChain)
	}
	return nil
}

// CheckGiveUp returns ErrOffChain or ErrNoResponse unless a player may give up, or challenge its opponent, on-chain.
func (x ChainState) CheckGiveUp(by game.Seat) error {
	if err := checkSeat(by); err != nil {
		return err
	}
	if err := x.CheckMove(); err != nil {
		return err
	}
	return x.checkResponded(by.Other())
}

// Moved returns the chain's state after a player has opened, shot or both on-chain.
func (x ChainState) Moved(by game.Seat, after game.State) ChainState {
	x.State = after
	if checkSeat(by) == nil {
		x.Responded[by] = true
	}
	return x
}

// TimedOut returns the chain's state once the channel timeout has passed without a submitted state: the state left by
// the join, with a clock that starts at this height. The error is a game.ErrPhase for a game that is not off-chain, or
// a game.ErrNotLate.
func (c *Channel) TimedOut(x ChainState, height int64) (ChainState, error) {
	if !x.OffChain {
		return x, fmt.Errorf("%w: expected an off-chain game, got one on-chain", game.ErrPhase)
	}
	if !game.Late(x.State.Deadline, height) {
		return x, fmt.Errorf("%w: channel timeout: expected a height above %d, got %d",
			game.ErrNotLate, x.State.Deadline, height)
	}
	return ChainState{State: c.first.Restart(height)}, nil
}

// checkSubmit returns an error unless the sender may submit a state now.
func (c *Channel) checkSubmit(x ChainState, sender *game.Seat, height int64) error {
	switch {
	case x.OffChain && sender == nil:
		return fmt.Errorf("%w: expected one of its players to take it on-chain, got another sender", ErrOffChain)
	case height < c.height():
		return fmt.Errorf("%w: joined in block %d: expected a later one, got block %d",
			game.ErrTurn, c.params.Game.JoinedHeight, height)
	case !x.State.Phase.InPlay():
		return fmt.Errorf("%w: expected a game in play, got phase %s", game.ErrPhase, x.State.Phase)
	case !x.OffChain && game.Late(x.State.Deadline, height):
		return fmt.Errorf("%w: expected a height of at most %d, got %d", game.ErrLate, x.State.Deadline, height)
	default:
		return nil
	}
}

// checkNext returns an error unless the state of a proof may replace the chain's.
func (x ChainState) checkNext(r reading) error {
	if now, said := x.State.Progress(), r.said.Progress(); !x.OffChain && said <= now {
		return fmt.Errorf("%w: expected a progress above %d, got %d", ErrNotNewer, now, said)
	}
	if winner := r.said.Actor; r.said.Reason == game.ReasonConceded && !r.endorsed[winner] {
		return x.checkResponded(winner)
	}
	return nil
}

// checkResponded returns ErrNoResponse unless a player has responded on-chain.
func (x ChainState) checkResponded(by game.Seat) error {
	if !x.Responded[by] {
		return fmt.Errorf("%w: the %s has neither submitted a state nor moved", ErrNoResponse, by)
	}
	return nil
}

// ending returns the events of the end of play in an off-chain state, or none if the game is in play.
func ending(s game.State) []game.Event {
	var events []game.Event
	if s.Reason == game.ReasonConceded {
		events = append(events, game.Conceded{By: s.Actor.Other()})
	}
	switch s.Phase {
	case game.PhaseClaim:
		events = append(events, game.ClaimOpened{Claimant: s.Actor, Reason: s.Reason, Deadline: s.Deadline})
	case game.PhaseOver:
		events = append(events, game.Over{Winner: s.Actor, HasWinner: true, Reason: s.Reason})
	default:
	}
	return events
}
