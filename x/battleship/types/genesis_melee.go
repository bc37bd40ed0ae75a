package types

import (
	"slices"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
)

func (v *genesisValidator) melees() error {
	previous := uint64(0)
	for _, g := range v.gs.Melees {
		if err := v.id(g.Melee.Id, previous); err != nil {
			return err
		}
		previous = g.Melee.Id
		if v.unfinished[g.Melee.Id] {
			return invalidGenesis("expected game %d to be a duel or a melee, got both", g.Melee.Id)
		}
		v.unfinished[g.Melee.Id] = true
		if err := v.melee(g); err != nil {
			return errors.Wrapf(err, "melee %d", g.Melee.Id)
		}
	}
	return nil
}

// melee checks one unfinished melee.
func (v *genesisValidator) melee(g GenesisMelee) error {
	s, err := g.Melee.State(g.Progress)
	if err != nil {
		return WithCode(ErrInvalidGenesis, err)
	}
	if s.Stage.Ended() {
		return invalidGenesis("expected an unfinished melee, got stage %s", s.Stage)
	}
	// The rules know no longest clock, see game.
	if turn, claim := s.Clock.TurnBlocks, s.Clock.ClaimBlocks; turn > MaxClockBlocks || claim > MaxClockBlocks {
		return invalidGenesis("turn_blocks, claim_blocks: expected at most %d, got %d, %d", MaxClockBlocks, turn, claim)
	}
	created, started := g.Melee.CreatedHeight, g.Melee.StartedHeight
	if created < 0 || created > s.Deadline || started > 0 && started < created || started > s.Deadline {
		return invalidGenesis("expected 0 <= created_height <= started_height <= the deadline, got %d, %d, %d",
			created, started, s.Deadline)
	}
	if err := g.Melee.Terms.validateCasual(); err != nil {
		return errors.Wrap(err, "terms")
	}
	for _, check := range []func(GenesisMelee, melee.State) error{
		v.creator, v.invitedTo, v.seats, v.boards, checkAims, checkMeleeRecoveries,
	} {
		if err := check(g, s); err != nil {
			return err
		}
	}
	return nil
}

// creator checks the creator of a melee and its deposit, and counts it among its open games until the first round.
func (v *genesisValidator) creator(g GenesisMelee, s melee.State) error {
	t, err := v.player(g.Melee.Creator)
	if err != nil {
		return errors.Wrap(err, "creator")
	}
	if d := g.Melee.Deposit; d != nil && (validateCoin("deposit", *d) != nil || !d.IsPositive()) {
		return invalidGenesis("deposit: expected a positive amount below 2^%d, or none, got %s", MaxStakeBits, coinText(*d))
	}
	if s.Round == 0 {
		t.counted.OpenGames++
	} else if g.Melee.Deposit != nil {
		return invalidGenesis("deposit: expected none once the first round has begun, got %s", *g.Melee.Deposit)
	}
	return nil
}

// invitedTo checks who may still join a melee.
func (v *genesisValidator) invitedTo(g GenesisMelee, s melee.State) error {
	invited := g.Melee.Invited
	if s.Stage != melee.StageOpen {
		if len(invited) > 0 {
			return invalidGenesis("invited: expected nobody once the table is full, got %d", len(invited))
		}
		return nil
	}
	if len(invited) == 0 && g.Melee.Terms.Stake == nil {
		return nil
	}
	if vacant := s.Seats(melee.Vacant).Len(); len(invited) != vacant {
		return invalidGenesis("invited: expected one for each of %d vacant seats, got %d", vacant, len(invited))
	}
	for i, text := range invited {
		if _, err := v.address(text); err != nil {
			return errors.Wrap(err, "invited")
		}
		if _, seated := g.Melee.SeatOf(text); seated || slices.Contains(invited[:i], text) {
			return invalidGenesis("invited: expected others than those who are seated or named before, got %s", text)
		}
	}
	return nil
}

// seats checks the players and delegates of a melee: each address has one seat alone.
func (v *genesisValidator) seats(g GenesisMelee, s melee.State) error {
	taken := make(map[string]bool, 2*len(g.Melee.Players))
	for i, p := range g.Melee.Players {
		if p.Address == "" || s.Players[i].Standing == melee.Absent {
			if p.Delegate != "" {
				return invalidGenesis("seat %d: delegate: expected none where nobody sits, got %s", i, p.Delegate)
			}
		}
		for _, address := range []string{p.Address, p.Delegate} {
			if address == "" {
				continue
			}
			if _, err := v.address(address); err != nil {
				return errors.Wrapf(err, "seat %d", i)
			}
			if taken[address] {
				return invalidGenesis("seat %d: expected addresses that have no other part in the melee, got %s", i, address)
			}
			taken[address] = true
		}
		if p.Address != "" {
			if _, err := v.player(p.Address); err != nil {
				return errors.Wrapf(err, "seat %d", i)
			}
		}
	}
	return nil
}

// boards checks that there is a board of each seat that has one, and adds it to the player's totals.
func (v *genesisValidator) boards(g GenesisMelee, s melee.State) error {
	if err := checkSeats("boards", seatsOf(g.Boards, (*MeleeBoard).GetSeat), Staked(s), Staked(s)); err != nil {
		return err
	}
	for _, b := range g.Boards {
		address := g.Melee.AddressOf(melee.Seat(b.Seat))
		t, err := v.player(address)
		if err != nil {
			return err
		}
		if err := b.Board.Validate(s.Ruleset); err != nil {
			return errors.Wrapf(WithCode(ErrInvalidGenesis, err), "board of seat %d", b.Seat)
		}
		if err := t.enter(address, b.Board.Nonce); err != nil {
			return errors.Wrapf(err, "board of seat %d", b.Seat)
		}
	}
	return nil
}

// checkAims checks that there is an aim of each seat that can still open it.
func checkAims(g GenesisMelee, s melee.State) error {
	if err := checkSeats("aims", seatsOf(g.Aims, (*MeleeAim).GetSeat), s.Aimed(), s.Aimed()); err != nil {
		return err
	}
	for _, a := range g.Aims {
		if err := commitment.ValidateAim(a.Aim); err != nil {
			return errors.Wrapf(WithCode(ErrInvalidGenesis, err), "seat %d", a.Seat)
		}
	}
	return nil
}

// checkMeleeRecoveries checks the recovery data of those seats that have a board.
func checkMeleeRecoveries(g GenesisMelee, s melee.State) error {
	if err := checkSeats("recoveries", seatsOf(g.Recoveries, (*MeleeRecovery).GetSeat), 0, Staked(s)); err != nil {
		return err
	}
	for _, r := range g.Recoveries {
		if n := len(r.Recovery); n < 1 || n > MaxRecoveryBytes {
			return invalidGenesis("recovery of seat %d: expected 1 to %d bytes, got %d", r.Seat, MaxRecoveryBytes, n)
		}
	}
	return nil
}

// seatsOf returns the seats of a list.
func seatsOf[T any](list []T, seatOf func(*T) uint32) []uint32 {
	seats := make([]uint32, len(list))
	for i := range list {
		seats[i] = seatOf(&list[i])
	}
	return seats
}

// checkSeats checks that a list is ordered by unique seats, includes all required ones and no impossible one.
func checkSeats(name string, list []uint32, needs, can melee.Seats) error {
	var seats melee.Seats
	for i, seat := range list {
		if i > 0 && seat <= list[i-1] || !can.Has(melee.Seat(seat)) {
			return invalidGenesis("%s: expected ascending seats of %s, got %v", name, can, list)
		}
		seats = seats.With(melee.Seat(seat))
	}
	if missing := needs &^ seats; missing != 0 {
		return invalidGenesis("%s: expected one of each seat of %s, got none of %s", name, needs, missing)
	}
	return nil
}
