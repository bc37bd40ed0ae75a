package chainbackend

import (
	"slices"

	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend/feed"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// history is the known history of one duel.
type history struct {
	// me is the player's address.
	me     string
	log    []tui.Entry
	replay *replay.Duel // nil if the beginning is not known, or it did not fit
	// rules are the ruleset of the game. They are nil until they are known.
	rules *game.Ruleset
	// players are the addresses by seat.
	players [types.PlayersPerGame]string
	created *types.EventGameCreated
	over    *types.EventGameOver
	fleets  [types.PlayersPerGame]game.Fleet
	// bots are the fees that the player has paid for the transactions of its own bot.
	bots feed.Spent
	// cause is why the game was cancelled before it was joined, if it was.
	cause game.CancelCause
}

// Forget implements feed.Reader.
func (h *history) Forget() { h.replay = nil }

// Whole implements feed.Reader.
func (h *history) Whole() bool { return h.replay != nil }

// cancelled implements gameHistory.
func (h *history) cancelled() bool { return h.cause != 0 }

// Add implements feed.Reader.
func (h *history) Add(one feed.Events) {
	for _, event := range one.Events {
		h.addEvent(one.Height, event)
	}
	// A delegate has no seat.
	if len(one.Events) > 0 && one.Fee.Payer == h.me && one.Fee.Grantee != "" &&
		slices.Contains(h.players[:], one.Fee.Grantee) {
		h.bots.Add(one.Fee.Coins)
	}
}

// addEvent adds an event.
func (h *history) addEvent(height int64, event proto.Message) {
	switch e := event.(type) {
	case *types.EventGameCreated:
		h.players[game.Creator], h.created = e.Creator, e
		h.rules, _ = types.RulesetByID(e.RulesetId)
		h.replay, _ = replay.NewDuel(e, height) // without it the end is that of the result
		return
	case *types.EventGameJoined:
		h.players[game.Joiner] = e.Joiner
	case *types.EventGameOver:
		h.over = e
	case *types.EventGameCancelled:
		h.cause = game.CancelCause(e.Cause)
	}
	if h.replay != nil && h.replay.Apply(event, height) != nil {
		h.replay = nil
	}
	if translated := h.translate(event); translated != nil {
		h.log = append(h.log, tui.Entry{Height: height, Event: translated})
	}
}

// translate returns an event in terms of the rules, and notes the fleet that it reveals. It returns nil if the event
// does not change the game, or cannot be read.
func (h *history) translate(event proto.Message) game.Event {
	if h.rules == nil {
		return nil
	}
	translated := replay.ParseEvent(h.rules, h.players[:], event)
	switch e := translated.(type) {
	case game.ClaimProven:
		h.show(e.By, e.Fleet)
	case game.Over:
		if fleet, err := h.rules.ParseFleet(h.over.Fleet); e.HasWinner && err == nil {
			h.show(e.Winner, fleet)
		}
	}
	return translated
}

// show notes a proven fleet.
func (h *history) show(seat game.Seat, fleet game.Fleet) {
	if fleet != nil && int(seat) < len(h.fleets) {
		h.fleets[seat] = fleet
	}
}
