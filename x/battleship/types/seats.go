package types

import (
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
)

// SeatOf returns a seat of the rules as it stands on the wire.
func SeatOf(seat game.Seat) Seat { return Seat(seat) + SEAT_CREATOR } //nolint:gosec // seats have small numbers

// Parse returns the seat as the rules know it, or ErrCorrupt for what is none.
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

// parseIf returns the seat as the rules know it, where there is one to be specified. Elsewhere it is the creator, which
// the rules take for nobody. It returns ErrCorrupt for a seat where there is none, or none where there is one.
func (s Seat) parseIf(specified bool) (game.Seat, error) {
	if specified {
		return s.Parse()
	}
	if s != SEAT_UNSPECIFIED {
		return 0, errors.Wrapf(ErrCorrupt, "expected %s, got %s", SEAT_UNSPECIFIED, s)
	}
	return game.Creator, nil
}

// seatIf returns a seat as it stands on the wire, where there is one to be specified.
func seatIf(specified bool, seat game.Seat) Seat {
	if !specified {
		return SEAT_UNSPECIFIED
	}
	return SeatOf(seat)
}

// CheckSeats returns an error if the two players of a game are the same, stand in each other's way or have copied:
// each of four addresses, players and delegates, may act for one seat alone. Addresses must be in their canonical
// form. When a player joins, none of it is anything that the creator could bring about after it has seen the join: its
// address and board are fixed, and its delegate can only be removed.
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

// CheckOffer returns ErrInvalidDelegate if a game is offered to its creator's delegate alone, who would stop being that
// by joining it.
func (g Game) CheckOffer() error {
	if g.Offer == nil || g.Offer.Opponent == "" || g.Offer.Opponent != g.Participants[game.Creator].Delegate {
		return nil
	}
	return errors.Wrapf(ErrInvalidDelegate, "expected another address than the invited player's, got %s", g.Offer.Opponent)
}
