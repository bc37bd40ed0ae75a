package duel

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// ReplayKeys are the keys of a replay.
var ReplayKeys = struct{ Before, After, First, Last, Play, Back key.Binding }{
	Before: tui.Bind("left", "shot before", "left"),
	After:  tui.Bind("right", "next shot", "right"),
	First:  tui.Bind("home", "first shot", "home", "up"),
	Last:   tui.Bind("end", "last shot", "end", "down"),
	Play:   tui.Bind("space", "play or pause", "space", "enter"),
	Back:   tui.Bind("esc", "back", "esc", "q", "Q", "w", "W"),
}

// stepping is the state of a replay.
type stepping struct {
	// on reports whether the game is replayed, once it is there.
	on bool
	// shots is the number of shots that are shown.
	shots int
	// runs reports whether the next shot is shown by itself.
	runs bool
}

// Replay returns the screen of an ended duel, which is replayed from its first shot on.
func Replay(id uint64) Screen {
	s := New(id, nil)
	s.replay.on = true
	return s
}

// replayed returns an ended duel as it was after some shots. Its end is kept.
func replayed(g tui.Game, shots int) tui.Game {
	sides := [2]game.Side{}
	for i, entry := range g.Log {
		if _, next := entry.Event.(game.ShotFired); next && shots == 0 {
			g.Log = g.Log[:i]
			break
		}
		a, ok := entry.Event.(game.ShotAnswered)
		if !ok {
			continue
		}
		shots--
		side := &sides[a.By]
		if side.Answered = side.Answered.With(a.Tile); a.Hit {
			side.Hits = side.Hits.With(a.Tile)
		}
		if a.Sunk != nil {
			side.Sunk = append(side.Sunk, *a.Sunk)
		}
	}
	g.State.Sides, g.Coins = sides, nil
	return g
}

// replaying returns the story of the duel if it is replayed.
func (s Screen) replaying(g tui.Game) (shots int, ok bool) {
	story, whole := told(g)
	return story.Shots[0] + story.Shots[1], s.replay.on && whole
}

// replayHints are the keys of a replay. It plays by itself only where the screens can wait.
func replayHints(w *tui.World) []key.Binding {
	k := ReplayKeys
	k.Play.SetEnabled(w.Wait != nil)
	return []key.Binding{k.Before, k.After, k.Play, k.Back, k.First, k.Last}
}

// pressReplay takes a key of a replay.
func (s Screen) pressReplay(w *tui.World, k tea.KeyPressMsg, shots int) (tui.Screen, tea.Cmd) {
	runs := s.replay.runs
	s.replay.runs = false
	switch r := ReplayKeys; {
	case key.Matches(k, r.Before):
		s.replay.shots = max(s.replay.shots-1, 0)
	case key.Matches(k, r.After):
		s.replay.shots = min(s.replay.shots+1, shots)
	case key.Matches(k, r.First):
		s.replay.shots = 0
	case key.Matches(k, r.Last):
		s.replay.shots = shots
	case key.Matches(k, r.Play) && !runs && w.Wait != nil:
		if s.replay.shots == shots {
			s.replay.shots = 0
		}
		s.replay.runs = true
		return s, w.NextBeat()
	case key.Matches(k, r.Back):
		s.replay = stepping{}
	}
	return s, nil
}

// beat shows the next shot of a replay that plays by itself.
func (s Screen) beat(w *tui.World) (tui.Screen, tea.Cmd) {
	g, ok := s.game(w)
	shots, replays := s.replaying(g)
	if !ok || !replays || !s.replay.runs {
		return s, nil
	}
	if s.replay.shots++; s.replay.shots >= shots {
		s.replay.shots, s.replay.runs = shots, false
		return s, nil
	}
	return s, w.NextBeat()
}

// drawReplayed draws the headline of a replay: the number of the last shot, and its answer.
func (s Screen) drawReplayed(g tui.Game, shots int, r canvas.Region) {
	r.Put(0, 0, text.Sentence(text.ReplayAt(s.replay.shots, shots)), canvas.Strong)
	for i := len(g.Log) - 1; i >= 0; i-- {
		if a, ok := g.Log[i].Event.(game.ShotAnswered); ok {
			r.Put(0, 1, text.Sentence(voice(g).Event(g.State.Ruleset, a)), logPaint(g, a))
			return
		}
	}
}
