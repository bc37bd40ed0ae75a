package tui

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// formScreen asks what game to enter.
type formScreen struct {
	kind   WishKind
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
func newForm(kind WishKind, w *world) formScreen {
	var names []string
	for _, r := range game.Rulesets() {
		names = append(names, r.Name)
	}
	s := formScreen{kind: kind, fields: []field{{name: text.SettingRuleset, choices: names, value: names[0]}}}
	lobby := w.snap.Lobby
	if kind == WishBot {
		return s // its other terms are always the same
	}
	s.propose(text.SettingStake, lobby.Stakes)
	s.propose(text.SettingClock, lobby.Clocks)
	if len(lobby.Stakes) > 0 {
		kinds := []string{text.Rated, text.Casual}
		s.fields = append(s.fields, field{name: text.SettingKind, choices: kinds, value: text.Rated})
	}
	if len(lobby.Stakes) > 0 && kind == WishCreate {
		s.fields = append(s.fields, field{
			name: text.SettingOpponent, choices: []string{text.Anybody, "bot"}, free: true, value: text.Anybody,
		})
	}
	return s
}

// newMeleeForm asks for a melee to open.
func newMeleeForm(w *world) formScreen {
	var numbers []string
	r := melee.Ruleset()
	for n := r.MinPlayers; n <= r.MaxPlayers; n++ {
		numbers = append(numbers, strconv.Itoa(n))
	}
	s := formScreen{kind: WishMelee, fields: []field{
		{name: text.SettingPlayers, choices: numbers, value: strconv.Itoa(melee.DefaultPlayers)},
		{name: text.SettingInvited, choices: []string{text.Anybody}, free: true, value: text.Anybody},
	}}
	s.propose(text.SettingPot, w.snap.Lobby.Stakes)
	s.propose(text.SettingStep, w.snap.Lobby.Clocks)
	return s
}

// propose adds a field for one of the backend's proposals, or typed text, if there are any.
func (s *formScreen) propose(name text.Setting, choices []string) {
	if len(choices) > 0 {
		s.fields = append(s.fields, field{name: name, choices: choices, free: true, value: choices[0]})
	}
}

// wish is the wish of the form.
func (s formScreen) wish() Wish {
	w := Wish{Kind: s.kind}
	if s.kind == WishMelee {
		w.Ruleset = melee.Ruleset()
	}
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

func (s formScreen) title(*world) string {
	switch s.kind {
	case WishMatch:
		return "Find an opponent"
	case WishBot:
		return "Play against a bot"
	case WishMelee:
		return "New melee"
	case WishCreate, WishJoin, WishRematch, WishJoinMelee:
	}
	return "New game"
}

// typing reports whether a question mark is text.
func (s formScreen) typing() bool { return s.fields[s.at].free }

func (s formScreen) hints(*world) []key.Binding {
	return []key.Binding{formKeys.done, keyField, keyChoice, formKeys.back}
}

func (s formScreen) keys(*world) []key.Binding {
	return []key.Binding{keyField, keyChoice, formKeys.erase, formKeys.done, formKeys.back}
}

func (s formScreen) press(w *world, k tea.KeyPressMsg) (screen, tea.Cmd) {
	switch {
	case key.Matches(k, formKeys.back):
		return w.toLobby()
	case key.Matches(k, formKeys.up):
		s.at = max(s.at-1, 0)
	case key.Matches(k, formKeys.down):
		s.at = min(s.at+1, len(s.fields)-1)
	case key.Matches(k, formKeys.done):
		s.looking = true
		return s, w.askQuote(s.wish())
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
		f.value, f.typed = withoutLast(f.value), true
	case k.Key().Text != "":
		if !f.typed {
			f.value, f.typed = "", true
		}
		f.value = withText(f.value, k, f.room())
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

func (s formScreen) click(_ *world, _ region, _, y int, _ tea.MouseButton) (screen, tea.Cmd) {
	if i := y - formTop; i >= 0 && i < len(s.fields) {
		if i == s.at {
			s.fields = slices.Clone(s.fields)
			s.fields[i] = s.fields[i].chosen(1)
		}
		s.at = i
	}
	return s, nil
}

func (s formScreen) hear(w *world, msg tea.Msg) (screen, tea.Cmd) {
	quote, ok := msg.(quoteMsg)
	if !ok || quote.request != w.request {
		return s, nil
	}
	s.looking = false
	return w.quoted(s, quote)
}

func (s formScreen) status(*world) (string, paint) {
	if s.looking {
		return text.LookingUpTerms, plain
	}
	return "", plain
}

// formTop is the line of the first field.
const formTop = 3

func (s formScreen) draw(w *world, r region) {
	const column = 14
	intro := text.MatchIntro
	if s.kind == WishCreate {
		intro = text.CreateIntro
	}
	if s.kind == WishMelee {
		intro = text.MeleeIntro
	}
	if len(s.fields) == 1 {
		intro = text.WhatToPlay
	}
	r.putWrapped(0, 0, intro, plain)
	for i, f := range s.fields {
		y, p := formTop+i, plain
		if i == s.at {
			p = cursor
			r.put(0, y, string(w.marks.bullet), cursor)
		}
		r.put(2, y, string(f.name), p)
		value := f.value
		switch {
		case i == s.at && f.typed:
			value += "_"
		case i == s.at:
			value = string(w.marks.left) + " " + value + " " + string(w.marks.right)
		}
		r.put(column, y, end(value, r.width-column), p)
	}
	y := formTop + len(s.fields) + 1
	current := s.fields[s.at]
	r.putWrapped(0, y, text.Sentence(current.name.Help(current.value)), faint)
}

// end is the end of words in a width, where the cursor is.
func end(words string, width int) string {
	for textWidth(words) > max(width, 0) {
		_, size := utf8.DecodeRuneInString(words)
		words = words[size:]
	}
	return words
}

// opening looks up the terms of the game that the screens begin with.
type opening struct{ wish Wish }

func (s opening) title(*world) string           { return "" }
func (s opening) hints(*world) []key.Binding    { return []key.Binding{formKeys.back} }
func (s opening) keys(*world) []key.Binding     { return []key.Binding{formKeys.back} }
func (s opening) status(*world) (string, paint) { return "", plain }

func (s opening) draw(_ *world, r region) { r.put(0, 1, text.LookingUpTerms, faint) }

func (s opening) click(*world, region, int, int, tea.MouseButton) (screen, tea.Cmd) { return s, nil }

func (s opening) press(w *world, k tea.KeyPressMsg) (screen, tea.Cmd) {
	if key.Matches(k, formKeys.back) {
		return w.toLobby()
	}
	return s, nil
}

func (s opening) hear(w *world, msg tea.Msg) (screen, tea.Cmd) {
	quote, ok := msg.(quoteMsg)
	switch {
	case !ok || quote.request != w.request:
		return s, nil
	case quote.err != nil:
		w.fail(quote.err)
		return w.toLobby()
	}
	return newPlace(w, quote.wish, quote.quote)
}
