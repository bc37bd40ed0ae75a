package live

import (
	"slices"

	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeHistory is what has happened in one melee, as far as it is known.
type meleeHistory struct {
	// name is how an address is shown.
	name func(address string) string
	log  []tui.MeleeEntry
	// replay rebuilds the melee from what the node tells, state is the melee then, and lost tells that the beginning is
	// not known, or did not fit.
	replay watch.MeleeReplay
	state  melee.State
	lost   bool
	over   *types.EventMeleeOver
	// isCancelled tells that it ended before its first round.
	isCancelled bool
	fleets      map[melee.Seat]game.Fleet
}

// forget implements reader.
func (h *meleeHistory) forget() { h.lost = true }

// whole implements reader.
func (h *meleeHistory) whole() bool { return !h.lost }

// cancelled implements reader.
func (h *meleeHistory) cancelled() bool { return h.isCancelled }

// add implements reader.
func (h *meleeHistory) add(one happened) {
	for _, event := range one.events {
		h.tell(one.height, event)
	}
}

// tell adds an event.
func (h *meleeHistory) tell(height int64, event proto.Message) {
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

// ended is the melee as it was when it ended, if all that has happened is known.
func (h *meleeHistory) ended() (melee.State, bool) { return h.state, !h.lost && h.state.Stage.Ended() }

// told is the log, which the screens may keep.
func (h *meleeHistory) told() []tui.MeleeEntry { return slices.Clone(h.log) }
