package types

import (
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
)

// SeatOf returns the wire form of a seat of the rules.
func SeatOf(seat game.Seat) Seat { return Seat(seat) + SEAT_CREATOR } //nolint:gosec // seats have small numbers

// Parse returns the seat in the terms of the rules, or ErrCorrupt for an unknown one.
func (s Seat) Parse() (game.Seat, error) {
	switch s {
	case SEAT_CREATOR:
		return game.Creator, nil
	case SEAT_JOINER:
		return game.Joiner, nil
	case SEAT_UNSPECIFIED:
	}
	return 0, errors.Wrapf(ErrCorrupt, "expected %s or %s, got %s", SEAT_CREATOR, SEAT_JOINER, s)
}

// ParseIf returns the seat in the terms of the rules, if one must be specified. Otherwise it returns the creator, which
// the rules use for none. It returns ErrCorrupt for a superfluous or a missing seat.
func (s Seat) ParseIf(specified bool) (game.Seat, error) {
	if specified {
		return s.Parse()
	}
	if s != SEAT_UNSPECIFIED {
		return 0, errors.Wrapf(ErrCorrupt, "expected %s, got %s", SEAT_UNSPECIFIED, s)
	}
	return game.Creator, nil
}

// seatIf returns the wire form of a seat, if one must be specified.
func seatIf(specified bool, seat game.Seat) Seat {
	if !specified {
		return SEAT_UNSPECIFIED
	}
	return SeatOf(seat)
}

// CheckSeats returns an error if both players of a game are the same, conflict with each other or have copied: each of
// four addresses, players and delegates, may act for one seat alone. Addresses must be in their canonical form. When a
// player joins, the creator cannot cause any of these after it has seen the join: its address and board are fixed, and
// its delegate can only be removed.
func (g Game) CheckSeats() error {
	creator, joiner := g.Participants[game.Creator], g.Participants[game.Joiner]
	switch {
	case creator.Address == joiner.Address:
		return errors.Wrapf(ErrUnauthorized, "expected another player than the creator, got %s", joiner.Address)
	case joiner.Delegate == creator.Address:
		return errors.Wrapf(ErrInvalidDelegate,
			"expected a delegate of the joiner who is not its opponent, got %s", joiner.Delegate)
	case creator.Delegate == joiner.Address:
		return errors.Wrapf(ErrInvalidDelegate,
			"expected a delegate of the creator who is not its opponent, got %s", joiner.Address)
	case joiner.Delegate != "" && joiner.Delegate == creator.Delegate:
		return errors.Wrapf(ErrInvalidDelegate, "expected different delegates on both sides, got %s on both",
			joiner.Delegate)
	case creator.Board.Shares(joiner.Board):
		return errors.Wrap(ErrEqualBoards, "expected different hashes on both boards, got the same on both")
	}
	return g.checkChannels()
}

// CheckOffer returns ErrInvalidDelegate if a game is offered to its creator's delegate alone, which would stop being
// that by joining it.
func (g Game) CheckOffer() error {
	if g.Offer == nil || g.Offer.Opponent == "" || g.Offer.Opponent != g.Participants[game.Creator].Delegate {
		return nil
	}
	return errors.Wrapf(ErrInvalidDelegate, "expected another address than the invited player's, got %s", g.Offer.Opponent)
}
