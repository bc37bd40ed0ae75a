package types

import (
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

func (v *genesisValidator) meleeResults() error {
	previous := uint64(0)
	for _, r := range v.gs.MeleeResults {
		if err := v.id(r.GameId, previous); err != nil {
			return err
		}
		previous = r.GameId
		if _, duel := v.ended[r.GameId]; duel || v.unfinished[r.GameId] {
			return invalidGenesis("expected game %d finished or not, and a duel or a melee, got both", r.GameId)
		}
		if err := v.meleeResult(r); err != nil {
			return errors.Wrapf(err, "result %d", r.GameId)
		}
	}
	return nil
}

// meleeResult checks one finished melee and adds it to its players' totals.
func (v *genesisValidator) meleeResult(r MeleeResult) error {
	rules, err := MeleeRulesetByID(r.RulesetId)
	if err != nil {
		return WithCode(ErrInvalidGenesis, err)
	}
	if n := len(r.Places); n < rules.MinPlayers || n > rules.MaxPlayers {
		return invalidGenesis("places: expected %d to %d, got %d", rules.MinPlayers, rules.MaxPlayers, n)
	}
	if most := rules.Tiles() + len(r.Places); r.Rounds < 1 || int(r.Rounds) > most {
		return invalidGenesis("rounds: expected 1 to %d, got %d", most, r.Rounds)
	}
	if r.CreatedHeight < 0 || r.StartedHeight < r.CreatedHeight || r.EndedHeight < r.StartedHeight {
		return invalidGenesis("expected 0 <= created_height <= started_height <= ended_height, got %d, %d, %d",
			r.CreatedHeight, r.StartedHeight, r.EndedHeight)
	}
	if r.Stake != nil && (validateCoin("stake", *r.Stake) != nil || !r.Stake.IsPositive()) {
		return invalidGenesis("stake: expected a positive amount below 2^%d, or none, got %s",
			MaxStakeBits, coinText(*r.Stake))
	}
	seen := make(map[string]bool, len(r.Places))
	for i, p := range r.Places {
		if err := p.validate(r, rules); err != nil {
			return errors.Wrapf(err, "seat %d", i)
		}
		if p.Player == "" {
			continue
		}
		t, err := v.player(p.Player)
		if err != nil {
			return errors.Wrapf(err, "seat %d", i)
		}
		if seen[p.Player] {
			return invalidGenesis("seat %d: expected a player of one seat, got %s of two", i, p.Player)
		}
		seen[p.Player] = true
		if p.Rank > 0 {
			t.entries++
		}
	}
	return r.validateRanks()
}

// validate checks what became of one seat.
func (p MeleePlace) validate(r MeleeResult, rules *game.Ruleset) error {
	if p.Standing < SEAT_STANDING_CLOSED || p.Standing > SEAT_STANDING_UNPROVEN {
		return invalidGenesis("standing: expected one of a melee that has begun, got %s", p.Standing)
	}
	standing := melee.Standing(p.Standing)
	if taken(standing) != (p.Player != "") {
		return invalidGenesis("expected a player if and only if the seat was taken, got %q while it is %s",
			p.Player, p.Standing)
	}
	began := HasBoard(standing)
	if lost := began && standing != melee.Afloat; lost != (p.Round > 0) || p.Round > r.Rounds {
		return invalidGenesis("round: expected 1 to %d if it has lost and 0 else, got %d while it is %s",
			r.Rounds, p.Round, p.Standing)
	}
	if began != (p.Rank > 0) || int(p.Rank) > len(r.Places) {
		return invalidGenesis("rank: expected 1 to %d of a seat that was in the first round and 0 of others, got %d",
			len(r.Places), p.Rank)
	}
	if ships := rules.ShipTiles(); int(p.Hits) > ships || standing == melee.Sunk && int(p.Hits) != ships ||
		!began && p.Hits > 0 {
		return invalidGenesis("hits: expected those of %d tiles that go with the standing %s, got %d",
			ships, p.Standing, p.Hits)
	}
	return nil
}

// validateRanks checks that ranks count the seats before each, and that those who have won come first, alone.
func (r MeleeResult) validateRanks() error {
	winners, err := ParseSeats(r.Winners)
	if err != nil {
		return WithCode(ErrInvalidGenesis, err)
	}
	var began, first melee.Seats
	for i, p := range r.Places {
		if p.Rank == 0 {
			continue
		}
		began = began.With(melee.Seat(i))
		if p.Rank == 1 {
			first = first.With(melee.Seat(i))
		}
		before := uint32(1)
		for _, o := range r.Places {
			if o.Rank > 0 && o.Rank < p.Rank {
				before++
			}
		}
		if p.Rank != before {
			return invalidGenesis("seat %d: rank: expected %d, one more than there are before it, got %d", i, before, p.Rank)
		}
	}
	if began.Len() < 2 {
		return invalidGenesis("places: expected two seats or more that were in the first round, got %d", began.Len())
	}
	if winners != 0 && winners != first {
		return invalidGenesis("winners: expected those of rank 1, %s, or none, got %s", first, winners)
	}
	for seat := range winners.All() {
		if s := r.Places[seat].Standing; s != SEAT_STANDING_AFLOAT && s != SEAT_STANDING_SUNK {
			return invalidGenesis("winners: expected seats that may claim, got seat %d, which is %s", int(seat), s)
		}
	}
	return nil
}
