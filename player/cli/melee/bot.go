package melee

import (
	"context"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// Play implements act.Kind.
func (Kind) Play(ctx context.Context, b *act.Robot, id uint64) error {
	p, err := b.Player(ctx)
	if err != nil {
		return err
	}
	strategy, err := act.StrategyOf(b.Cmd, bot.NewMelee)
	if err != nil {
		return err
	}
	h, err := b.Locks().Take(id)
	if err != nil {
		return err
	}
	defer h.Release()
	paced := &paced{ctx: ctx, strategy: strategy, robot: b}
	result, err := melee.Open(p, id).Run(ctx, paced, b.Observer(text.Melee, id))
	switch {
	case err != nil && ctx.Err() != nil:
		return act.ErrStopped
	case err != nil:
		return err
	case b.Out.JSON:
		return b.Out.Message(&result)
	}
	tellEnd(b.Cmd.Context(), b.Env, result)
	return nil
}

// paced is a strategy for melees that lets time go by before it chooses.
type paced struct {
	ctx      context.Context // a strategy takes none
	strategy bot.MeleeStrategy
	robot    *act.Robot
}

// Aim implements bot.MeleeStrategy.
func (p *paced) Aim(s rules.State, me rules.Seat, own game.Set) (game.Tile, error) {
	if err := p.robot.Pause(p.ctx); err != nil {
		return 0, err
	}
	tile, err := p.strategy.Aim(s, me, own)
	if err != nil {
		return 0, fmt.Errorf("choose a target: %w", err)
	}
	return tile, nil
}
