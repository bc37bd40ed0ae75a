package duel

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// recordStats counts concessions and missed deadlines in the records of the players. finish counts the end of the game.
func (k *Keeper) recordStats(ctx context.Context, g types.Game, events []game.Event) error {
	for _, event := range events {
		var seat game.Seat
		var change func(*types.Player)
		switch e := event.(type) {
		case game.Conceded:
			seat, change = e.By, func(p *types.Player) { p.Conceded++ }
		case game.DeadlinePassed:
			if e.Obligation != game.OwesClaim {
				seat, change = e.By, func(p *types.Player) { p.TimedOut++ }
			}
		}
		if change == nil {
			continue
		}
		if _, err := k.UpdatePlayer(ctx, g.Participants[seat].Address, change); err != nil {
			return err
		}
	}
	return nil
}
