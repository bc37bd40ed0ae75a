package core

import (
	"encoding/json"
	"strconv"
	"strings"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// TypedAttributes returns a typed event as sdk.TypedEventToEvent does, byte for byte. That marshals the event to JSON
// by reflection and parses it again, which takes as long as the rest of a move. So the events of moves, which are flat,
// are written as they are.
func TypedAttributes(event proto.Message) (sdk.Event, error) {
	var w attributeWriter
	switch e := event.(type) {
	case *types.EventTossOpened:
		w.json("first", seatJSON(e.First)).number("game_id", e.GameId)
	case *types.EventShotFired:
		w.number("game_id", e.GameId).text("player", e.Player).text("target", e.Target)
	case *types.EventShotAnswered:
		w.number("game_id", e.GameId).json("hit", strconv.FormatBool(e.Hit)).text("player", e.Player)
		w.json("sunk", shipJSON(e.Sunk)).text("target", e.Target)
	default:
		return sdk.TypedEventToEvent(event)
	}
	return sdk.Event{Type: proto.MessageName(event), Attributes: w}, nil
}

// shipJSON returns a ship as JSON, null for none.
func shipJSON(ship *types.Ship) string {
	if ship == nil {
		return "null"
	}
	return `{"class":` + quote(ship.Class) + `,"placement":` + quote(ship.Placement) + `}`
}

// seatJSON returns a seat as JSON: its name, or its number if it has none.
func seatJSON(seat types.Seat) string {
	if _, err := seat.Parse(); err != nil && seat != types.SEAT_UNSPECIFIED {
		return strconv.Itoa(int(seat))
	}
	return quote(seat.String())
}

// attributeWriter writes attributes. They come in the order of their keys.
type attributeWriter []abci.EventAttribute

func (w *attributeWriter) json(key, value string) *attributeWriter {
	*w = append(*w, abci.EventAttribute{Key: key, Value: value})
	return w
}

func (w *attributeWriter) text(key, value string) *attributeWriter { return w.json(key, quote(value)) }

// number writes a number of 64 bits, which is a string in JSON.
func (w *attributeWriter) number(key string, value uint64) *attributeWriter {
	return w.json(key, `"`+strconv.FormatUint(value, 10)+`"`)
}

// quote returns a text as a JSON string.
func quote(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool {
		return r < ' ' || r > '~' || strings.ContainsRune(`"\<>&`, r)
	}) {
		return `"` + s + `"`
	}
	bz, err := json.Marshal(s)
	if err != nil {
		// A string can always be marshalled.
		return `""`
	}
	return string(bz)
}
