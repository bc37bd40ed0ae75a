package tui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// meleeScreen is one melee, from the open table to its end.
type meleeScreen struct {
	controls
	// page is the shown page of boards and other parts; over reports whether the end was shown.
	page int
	over bool
	// large is the seat whose board is drawn large for a spectator.
	large melee.Seat
}

func newMeleeScreen(id uint64) meleeScreen { return meleeScreen{controls: controls{id: id}} }

// meleeKeys are the keys of a melee, beside those of a game. No letter of a column is among them.
var meleeKeys = struct{ aim, confirm, leave, page, before, after key.Binding }{
	aim:     bind("enter", "aim", "enter", "space"),
	confirm: bind("y", "confirm", "y", "Y"),
	leave:   bind("t", "leave", "t", "T"),
	page:    bind("tab", "more", "tab"),
	before:  bind("left", "board before", "left", "up"),
	after:   bind("right", "next board", "right", "down"),
}

// keyBoards combines the keys that choose the large board.
var keyBoards = together("left, right", "large board", meleeKeys.before, meleeKeys.after)

// melee is the melee, once it is there.
func (s meleeScreen) melee(w *world) (Melee, bool) {
	if m := w.snap.Melee; m != nil && m.ID == s.id && m.whole() {
		return *m, true
	}
	return Melee{}, false
}

// largest is whose board is large.
func (s meleeScreen) largest(m Melee) melee.Seat {
	if m.Watching && int(s.large) < len(m.State.Players) {
		return s.large
	}
	return m.Me
}

func (s meleeScreen) title(w *world) string {
	m, ok := s.melee(w)
	if !ok {
		return gameNumber(s.id) + " melee"
	}
	return gameNumber(s.id) + " " + text.MeleeTitle(m.State)
}

func (s meleeScreen) terminalTitle(w *world) string {
	m, ok := s.melee(w)
	if !ok || m.Watching {
		return ""
	}
	return text.InShort(m.State.Stage.Ended(), m.mayAim() && !s.isSent || m.mayConfirm())
}

func (s meleeScreen) caption(w *world) string {
	m, _ := s.melee(w)
	return m.Stakes
}

func (s meleeScreen) hints(w *world) []key.Binding {
	m, ok := s.melee(w)
	if !ok {
		return []key.Binding{gameKeys.back}
	}
	var choose []key.Binding
	if m.mayAim() {
		choose = []key.Binding{keyAim, meleeKeys.aim}
	}
	acts := append(s.acts(m), gameKeys.back)
	if m.Watching && m.begun() {
		acts = append(acts, keyBoards)
	}
	if pages := s.pages(m, meleeLayoutOf(m, s.largest(m), w.body())); len(pages) > 1 {
		more := meleeKeys.page
		more.SetHelp(more.Help().Key, fmt.Sprintf("more, %d/%d", s.page%len(pages)+1, len(pages)))
		acts = append(acts, more)
	}
	return s.controls.hints(choose, acts...)
}

// acts are the keys of the acts beside aiming.
func (s meleeScreen) acts(m Melee) []key.Binding {
	var keys []key.Binding
	if m.mayConfirm() {
		keys = append(keys, meleeKeys.confirm)
	}
	if m.mayLeave() {
		keys = append(keys, meleeKeys.leave)
	}
	if m.mayConcede() {
		keys = append(keys, gameKeys.concede)
	}
	if m.mayClaim() {
		keys = append(keys, gameKeys.claim)
	}
	return keys
}

func (s meleeScreen) keys(w *world) []key.Binding {
	if m, ok := s.melee(w); ok && m.Watching {
		return []key.Binding{keyBoards, meleeKeys.page, gameKeys.back}
	}
	return []key.Binding{
		keyAim, meleeKeys.aim, keyClear, gameKeys.erase, meleeKeys.page, meleeKeys.confirm, meleeKeys.leave,
		gameKeys.concede, gameKeys.claim, gameKeys.back,
	}
}

func (s meleeScreen) press(w *world, k tea.KeyPressMsg) (next screen, cmd tea.Cmd) {
	m, ok := s.melee(w)
	if !ok {
		return w.pressAbsent(s, k)
	}
	var taken bool
	if s.controls, cmd, taken = s.controls.press(w, k, meleeKeys.aim); taken {
		return s, cmd
	}
	switch {
	case key.Matches(k, gameKeys.back):
		return s.left(w, m.continues())
	case key.Matches(k, meleeKeys.page):
		s.page++
	case m.Watching && key.Matches(k, meleeKeys.before):
		s.large = m.beside(s.largest(m), -1)
	case m.Watching && key.Matches(k, meleeKeys.after):
		s.large = m.beside(s.largest(m), 1)
	case key.Matches(k, meleeKeys.aim):
		return s.fire(w, m)
	case key.Matches(k, s.acts(m)...):
		s.controls = s.askFor(w, k, meleeChoices)
	case s.inPlay(m):
		s.aim = s.aim.pressed(m.State.Ruleset, k)
	}
	return s, nil
}

// beside is the next seat with a board.
func (m Melee) beside(seat melee.Seat, by int) melee.Seat {
	n := len(m.State.Players)
	for next := (int(seat) + by + n) % n; next != int(seat); next = (next + by + n) % n {
		for _, one := range m.boards(seat) {
			if int(one) == next {
				return one
			}
		}
	}
	return seat
}

// inPlay reports whether the player aims in this melee.
func (s meleeScreen) inPlay(m Melee) bool { return m.mayConcede() }

// fire aims at the tile under the cursor, or explains why not. A bomb on the player's own ship needs a confirmation.
func (s meleeScreen) fire(w *world, m Melee) (screen, tea.Cmd) {
	if !s.inPlay(m) {
		return s, nil
	}
	r := m.State.Ruleset
	tile, ok := s.chosen(w, r, text.Bombing)
	switch {
	case !ok:
		return s, nil
	case m.HasTarget:
		w.tell(m.concern())
		return s, nil
	case !m.mayAim():
		w.tell(m.headline(w.width))
		return s, nil
	}
	s.aim = s.aim.at(tile)
	if m.State.Bombed.Has(tile) {
		w.tell(text.Sentence(text.Tried(r.TileName(tile))))
		return s, nil
	}
	if _, own := m.ownShip(tile); own {
		s.question = Aim{Tile: tile}
		return s, nil
	}
	var cmd tea.Cmd
	s.controls, cmd = s.do(w, Aim{Tile: tile})
	return s, cmd
}

// asked is the question to the player, with the risk.
func (s meleeScreen) asked(m Melee) string {
	aim, ok := s.question.(Aim)
	if !ok {
		return s.controls.asked(m.Risks)
	}
	ship, _ := m.ownShip(aim.Tile)
	tile := m.State.Ruleset.TileName(aim.Tile)
	return text.Voice{}.Ask(text.Intent{Act: text.ActAim, Target: tile, Round: m.State.Round},
		text.Sentence(text.OwnShip(ship, tile)))
}

func (s meleeScreen) click(w *world, r region, x, y int, button tea.MouseButton) (screen, tea.Cmd) {
	m, ok := s.melee(w)
	if !ok || !s.inPlay(m) {
		return s, nil
	}
	if s.controls, ok = s.clicked(meleeLayoutOf(m, s.largest(m), r).own, x, y, button); !ok {
		return s, nil
	}
	return s.fire(w, m)
}

func (s meleeScreen) hear(w *world, msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case snapshotMsg:
		return s.shown(w), nil
	case doneMsg:
		s.controls = s.done(w, msg)
	}
	return s, nil
}

// shown applies a snapshot.
func (s meleeScreen) shown(w *world) meleeScreen {
	m, ok := s.melee(w)
	if !ok {
		return s
	}
	if !s.over && m.State.Stage.Ended() {
		s.page, s.over = 0, true // how it has ended stands first
	}
	if s.isSent && !m.mayAim() {
		s.isSent = false // the chain has it, or takes it no more
	}
	s.controls = s.controls.shown(w, m.State.Ruleset, "melee", m.possible)
	return s
}

// possible reports whether an act makes sense at this point of the melee.
func (m Melee) possible(act Act) bool {
	switch one := act.(type) {
	case Aim:
		return m.mayAim() && !m.State.Bombed.Has(one.Tile)
	case Confirm:
		return m.mayConfirm()
	case Leave, Cancel:
		return m.mayLeave()
	case Concede:
		return m.mayConcede()
	case Claim:
		return m.mayClaim()
	}
	return false
}

func (s meleeScreen) status(w *world) (string, paint) {
	m, ok := s.melee(w)
	if !ok {
		return text.Sentence(w.snap.NoGame), warn
	}
	over, under := m.State.Stage.Ended(), s.under(m)
	asking, p := s.asking(m.State.Ruleset, m.mayAim(), text.Bombing)
	switch notice := noticed(m.Notice, over, m.Sending); {
	case asking != "" && s.question == nil && under != "":
		return under, warn
	case asking != "":
		return asking, p
	case over || notice != "":
		return notice, warn // whatever was on its way for a melee that is over has no meaning any more
	}
	words, p := progress(m.Sending)
	if under != "" && (words == "" || p == faint) {
		return under, warn
	}
	return words, p
}

// under warns of the content of the tile under the cursor while a target is chosen. It is empty for none.
func (s meleeScreen) under(m Melee) string {
	tile, ok := s.aim.target(m.State.Ruleset)
	if !ok || !m.mayAim() || s.isSent {
		return ""
	}
	if ship, own := m.ownShip(tile); own && !m.State.Bombed.Has(tile) {
		return text.Sentence(text.OwnShip(ship, m.State.Ruleset.TileName(tile)))
	}
	return ""
}

// legend has the meanings of the marks.
func (s meleeScreen) legend(w *world) []legendLine {
	m := w.marks
	return []legendLine{
		{string(m.water), water, text.MarkFree, "free"},
		{string(m.ship), ship, "ship", "ship"},
		{string(m.miss), miss, "miss", "miss"},
		{string(m.hit), hit, "hit", "hit"},
		{string(m.sunk), sunk, text.MarkSunkFleet, "sunk"},
		{string(m.pending), warn, text.MarkBombed, "bomb"},
		{string(m.unknown), faint, text.MarkUnknown, "unknown"},
		{"[ ]", cursor, "where you aim", "aim"},
		{"( )", strong, text.MarkAimed, "aimed"},
		{string(m.bullet), warn, text.MarkOwes, "owes"},
		{string(m.strike), bad, text.MarkStrike, "strike"},
	}
}

// helps are the sentences below the marks.
func (s meleeScreen) helps() []string {
	return []string{
		text.MeleeClicks,
	}
}
