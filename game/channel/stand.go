package channel

import (
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
)

// Stand is what the chain holds of a game in a channel.
type Stand struct {
	// State is the newest state that the chain knows. At sea it is the one that the join has left, with the end of the
	// lease for its deadline.
	State game.State
	// AtSea says that the game is played off chain. Once it is not, it never is again.
	AtSea bool
	// Heard says which players have had their say on chain since the game came ashore: posted a state, or moved.
	Heard [2]bool
}

// SetOut returns what the chain holds when the game was joined: it is at sea, for as long as the lease, in blocks. The
// error is an ErrParams for a lease that is shorter than a turn.
func (c *Channel) SetOut(leaseBlocks int64) (Stand, error) {
	s := c.first
	if leaseBlocks < s.Clock.TurnBlocks || leaseBlocks > game.MaxClockBlocks {
		return Stand{}, fmt.Errorf("%w: expected a lease of %d to %d blocks, got %d",
			ErrParams, s.Clock.TurnBlocks, int64(game.MaxClockBlocks), leaseBlocks)
	}
	s.Deadline = c.params.Game.JoinedHeight + leaseBlocks
	return Stand{State: s, AtSea: true}, nil
}

// Post returns what the chain holds after a proof was posted in the block of a height, by a player or, if sender is
// nil, by anybody else, and how the game has left play if it has. Before each check it calls pay with the work that the
// check takes, unless pay is nil. Beside the errors of Judge it returns ErrAtSea for who may not take a game ashore,
// ErrNotNewer, ErrUnheard, game.ErrPhase once play has ended on chain, game.ErrLate, or game.ErrTurn in the block of
// the join.
func (c *Channel) Post(
	x Stand, sender *game.Seat, p Proof, height int64, pay func(play.Work),
) (Stand, []game.Event, error) {
	if err := c.checkPost(x, sender, height); err != nil {
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
	next := Stand{State: judged.State.Restart(height), Heard: x.Heard}
	if sender != nil {
		next.Heard[*sender] = true
	}
	return next, ending(next.State), nil
}

// PostForClaim returns what the chain holds before it judges a player's claim that comes with a proof, or with none if
// p is nil. It is Post, but on chain a proof of nothing newer is ignored, and so is any once play has ended there: the
// claim is then judged as it is without.
func (c *Channel) PostForClaim(
	x Stand, sender game.Seat, p *Proof, height int64, pay func(play.Work),
) (Stand, []game.Event, error) {
	if p == nil {
		return x, nil, x.CheckMove()
	}
	if !x.AtSea && !x.State.Phase.InPlay() {
		return x, nil, nil
	}
	next, events, err := c.Post(x, &sender, *p, height, pay)
	if errors.Is(err, ErrNotNewer) {
		return x, nil, nil
	}
	return next, events, err
}

// CheckMove returns ErrAtSea unless the game is played on chain.
func (x Stand) CheckMove() error {
	if x.AtSea {
		return fmt.Errorf("%w: expected a proof of its newest state first", ErrAtSea)
	}
	return nil
}

// CheckGiveUp returns ErrAtSea or ErrUnheard unless a player may give up, or challenge its opponent, on chain.
func (x Stand) CheckGiveUp(by game.Seat) error {
	if err := checkSeat(by); err != nil {
		return err
	}
	if err := x.CheckMove(); err != nil {
		return err
	}
	return x.checkHeard(by.Other())
}

// Moved returns what the chain holds after a player has opened, shot or both on chain.
func (x Stand) Moved(by game.Seat, after game.State) Stand {
	x.State = after
	if checkSeat(by) == nil {
		x.Heard[by] = true
	}
	return x
}

// LeasePassed returns what the chain holds once nobody has brought a game ashore before the lease has ended: the state
// that the join has left, with a clock that starts at this height. The error is a game.ErrPhase for a game that is not
// at sea, or a game.ErrNotLate.
func (c *Channel) LeasePassed(x Stand, height int64) (Stand, error) {
	if !x.AtSea {
		return x, fmt.Errorf("%w: expected a game at sea, got one ashore", game.ErrPhase)
	}
	if !game.Late(x.State.Deadline, height) {
		return x, fmt.Errorf("%w: lease: expected a height above %d, got %d", game.ErrNotLate, x.State.Deadline, height)
	}
	return Stand{State: c.first.Restart(height)}, nil
}

// checkPost says whether such a message may bring a newer state at all.
func (c *Channel) checkPost(x Stand, sender *game.Seat, height int64) error {
	switch {
	case x.AtSea && sender == nil:
		return fmt.Errorf("%w: expected one of its players to take it ashore, got another sender", ErrAtSea)
	case height < c.height():
		return fmt.Errorf("%w: joined in block %d: expected a later one, got block %d",
			game.ErrTurn, c.params.Game.JoinedHeight, height)
	case !x.State.Phase.InPlay():
		return fmt.Errorf("%w: expected a game in play, got phase %s", game.ErrPhase, x.State.Phase)
	case game.Late(x.State.Deadline, height):
		return fmt.Errorf("%w: expected a height of at most %d, got %d", game.ErrLate, x.State.Deadline, height)
	default:
		return nil
	}
}

// checkNext says whether what a proof says may come after what the chain holds.
func (x Stand) checkNext(r reading) error {
	if now, said := x.State.Progress(), r.said.Progress(); !x.AtSea && said <= now {
		return fmt.Errorf("%w: expected a progress above %d, got %d", ErrNotNewer, now, said)
	}
	if winner := r.said.Actor; r.said.Reason == game.ReasonConceded && !r.endorsed[winner] {
		return x.checkHeard(winner)
	}
	return nil
}

// checkHeard returns ErrUnheard unless a player has had its say on chain.
func (x Stand) checkHeard(by game.Seat) error {
	if !x.Heard[by] {
		return fmt.Errorf("%w: the %s has neither posted a state nor moved", ErrUnheard, by)
	}
	return nil
}

// ending are the events of a state in which the game has left play by moves at sea, if it has.
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
