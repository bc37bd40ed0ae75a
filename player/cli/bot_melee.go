package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/look"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// playMelee plays the rest of a melee.
func (b *robot) playMelee(ctx context.Context, id uint64) error {
	p, err := b.player(ctx)
	if err != nil {
		return err
	}
	strategy, err := strategyOf(b.Cmd, bot.NewMelee)
	if err != nil {
		return err
	}
	h, err := b.Locks().Take(id)
	if err != nil {
		return err
	}
	defer h.Release()
	paced := &pacedMelee{ctx: ctx, strategy: strategy, delay: b.delay}
	result, err := meleesession.Open(p, id).Run(ctx, paced, b.observer(text.Melee, id))
	switch {
	case err != nil && ctx.Err() != nil:
		return errStopped
	case err != nil:
		return err
	case b.Out.JSON:
		return b.Out.Message(&result)
	}
	look.TellEndOfMelee(b.Cmd.Context(), b.Env, result)
	return nil
}

// pacedMelee is a strategy for melees that lets time go by before it chooses.
type pacedMelee struct {
	ctx      context.Context // a strategy takes none
	strategy bot.MeleeStrategy
	delay    time.Duration
}

// Aim implements bot.MeleeStrategy.
func (p *pacedMelee) Aim(s melee.State, me melee.Seat, own game.Set) (game.Tile, error) {
	if err := look.Wait(p.ctx, p.delay); err != nil {
		return 0, err
	}
	tile, err := p.strategy.Aim(s, me, own)
	if err != nil {
		return 0, fmt.Errorf("choose a target: %w", err)
	}
	return tile, nil
}
