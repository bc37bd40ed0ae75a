package look

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
)

// show describes a game to a person, move by move.
type show struct {
	env     *env.Env
	screen  *watch.Screen
	players []string
	fleets  []game.Fleet
	shots   int
}

// newShow returns a show of a game between players.
func newShow(e *env.Env) *show {
	return &show{env: e, screen: watch.NewScreen(e.Out.Out, env.IsTerminal(e.Out.Out))}
}

// move shows one thing that happened, with the boards after it.
func (s *show) move(height int64, event game.Event, state game.State) {
	if line := s.line(height, event, state); line != "" {
		s.screen.Print(line, s.boards(state))
	}
}

// end shows the boards for the last time.
func (s *show) end(state game.State) { s.screen.End(s.boards(state)) }

// line describes an event, and notes what it shows. It is empty for a shot, which its answer names.
func (s *show) line(height int64, event game.Event, state game.State) string {
	switch e := event.(type) {
	case game.ShotAnswered:
		s.shots++
	case game.ClaimProven:
		s.reveal(e.By, e.Fleet)
	}
	v := text.Voice{Names: make(map[string]string)}
	for seat, address := range s.players {
		v.Names[text.Duelist(game.Seat(seat))] = s.env.Out.Names[address]
	}
	return v.Line(state.Ruleset, event, s.shots, height)
}

// reveal notes a fleet that was shown.
func (s *show) reveal(seat game.Seat, f game.Fleet) {
	if s.fleets == nil {
		s.fleets = make([]game.Fleet, len(s.players))
	}
	if int(seat) < len(s.fleets) {
		s.fleets[seat] = f
	}
}

// name is the name of the player of a seat: that of one of the own keys, else its role.
func (s *show) name(seat game.Seat) string {
	if int(seat) < len(s.players) {
		if name, ok := s.env.Out.Names[s.players[seat]]; ok {
			return name
		}
	}
	return seat.String()
}

// boards draws both boards, with the fleets that were shown.
func (s *show) boards(state game.State) string {
	var panels []Panel
	for seat := range state.Sides {
		p := Panel{Title: s.name(game.Seat(seat)), seat: game.Seat(seat)}
		if seat < len(s.fleets) {
			p.Fleet = s.fleets[seat]
		}
		panels = append(panels, p)
	}
	return strings.Join(drawPanels(state, panels...), "\n")
}

// cast prints the players.
func (s *show) cast(out io.Writer) {
	for seat, address := range s.players {
		_, _ = fmt.Fprintf(out, "%-8s %s\n", game.Seat(seat), s.env.Out.Named(address))
	}
}

// Wait lets time go by between two moves.
func Wait(ctx context.Context, delay time.Duration) error {
	if delay <= 0 {
		return ctx.Err()
	}
	return client.Pause(ctx, delay)
}
