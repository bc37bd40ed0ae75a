package tui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// Controls are the state of the player's input in a game: the aim, the open question, and the pending acts.
type Controls struct {
	ID uint64
	// Aim is where the player aims; it is set once the board is known.
	Aim   Cursor
	isSet bool
	// Sent is the tile that was shot at or aimed at, while the backend has not said what became of it.
	Sent   game.Tile
	IsSent bool
	// Question is the act that the player is asked about.
	Question Act
	// Busy reports whether an act without a tile is pending.
	Busy bool
}

// Hints are the keys that matter most: those that choose a tile, if one can be, and those of other acts.
func (c Controls) Hints(choose []key.Binding, acts ...key.Binding) []key.Binding {
	switch {
	case c.Question != nil:
		return []key.Binding{KeyYes, KeyNo}
	case c.Aim.typed != "":
		return append(choose, GameKeys.Erase, GameKeys.Clear)
	default:
		return append(choose, acts...)
	}
}

// Progress is the line about the last transaction of the game. Without details that is a problem, or an act other than
// a move: the result of a move is on the boards.
func (c Controls) Progress(w *World, t text.Transaction) (string, canvas.Paint) {
	words, p := Progress(t)
	switch t.Stage {
	case text.StageIncluded:
		if !w.Details {
			return "", canvas.Plain
		}
		return text.Sentence(t.Details()), p
	case text.StageSigning, text.StageSent:
		if !w.Details && !c.Busy {
			return "", canvas.Plain
		}
	case text.StageNone, text.StageBidding, text.StageRetrying, text.StageFailed:
	}
	return words, p
}

// Press takes a key that answers a question or types the name of a tile, and reports whether it is one. Done is the key
// that sends the tile.
func (c Controls) Press(w *World, k tea.KeyPressMsg, done key.Binding) (next Controls, cmd tea.Cmd, taken bool) {
	if c.Question != nil {
		next, cmd = c.answered(w, k)
		return next, cmd, true
	}
	if c.Aim.typed == "" && key.Matches(k, GameKeys.Details) {
		w.Details = !w.Details
		return c, nil, true
	}
	next, taken = c.typed(k, done)
	return next, nil, taken
}

// typed takes a key while the name of a tile is typed, whatever else its letter does, and reports whether it has.
func (c Controls) typed(k tea.KeyPressMsg, done key.Binding) (Controls, bool) {
	switch {
	case c.Aim.typed == "":
		return c, false
	case key.Matches(k, GameKeys.Clear):
		c.Aim = c.Aim.cleared()
	case key.Matches(k, GameKeys.Erase):
		c.Aim = c.Aim.erased()
	case !key.Matches(k, done) && k.Key().Text != "":
		c.Aim = c.Aim.written(k.Key().Text)
	default:
		return c, false
	}
	return c, true
}

// Clicked aims at the tile of a board on which there was a click, and reports whether it has.
func (c Controls) Clicked(b canvas.Board, x, y int, button tea.MouseButton) (Controls, bool) {
	tile, ok := b.TileAt(x, y)
	if !ok || button != tea.MouseLeft || c.Question != nil {
		return c, false
	}
	c.Aim = c.Aim.At(tile)
	return c, true
}

// Chosen is the target, if the controls allow it; otherwise it notifies the player of the reason.
func (c Controls) Chosen(w *World, r *game.Ruleset, words text.Aiming) (game.Tile, bool) {
	tile, ok := c.Aim.Target(r)
	switch {
	case c.Aim.unfinished(r):
		w.Tell(text.Sentence(text.RowMissing(c.Aim.typed)))
	case !ok:
		w.Tell(c.Aim.wrong(r))
	case c.IsSent:
		w.Tell(text.Sentence(words.OnItsWay(r.TileName(c.Sent))))
	default:
		return tile, true
	}
	return 0, false
}

// Do does an act, at a tile or without one.
func (c Controls) Do(w *World, act Act) (Controls, tea.Cmd) {
	if tile, ok := TileOf(act); ok {
		c.Aim, c.Sent, c.IsSent = c.Aim.At(tile), tile, true
	} else {
		c.Busy = true
	}
	return c, w.Do(c.ID, act)
}

// Waits reports whether another act is pending, and notifies the player.
func (c Controls) Waits(w *World) bool {
	if c.Busy {
		w.Tell(text.StillOnItsWay)
	}
	return c.Busy
}

// ask asks about an act, unless another one is on its way.
func (c Controls) ask(w *World, act Act) Controls {
	if !c.Waits(w) {
		c.Question = act
	}
	return c
}

// Choice is an act that the player is asked about, and its key.
type Choice struct {
	Key key.Binding
	Act Act
}

// AskFor asks about the act of a key.
func (c Controls) AskFor(w *World, k tea.KeyPressMsg, choices []Choice) Controls {
	for _, one := range choices {
		if key.Matches(k, one.Key) {
			return c.ask(w, one.Act)
		}
	}
	return c
}

// Asked is the question to the player, with the risk. It is empty if there is none.
func (c Controls) Asked(risks Risks) string {
	if c.Question == nil {
		return ""
	}
	return text.Voice{}.Ask(text.Intent{Act: c.Question.act()}, risks[c.Question])
}

// answered takes a key as the answer to the question, and does the act if that is meant.
func (c Controls) answered(w *World, k tea.KeyPressMsg) (Controls, tea.Cmd) {
	act := c.Question
	switch {
	case key.Matches(k, KeyYes):
		c.Question = nil
		return c.Do(w, act)
	case key.Matches(k, KeyNo):
		c.Question = nil
	default:
		w.Tell(text.PressYesOrNo)
	}
	return c, nil
}

// Left goes to the lobby with the game selected, and notifies the player that it continues.
func (c Controls) Left(w *World, continues string) (Screen, tea.Cmd) {
	listed := w.Back != nil
	back, cmd := w.ToLobby()
	if continues != "" {
		w.Tell(continues)
	}
	if !listed {
		back = w.Routes.Lobby(c.ID)
	}
	return back, cmd
}

// Shown applies a snapshot: it drops a question that is obsolete.
func (c Controls) Shown(w *World, r *game.Ruleset, what string, possible func(Act) bool) Controls {
	if !c.isSet {
		c.Aim, c.isSet = centre(r), true
	}
	if c.Question != nil && !possible(c.Question) {
		c.Question = nil
		w.Tell(fmt.Sprintf(text.HasMovedOn, what))
	}
	return c
}

// Done takes what became of an act.
func (c Controls) Done(w *World, msg DoneMsg) Controls {
	if msg.id != c.ID {
		return c
	}
	if tile, ok := TileOf(msg.act); !ok {
		c.Busy = false
	} else if tile == c.Sent {
		c.IsSent = false
	}
	if msg.Err != nil {
		w.Fail(msg.Err)
	}
	return c
}

// Asking is the line about a question, or about a tile that is being typed, or empty. May reports whether a tile could
// be sent now.
func (c Controls) Asking(r *game.Ruleset, may bool, words text.Aiming) (string, canvas.Paint) {
	switch why := c.Aim.wrong(r); {
	case c.Question != nil:
		return text.PressYesOrNo, canvas.Strong
	case c.Aim.typed == "":
		return "", canvas.Plain
	case why != "":
		return why, canvas.Bad
	case c.Aim.unfinished(r):
		return text.Sentence(text.RowMissing(c.Aim.typed)), canvas.Strong
	default:
		return text.Sentence(words.Typed(c.Aim.typed, may)), canvas.Strong
	}
}

// Noticed is the line with the notice about a game, while no act is pending or the pending one is obsolete. It is empty
// if there is none.
func Noticed(notice string, over bool, sending text.Transaction) string {
	if over || sending.Stage == text.StageNone || sending.Stage == text.StageIncluded {
		return text.Sentence(notice)
	}
	return ""
}

// Edge is the mark of the aim on the edge of the board.
func (c Controls) Edge(r *game.Ruleset) canvas.Edge {
	tile, ok := c.Aim.Target(r)
	switch {
	case c.Aim.unfinished(r):
		return canvas.Edge{Column: int(c.Aim.typed[0] - 'A'), Row: -1}
	case !ok:
		return canvas.Unmarked
	}
	return canvas.Edge{Column: int(tile) % r.Width, Row: int(tile) / r.Width}
}

// DrawTyped draws the typed text into the corner of the target board, before its letters.
func (c Controls) DrawTyped(r canvas.Region, b canvas.Board) {
	if c.Aim.typed == "" {
		return
	}
	p := canvas.Cursor
	if c.Aim.wrong(b.Ruleset) != "" {
		p = canvas.Bad
	}
	typed := c.Aim.typed + "_"
	r.Put(b.X+canvas.Labels-canvas.TextWidth(typed), b.Y+1, typed, p)
}

// GameID is the id of the game.
func (c Controls) GameID() uint64 { return c.ID }
