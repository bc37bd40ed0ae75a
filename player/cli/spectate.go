package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/watch"
)

// show tells a game to a person, move by move.
type show struct {
	env     *env
	screen  *watch.Screen
	players []string
	fleets  []game.Fleet
	shots   int
}

// newShow returns a show of a game between players.
func (e *env) newShow() *show {
	return &show{env: e, screen: watch.NewScreen(e.out.out, isTerminal(e.out.out))}
}

// move shows one thing that happened, with the boards after it.
func (s *show) move(height int64, event game.Event, state game.State) {
	if line := s.line(height, event, state); line != "" {
		s.screen.Print(line, s.boards(state))
	}
}

// end shows the boards for the last time.
func (s *show) end(state game.State) { s.screen.End(s.boards(state)) }

// line returns an event in words; nothing for those that only follow from others.
func (s *show) line(height int64, event game.Event, state game.State) string {
	r := state.Ruleset
	row := func(number, who, what, outcome string) string {
		return fmt.Sprintf("%4s  %-8s %-4s %-34s block %d", number, who, what, outcome, height)
	}
	switch e := event.(type) {
	case nil:
		return row("", s.name(game.Creator), "", "opens the game")
	case game.Joined:
		return row("", s.name(game.Joiner), "", "joins")
	case game.TossOpened:
		return row("", s.name(e.First), "", "shoots first")
	case game.ShotAnswered:
		s.shots++
		return row(strconv.Itoa(s.shots), s.name(e.By.Other()), r.TileName(e.Tile),
			session.Verdict(r, game.Answer{Hit: e.Hit, Sunk: e.Sunk}))
	case game.Conceded:
		return row("", s.name(e.By), "", "gives up")
	case game.Challenged:
		return row("", s.name(e.By), "", "demands the opponent's proof")
	case game.DeadlinePassed:
		return row("", s.name(e.By), "", "has let the time pass for the "+e.Obligation.String())
	case game.ClaimOpened:
		return row("", s.name(e.Claimant), "", "must prove its board: "+e.Reason.String())
	case game.ClaimProven:
		s.reveal(e.By, e.Fleet)
		return row("", s.name(e.By), "", "has proven its board")
	case game.Withdrawn:
		return row("", s.name(game.Creator), "", "takes the game back")
	case game.Over:
		if !e.HasWinner {
			return row("", "nobody", "", "wins: "+e.Reason.String())
		}
		if !state.Claims() {
			return row("", s.name(e.Winner), "", "wins: "+e.Reason.String())
		}
		return row("", s.name(e.Winner), "", "has proven its board and wins: "+e.Reason.String())
	case game.Cancelled:
		return row("", "nobody", "", "has played: "+e.Cause.String())
	}
	return ""
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

// name is what a person calls the player of a seat: one of the own keys by name, else by its role.
func (s *show) name(seat game.Seat) string {
	if int(seat) < len(s.players) {
		if name, ok := s.env.out.names[s.players[seat]]; ok {
			return name
		}
	}
	return seat.String()
}

// boards draws both boards, with the fleets that were shown.
func (s *show) boards(state game.State) string {
	var panels []panel
	for seat := range state.Sides {
		p := panel{title: s.name(game.Seat(seat)), seat: game.Seat(seat)}
		if seat < len(s.fleets) {
			p.fleet = s.fleets[seat]
		}
		panels = append(panels, p)
	}
	text := ""
	for i, line := range drawPanels(state, panels...) {
		if i > 0 {
			text += "\n"
		}
		text += line
	}
	return text
}

// cast says who plays.
func (s *show) cast(out io.Writer) {
	for seat, address := range s.players {
		_, _ = fmt.Fprintf(out, "%-8s %s\n", game.Seat(seat), s.env.out.named(address))
	}
}

// wait lets time go by between two moves.
func wait(ctx context.Context, delay time.Duration) error {
	if delay <= 0 {
		return ctx.Err()
	}
	return client.Pause(ctx, delay)
}
