package duel

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/channelpolicy"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// Advance implements Game. It opens the toss, answers, and proves the board. An earlier signed move of the same turn is
// resent unchanged, so Moved.Shot can be another tile.
func (s *Session) Advance(ctx context.Context, aim *session.Aim) (session.Status, session.Done, bool, error) {
	v, done, acted, err := s.advance(ctx, aim)
	return s.status(v), done, acted, err
}

func (s *Session) advance(ctx context.Context, aim *session.Aim) (v View, done session.Done, acted bool, err error) {
	v, seat, duty, err := s.owed(ctx)
	if err != nil || duty == channelpolicy.Wait {
		return v, done, false, err
	}
	if !isMove(duty) {
		done, acted, err = s.fulfil(ctx, v, seat, duty)
		return v, done, acted, err
	}
	if aim != nil && aim.Turn != v.turn(seat) {
		aim = nil // another program has fired since it was chosen
	}
	if v.State.Owes == game.OwesShot && aim == nil {
		signed, err := s.line().signedIn(v.State)
		if err != nil {
			return v, done, false, err
		}
		if signed == nil {
			done, acted, err = s.withoutShot(ctx, v, seat, duty)
			return v, done, acted, err
		}
	}
	var choose target
	if aim != nil {
		choose = at(aim.Tile)
	}
	done, err = s.move(ctx, v, seat, choose)
	return v, done, err == nil, err
}

// withoutShot does what a player owes whose shot is not chosen yet: the opponent has the opening that went ahead of it,
// and so has the chain, if an older state is there. It reports whether it sent anything to the chain.
func (s *Session) withoutShot(
	ctx context.Context, v View, seat game.Seat, duty channelpolicy.Duty,
) (session.Done, bool, error) {
	switch duty {
	case channelpolicy.Play:
		return s.fulfil(ctx, v, seat, channelpolicy.Resend)
	case channelpolicy.SubmitMove:
		return s.fulfil(ctx, v, seat, channelpolicy.Submit)
	default:
		return session.Done{}, false, nil
	}
}

// Status implements Game.
func (s *Session) Status(ctx context.Context) (session.Status, error) {
	v, err := s.Look(ctx)
	return s.status(v), err
}

// status is the game as the chain showed it, for the player. It is the zero Status for a game that was not found.
func (s *Session) status(v View) session.Status {
	if v.State.Ruleset == nil {
		return session.Status{}
	}
	st := v.Status(s.Address())
	st.Trouble = s.Trouble()
	return st
}

// Status is the game as the player of an address sees it.
func (v View) Status(player sdk.AccAddress) session.Status {
	s := session.Status{
		Position: v.Position(), Created: v.Game.CreatedHeight, Next: v.Next(),
		Lasts: max(v.deadline()-v.Height, 0) + v.Game.TurnBlocks + v.Game.ClaimBlocks,
	}
	if seat, err := v.SeatOf(player); err == nil {
		s.Seated, s.Delegate, s.Turn = true, v.Game.Participants[seat].Delegate, v.turn(seat)
		s.Concerned = v.State.Owes != game.OwesNothing && v.State.Actor == seat
	}
	s.Concerned = s.Concerned || v.State.Phase == game.PhaseClaim
	return s
}

// Do implements Game.
func (s *Session) Do(ctx context.Context, act text.Act) (session.Done, error) {
	switch act {
	case text.ActConcede:
		return s.Concede(ctx)
	case text.ActChallenge:
		return s.Challenge(ctx)
	case text.ActClaim:
		return s.Claim(ctx)
	case text.ActCancel:
		return s.Cancel(ctx)
	case text.ActDecline:
		return s.Decline(ctx)
	default:
		return session.Done{}, session.ErrNoAct
	}
}
