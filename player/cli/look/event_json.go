package look

import (
	"encoding/json"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// eventJSON is an event of a game for a program: the module's event of that name with its fields, and the next action.
type eventJSON struct {
	GameID uint64 `json:"game_id,string"`
	Height int64  `json:"height,string"`
	Event  string `json:"event"`

	RulesetID uint32      `json:"ruleset_id,omitempty"`
	Creator   string      `json:"creator,omitempty"`
	Joiner    string      `json:"joiner,omitempty"`
	First     string      `json:"first,omitempty"`
	Player    string      `json:"player,omitempty"`
	Claimant  string      `json:"claimant,omitempty"`
	Target    string      `json:"target,omitempty"`
	Hit       *bool       `json:"hit,omitempty"`
	Sunk      *types.Ship `json:"sunk,omitempty"`
	// Obligation is the missed obligation.
	Obligation string `json:"obligation,omitempty"`
	Reason     string `json:"reason,omitempty"`
	Second     bool   `json:"second,omitempty"`
	Deadline   int64  `json:"deadline,omitempty,string"`
	Fleet      string `json:"fleet,omitempty"`
	Cause      string `json:"cause,omitempty"`
	// Winner is the winner's address, if there is one.
	Winner string `json:"winner,omitempty"`

	Next NextAction `json:"next"`
}

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

// move prints an event. The event is nil for the opening.
func (t EventPrinter) move(height int64, event game.Event, state game.State) error {
	line := eventJSON{GameID: t.gameID, Height: height, Next: t.Next(state)}
	r := state.Ruleset
	switch e := event.(type) {
	case nil:
		line.Event, line.RulesetID, line.Creator = "EventGameCreated", r.ID, t.player(game.Creator)
	case game.Joined:
		line.Event, line.Creator, line.Joiner = "EventGameJoined", t.player(game.Creator), t.player(game.Joiner)
	case game.TossOpened:
		line.Event, line.First = "EventTossOpened", t.player(e.First)
	case game.ShotFired:
		line.Event, line.Player, line.Target = "EventShotFired", t.player(e.By), r.TileName(e.Tile)
	case game.ShotAnswered:
		line.Event, line.Player, line.Target = "EventShotAnswered", t.player(e.By), r.TileName(e.Tile)
		line.Hit = &e.Hit
		if e.Sunk != nil {
			line.Sunk = types.NewShip(r, *e.Sunk)
		}
	case game.Conceded:
		line.Event, line.Player = "EventConceded", t.player(e.By)
	case game.Challenged:
		line.Event, line.Player = "EventChallenged", t.player(e.By)
	case game.DeadlinePassed:
		line.Event, line.Player = "EventDeadlinePassed", t.player(e.By)
		line.Obligation = types.Obligation(e.Obligation).String()
	case game.ClaimOpened:
		line.Event, line.Claimant, line.Second = "EventClaimOpened", t.player(e.Claimant), e.Second
		line.Reason, line.Deadline = types.Reason(e.Reason).String(), e.Deadline
	case game.ClaimProven:
		line.Event, line.Player, line.Fleet = "EventClaimProven", t.player(e.By), r.FleetString(e.Fleet)
	case game.Withdrawn:
		line.Event, line.Creator, line.Deadline = "EventGameWithdrawn", t.player(game.Creator), e.Deadline
	case game.Over:
		line.Event, line.Reason = "EventGameOver", types.Reason(e.Reason).String()
		if e.HasWinner {
			line.Winner = t.player(e.Winner)
		}
	case game.Cancelled:
		line.Event, line.Creator = "EventGameCancelled", t.player(game.Creator)
		line.Cause = types.CancelCause(e.Cause).String()
	}
	return t.out.Object(line)
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
