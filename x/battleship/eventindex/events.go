package eventindex

import (
	"fmt"
	"slices"
	"strings"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// eventPrefix starts the type of every typed event of the module.
var eventPrefix = strings.TrimSuffix(proto.MessageName(&types.EventGameCreated{}), "EventGameCreated")

// overEvents are the types of the events with which a duel and a melee end.
var overEvents = []string{
	proto.MessageName(&types.EventGameOver{}), proto.MessageName(&types.EventMeleeOver{}),
}

// ownAttributes are what baseapp adds to an event: they are no fields of it.
var ownAttributes = []string{"mode", "msg_index"}

// Typed decodes the module's events among others.
func Typed(events []abci.Event) ([]proto.Message, error) {
	var out []proto.Message
	for _, e := range events {
		if !strings.HasPrefix(e.Type, eventPrefix) {
			continue
		}
		e.Attributes = slices.DeleteFunc(slices.Clone(e.Attributes), func(a abci.EventAttribute) bool {
			return slices.Contains(ownAttributes, a.Key)
		})
		message, err := sdk.ParseTypedEvent(e)
		if err != nil {
			return nil, fmt.Errorf("event %s: %w", e.Type, err)
		}
		out = append(out, message)
	}
	return out, nil
}

// About returns the events of a game, in the memory of all of them.
func About(events []proto.Message, gameID uint64) []proto.Message {
	return slices.DeleteFunc(events, func(event proto.Message) bool {
		of, ok := event.(types.GameEvent)
		return !ok || of.GetGameId() != gameID
	})
}

// PlaceOf returns the seat that a player had in a melee from its first round on, and whether it had one.
func PlaceOf(r types.MeleeResult, player string) (melee.Seat, bool) {
	for seat, place := range r.Places {
		if place.Player == player && place.Rank > 0 {
			return melee.Seat(seat), true
		}
	}
	return 0, false
}
