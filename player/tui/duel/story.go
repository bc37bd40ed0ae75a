package duel

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// Story has the figures of an ended duel. Counts are by the seat of the player who shot.
type Story struct {
	// Shots are the answered shots, Hits those that hit, and Runs the most hits in a row.
	Shots, Hits, Runs [2]int
	// Turn is the hit with which the winner took the lead in hits for good. It is nil if the winner does not lead at the
	// end, or there is none.
	Turn *TurningPoint
}

// TurningPoint is the hit after which the winner led for good.
type TurningPoint struct {
	Tile game.Tile
	// Shot is its number among the answered shots of both players, from 1.
	Shot int
}

// NewStory returns the story of a duel with a whole log and, if won, a winner.
func NewStory(log []tui.Entry, winner game.Seat, won bool) Story {
	var (
		s   Story
		run [2]int
	)
	for _, entry := range log {
		answer, ok := entry.Event.(game.ShotAnswered)
		if !ok {
			continue
		}
		by := answer.By.Other()
		s.Shots[by]++
		if run[by]++; !answer.Hit {
			run[by] = 0
			continue
		}
		s.Hits[by]++
		s.Runs[by] = max(s.Runs[by], run[by])
		switch leads := s.Hits[winner] > s.Hits[winner.Other()]; {
		case !won || !leads:
			s.Turn = nil
		case s.Turn == nil:
			s.Turn = &TurningPoint{Tile: answer.Tile, Shot: s.Shots[0] + s.Shots[1]}
		}
	}
	return s
}

// told returns the story of a duel that is over, if its log has it from the first shot on.
func told(g tui.Game) (Story, bool) {
	winner, won := g.State.Winner()
	s := NewStory(g.Log, winner, won)
	return s, g.State.Phase == game.PhaseOver && g.LogNote == "" && s.Shots != [2]int{}
}

const (
	// storyLabels and storyColumn are the widths of the columns of a story.
	storyLabels, storyColumn = 9, 8
	storyWidth               = storyLabels + 2*storyColumn
)

// drawStory draws the figures of both players in columns, and returns the line after them.
func drawStory(g tui.Game, s Story, r canvas.Region) int {
	seats := [2]game.Seat{g.Me, g.Me.Other()}
	y := 0
	row := func(label string, p canvas.Paint, cell func(game.Seat) string) {
		r.Put(0, y, label, p)
		for i, seat := range seats {
			r.Part(0, y, storyLabels+(i+1)*storyColumn, 1).PutRight(0, cell(seat), p)
		}
		y++
	}
	count := func(of [2]int) func(game.Seat) string {
		return func(seat game.Seat) string { return fmt.Sprint(of[seat]) }
	}
	row("Story", canvas.Strong, func(seat game.Seat) string { return tui.LogName(logName(g, seat), storyColumn-1) })
	row("Shots", canvas.Plain, count(s.Shots))
	row("Hits", canvas.Plain, func(seat game.Seat) string {
		return fmt.Sprintf("%d, %d%%", s.Hits[seat], 100*s.Hits[seat]/max(s.Shots[seat], 1))
	})
	row("Best run", canvas.Plain, count(s.Runs))
	if after := func(seat game.Seat) string { return g.Standings[seat].Rating }; after(0)+after(1) != "" {
		row("Rating", canvas.Plain, after)
	}
	if before := func(seat game.Seat) string { return g.Standings[seat].Before }; before(0)+before(1) != "" {
		row("before", canvas.Faint, before)
	}
	if s.Turn != nil {
		winner, _ := g.State.Winner()
		words := voice(g).TurningPoint(g.State.Ruleset, winner, s.Turn.Tile, s.Turn.Shot)
		y = r.PutWrapped(0, y, text.Sentence(words), canvas.Plain)
	}
	return y
}
