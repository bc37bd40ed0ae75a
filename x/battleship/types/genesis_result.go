package types

import (
	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
)

func (v *genesisValidator) results() error {
	previous := uint64(0)
	for _, r := range v.gs.Results {
		if err := v.id(r.GameId, previous); err != nil {
			return err
		}
		previous = r.GameId
		if v.unfinished[r.GameId] {
			return invalidGenesis("expected game %d finished or not, got both", r.GameId)
		}
		if err := v.result(r); err != nil {
			return errors.Wrapf(err, "result %d", r.GameId)
		}
		v.paid = v.paid.Add(math.NewIntFromUint64(r.Reward))
	}
	return nil
}

// result checks one finished game and adds it to its players' tallies.
func (v *genesisValidator) result(r Result) error {
	rules, err := RulesetByID(r.RulesetId)
	if err != nil {
		return WithCode(ErrInvalidGenesis, err)
	}
	if err := r.validateOutcome(); err != nil {
		return err
	}
	if len(r.Players) != PlayersPerGame || r.Players[game.Creator] == r.Players[game.Joiner] {
		return invalidGenesis("expected %d different players, got %v", PlayersPerGame, r.Players)
	}
	if len(r.Shots) != PlayersPerGame {
		return invalidGenesis("expected %d counts of shots, got %d", PlayersPerGame, len(r.Shots))
	}
	for i, address := range r.Players {
		if r.Shots[i] > uint32(rules.Tiles()) {
			return invalidGenesis("shots of player %d: expected at most %d, got %d", i, rules.Tiles(), r.Shots[i])
		}
		t, err := v.player(address)
		if err != nil {
			return err
		}
		t.entries++
		t.started++
		switch r.Winner {
		case 0:
		case uint32(i) + 1:
			t.won++
		default:
			t.lost++
		}
	}
	if r.CreatedHeight < 0 || r.CreatedHeight > r.EndedHeight {
		return invalidGenesis("expected 0 <= created_height <= ended_height, got %d, %d", r.CreatedHeight, r.EndedHeight)
	}
	return nil
}

// validateOutcome checks who won, why, and that nobody was paid for nothing.
func (r Result) validateOutcome() error {
	if r.Winner > PlayersPerGame {
		return invalidGenesis("winner: expected 0 to %d, got %d", PlayersPerGame, r.Winner)
	}
	switch r.Reason {
	case REASON_SUNK, REASON_CONCEDED, REASON_CHALLENGED, REASON_TIMEOUT, REASON_UNPROVEN:
		if r.Winner == 0 {
			return invalidGenesis("reason %s: expected a winner, got none", r.Reason)
		}
	case REASON_VOID:
		if r.Winner != 0 || r.Reward != 0 {
			return invalidGenesis("reason %s: expected no winner and no reward, got winner %d and %d",
				r.Reason, r.Winner, r.Reward)
		}
	case REASON_UNSPECIFIED, REASON_CANCELLED:
		return invalidGenesis("expected the reason of a game that was joined and has ended, got %s", r.Reason)
	default:
		return invalidGenesis("reason: expected %d to %d, got %d", REASON_SUNK, REASON_VOID, r.Reason)
	}
	return nil
}
