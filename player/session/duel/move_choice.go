package duel

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/session"
)

// deliveryOf is the delivery of a message that meets the game's obligation.
func (s *Session) deliveryOf(ctx context.Context, v View, msg sdk.Msg) session.Delivery {
	return s.OwedBy(ctx, v.Position(), v.State.Ruleset, v.Game.Terms, msg)
}

// choice is a target that a strategy has chosen, and the board that it was chosen for: another attempt to send the shot
// must be at the same tile, for the first may have arrived.
type choice struct {
	made     bool
	answered game.Set
	tile     game.Tile
}

// steadily is a strategy's choice of targets, which stays the same for the same board.
func (s *Session) steadily(strategy bot.Strategy) target {
	return func(st game.State, seat game.Seat) (game.Tile, error) {
		answered := st.Sides[seat.Other()].Answered
		if s.shot.made && s.shot.answered == answered {
			return s.shot.tile, nil
		}
		tile, err := strategy.Next(st, seat)
		if err != nil {
			return 0, err
		}
		s.shot = choice{made: true, answered: answered, tile: tile}
		return tile, nil
	}
}
