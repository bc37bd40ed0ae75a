package program

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// formScreen asks what game to enter.
type formScreen struct {
	title, intro string
	// wished is the wish without the fields.
	wished tui.Wish
	fields []field
	at     int
	// looking reports whether the terms are being requested.
	looking bool
}

// field is one line of a form.
type field struct {
	name text.Setting
	// choices are the choices of the arrows.
	choices []string
	// free fields also accept typed text.
	free bool
	// typed reports whether value was typed, so that the next character is appended.
	typed bool
	value string
}

// maxField is how much can be typed into a field: an address fits; and maxInvited into one for all but one at a table.
const maxField, maxInvited = 64, 15 * maxField

// newForm asks for a game to create, or to find. Its fields depend on the backend's proposals.
func newForm(kind tui.WishKind, w *tui.World) formScreen {
	var names []string
	for _, r := range game.Rulesets() {
		names = append(names, r.Name)
	}
	s := formScreen{
		title: "New game", intro: text.MatchIntro, wished: tui.Wish{Kind: kind},
		fields: []field{{name: text.SettingRuleset, choices: names, value: names[0]}},
	}
	switch kind {
	case tui.WishMatch:
		s.title = "Find an opponent"
	case tui.WishBot:
		s.title = "Play against a bot"
		return s // its other terms are always the same
	case tui.WishCreate:
		s.intro = text.CreateIntro
	case tui.WishJoin, tui.WishRematch:
	}
	lobby := w.Snap.Lobby
	s.propose(text.SettingStake, lobby.Stakes)
	s.propose(text.SettingClock, lobby.Clocks)
	if len(lobby.Stakes) > 0 {
		kinds := []string{text.Rated, text.Casual}
		s.fields = append(s.fields, field{name: text.SettingKind, choices: kinds, value: text.Rated})
	}
	if lobby.Fast {
		s.fields = append(s.fields, field{
			name: text.SettingMoves, choices: []string{text.Fast, text.OnChain}, value: text.Fast,
		})
	}
	if len(lobby.Stakes) > 0 && kind == tui.WishCreate {
		s.fields = append(s.fields, field{
			name: text.SettingOpponent, choices: []string{text.Anybody, "bot"}, free: true, value: text.Anybody,
		})
	}
	return s
}

// propose adds a field for one of the backend's proposals, or typed text, if there are any.
func (s *formScreen) propose(name text.Setting, choices []string) {
	if len(choices) > 0 {
		s.fields = append(s.fields, field{name: name, choices: choices, free: true, value: choices[0]})
	}
}

// wish is the wish of the form.
func (s formScreen) wish() tui.Wish {
	w := s.wished
	for _, f := range s.fields {
		switch f.name {
		case text.SettingRuleset:
			if r, err := game.RulesetByName(f.value); err == nil {
				w.Ruleset = r
			}
		case text.SettingStake, text.SettingPot:
			w.Stake = f.value
		case text.SettingClock, text.SettingStep:
			w.Clock = f.value
		case text.SettingKind:
			w.Casual = f.value == text.Casual
		case text.SettingMoves:
			w.Fast = f.value == text.Fast
		case text.SettingOpponent:
			if f.value != text.Anybody {
				w.Opponent = f.value
			}
		case text.SettingPlayers:
			w.Players, _ = strconv.Atoi(f.value) // it is one of the choices
		case text.SettingInvited:
			if f.value != text.Anybody {
				w.Invited = f.value
			}
		}
	}
	return w
}

// Title implements tui.Screen.
func (s formScreen) Title(*tui.World) string { return s.title }

// typing reports whether a question mark is text.
func (s formScreen) typing() bool { return s.fields[s.at].free }

// Hints implements tui.Screen.
func (s formScreen) Hints(*tui.World) []key.Binding {
	return []key.Binding{formKeys.done, keyField, keyChoice, formKeys.back}
}

// Keys implements tui.Screen.
func (s formScreen) Keys(*tui.World) []key.Binding {
	return []key.Binding{keyField, keyChoice, formKeys.erase, formKeys.done, formKeys.back}
}

// Press implements tui.Screen.
func (s formScreen) Press(w *tui.World, k tea.KeyPressMsg) (tui.Screen, tea.Cmd) {
	switch {
	case key.Matches(k, formKeys.back):
		return w.ToLobby()
	case key.Matches(k, formKeys.up):
		s.at = max(s.at-1, 0)
	case key.Matches(k, formKeys.down):
		s.at = min(s.at+1, len(s.fields)-1)
	case key.Matches(k, formKeys.done):
		s.looking = true
		return s, w.AskQuote(s.wish())
	default:
		s.fields = slices.Clone(s.fields)
		s.fields[s.at] = s.fields[s.at].pressed(k)
		s.follow()
	}
	return s, nil
}

// follow has a table be for as many as are invited to it, and the player.
func (s *formScreen) follow() {
	if f := s.fields[s.at]; f.name != text.SettingInvited || !f.typed {
		return
	}
	n := len(strings.FieldsFunc(s.fields[s.at].value, func(c rune) bool { return c == ',' || c == ' ' })) + 1
	for i, f := range s.fields {
		if number := strconv.Itoa(n); f.name == text.SettingPlayers && slices.Contains(f.choices, number) {
			s.fields[i].value = number
		}
	}
}

// pressed changes a field by a key.
func (f field) pressed(k tea.KeyPressMsg) field {
	switch {
	case key.Matches(k, formKeys.left):
		return f.chosen(-1)
	case key.Matches(k, formKeys.right):
		return f.chosen(1)
	case !f.free:
	case key.Matches(k, formKeys.erase):
		f.value, f.typed = canvas.WithoutLast(f.value), true
	case k.Key().Text != "":
		if !f.typed {
			f.value, f.typed = "", true
		}
		f.value = canvas.WithText(f.value, k, f.room())
	}
	return f
}

// room is how much can be typed into it.
func (f field) room() int {
	if f.name == text.SettingInvited {
		return maxInvited
	}
	return maxField
}

// chosen goes to another choice, from a typed text to the first.
func (f field) chosen(by int) field {
	i := slices.Index(f.choices, f.value)
	switch {
	case i < 0:
		i = 0
	default:
		i = (i + by + len(f.choices)) % len(f.choices)
	}
	f.value, f.typed = f.choices[i], false
	return f
}

// Click implements tui.Screen.
func (s formScreen) Click(_ *tui.World, _ canvas.Region, _, y int, _ tea.MouseButton) (tui.Screen, tea.Cmd) {
	if i := y - formTop; i >= 0 && i < len(s.fields) {
		if i == s.at {
			s.fields = slices.Clone(s.fields)
			s.fields[i] = s.fields[i].chosen(1)
		}
		s.at = i
	}
	return s, nil
}

// Hear implements tui.Screen.
func (s formScreen) Hear(w *tui.World, msg tea.Msg) (tui.Screen, tea.Cmd) {
	quote, ok := msg.(tui.QuoteMsg)
	if !ok || quote.Request != w.Request {
		return s, nil
	}
	s.looking = false
	return w.Quoted(s, quote)
}

// Status implements tui.Screen.
func (s formScreen) Status(*tui.World) (string, canvas.Paint) {
	if s.looking {
		return text.LookingUpTerms, canvas.Plain
	}
	return "", canvas.Plain
}

// formTop is the line of the first field.
const formTop = 3

// Draw implements tui.Screen.
func (s formScreen) Draw(w *tui.World, r canvas.Region) {
	const column = 14
	intro := s.intro
	if len(s.fields) == 1 {
		intro = text.WhatToPlay
	}
	r.PutWrapped(0, 0, intro, canvas.Plain)
	for i, f := range s.fields {
		y, p := formTop+i, canvas.Plain
		if i == s.at {
			p = canvas.Cursor
			r.Put(0, y, string(w.Marks.Bullet), canvas.Cursor)
		}
		r.Put(2, y, string(f.name), p)
		value := f.value
		switch {
		case i == s.at && f.typed:
			value += "_"
		case i == s.at:
			value = string(w.Marks.Left) + " " + value + " " + string(w.Marks.Right)
		}
		r.Put(column, y, end(value, r.Width-column), p)
	}
	y := formTop + len(s.fields) + 1
	current := s.fields[s.at]
	r.PutWrapped(0, y, text.Sentence(current.name.Help(current.value)), canvas.Faint)
}

// end is the end of words in a width, where the cursor is.
func end(words string, width int) string {
	for canvas.TextWidth(words) > max(width, 0) {
		_, size := utf8.DecodeRuneInString(words)
		words = words[size:]
	}
	return words
}

// opening looks up the terms of the game that the screens begin with.
type opening struct{ wish tui.Wish }

// Title implements tui.Screen.
func (s opening) Title(*tui.World) string { return "" }

// Hints implements tui.Screen.
func (s opening) Hints(*tui.World) []key.Binding { return []key.Binding{formKeys.back} }

// Keys implements tui.Screen.
func (s opening) Keys(*tui.World) []key.Binding { return []key.Binding{formKeys.back} }

// Status implements tui.Screen.
func (s opening) Status(*tui.World) (string, canvas.Paint) { return "", canvas.Plain }

// Draw implements tui.Screen.
func (s opening) Draw(_ *tui.World, r canvas.Region) { r.Put(0, 1, text.LookingUpTerms, canvas.Faint) }

// Click implements tui.Screen.
func (s opening) Click(*tui.World, canvas.Region, int, int, tea.MouseButton) (tui.Screen, tea.Cmd) {
	return s, nil
}

// Press implements tui.Screen.
func (s opening) Press(w *tui.World, k tea.KeyPressMsg) (tui.Screen, tea.Cmd) {
	if key.Matches(k, formKeys.back) {
		return w.ToLobby()
	}
	return s, nil
}

// Hear implements tui.Screen.
func (s opening) Hear(w *tui.World, msg tea.Msg) (tui.Screen, tea.Cmd) {
	quote, ok := msg.(tui.QuoteMsg)
	switch {
	case !ok || quote.Request != w.Request:
		return s, nil
	case quote.Err != nil:
		w.Fail(quote.Err)
		return w.ToLobby()
	}
	return newPlace(w, quote.Wish, quote.Quote)
}
