package game_test

import (
	"slices"

	"github.com/battleship-chain/battleship/game"
)

// replay is the state after a step, made from the state before, what happened and when, without game.Step: as an
// indexer would do it that sees nothing but events.
func replay(s game.State, events []game.Event, height int64) game.State {
	owe := func(actor game.Seat, what game.Obligation) {
		s.Actor, s.Owes, s.Deadline = actor, what, height+s.Clock.TurnBlocks
	}
	end := func(phase game.Phase, actor game.Seat, reason game.Reason) {
		s.Phase, s.Owes, s.Actor, s.Deadline, s.Reason = phase, game.OwesNothing, actor, 0, reason
		s.Second, s.Pending, s.HasPending = game.SecondNone, 0, false
	}
	for _, event := range events {
		switch e := event.(type) {
		case game.Joined:
			s.Phase, s.Reason = game.PhaseToss, game.ReasonNone
			owe(game.Creator, game.OwesTossReveal)
		case game.TossOpened:
			s.Phase, s.First = game.PhasePlay, e.First
			owe(e.First, game.OwesShot)
		case game.ShotFired:
			s.Pending, s.HasPending = e.Tile, true
			owe(e.By.Other(), game.OwesAnswer)
		case game.ShotAnswered:
			side := &s.Sides[e.By]
			side.Answered = side.Answered.With(e.Tile)
			if e.Hit {
				side.Hits = side.Hits.With(e.Tile)
			}
			if e.Sunk != nil {
				side.Sunk = append(slices.Clone(side.Sunk), *e.Sunk)
			}
			s.Pending, s.HasPending = 0, false
			if e.Hit && s.Ruleset.HitShootsAgain {
				owe(e.By.Other(), game.OwesShot)
			} else {
				owe(e.By, game.OwesShot)
			}
		case game.ClaimOpened:
			s.Phase, s.Owes, s.Actor = game.PhaseClaim, game.OwesClaim, e.Claimant
			s.Deadline, s.Reason = e.Deadline, e.Reason
			s.Pending, s.HasPending = 0, false
			if e.Second {
				s.Second = game.SecondOpen
			}
		case game.ClaimProven:
			s.Second, s.Actor = game.SecondProven, e.By.Other()
		case game.Withdrawn:
			s.Deadline, s.Reason = e.Deadline, game.ReasonCancelled
		case game.Over:
			end(game.PhaseOver, e.Winner, e.Reason)
		case game.Cancelled:
			end(game.PhaseCancelled, game.Creator, game.ReasonCancelled)
		case game.Conceded, game.Challenged, game.DeadlinePassed:
			// Why a claim opens; the claim itself follows.
		}
	}
	return s
}
