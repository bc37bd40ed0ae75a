package live

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
)

// seaTick is how often a game at sea is looked at without a letter: the newest one goes out again then.
const seaTick = time.Second

// listen has letters of a game at sea wake the goroutine.
func (r *duelRunner) listen(ctx context.Context) {
	news := r.wallet.News()
	if news == nil || r.listens {
		return
	}
	r.listens = true
	r.seaLog = append(r.wallet.PastEvents(), r.seaLog...)
	r.backend.work.Go(func() {
		tick := time.NewTicker(seaTick)
		defer tick.Stop()
		for {
			select {
			case <-news:
			case <-tick.C:
			case <-ctx.Done():
				return
			}
			r.poke()
		}
	})
}

// tellLine says so while letters neither come nor go, unless there is something else to say.
func (r *duelRunner) tellLine() {
	var text string
	if err := r.wallet.Trouble(); err != nil && !errors.Is(err, relay.ErrConnecting) {
		text = err.Error()
	}
	if r.cutOff != "" && r.cutOff != text {
		r.unsay(r.cutOff)
	}
	r.cutOff = text
	r.backend.mu.Lock()
	silent := r.notice == ""
	r.backend.mu.Unlock()
	if text != "" && silent {
		r.say("%s", text)
	}
}

// log is what has happened in the game. What was said at sea stands between the join and what came ashore.
func (r *duelRunner) log(v session.View) []tui.Entry {
	log := slices.Clone(r.history.log)
	r.seaLog = append(r.seaLog, r.wallet.Events()...)
	if len(r.seaLog) == 0 {
		return log
	}
	at := 1 + slices.IndexFunc(log, func(e tui.Entry) bool { _, ok := e.Event.(game.Joined); return ok })
	told := make([]tui.Entry, len(r.seaLog))
	for i, event := range r.seaLog {
		told[i] = tui.Entry{Height: v.Game.JoinedHeight, Event: event}
	}
	return slices.Insert(log, at, told...)
}
