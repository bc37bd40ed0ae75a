package look

import (
	"context"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxSilence is how long a watcher waits for a node that does not answer.
const maxSilence = 5 * time.Minute

// WatchCmd returns the command that follows a game.
func WatchCmd[K Kind](all []K) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "watch ID",
		Short: "Follow any game to its end, without a key",
		Long: `Shows a game from its opening on, and follows it to its end. It needs no key and sends nothing. On a terminal
the boards are redrawn in place. What happened before comes from the node's index of events. With --output json each
line is an object: an event, what is owed after it, and at the end how the game ended.`,
		Example: "battleshipd watch 4 --node tcp://localhost:26657",
		Args:    env.Exactly("ID"),
		RunE: env.OnGame(false, func(ctx context.Context, e *env.Env, id uint64, _ []string) error {
			ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			err := first(all, func(k K) error { return k.Watch(ctx, e, id) })
			if err != nil && ctx.Err() != nil {
				return text.WatchStopped(id)
			}
			return err
		}),
	}
	env.AddQueryFlags(cmd)
	return cmd
}

// Watch implements Kind.
func (Duels) Watch(ctx context.Context, e *env.Env, id uint64) error {
	node, err := e.Client.GetNode()
	if err != nil {
		return err
	}
	f, err := watch.Follow(ctx, node, e.Client.TxConfig.TxDecoder(), id, client.DefaultPoll)
	if err != nil {
		return err
	}
	if f.Over() {
		e.Out.Note(text.ReplaysVerified, id, id)
	}
	hear := shown(e, id)
	if e.Out.JSON {
		hear = eventPrinter(e, id)
	}
	return Follow(ctx, e, f.Next, func(news watch.News) (bool, error) { return hear(news, f.Players()) })
}

// Follow prints the news of a game until the last. It outlasts a node that does not answer for a while.
func Follow[N any](
	ctx context.Context, e *env.Env, next func(context.Context) (N, error), hear func(N) (bool, error),
) error {
	for silent := (time.Time{}); ; {
		news, err := next(ctx)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil && (silent.IsZero() || time.Since(silent) < maxSilence):
			if silent.IsZero() {
				silent = time.Now()
				e.Out.Note(text.NodeAsked, env.Explain(client.OfNode(e.Client.NodeURI, err), text.Prompt{}))
			}
			_ = e.Chain.Sleep(ctx) // the next round returns its error
			continue
		case err != nil:
			return client.OfNode(e.Client.NodeURI, err)
		}
		silent = time.Time{}
		if over, err := hear(news); over || err != nil {
			return err
		}
	}
}

// shown returns what shows a person the news of a game, and reports whether they were the last.
func shown(e *env.Env, id uint64) func(news watch.News, players []string) (bool, error) {
	s := newShow(e)
	return func(news watch.News, players []string) (bool, error) {
		s.players = players
		if over, ok := news.Event.(game.Over); ok && news.Fleet != nil {
			s.reveal(over.Winner, news.Fleet)
		}
		if news.Opened || news.Event != nil {
			s.move(news.Height, news.Event, news.State)
		}
		if joined, ok := news.Message.(*types.EventGameJoined); ok && joined.ChannelTimeout > 0 {
			e.Out.Note(text.WatchOffChain, joined.ChannelTimeout)
		}
		switch over := news.Event.(type) {
		case game.Over:
			s.end(news.State)
			e.Out.Text(text.WatchedToEnd, id, e.Voice().Result(*news.Result), id)
			return true, nil
		case game.Cancelled:
			e.Out.Text("\n"+text.GameIsOver, id, text.Cancelled(over.Cause))
			return true, nil
		}
		return false, nil
	}
}

// eventPrinter returns a function that prints the news of a game for a program and reports whether they were the last.
func eventPrinter(e *env.Env, id uint64) func(news watch.News, players []string) (bool, error) {
	t := EventPrinter{out: e.Out, gameID: id}
	fleets := make([]game.Fleet, 2)
	return func(news watch.News, players []string) (bool, error) {
		t.Players = players
		if err := t.event(news.Height, news.Message, news.State); err != nil {
			return false, err
		}
		var f finished
		switch event := news.Event.(type) {
		case game.ClaimProven:
			fleets[event.By] = event.Fleet
			return false, nil
		case game.Over:
			if news.Fleet != nil {
				fleets[event.Winner] = news.Fleet
			}
			raw, err := e.Out.Raw(news.Result)
			if err != nil {
				return false, err
			}
			f.Result = raw
		case game.Cancelled:
		default:
			return false, nil
		}
		return true, t.end(f, news.State, fleets)
	}
}
