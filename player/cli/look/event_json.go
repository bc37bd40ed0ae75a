package look

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// NextAction is the next action, as the query returns it.
type NextAction struct {
	Phase      string `json:"phase"`
	Player     string `json:"player,omitempty"`
	Obligation string `json:"obligation,omitempty"`
	Target     string `json:"target,omitempty"`
	Deadline   int64  `json:"deadline,omitempty,string"`
}

// EventPrinter prints a game for a program, one object on each line.
type EventPrinter struct {
	out     env.Printer
	gameID  uint64
	Players []string
}

// event prints a typed event, and the state after it.
func (t EventPrinter) event(height int64, event proto.Message, state game.State) error {
	return PrintEvent(t.out, height, event, t.Next(state))
}

// move prints an event of the rules as the chain does. A record has the moves alone: of the opening, the join and the
// end it knows fewer fields than the chain. The event is nil for the opening.
func (t EventPrinter) move(height int64, event game.Event, state game.State) error {
	fields := map[string]any{"game_id": fmt.Sprint(t.gameID)}
	var typed proto.Message
	switch e := event.(type) {
	case nil:
		typed = new(types.EventGameCreated)
		fields["creator"], fields["ruleset_id"] = t.player(game.Creator), state.Ruleset.ID
	case game.Joined:
		typed = new(types.EventGameJoined)
		fields["creator"], fields["joiner"] = t.player(game.Creator), t.player(game.Joiner)
	case game.Over:
		typed = new(types.EventGameOver)
		result := map[string]any{"players": t.Players, "reason": types.Reason(e.Reason).String()}
		if e.HasWinner {
			result["winner"] = types.SeatOf(e.Winner).String()
		}
		fields["result"] = result
	default:
		return t.event(height, types.NewEvent(t.gameID, state.Ruleset, t.player, event), state)
	}
	return printFields(t.out, height, typed, fields, t.Next(state))
}

// PrintEvent prints a typed event as an object on a line: its fields, its name, its block, and the next action.
func PrintEvent(out env.Printer, height int64, event proto.Message, next any) error {
	raw, err := out.Raw(event)
	if err != nil {
		return err
	}
	fields := make(map[string]any)
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	return printFields(out, height, event, fields, next)
}

// printFields prints fields of a typed event, with its name, its block and the next action.
func printFields(out env.Printer, height int64, event proto.Message, fields map[string]any, next any) error {
	name := proto.MessageName(event)
	fields["event"], fields["height"], fields["next"] = name[strings.LastIndexByte(name, '.')+1:], fmt.Sprint(height), next
	return out.Object(fields)
}

// Next is the next action in a state.
func (t EventPrinter) Next(s game.State) NextAction {
	n := NextAction{Phase: types.Phase(s.Phase).String(), Deadline: s.Deadline}
	if s.Phase.Ended() {
		n.Deadline = 0
	}
	if s.Owes != game.OwesNothing {
		n.Player, n.Obligation = t.player(s.Actor), types.Obligation(s.Owes).String()
	}
	if s.HasPending {
		n.Target = s.Ruleset.TileName(s.Pending)
	}
	return n
}

// player is the address of a seat.
func (t EventPrinter) player(seat game.Seat) string {
	if int(seat) < len(t.Players) {
		return t.Players[seat]
	}
	return ""
}

// finished is the last object about a game that ended.
type finished struct {
	GameID  uint64   `json:"game_id,string"`
	Players []string `json:"players"`
	// Fleets are the published fleets, by seat. A hidden one is empty.
	Fleets []string `json:"fleets"`
	// ChainID, Ending, Txs and Granted are those of a record that was verified.
	ChainID string         `json:"chain_id,omitempty"`
	Ending  *record.Ending `json:"ending,omitempty"`
	Txs     int            `json:"txs,omitempty"`
	Granted int            `json:"granted,omitempty"`
	// Result is the chain's, of a game that was watched.
	Result json.RawMessage `json:"result,omitempty"`
}

// end prints the end of a game.
func (t EventPrinter) end(f finished, state game.State, fleets []game.Fleet) error {
	f.GameID, f.Players, f.Fleets = t.gameID, t.Players, make([]string, len(t.Players))
	for seat, fleet := range fleets {
		if seat < len(f.Fleets) && fleet != nil {
			f.Fleets[seat] = state.Ruleset.FleetString(fleet)
		}
	}
	return t.out.Object(f)
}

// Addresses are those of a game's players by seat.
func Addresses(g types.Game) []string {
	var all []string
	for _, p := range g.Participants {
		all = append(all, p.Address)
	}
	return all
}
