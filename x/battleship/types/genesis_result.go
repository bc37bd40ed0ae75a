package types

import (
	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
)

func (v *genesisValidator) results() error {
	previous := uint64(0)
	for i, r := range v.gs.Results {
		if err := v.id(r.GameId, previous); err != nil {
			return err
		}
		previous = r.GameId
		if v.unfinished[r.GameId] {
			return invalidGenesis("expected game %d finished or not, got both", r.GameId)
		}
		v.ended[r.GameId] = i
		if err := v.result(r); err != nil {
			return errors.Wrapf(err, "result %d", r.GameId)
		}
		v.paid = v.paid.Add(math.NewIntFromUint64(r.Reward))
		if r.Reward > 0 {
			v.wins++
		}
		v.settled += r.Promised
		v.count(r)
	}
	return nil
}

// result checks one finished game and adds it to its players' totals.
func (v *genesisValidator) result(r Result) error {
	rules, err := RulesetByID(r.RulesetId)
	if err != nil {
		return WithCode(ErrInvalidGenesis, err)
	}
	if err := r.validateOutcome(); err != nil {
		return err
	}
	if r.Reason == REASON_CHALLENGED && rules.Proven {
		return invalidGenesis("expected no challenge where boards are proven, got one in ruleset %s", rules.Name)
	}
	if err := r.validateSides(rules); err != nil {
		return err
	}
	if err := r.validatePromise(); err != nil {
		return err
	}
	for i, address := range r.Players {
		t, err := v.player(address)
		if err != nil {
			return err
		}
		t.add(r, game.Seat(i), rules)
	}
	if r.CreatedHeight < 0 || r.CreatedHeight > r.EndedHeight {
		return invalidGenesis("expected 0 <= created_height <= ended_height, got %d, %d", r.CreatedHeight, r.EndedHeight)
	}
	return nil
}

// add counts a finished game for the player in a seat.
func (t *playerTotals) add(r Result, seat game.Seat, rules *game.Ruleset) {
	shots := uint64(r.Shots[seat])
	t.entries++
	t.counted.Games++
	t.counted.Shots += shots
	t.mostHits += min(shots, uint64(rules.ShipTiles()))
	t.leave(r.Reason, !r.Won(seat))
	if r.rateable() {
		t.rateable++
	}
	if r.Place(seat) {
		t.places = append(t.places, r.PromisedHeight)
	}
	switch r.Winner {
	case SEAT_UNSPECIFIED:
	case SeatOf(seat):
		t.win(r, rules)
	default:
		t.counted.Lost++
		if r.Reason == REASON_CHALLENGED {
			t.counted.ChallengesWrong++
		}
	}
}

// win counts a game for the player who won it.
func (t *playerTotals) win(r Result, rules *game.Ruleset) {
	t.counted.Won++
	if r.Reason == REASON_SUNK {
		t.fewestHits += uint64(rules.ShipTiles())
	}
	if r.Reward > 0 {
		t.counted.Rewarded++
	}
}

// rateable reports whether a game can have been rated: it has a winner. Whether it was casual is not stored.
func (r Result) rateable() bool { return r.Winner != SEAT_UNSPECIFIED }

// validateSides checks who played and how often each shot.
func (r Result) validateSides(rules *game.Ruleset) error {
	if len(r.Players) != PlayersPerGame || r.Players[game.Creator] == r.Players[game.Joiner] {
		return invalidGenesis("expected %d different players, got %v", PlayersPerGame, r.Players)
	}
	if len(r.Shots) != PlayersPerGame {
		return invalidGenesis("expected %d counts of shots, got %d", PlayersPerGame, len(r.Shots))
	}
	for i, shots := range r.Shots {
		least := 0
		if r.Reason == REASON_SUNK && r.Won(game.Seat(i)) {
			least = rules.ShipTiles()
		}
		if uint64(shots) < uint64(least) || uint64(shots) > uint64(rules.Tiles()) {
			return invalidGenesis("shots of player %d: expected %d to %d, got %d", i, least, rules.Tiles(), shots)
		}
	}
	if _, err := r.First.Parse(); err != nil {
		return WithCode(ErrInvalidGenesis, errors.Wrap(err, "first"))
	}
	return nil
}

// validatePromise checks the amount promised when play ended, which is at least the paid one.
func (r Result) validatePromise() error {
	switch {
	case r.Promised > 2*MaxRewardCap || r.Promised < r.Reward:
		return invalidGenesis("promised: expected the reward %d to %d, got %d", r.Reward, int64(2*MaxRewardCap), r.Promised)
	case r.Promised == 0 && (r.PromisedHeight != 0 || len(r.PromisedTo) > 0):
		return invalidGenesis("promised_height, promised_to: expected none where nothing was promised, got %d and %v",
			r.PromisedHeight, r.PromisedTo)
	case r.Promised > 0 && (r.PromisedHeight < r.CreatedHeight || r.PromisedHeight > r.EndedHeight):
		return invalidGenesis("promised_height: expected created_height %d to ended_height %d, got %d",
			r.CreatedHeight, r.EndedHeight, r.PromisedHeight)
	case r.Promised > 0 && len(r.PromisedTo) == 0:
		return invalidGenesis("promised_to: expected one seat, or both, got none")
	}
	previous := SEAT_UNSPECIFIED
	for _, seat := range r.PromisedTo {
		if _, err := seat.Parse(); err != nil || seat <= previous {
			return invalidGenesis("promised_to: expected one seat, or both, the creator's first, got %v", r.PromisedTo)
		}
		previous = seat
	}
	return nil
}

// validateOutcome checks the winner and the reason, and that every payment has its cause.
func (r Result) validateOutcome() error {
	if _, err := r.Winner.ParseIf(r.Winner != SEAT_UNSPECIFIED); err != nil {
		return WithCode(ErrInvalidGenesis, errors.Wrap(err, "winner"))
	}
	switch r.Reason {
	case REASON_SUNK, REASON_CONCEDED, REASON_CHALLENGED, REASON_TIMEOUT, REASON_UNPROVEN:
		if r.Winner == SEAT_UNSPECIFIED {
			return invalidGenesis("reason %s: expected a winner, got none", r.Reason)
		}
	case REASON_VOID:
		if r.Winner != SEAT_UNSPECIFIED || r.Reward != 0 {
			return invalidGenesis("reason %s: expected no winner and no reward, got winner %s and %d",
				r.Reason, r.Winner, r.Reward)
		}
	case REASON_UNSPECIFIED, REASON_CANCELLED:
		return invalidGenesis("expected the reason of a game that was joined and has ended, got %s", r.Reason)
	default:
		return invalidGenesis("reason: expected %d to %d, got %d", REASON_SUNK, REASON_VOID, r.Reason)
	}
	return nil
}
