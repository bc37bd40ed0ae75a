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
			if r.poke(); r.ended() {
				return
			}
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

// log returns the events of the game.
func (r *duelRunner) log() []tui.Entry {
	r.channelLog = append(r.channelLog, r.wallet.Events()...)
	return wholeLog(r.history.log, r.channelLog)
}

// wholeLog returns the events of a game that was played off-chain between the join and its return on-chain. The chain
// repeats the last ones of those off-chain, such as a surrender, which are left out.
func wholeLog(chain []tui.Entry, offChain []game.Event) []tui.Entry {
	log := slices.Clone(chain)
	at := 1 + slices.IndexFunc(log, func(e tui.Entry) bool { _, ok := e.Event.(game.Joined); return ok })
	var entries []tui.Entry
	for _, event := range offChain {
		if !slices.ContainsFunc(log[at:], func(e tui.Entry) bool { return repeats(e.Event, event) }) {
			entries = append(entries, tui.Entry{Event: event})
		}
	}
	return slices.Insert(log, at, entries...)
}

// repeats reports whether an event on-chain is one that was off-chain before.
func repeats(chain, offChain game.Event) bool {
	switch e := offChain.(type) {
	case game.Conceded:
		return chain == offChain
	case game.ClaimOpened:
		opened, ok := chain.(game.ClaimOpened)
		opened.Deadline = e.Deadline
		return ok && opened == e
	}
	return false
}
