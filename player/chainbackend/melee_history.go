package chainbackend

import (
	"slices"

	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/chainbackend/feed"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeHistory is the known history of one melee.
type meleeHistory struct {
	// name returns the display name of an address.
	name func(address string) string
	log  []tui.MeleeEntry
	// replay rebuilds the melee from its events, and state is the latest state. lost reports whether the beginning is
	// unknown or an event did not fit.
	replay watch.MeleeReplay
	state  melee.State
	lost   bool
	over   *types.EventMeleeOver
	// isCancelled reports whether the melee ended before its first round.
	isCancelled bool
	fleets      map[melee.Seat]game.Fleet
}

// Forget implements feed.Reader.
func (h *meleeHistory) Forget() { h.lost = true }

// Whole implements feed.Reader.
func (h *meleeHistory) Whole() bool { return !h.lost }

// cancelled implements gameHistory.
func (h *meleeHistory) cancelled() bool { return h.isCancelled }

// Add implements feed.Reader.
func (h *meleeHistory) Add(one feed.Events) {
	for _, event := range one.Events {
		h.addEvent(one.Height, event)
	}
}

// addEvent adds an event.
func (h *meleeHistory) addEvent(height int64, event proto.Message) {
	switch e := event.(type) {
	case *types.EventMeleeOver:
		h.over = e
	case *types.EventMeleeCancelled:
		h.isCancelled = true
	}
	if h.lost {
		return
	}
	news, err := h.replay.Hear(height, event)
	if err != nil {
		h.lost = true
		return
	}
	h.state = news.State
	if proven, ok := news.Event.(melee.Proven); ok {
		if h.fleets == nil {
			h.fleets = make(map[melee.Seat]game.Fleet)
		}
		h.fleets[proven.By] = proven.Fleet
	}
	if news.Event == nil {
		return
	}
	entry := tui.MeleeEntry{Height: height, Event: news.Event}
	if e, ok := event.(interface{ GetPlayer() string }); ok && e.GetPlayer() != "" {
		entry.Player = h.name(e.GetPlayer())
	}
	h.log = append(h.log, entry)
}

// ended returns the latest state, and reports whether it is the final one of a complete history.
func (h *meleeHistory) ended() (melee.State, bool) { return h.state, !h.lost && h.state.Stage.Ended() }

// entries returns a copy of the log.
func (h *meleeHistory) entries() []tui.MeleeEntry { return slices.Clone(h.log) }
