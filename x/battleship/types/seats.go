package types

import (
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
)

// CheckSeats returns an error if the two players of a game are the same, stand in each other's way or have copied:
// each of four addresses, players and delegates, may act for one seat alone. Addresses must be in their canonical
// form.
func (g Game) CheckSeats() error {
	creator, joiner := g.Seats[game.Creator], g.Seats[game.Joiner]
	switch {
	case creator.Address == joiner.Address:
		return errors.Wrapf(ErrUnauthorized, "expected another player than the creator, got %s", joiner.Address)
	case joiner.Delegate == creator.Address:
		return errors.Wrapf(ErrInvalidDelegate, "expected another address than the creator's, got %s", joiner.Delegate)
	case creator.Delegate == joiner.Address:
		return errors.Wrapf(ErrInvalidDelegate, "expected another player than the creator's delegate, got %s", joiner.Address)
	case joiner.Delegate != "" && joiner.Delegate == creator.Delegate:
		return errors.Wrapf(ErrInvalidDelegate, "expected another address than the creator's delegate, got %s",
			joiner.Delegate)
	case creator.Board.Shares(joiner.Board):
		return errors.Wrap(ErrEqualBoards, "expected different hashes on both boards, got the same on both")
	}
	return nil
}
