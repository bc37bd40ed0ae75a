package chainbackend

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// channelTick is how often an off-chain game is read without an update: the newest state is then sent again.
const channelTick = time.Second

// listen lets updates of an off-chain game wake the goroutine.
func (r *duelRunner) listen(ctx context.Context) {
	news := r.wallet.News()
	if news == nil || r.listens {
		return
	}
	r.listens = true
	r.channelLog = append(r.wallet.PastEvents(), r.channelLog...)
	r.backend.work.Go(func() {
		tick := time.NewTicker(channelTick)
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

// askPresence asks the player's own relay about the creators of games, at most relay.MaxAsked. Those that use other
// relays are not shown.
func (b *Backend) askPresence(games []types.OpenGame) {
	if b.presence != nil {
		b.presence.Ask(duel.CreatorKeys(games, b.key.Address.String())...)
	}
}

// showRelayTrouble shows a notice while the relay fails, unless there is another notice.
func (r *duelRunner) showRelayTrouble() {
	notice := ""
	if err := r.wallet.Trouble(); err != nil && !errors.Is(err, relay.ErrConnecting) {
		notice = err.Error()
	}
	if r.relayNotice != "" && r.relayNotice != notice {
		r.unsay(r.relayNotice)
	}
	r.relayNotice = notice
	r.backend.mu.Lock()
	silent := r.notice == ""
	r.backend.mu.Unlock()
	if notice != "" && silent {
		r.say(notice)
	}
}

// log returns the events of the game. The off-chain ones are between the join and those after the return on-chain.
func (r *duelRunner) log() []tui.Entry {
	log := slices.Clone(r.history.log)
	r.channelLog = append(r.channelLog, r.wallet.Events()...)
	at := 1 + slices.IndexFunc(log, func(e tui.Entry) bool { _, ok := e.Event.(game.Joined); return ok })
	var joined int64
	if at > 0 {
		joined = log[at-1].Height
	}
	entries := make([]tui.Entry, len(r.channelLog))
	for i, event := range r.channelLog {
		entries[i] = tui.Entry{Height: joined, Event: event}
	}
	return slices.Insert(log, at, entries...)
}
