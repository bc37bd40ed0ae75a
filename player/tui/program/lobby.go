package program

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
	"github.com/battleship-chain/battleship/player/tui/duel"
)

// lobbyScreen lists the games to play.
type lobbyScreen struct {
	// chosen is the game that the player has moved to. It stays chosen when the lists change.
	chosen uint64
	// filter is the filter of the open games. It is being typed while filtering.
	filter    string
	filtering bool
	// code is the invite code that is being typed, while inviting.
	code     string
	inviting bool
	// looking reports whether the terms of a game are being requested.
	looking bool
	// declining is the invitation of the open question, or 0, and decliningOf the kind of its game.
	declining   uint64
	decliningOf text.Kind
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
	// strong rows are those in which the player is to decide something, and open ones those that it has opened.
	strong, open bool
	kind         text.Kind
	// player is the address of the opponent or the creator. It is empty if there is none.
	player string
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

// maxFilter is how much of a filter is kept, and maxCode of an invite code.
const maxFilter, maxCode = 40, 128

// Title implements tui.Screen.
func (s lobbyScreen) Title(*tui.World) string { return "Lobby" }

func (s lobbyScreen) typing() bool { return s.filtering || s.inviting }

func (s lobbyScreen) rows(w *tui.World) []row {
	var rows []row
	for _, g := range w.Snap.Lobby.Running {
		opponent := cmp.Or(g.Opponent, g.Players, "anybody")
		rows = append(rows, row{sectionRunning, g.ID, g.Ruleset, []string{
			tui.GameNumber(g.ID), rulesetName(g.Ruleset), opponent, g.Next, g.Stake,
		}, g.Turn || g.Over, g.Open, g.Kind, g.OpponentAddress})
	}
	for _, g := range w.Snap.Lobby.Invitations {
		rows = append(rows, row{sectionInvited, g.ID, g.Ruleset, openCells(g), true, false, g.Kind, g.CreatorAddress})
	}
	for _, g := range w.Snap.Lobby.Open {
		r := row{sectionOpen, g.ID, g.Ruleset, openCells(g), false, false, g.Kind, g.CreatorAddress}
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

func openCells(g tui.OpenGame) []string {
	what := strings.TrimSpace(rulesetName(g.Ruleset) + " " + g.Players)
	creator := g.Creator
	if g.Online {
		creator += " " + text.MarkOnline
	}
	return []string{tui.GameNumber(g.ID), what, creator, g.Rating, g.Clock, g.Stake, g.Fee, g.Left}
}

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
func (s lobbyScreen) current(w *tui.World) (row, bool) {
	rows := s.rows(w)
	if len(rows) == 0 {
		return row{}, false
	}
	return rows[s.at(rows)], true
}

// Hints implements tui.Screen.
func (s lobbyScreen) Hints(w *tui.World) []key.Binding {
	if s.declining > 0 {
		return []key.Binding{tui.KeyYes, tui.KeyNo}
	}
	if s.filtering {
		return []key.Binding{filterKeys.done, filterKeys.drop}
	}
	if s.inviting {
		return []key.Binding{inviteKeys.done, inviteKeys.drop}
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
			one.SetHelp(one.Help().Key, cmp.Or(shortHints[one.Help().Key], one.Help().Desc))
		}
		hints = append(hints, one)
	}
	hints = append(hints, lobbyKeys.quit)
	if len(w.Snap.Lobby.Open) > 0 {
		hints = append(hints, lobbyKeys.filter)
	}
	return hints
}

// shortHints name the keys that enter another game in a word, where they are more.
var shortHints = map[string]string{"b": "bot", "m": "opponent", "c": "game"}

// entering are the keys that enter another game.
func (s lobbyScreen) entering(w *tui.World) []key.Binding {
	var keys []key.Binding
	if w.Snap.Lobby.Bot {
		keys = append(keys, lobbyKeys.bot)
	}
	if w.Snap.Lobby.Matching {
		keys = append(keys, lobbyKeys.match)
	}
	keys = append(keys, lobbyKeys.create)
	for _, k := range w.Snap.Lobby.Opens {
		keys = append(keys, kinds[k].open)
	}
	return keys
}

// Keys implements tui.Screen.
func (s lobbyScreen) Keys(w *tui.World) []key.Binding {
	keys := append([]key.Binding{keyChoose, lobbyKeys.enter}, s.entering(w)...)
	keys = append(keys, lobbyKeys.decline, lobbyKeys.takeBack, lobbyKeys.filter, filterKeys.drop)
	if w.Snap.Connection.Address != "" {
		keys = append(keys, lobbyKeys.address, lobbyKeys.invite)
	}
	if w.Snap.Lobby.Lists {
		for _, list := range lists {
			keys = append(keys, list.key)
		}
		keys = append(keys, lobbyKeys.player)
	}
	return append(keys, lobbyKeys.quit)
}

// Press implements tui.Screen.
func (s lobbyScreen) Press(w *tui.World, k tea.KeyPressMsg) (tui.Screen, tea.Cmd) {
	switch {
	case s.declining > 0:
		return s.answered(w, k)
	case s.filtering:
		return s.typed(k), nil
	case s.inviting:
		return s.typedCode(w, k)
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
	case key.Matches(k, lobbyKeys.address) && w.Snap.Connection.Address != "":
		address := w.Snap.Connection.Address
		w.Tell(text.MyAddress(address))
		return s, tea.SetClipboard(address)
	case key.Matches(k, lobbyKeys.invite) && w.Snap.Connection.Address != "":
		s.inviting, s.code = true, ""
		return s, nil
	case key.Matches(k, lobbyKeys.bot) && w.Snap.Lobby.Bot:
		return s.playBot(w)
	case key.Matches(k, lobbyKeys.match) && w.Snap.Lobby.Matching:
		return newForm(tui.WishMatch, w), nil
	case key.Matches(k, lobbyKeys.create):
		return newForm(tui.WishCreate, w), nil
	}
	for _, kind := range w.Snap.Lobby.Opens {
		if key.Matches(k, kinds[kind].open) {
			return kinds[kind].form(w), nil
		}
	}
	for _, list := range lists {
		if w.Snap.Lobby.Lists && key.Matches(k, list.key) {
			return toList(w, tui.List{Of: list.of}, s)
		}
	}
	if r, ok := s.current(w); ok {
		return s.act(w, k, r)
	}
	return s, nil
}

// playBot resumes the game against the player's own bot, or asks for another one.
func (s lobbyScreen) playBot(w *tui.World) (tui.Screen, tea.Cmd) {
	for _, g := range w.Snap.Lobby.Running {
		if g.OwnBot && !g.Over {
			w.Tell(text.Sentence(text.WithBot(g.ID)))
			return duel.New(g.ID, nil), w.Focus(g.ID)
		}
	}
	return newForm(tui.WishBot, w), nil
}

// act does something with the chosen game.
func (s lobbyScreen) act(w *tui.World, k tea.KeyPressMsg, r row) (tui.Screen, tea.Cmd) {
	switch {
	case key.Matches(k, lobbyKeys.enter) && r.section == sectionRunning:
		return toGame(w, r.id, r.kind)
	case key.Matches(k, lobbyKeys.enter):
		s.looking = true
		return s, w.AskQuote(tui.Wish{Kind: tui.WishJoin, Of: r.kind, ID: r.id, Ruleset: r.ruleset})
	case key.Matches(k, lobbyKeys.decline) && r.section == sectionInvited:
		s.declining, s.decliningOf = r.id, r.kind
	case key.Matches(k, lobbyKeys.decline):
		w.Tell(text.OnlyInvitations)
	case key.Matches(k, lobbyKeys.takeBack) && r.open: // where it is said what comes of it
		return kinds[r.kind].screen(r.id, kinds[r.kind].takeBack), w.Focus(r.id)
	case key.Matches(k, lobbyKeys.player) && r.player != "" && w.Snap.Lobby.Lists:
		return toList(w, tui.List{Of: tui.ListProfile, Player: r.player}, s)
	case key.Matches(k, lobbyKeys.takeBack):
		w.Tell(text.OnlyOwnGames)
	}
	return s, nil
}

// answered applies the answer about an invitation.
func (s lobbyScreen) answered(w *tui.World, k tea.KeyPressMsg) (tui.Screen, tea.Cmd) {
	id := s.declining
	s.declining = 0
	if key.Matches(k, tui.KeyYes) {
		return s, w.Do(id, tui.Decline{})
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
func (s lobbyScreen) typed(k tea.KeyPressMsg) tui.Screen {
	switch {
	case key.Matches(k, filterKeys.done):
		s.filtering = false
	case key.Matches(k, filterKeys.drop):
		s.filtering, s.filter = false, ""
	case key.Matches(k, filterKeys.erase):
		s.filter = canvas.WithoutLast(s.filter)
	default:
		s.filter = canvas.WithText(s.filter, k, maxFilter)
	}
	return s
}

// typedCode takes a key of an invite code.
func (s lobbyScreen) typedCode(w *tui.World, k tea.KeyPressMsg) (tui.Screen, tea.Cmd) {
	switch {
	case key.Matches(k, inviteKeys.drop):
		s.inviting = false
	case key.Matches(k, inviteKeys.done) && s.code != "":
		s.inviting, s.looking = false, true
		return s, w.AskQuote(tui.Wish{Kind: tui.WishJoin, Code: s.code})
	case key.Matches(k, filterKeys.erase):
		s.code = canvas.WithoutLast(s.code)
	default:
		s.code = canvas.WithText(s.code, k, maxCode)
	}
	return s, nil
}

// Click implements tui.Screen.
func (s lobbyScreen) Click(w *tui.World, r canvas.Region, _, y int, button tea.MouseButton) (tui.Screen, tea.Cmd) {
	rows := s.rows(w)
	s.declining = 0
	for _, line := range s.lines(w, rows, r.Height) {
		if line.y == y && line.row >= 0 && button == tea.MouseLeft {
			if s.chosen == rows[line.row].id {
				return s.act(w, tea.KeyPressMsg{Code: tea.KeyEnter}, rows[line.row])
			}
			s.chosen = rows[line.row].id
		}
	}
	return s, nil
}

// Hear implements tui.Screen.
func (s lobbyScreen) Hear(w *tui.World, msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.QuoteMsg:
		if msg.Request == w.Request {
			s.looking = false
			return w.Quoted(s, msg)
		}
	case tui.DoneMsg:
		if msg.Err != nil {
			w.Fail(msg.Err)
		}
	case tui.EnteredMsg:
		// The player has not waited for it; it is among the running games.
		if msg.Err != nil {
			w.Fail(msg.Err)
		}
	}
	return s, nil
}

// Status implements tui.Screen.
func (s lobbyScreen) Status(w *tui.World) (string, canvas.Paint) {
	news := w.News()
	switch words, p := tui.Progress(news.Sending); {
	case s.declining > 0:
		return declining(w, s.declining, s.decliningOf), canvas.Strong
	case s.filtering:
		return "Show open games with: " + s.filter + "_", canvas.Strong
	case s.inviting:
		return fmt.Sprintf(text.TypeInvite, s.code), canvas.Strong
	case s.looking:
		return text.LookingUpTerms, canvas.Plain
	case words != "":
		return words, p
	case news.Notice != "":
		return text.Sentence(news.Notice), canvas.Warn
	case s.filter != "":
		return fmt.Sprintf(text.OnlyWith, s.filter), canvas.Faint
	case w.Snap.Lobby.Lists:
		return text.LobbyLists, canvas.Faint
	}
	return "", canvas.Plain
}

// declining asks about an invitation.
func declining(w *tui.World, id uint64, kind text.Kind) string {
	i := text.Intent{Act: text.ActDecline, Kind: kind, GameID: id}
	for _, g := range w.Snap.Lobby.Invitations {
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
func (s lobbyScreen) lines(w *tui.World, rows []row, height int) []lobbyLine {
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
	if !w.Seen {
		return []lobbyLine{{row: -1, remark: "Looking."}}
	}
	list(sectionRunning, "none yet: "+s.howTo(w))
	if len(w.Snap.Lobby.Invitations) > 0 {
		list(sectionInvited, "")
	}
	if w.Snap.Lobby.Matching || len(w.Snap.Lobby.Open) > 0 {
		empty := text.NoneWaits
		if s.filter != "" && len(w.Snap.Lobby.Open) > 0 {
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

func (s lobbyScreen) howTo(w *tui.World) string {
	switch {
	case w.Snap.Lobby.Bot:
		if len(w.Snap.Lobby.Opens) > 0 {
			return text.LobbyKeysAll
		}
		return text.LobbyKeysBot
	case w.Snap.Lobby.Matching:
		return text.LobbyKeys
	}
	return "c begins one"
}

// Draw implements tui.Screen.
func (s lobbyScreen) Draw(w *tui.World, r canvas.Region) {
	rows := s.rows(w)
	widths := sectionWidths(rows, r.Width-2)
	for _, line := range s.lines(w, rows, r.Height) {
		switch {
		case line.isTitle:
			if len(widths[line.section]) > 0 {
				putCells(r, line.y, sections[line.section].columns, widths[line.section], canvas.Faint)
			}
			r.Put(0, line.y, sections[line.section].title, canvas.Strong)
		case line.row < 0:
			r.Put(0, line.y, canvas.Shorten(line.remark, r.Width), canvas.Faint)
		default:
			p := canvas.Plain
			if rows[line.row].strong {
				p = canvas.Strong
			}
			if line.row == s.at(rows) {
				p = canvas.Cursor
				r.Put(0, line.y, string(w.Marks.Bullet), canvas.Cursor)
			}
			putCells(r, line.y, rows[line.row].cells, widths[line.section], p)
		}
	}
}

// putCells writes the columns of a line.
func putCells(r canvas.Region, y int, cells []string, widths []int, p canvas.Paint) {
	x := 2
	for i, text := range cells {
		r.Put(x, y, canvas.Shorten(text, widths[i]), p)
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
			widths[i] = max(widths[i], canvas.TextWidth(text))
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
