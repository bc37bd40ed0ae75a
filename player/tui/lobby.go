package tui

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
)

// lobbyScreen lists the games to play.
type lobbyScreen struct {
	// chosen is the game that the player has moved to. It stays chosen when the lists change.
	chosen uint64
	// filter is the filter of the open games. It is being typed while filtering.
	filter    string
	filtering bool
	// looking reports whether the terms of a game are being requested.
	looking bool
	// declining is the invitation of the open question, or 0. To a melee it is one of several.
	declining    uint64
	decliningOne bool
}

// section is a part of the lobby.
type section uint8

const (
	sectionRunning section = iota
	sectionInvited
	sectionOpen
)

// row is a game in the lobby.
type row struct {
	section section
	id      uint64
	ruleset *game.Ruleset
	cells   []string
	// strong rows are those in which the player is to decide something, open ones those that it has opened, and melees
	// those that are no duels.
	strong, open, melee bool
}

// sections are the parts of the lobby, with the titles of their columns.
var sections = [...]struct {
	title   string
	columns []string
}{
	sectionRunning: {"Your games", []string{"", "", "opponent", "next step", "stake"}},
	sectionInvited: {"Invitations", []string{"", "", "from", "rating", "clock", "stake", "fee", "left"}},
	sectionOpen:    {"Open games", []string{"", "", "by", "rating", "clock", "stake", "fee", "left"}},
}

// maxFilter is how much of a filter is kept.
const maxFilter = 40

func (s lobbyScreen) title(*world) string { return "Lobby" }

func (s lobbyScreen) typing() bool { return s.filtering }

func (s lobbyScreen) rows(w *world) []row {
	var rows []row
	for _, g := range w.snap.Lobby.Running {
		opponent := cmp.Or(g.Opponent, g.Players, "anybody")
		rows = append(rows, row{sectionRunning, g.ID, g.Ruleset, []string{
			gameNumber(g.ID), rulesetName(g.Ruleset), opponent, g.Next, g.Stake,
		}, g.Turn || g.Over, g.Open, g.Players != ""})
	}
	for _, g := range w.snap.Lobby.Invitations {
		rows = append(rows, row{sectionInvited, g.ID, g.Ruleset, openCells(g), true, false, g.Players != ""})
	}
	for _, g := range w.snap.Lobby.Open {
		r := row{sectionOpen, g.ID, g.Ruleset, openCells(g), false, false, g.Players != ""}
		if s.filter == "" || r.matches(s.filter) {
			rows = append(rows, r)
		}
	}
	return rows
}

// matches reports whether each word of a filter is in the row.
func (r row) matches(filter string) bool {
	text := strings.ToLower(strings.Join(r.cells, " "))
	for _, word := range strings.Fields(strings.ToLower(filter)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func openCells(g OpenGame) []string {
	what := strings.TrimSpace(rulesetName(g.Ruleset) + " " + g.Players)
	return []string{gameNumber(g.ID), what, g.Creator, g.Rating, g.Clock, g.Stake, g.Fee, g.Left}
}

func gameNumber(id uint64) string { return fmt.Sprintf("#%d", id) }

func rulesetName(r *game.Ruleset) string {
	if r == nil {
		return ""
	}
	return r.Name
}

func nonEmpty(texts []string) []string {
	var some []string
	for _, text := range texts {
		if text != "" {
			some = append(some, text)
		}
	}
	return some
}

// at is the index of the chosen row, the first one if it is gone.
func (s lobbyScreen) at(rows []row) int {
	for i, r := range rows {
		if r.id == s.chosen {
			return i
		}
	}
	return 0
}

// current is the chosen row.
func (s lobbyScreen) current(w *world) (row, bool) {
	rows := s.rows(w)
	if len(rows) == 0 {
		return row{}, false
	}
	return rows[s.at(rows)], true
}

func (s lobbyScreen) hints(w *world) []key.Binding {
	if s.declining > 0 {
		return []key.Binding{keyYes, keyNo}
	}
	if s.filtering {
		return []key.Binding{filterKeys.done, filterKeys.drop}
	}
	hints := []key.Binding{}
	if r, ok := s.current(w); ok {
		enter := lobbyKeys.enter
		enter.SetHelp(enter.Help().Key, "join")
		if r.section == sectionRunning {
			enter.SetHelp(enter.Help().Key, "open")
		}
		hints = append(hints, enter)
		if r.section == sectionInvited {
			hints = append(hints, lobbyKeys.decline)
		}
	}
	r, _ := s.current(w)
	for _, one := range s.entering(w) {
		if r.section == sectionInvited { // beside the decline there is room for a word each
			one.SetHelp(one.Help().Key, shortHints[one.Help().Key])
		}
		hints = append(hints, one)
	}
	hints = append(hints, lobbyKeys.quit)
	if len(w.snap.Lobby.Open) > 0 {
		hints = append(hints, lobbyKeys.filter)
	}
	return hints
}

// shortHints name the keys that enter another game, in a word.
var shortHints = map[string]string{"b": "bot", "m": "opponent", "c": "game", "e": "melee"}

// entering are the keys that enter another game.
func (s lobbyScreen) entering(w *world) []key.Binding {
	var keys []key.Binding
	if w.snap.Lobby.Bot {
		keys = append(keys, lobbyKeys.bot)
	}
	if w.snap.Lobby.Matching {
		keys = append(keys, lobbyKeys.match)
	}
	keys = append(keys, lobbyKeys.create)
	if w.snap.Lobby.Melees {
		keys = append(keys, lobbyKeys.melee)
	}
	return keys
}

func (s lobbyScreen) keys(w *world) []key.Binding {
	keys := append([]key.Binding{keyChoose, lobbyKeys.enter}, s.entering(w)...)
	keys = append(keys, lobbyKeys.decline, lobbyKeys.takeBack, lobbyKeys.filter, filterKeys.drop)
	if w.snap.Connection.Address != "" {
		keys = append(keys, lobbyKeys.address)
	}
	return append(keys, lobbyKeys.quit)
}

func (s lobbyScreen) press(w *world, k tea.KeyPressMsg) (screen, tea.Cmd) {
	switch {
	case s.declining > 0:
		return s.answered(w, k)
	case s.filtering:
		return s.typed(k), nil
	}
	rows := s.rows(w)
	switch {
	case key.Matches(k, lobbyKeys.up):
		return s.moved(rows, -1), nil
	case key.Matches(k, lobbyKeys.down):
		return s.moved(rows, 1), nil
	case key.Matches(k, lobbyKeys.filter):
		s.filtering = true
		return s, nil
	case key.Matches(k, filterKeys.drop):
		s.filter = ""
		return s, nil
	case key.Matches(k, lobbyKeys.quit):
		return s, tea.Quit
	case key.Matches(k, lobbyKeys.address) && w.snap.Connection.Address != "":
		address := w.snap.Connection.Address
		w.tell(text.MyAddress(address))
		return s, tea.SetClipboard(address)
	case key.Matches(k, lobbyKeys.bot) && w.snap.Lobby.Bot:
		return s.playBot(w)
	case key.Matches(k, lobbyKeys.match) && w.snap.Lobby.Matching:
		return newForm(WishMatch, w), nil
	case key.Matches(k, lobbyKeys.create):
		return newForm(WishCreate, w), nil
	case key.Matches(k, lobbyKeys.melee) && w.snap.Lobby.Melees:
		return newMeleeForm(w), nil
	}
	if r, ok := s.current(w); ok {
		return s.act(w, k, r)
	}
	return s, nil
}

// playBot resumes the game against the player's own bot, or asks for another one.
func (s lobbyScreen) playBot(w *world) (screen, tea.Cmd) {
	for _, g := range w.snap.Lobby.Running {
		if g.OwnBot && !g.Over {
			w.tell(text.Sentence(text.WithBot(g.ID)))
			return newGameScreen(g.ID), w.focus(g.ID)
		}
	}
	return newForm(WishBot, w), nil
}

// act does something with the chosen game.
func (s lobbyScreen) act(w *world, k tea.KeyPressMsg, r row) (screen, tea.Cmd) {
	switch {
	case key.Matches(k, lobbyKeys.enter) && r.section == sectionRunning:
		return w.toGame(r.id, r.melee)
	case key.Matches(k, lobbyKeys.enter):
		s.looking = true
		wish := Wish{Kind: WishJoin, ID: r.id, Ruleset: r.ruleset}
		if r.melee {
			wish.Kind = WishJoinMelee
		}
		return s, w.askQuote(wish)
	case key.Matches(k, lobbyKeys.decline) && r.section == sectionInvited:
		s.declining, s.decliningOne = r.id, r.melee
	case key.Matches(k, lobbyKeys.decline):
		w.tell(text.OnlyInvitations)
	case key.Matches(k, lobbyKeys.takeBack) && r.open && r.melee:
		return meleeScreen{controls: askedAbout(r.id, Leave{})}, w.focus(r.id)
	case key.Matches(k, lobbyKeys.takeBack) && r.open:
		return gameScreen{controls: askedAbout(r.id, Cancel{})}, w.focus(r.id) // where it is said what comes of it
	case key.Matches(k, lobbyKeys.takeBack):
		w.tell(text.OnlyOwnGames)
	}
	return s, nil
}

// answered applies the answer about an invitation.
func (s lobbyScreen) answered(w *world, k tea.KeyPressMsg) (screen, tea.Cmd) {
	id := s.declining
	s.declining = 0
	if key.Matches(k, keyYes) {
		return s, w.do(id, Decline{})
	}
	return s, nil
}

func (s lobbyScreen) moved(rows []row, by int) lobbyScreen {
	if len(rows) > 0 {
		s.chosen = rows[min(max(s.at(rows)+by, 0), len(rows)-1)].id
	}
	return s
}

// typed takes a key of the filter.
func (s lobbyScreen) typed(k tea.KeyPressMsg) screen {
	switch {
	case key.Matches(k, filterKeys.done):
		s.filtering = false
	case key.Matches(k, filterKeys.drop):
		s.filtering, s.filter = false, ""
	case key.Matches(k, filterKeys.erase):
		s.filter = withoutLast(s.filter)
	default:
		s.filter = withText(s.filter, k, maxFilter)
	}
	return s
}

func (s lobbyScreen) click(w *world, r region, _, y int, button tea.MouseButton) (screen, tea.Cmd) {
	rows := s.rows(w)
	s.declining = 0
	for _, line := range s.lines(w, rows, r.height) {
		if line.y == y && line.row >= 0 && button == tea.MouseLeft {
			if s.chosen == rows[line.row].id {
				return s.act(w, tea.KeyPressMsg{Code: tea.KeyEnter}, rows[line.row])
			}
			s.chosen = rows[line.row].id
		}
	}
	return s, nil
}

func (s lobbyScreen) hear(w *world, msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case quoteMsg:
		if msg.request == w.request {
			s.looking = false
			return w.quoted(s, msg)
		}
	case doneMsg:
		if msg.err != nil {
			w.fail(msg.err)
		}
	case enteredMsg:
		// The player has not waited for it; it is among the running games.
		if msg.err != nil {
			w.fail(msg.err)
		}
	}
	return s, nil
}

func (s lobbyScreen) status(w *world) (string, paint) {
	news := w.news()
	switch words, p := progress(news.sending); {
	case s.declining > 0:
		return w.declining(s.declining, s.decliningOne), strong
	case s.filtering:
		return "Show open games with: " + s.filter + "_", strong
	case s.looking:
		return text.LookingUpTerms, plain
	case words != "":
		return words, p
	case news.notice != "":
		return text.Sentence(news.notice), warn
	case s.filter != "":
		return fmt.Sprintf(text.OnlyWith, s.filter), faint
	}
	return "", plain
}

// declining asks about an invitation.
func (w *world) declining(id uint64, isMelee bool) string {
	i := text.Intent{Act: text.ActDecline, GameID: id}
	if isMelee {
		i.Kind = text.Melee
	}
	for _, g := range w.snap.Lobby.Invitations {
		if g.ID == id {
			i.Players = []string{g.Creator}
		}
	}
	return text.Upper(text.Voice{}.Question(i)) + "? y or n"
}

// lobbyLine is a line of the lobby: the title of a section, a game (row from 0) or a remark.
type lobbyLine struct {
	y       int
	row     int
	section section
	isTitle bool
	remark  string
}

// lines lays the lobby out so that the chosen game is in sight.
func (s lobbyScreen) lines(w *world, rows []row, height int) []lobbyLine {
	var all []lobbyLine
	add := func(line lobbyLine) {
		line.y = len(all)
		all = append(all, line)
	}
	chosen := 0
	list := func(of section, empty string) {
		add(lobbyLine{row: -1, section: of, isTitle: true})
		found := false
		for i, r := range rows {
			if r.section != of {
				continue
			}
			found = true
			if i == s.at(rows) {
				chosen = len(all)
			}
			add(lobbyLine{row: i, section: of})
		}
		if !found {
			add(lobbyLine{row: -1, remark: "  " + empty})
		}
		add(lobbyLine{row: -1})
	}
	if !w.seen {
		return []lobbyLine{{row: -1, remark: "Looking."}}
	}
	list(sectionRunning, "none yet: "+s.howTo(w))
	if len(w.snap.Lobby.Invitations) > 0 {
		list(sectionInvited, "")
	}
	if w.snap.Lobby.Matching || len(w.snap.Lobby.Open) > 0 {
		empty := text.NoneWaits
		if s.filter != "" && len(w.snap.Lobby.Open) > 0 {
			empty = text.NoneFits
		}
		list(sectionOpen, empty)
	}
	// Scrolled no further than needed.
	from := max(min(chosen-height/2, len(all)-height), 0)
	shown := all[from:min(from+height, len(all))]
	for i := range shown {
		shown[i].y = i
	}
	return shown
}

func (s lobbyScreen) howTo(w *world) string {
	switch {
	case w.snap.Lobby.Bot:
		if w.snap.Lobby.Melees {
			return text.LobbyKeysAll
		}
		return text.LobbyKeysBot
	case w.snap.Lobby.Matching:
		return text.LobbyKeys
	}
	return "c begins one"
}

func (s lobbyScreen) draw(w *world, r region) {
	rows := s.rows(w)
	widths := sectionWidths(rows, r.width-2)
	for _, line := range s.lines(w, rows, r.height) {
		switch {
		case line.isTitle:
			if len(widths[line.section]) > 0 {
				putCells(r, line.y, sections[line.section].columns, widths[line.section], faint)
			}
			r.put(0, line.y, sections[line.section].title, strong)
		case line.row < 0:
			r.put(0, line.y, shorten(line.remark, r.width), faint)
		default:
			p := plain
			if rows[line.row].strong {
				p = strong
			}
			if line.row == s.at(rows) {
				p = cursor
				r.put(0, line.y, string(w.marks.bullet), cursor)
			}
			putCells(r, line.y, rows[line.row].cells, widths[line.section], p)
		}
	}
}

// putCells writes the columns of a line.
func putCells(r region, y int, cells []string, widths []int, p paint) {
	x := 2
	for i, text := range cells {
		r.put(x, y, shorten(text, widths[i]), p)
		x += widths[i] + columnGap
	}
}

// sectionWidths are the widths of the columns of each section that has rows.
func sectionWidths(rows []row, room int) [len(sections)][]int {
	var all [len(sections)][]int
	for i, section := range sections {
		var of []row
		for _, r := range rows {
			if int(r.section) == i {
				of = append(of, r)
			}
		}
		if len(of) > 0 {
			all[i] = columnWidths(append(of, row{cells: section.columns}), room)
		}
	}
	return all
}

// columnGap separates two columns of the lobby.
const columnGap = 2

// columnWidths are how wide the columns of the rows are. If they do not all fit, the widest one is cut.
func columnWidths(rows []row, room int) []int {
	var widths []int
	for _, r := range rows {
		for i, text := range r.cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], textWidth(text))
		}
	}
	for total := -columnGap; len(widths) > 0; total = -columnGap {
		widest := 0
		for i, width := range widths {
			total += width + columnGap
			if width > widths[widest] {
				widest = i
			}
		}
		if total <= room || widths[widest] <= 1 {
			break
		}
		widths[widest]--
	}
	return widths
}
