package play

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// Move is a player's message of play: it opens its toss or the pending tile, shoots, or does both in this order. Its
// parts are as received and may be anything.
type Move struct {
	// Opening opens the toss or the tile. It is nil for neither.
	Opening *Opening
	// Sunk is the ship that is announced as sunk with an answer. It is nil for none.
	Sunk *Ship
	// Target is the name of the tile to shoot at, such as "B7". It is empty for none.
	Target string
}

// Opening shows the content of a tile or of the toss leaf, in the terms of the board's commitment scheme.
type Opening struct {
	// Content is a commitment.Content, or any other number.
	Content int
	// Salt and Path are those of a commitment.Opening.
	Salt []byte
	Path [][]byte
	// Proof is the zero-knowledge proof of an answer, in a scheme that has them.
	Proof []byte
}

// Ship is a ship in words, as Ruleset.ShipString gives them.
type Ship struct{ Class, Placement string }

// Validate returns ErrEmpty or ErrMove for a move that is wrong in every game.
func (m Move) Validate() error {
	if m.Opening == nil && m.Target == "" {
		return fmt.Errorf("%w: expected an opening, a target or both, got neither", ErrEmpty)
	}
	if m.Opening == nil && m.Sunk != nil {
		return fmt.Errorf("%w: expected a sunk ship with an answer, got one without an opening", ErrMove)
	}
	return nil
}

// Answer returns the answer of the move, which must have an opening, to the shot on the board of a player. The error is
// a game.ErrSunkShape.
func (m Move) Answer(r *game.Ruleset, by game.Seat) (game.Answer, error) {
	answer := game.Answer{By: by, Hit: m.Opening.Content == int(commitment.Ship)}
	if m.Sunk == nil {
		return answer, nil
	}
	ship, err := r.ParseShip(m.Sunk.Class, m.Sunk.Placement)
	if err != nil {
		return game.Answer{}, fmt.Errorf("%w: %w", game.ErrSunkShape, err)
	}
	answer.Sunk = &ship
	return answer, nil
}

// Claim is a player's message that proves its board.
type Claim struct {
	// Fleet is where the player says its ships are.
	Fleet game.Fleet
	// Secret is the board's secret.
	Secret []byte
}

// content returns ErrMove unless the opening has a content that there is.
func (o Opening) content() (commitment.Content, error) {
	if o.Content < int(commitment.Water) || o.Content > int(commitment.Toss) {
		return 0, fmt.Errorf("%w: content: expected %d to %d, got %d",
			ErrMove, commitment.Water, commitment.Toss, o.Content)
	}
	return commitment.Content(o.Content), nil
}
