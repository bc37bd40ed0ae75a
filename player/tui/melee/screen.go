package melee

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// Screen is one melee, from the open table to its end.
type Screen struct {
	tui.Controls
	// page is the shown page of boards and other parts; over reports whether the end was shown.
	page int
	over bool
	// large is the seat whose board is drawn large for a spectator.
	large melee.Seat
}

// New returns the screen of a melee. About is an act that the player is asked about at once, or nil.
func New(id uint64, about tui.Act) Screen {
	return Screen{Controls: tui.Controls{ID: id, Question: about}}
}

// Board returns the board that the player aims at, as it is drawn.
func (s Screen) Board(w *tui.World, r canvas.Region) canvas.Board {
	m, _ := s.melee(w)
	return layoutOf(m, s.largest(m), r).own
}

// Bindings are the keys of a melee.
type Bindings struct{ Aim, Confirm, Leave, Page, Before, After key.Binding }

// Keys are the keys of a melee, beside those of a game. No letter of a column is among them.
var Keys = Bindings{
	Aim:     tui.Bind("enter", "aim", "enter", "space"),
	Confirm: tui.Bind("y", "confirm", "y", "Y"),
	Leave:   tui.Bind("t", "leave", "t", "T"),
	Page:    tui.Bind("tab", "more", "tab"),
	Before:  tui.Bind("left", "board before", "left", "up"),
	After:   tui.Bind("right", "next board", "right", "down"),
}

// keyBoards combines the keys that choose the large board.
var keyBoards = tui.Together("left, right", "large board", Keys.Before, Keys.After)

// melee is the melee, once it is there.
func (s Screen) melee(w *tui.World) (tui.Melee, bool) {
	if m := w.Snap.Melee(); m != nil && m.ID == s.ID && whole(*m) {
		return *m, true
	}
	return tui.Melee{}, false
}

// largest is whose board is large.
func (s Screen) largest(m tui.Melee) melee.Seat {
	if m.Watching && int(s.large) < len(m.State.Players) {
		return s.large
	}
	return m.Me
}

// Title implements tui.Screen.
func (s Screen) Title(w *tui.World) string {
	m, ok := s.melee(w)
	if !ok {
		return tui.GameNumber(s.ID) + " melee"
	}
	return tui.GameNumber(s.ID) + " " + text.MeleeTitle(m.State)
}

// TerminalTitle implements tui.Captioned.
func (s Screen) TerminalTitle(w *tui.World) string {
	m, ok := s.melee(w)
	if !ok || m.Watching {
		return ""
	}
	return text.InShort(m.State.Stage.Ended(), mayAim(m) && !s.IsSent || mayConfirm(m))
}

// Caption implements tui.Captioned.
func (s Screen) Caption(w *tui.World) string {
	m, _ := s.melee(w)
	return m.Stakes
}

// Hints implements tui.Screen.
func (s Screen) Hints(w *tui.World) []key.Binding {
	m, ok := s.melee(w)
	if !ok {
		return []key.Binding{tui.GameKeys.Back}
	}
	var choose []key.Binding
	if mayAim(m) {
		choose = []key.Binding{tui.KeyAim, Keys.Aim}
	}
	acts := append(s.acts(m), tui.GameKeys.Back)
	if m.Watching && begun(m) {
		acts = append(acts, keyBoards)
	}
	if pages := s.pages(m, layoutOf(m, s.largest(m), w.Body())); len(pages) > 1 {
		more := Keys.Page
		more.SetHelp(more.Help().Key, fmt.Sprintf("more, %d/%d", s.page%len(pages)+1, len(pages)))
		acts = append(acts, more)
	}
	return s.Controls.Hints(choose, acts...)
}

// acts are the keys of the acts beside aiming.
func (s Screen) acts(m tui.Melee) []key.Binding {
	var keys []key.Binding
	if mayConfirm(m) {
		keys = append(keys, Keys.Confirm)
	}
	if mayLeave(m) {
		keys = append(keys, Keys.Leave)
	}
	if mayConcede(m) {
		keys = append(keys, tui.GameKeys.Concede)
	}
	if mayClaim(m) {
		keys = append(keys, tui.GameKeys.Claim)
	}
	return keys
}

// Keys implements tui.Screen.
func (s Screen) Keys(w *tui.World) []key.Binding {
	if m, ok := s.melee(w); ok && m.Watching {
		return []key.Binding{keyBoards, Keys.Page, tui.GameKeys.Back}
	}
	return []key.Binding{
		tui.KeyAim, Keys.Aim, tui.KeyClear, tui.GameKeys.Erase, Keys.Page, Keys.Confirm, Keys.Leave,
		tui.GameKeys.Concede, tui.GameKeys.Claim, tui.GameKeys.Details, tui.GameKeys.Back,
	}
}

// Press implements tui.Screen.
func (s Screen) Press(w *tui.World, k tea.KeyPressMsg) (next tui.Screen, cmd tea.Cmd) {
	m, ok := s.melee(w)
	if !ok {
		return w.PressAbsent(s, k)
	}
	var taken bool
	if s.Controls, cmd, taken = s.Controls.Press(w, k, Keys.Aim); taken {
		return s, cmd
	}
	switch {
	case key.Matches(k, tui.GameKeys.Back):
		return s.Left(w, continues(m))
	case key.Matches(k, Keys.Page):
		s.page++
	case m.Watching && key.Matches(k, Keys.Before):
		s.large = beside(m, s.largest(m), -1)
	case m.Watching && key.Matches(k, Keys.After):
		s.large = beside(m, s.largest(m), 1)
	case key.Matches(k, Keys.Aim):
		return s.fire(w, m)
	case key.Matches(k, s.acts(m)...):
		s.Controls = s.AskFor(w, k, choices)
	case s.inPlay(m):
		s.Aim = s.Aim.Pressed(m.State.Ruleset, k)
	}
	return s, nil
}

// beside is the next seat with a board.
func beside(m tui.Melee, seat melee.Seat, by int) melee.Seat {
	n := len(m.State.Players)
	for next := (int(seat) + by + n) % n; next != int(seat); next = (next + by + n) % n {
		for _, one := range boards(m, seat) {
			if int(one) == next {
				return one
			}
		}
	}
	return seat
}

// inPlay reports whether the player aims in this melee.
func (s Screen) inPlay(m tui.Melee) bool { return mayConcede(m) }

// fire aims at the tile under the cursor, or explains why not. A bomb on the player's own ship needs a confirmation.
func (s Screen) fire(w *tui.World, m tui.Melee) (tui.Screen, tea.Cmd) {
	if !s.inPlay(m) {
		return s, nil
	}
	r := m.State.Ruleset
	tile, ok := s.Chosen(w, r, text.Bombing)
	switch {
	case !ok:
		return s, nil
	case m.HasTarget:
		w.Tell(concern(m))
		return s, nil
	case !mayAim(m):
		w.Tell(headline(m, w.Width))
		return s, nil
	}
	s.Aim = s.Aim.At(tile)
	if m.State.Bombed.Has(tile) {
		w.Tell(text.Sentence(text.Tried(r.TileName(tile))))
		return s, nil
	}
	if _, own := ownShip(m, tile); own {
		s.Question = tui.Aim{Tile: tile}
		return s, nil
	}
	var cmd tea.Cmd
	s.Controls, cmd = s.Do(w, tui.Aim{Tile: tile})
	return s, cmd
}

// asked is the question to the player, with the risk.
func (s Screen) asked(m tui.Melee) string {
	aim, ok := s.Question.(tui.Aim)
	if !ok {
		return s.Asked(m.Risks)
	}
	ship, _ := ownShip(m, aim.Tile)
	tile := m.State.Ruleset.TileName(aim.Tile)
	return text.Voice{}.Ask(text.Intent{Act: text.ActAim, Target: tile, Round: m.State.Round},
		text.Sentence(text.OwnShip(ship, tile)))
}

// Click implements tui.Screen.
func (s Screen) Click(w *tui.World, r canvas.Region, x, y int, button tea.MouseButton) (tui.Screen, tea.Cmd) {
	m, ok := s.melee(w)
	if !ok || !s.inPlay(m) {
		return s, nil
	}
	if s.Controls, ok = s.Clicked(s.Board(w, r), x, y, button); !ok {
		return s, nil
	}
	return s.fire(w, m)
}

// Hear implements tui.Screen.
func (s Screen) Hear(w *tui.World, msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.SnapshotMsg:
		return s.shown(w), nil
	case tui.DoneMsg:
		s.Controls = s.Done(w, msg)
	}
	return s, nil
}

// shown applies a snapshot.
func (s Screen) shown(w *tui.World) Screen {
	m, ok := s.melee(w)
	if !ok {
		return s
	}
	if !s.over && m.State.Stage.Ended() {
		s.page, s.over = 0, true // how it has ended stands first
	}
	if s.IsSent && !mayAim(m) {
		s.IsSent = false // the chain has it, or takes it no more
	}
	s.Controls = s.Shown(w, m.State.Ruleset, "melee", func(act tui.Act) bool { return possible(m, act) })
	return s
}

// possible reports whether an act makes sense at this point of the melee.
func possible(m tui.Melee, act tui.Act) bool {
	switch one := act.(type) {
	case tui.Aim:
		return mayAim(m) && !m.State.Bombed.Has(one.Tile)
	case tui.Confirm:
		return mayConfirm(m)
	case tui.Leave, tui.Cancel:
		return mayLeave(m)
	case tui.Concede:
		return mayConcede(m)
	case tui.Claim:
		return mayClaim(m)
	}
	return false
}

// Status implements tui.Screen.
func (s Screen) Status(w *tui.World) (string, canvas.Paint) {
	m, ok := s.melee(w)
	if !ok {
		return text.Sentence(w.Snap.NoGame), canvas.Warn
	}
	over, under := m.State.Stage.Ended(), s.under(m)
	asking, p := s.Asking(m.State.Ruleset, mayAim(m), text.Bombing)
	switch notice := tui.Noticed(m.Notice, over, m.Sending); {
	case asking != "" && s.Question == nil && under != "":
		return under, canvas.Warn
	case asking != "":
		return asking, p
	case over || notice != "":
		return notice, canvas.Warn // whatever was on its way for a melee that is over has no meaning any more
	}
	words, p := s.Progress(w, m.Sending)
	if under != "" && (words == "" || p == canvas.Faint) {
		return under, canvas.Warn
	}
	return words, p
}

// under warns of the content of the tile under the cursor while a target is chosen. It is empty for none.
func (s Screen) under(m tui.Melee) string {
	tile, ok := s.Aim.Target(m.State.Ruleset)
	if !ok || !mayAim(m) || s.IsSent {
		return ""
	}
	if ship, own := ownShip(m, tile); own && !m.State.Bombed.Has(tile) {
		return text.Sentence(text.OwnShip(ship, m.State.Ruleset.TileName(tile)))
	}
	return ""
}

// Legend has the meanings of the marks.
func (s Screen) Legend(w *tui.World) []tui.LegendLine {
	m := w.Marks
	return []tui.LegendLine{
		{Mark: string(m.Water), Paint: canvas.Water, Means: text.MarkFree, Short: "free"},
		{Mark: string(m.Ship), Paint: canvas.Ship, Means: "ship", Short: "ship"},
		{Mark: string(m.Miss), Paint: canvas.Miss, Means: "miss", Short: "miss"},
		{Mark: string(m.Hit), Paint: canvas.Hit, Means: "hit", Short: "hit"},
		{Mark: string(m.Sunk), Paint: canvas.Sunk, Means: text.MarkSunkFleet, Short: "sunk"},
		{Mark: string(m.Pending), Paint: canvas.Warn, Means: text.MarkBombed, Short: "bomb"},
		{Mark: string(m.Unknown), Paint: canvas.Faint, Means: text.MarkUnknown, Short: "unknown"},
		{Mark: "[ ]" + string(m.Target), Paint: canvas.Cursor, Means: "where you aim", Short: "aim"},
		{Mark: "( )", Paint: canvas.Strong, Means: text.MarkAimed, Short: "aimed"},
		{Mark: string(m.Bullet), Paint: canvas.Warn, Means: text.MarkOwes, Short: "owes"},
		{Mark: string(m.Strike), Paint: canvas.Bad, Means: text.MarkStrike, Short: "strike"},
	}
}

// Helps are the sentences below the marks.
func (s Screen) Helps() []string {
	return []string{
		text.MeleeClicks,
	}
}

// choices are the acts of a melee that the player is asked about.
var choices = []tui.Choice{
	{Key: Keys.Confirm, Act: tui.Confirm{}},
	{Key: Keys.Leave, Act: tui.Leave{}},
	{Key: tui.GameKeys.Concede, Act: tui.Concede{}},
	{Key: tui.GameKeys.Claim, Act: tui.Claim{}},
}
