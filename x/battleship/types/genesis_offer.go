package types

import (
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/rating"
)

// offer checks that a game has an offer if and only if it is open, and the players it is open to.
func (v *genesisValidator) offer(g Game) error {
	open := len(g.Participants) < PlayersPerGame
	if !open && g.Offer != nil {
		return invalidGenesis("offer: expected none in a game that was joined, got one")
	}
	if !open {
		return nil
	}
	if g.Offer == nil {
		return invalidGenesis("offer: expected one in an open game, got none")
	}
	o := *g.Offer
	if o.Deposit != nil && (validateCoin("deposit", *o.Deposit) != nil || !o.Deposit.IsPositive()) {
		return invalidGenesis("deposit: expected a positive amount below 2^%d, or none, got %s",
			MaxStakeBits, coinText(*o.Deposit))
	}
	if err := v.ratings(g.Participants[game.Creator], o); err != nil {
		return err
	}
	if o.Opponent == "" {
		return nil
	}
	if _, err := v.address(o.Opponent); err != nil {
		return errors.Wrap(err, "opponent")
	}
	if o.Opponent == g.Participants[game.Creator].Address {
		return invalidGenesis("opponent: expected another player than the creator, got %s", o.Opponent)
	}
	if err := g.CheckOffer(); err != nil {
		return WithCode(ErrInvalidGenesis, err)
	}
	if o.Matching {
		return invalidGenesis("opponent: expected none in a game that waits for a match, got %s", o.Opponent)
	}
	return nil
}

// ratings checks the rating range of an offer, and the rating of the creator, whose totals are known.
func (v *genesisValidator) ratings(creator Participant, o Offer) error {
	if err := CheckRatingRange(o.RatingRange); err != nil {
		return WithCode(ErrInvalidGenesis, err)
	}
	if o.Rating < rating.Min || o.Rating > rating.Max {
		return invalidGenesis("rating: expected %d to %d, got %d", rating.Min, rating.Max, o.Rating)
	}
	// A player who has been rated once stays rated.
	if v.totals[creator.Address].record.RatedGames == 0 && o.Rating != rating.Initial {
		return invalidGenesis("rating: expected the %d of a player without a rated game, got %d", rating.Initial, o.Rating)
	}
	return nil
}
