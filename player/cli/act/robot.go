package act

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Robot is the user's bot.
type Robot struct {
	*env.Env
	// Delay is how long it pauses before it chooses.
	Delay time.Duration
	// Held are the games that are played or were, by id, whose offers are withdrawn at the end.
	Held map[uint64]bool

	// many reports whether several games are played at a time, with one key.
	many bool
}

// NewRobot reads the flags of a bot that plays some games at a time.
func NewRobot(e *env.Env, games int) *Robot {
	b := &Robot{
		Env: e, Delay: env.ValueOf[time.Duration](e.Cmd.Flags(), look.FlagDelay),
		Held: make(map[uint64]bool), many: games > 1,
	}
	if b.many {
		b.Out.Out, b.Out.Err = &lockedWriter{to: b.Out.Out}, &lockedWriter{to: b.Out.Err}
		b.Client.Keyring = client.Locked(b.Client.Keyring)
	}
	return b
}

// Pause lets time go by before a choice.
func (b *Robot) Pause(ctx context.Context) error { return look.Wait(ctx, b.Delay) }

// lockedWriter takes one text at a time.
type lockedWriter struct {
	mu sync.Mutex
	to io.Writer
}

// Write implements io.Writer.
func (w *lockedWriter) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(text)
}

// Player is the user as a player of one game: with a client of its own, for games wait for each other's transactions.
func (b *Robot) Player(ctx context.Context) (session.Player, error) {
	p, err := b.UnaskedPlayer()
	if err != nil || !b.many {
		return p, err
	}
	o, err := env.SendOptions(b.Cmd, b.Client)
	if err != nil {
		return p, err
	}
	o.From, o.Unordered = b.Chain.Key().Name, true
	o.Notify = func(what string) { b.Out.Note("%s", what) }
	o.Say = env.Passing
	link := b.Link
	link.Keyring = b.Client.Keyring
	p.Chain, err = client.New(ctx, link, o)
	return p, err
}

// Observer reports on a game, with the names of player and game in each line.
func (b *Robot) Observer(kind text.Kind, id uint64) session.Observer {
	who := b.Out.Named(b.Me)
	var waited bool
	return session.Observer{
		Acted: func(d session.Done) {
			b.Out.Note("%s, %s %d, %s: %s.%s%s", who, kind, id, text.Place(d.Height), DoneText(b.Env, d), ProvenIn(d),
				PaidFor(d))
		},
		Waiting: func(next *types.QueryNextActionResponse) {
			if !waited { // later on, each act tells that the next is awaited
				b.Out.Note(text.BotPlays, who, kind, id, b.Voice().Next(next), id)
			}
			waited = true
		},
		Trouble: func(err error) {
			b.Out.Note("%s, %s %d: %s.", who, kind, id, Trouble(err, text.Prompt{Command: "bot", Me: b.Me, Game: id}))
		},
	}
}

// Trouble explains in one sentence the failure of a bot's move, and the time of the next try.
func Trouble(err error, p text.Prompt) string {
	var (
		paused *session.PausedError
		cutOff *duel.CutOffError
		unkept *duel.UnkeptError
	)
	switch {
	case errors.Is(err, session.ErrOtherProgram), errors.As(err, &cutOff), errors.As(err, &unkept):
		return err.Error()
	case errors.As(err, &paused):
		said := *paused
		said.Err = env.Explain(paused.Err, p)
		return said.Error()
	}
	return fmt.Sprintf(text.NotDone, env.Explain(err, p))
}

// ErrStopped means that the user has stopped a bot.
var ErrStopped error = text.BotStopped

// StrategyOf is the strategy that --strategy names, as the function makes it.
func StrategyOf[S any](cmd *cobra.Command, of func(string, bot.Intn) (S, error)) (none S, err error) {
	name := env.ValueOf[string](cmd.Flags(), env.FlagStrategy)
	intn, err := env.NewIntn()
	if cmd.Flags().Changed(env.FlagSeed) {
		intn = bot.Seeded(env.ValueOf[uint64](cmd.Flags(), env.FlagSeed))
	}
	if err != nil {
		return none, err
	}
	strategy, err := of(name, intn)
	if err != nil {
		return none, fmt.Errorf("--%s: %w", env.FlagStrategy, err)
	}
	return strategy, nil
}
