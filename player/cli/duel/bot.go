package duel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MaxBotGames is how many games a bot plays at most at a time: each asks the node several times a second.
const MaxBotGames = 50

// played is how a game has gone.
type played struct {
	id     uint64
	result types.Result
	err    error
}

// robot is a bot that plays duels.
type robot struct {
	*act.Robot
	games int
	// reopens is how often another match may be asked for in place of one that no opponent has joined in time.
	reopens int
	// matched is the time at which games were entered by a match, if coins are in them.
	matched map[uint64]time.Time
	// over receives the results of games.
	over chan played
}

func newRobot(b *act.Robot, games int) *robot {
	return &robot{Robot: b, games: games, over: make(chan played, games), matched: make(map[uint64]time.Time)}
}

// Play implements act.Kind.
func (Kind) Play(ctx context.Context, b *act.Robot, id uint64) error {
	r := newRobot(b, 1)
	if err := r.begin(ctx, id); err != nil {
		return err
	}
	return r.finish(ctx, 1)
}

// PlayMatches plays games to their ends that the user has already, and those of opponents that it finds.
func PlayMatches(ctx context.Context, b *act.Robot, games int) error {
	r := newRobot(b, games)
	r.reopens = duel.MaxReopened * games
	lobbyHold, err := r.Locks().Take(env.Lobby)
	if err != nil {
		return err
	}
	defer lobbyHold.Release()
	begun, err := r.beginAll(ctx)
	switch {
	case ctx.Err() != nil:
		return act.ErrStopped
	case err != nil && begun == 0:
		return err
	case err != nil:
		r.Out.Note(text.NoMoreGames, begun, err)
	}
	return errors.Join(err, r.finish(ctx, begun))
}

// begin begins to play a game.
func (b *robot) begin(ctx context.Context, id uint64) error {
	p, err := b.Player(ctx)
	if err != nil {
		return err
	}
	_, err = b.beginWith(ctx, duel.Open(p, id))
	return err
}

// beginWith begins to play a session's game. The channel is closed when that is over, however it ends.
func (b *robot) beginWith(ctx context.Context, s *duel.Session) (<-chan struct{}, error) {
	strategy, err := StrategyFlag(b.Cmd)
	if err != nil {
		return nil, err
	}
	h, err := b.Locks().Take(s.GameID())
	if err != nil {
		return nil, err
	}
	b.Held[s.GameID()] = true
	over := make(chan struct{})
	go func() {
		defer h.Release()
		defer close(over)
		result, err := s.Run(ctx, &paced{ctx: ctx, strategy: strategy, robot: b.Robot}, b.Observer(text.Duel, s.GameID()))
		b.over <- played{id: s.GameID(), result: result, err: err}
	}()
	return over, nil
}

// mayReopen reports whether another match is asked for in place of a game. If coins are in it, this machine's clock has
// to confirm that no opponent has joined it in time: a node could hide that.
func (b *robot) mayReopen(ctx context.Context, id uint64) bool {
	if b.reopens == 0 || ctx.Err() != nil {
		return false
	}
	b.reopens--
	at, staked := b.matched[id]
	return !staked || time.Since(at) >= types.LiveOffer/2
}

// beginMatch finds an opponent and begins to play the game.
func (b *robot) beginMatch(ctx context.Context) error {
	s, err := b.match(ctx)
	if err != nil {
		return err
	}
	_, err = b.beginWith(ctx, s)
	return err
}

// finish waits for the end of a number of games, and reports it.
func (b *robot) finish(ctx context.Context, begun int) error {
	var failures []error
	won := 0
	for left := begun; left > 0; left-- {
		p := <-b.over
		if errors.Is(p.err, duel.ErrNotJoined) && b.mayReopen(ctx, p.id) {
			b.Out.Note(text.NoneJoined, b.Out.Named(b.Me), p.id)
			if p.err = b.beginMatch(ctx); p.err == nil {
				left++
				continue
			}
		}
		if p.err != nil {
			failures = append(failures, session.InGame(p.id, p.err))
			if begun > 1 && ctx.Err() == nil {
				b.Out.Note(text.BotGaveUp, b.Out.Named(b.Me), p.id,
					env.Explain(p.err, text.Prompt{Command: b.Cmd.Name(), Me: b.Me, Game: p.id}))
			}
			continue
		}
		if seat, plays := look.SeatIn(p.result, b.Me); plays && p.result.Won(seat) {
			won++
		}
		if err := b.tellResult(p); err != nil {
			return err
		}
	}
	if len(failures) > 0 {
		if ctx.Err() != nil {
			return act.ErrStopped
		}
		if begun == 1 {
			return errors.Unwrap(failures[0])
		}
		return fmt.Errorf("%d of %d games not played to the end, the first of them: %w", len(failures), begun, failures[0])
	}
	if begun > 1 && !b.Out.JSON {
		b.Out.Text(text.BotScore, b.Out.Named(b.Me), begun, won)
	}
	return nil
}

// tellResult reports the end of a game.
func (b *robot) tellResult(p played) error {
	if b.Out.JSON {
		return b.Out.Message(&p.result)
	}
	b.Out.Text(text.GameIsOver, p.id, b.Voice().Result(p.result))
	for _, line := range look.Accounts(b.Cmd.Context(), b.Env, p.result) {
		b.Out.Text("%s", line)
	}
	return nil
}

// paced is a strategy that lets time go by before it chooses.
type paced struct {
	ctx      context.Context // a strategy takes none
	strategy bot.Strategy
	robot    *act.Robot
}

// Next implements bot.Strategy.
func (p *paced) Next(s game.State, me game.Seat) (game.Tile, error) {
	if err := p.robot.Pause(p.ctx); err != nil {
		return 0, err
	}
	return p.strategy.Next(s, me)
}

// StrategyFlag is the strategy for duels that --strategy names.
func StrategyFlag(cmd *cobra.Command) (bot.Strategy, error) { return act.StrategyOf(cmd, bot.New) }
