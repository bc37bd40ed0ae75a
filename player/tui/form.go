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
)

// formScreen asks what game to enter.
type formScreen struct {
	kind   WishKind
	fields []field
	at     int
	// looking tells that the terms are being asked for.
	looking bool
}

// field is one line of a form.
type field struct {
	name fieldName
	// choices are what the arrows choose from.
	choices []string
	// free fields also take what is typed.
	free bool
	// typed tells that value was typed, so that the next character goes behind it.
	typed bool
	value string
}

// fieldName says what a field asks for.
type fieldName string

const (
	fieldRuleset  fieldName = "Ruleset"
	fieldStake    fieldName = "Stake"
	fieldClock    fieldName = "Clock"
	fieldKind     fieldName = "Kind"
	fieldOpponent fieldName = "Opponent"
	fieldPlayers  fieldName = "Players"
	fieldPot      fieldName = "Stake each"
	fieldInvited  fieldName = "Invited"
	fieldStep     fieldName = "Step clock"
)

const (
	rated  = "rated"
	casual = "casual"
	// anybody stands for an empty opponent.
	anybody = "anybody"
)

// maxField is how much can be typed into a field: an address fits; and maxInvited into one for all but one at a table.
const maxField, maxInvited = 64, 15 * maxField

// newForm asks for a game to create, or to find. What the backend proposes decides what is asked.
func newForm(kind WishKind, w *world) formScreen {
	var names []string
	for _, r := range game.Rulesets() {
		names = append(names, r.Name)
	}
	s := formScreen{kind: kind, fields: []field{{name: fieldRuleset, choices: names, value: names[0]}}}
	lobby := w.snap.Lobby
	if kind == WishBot {
		return s // its other terms are always the same
	}
	if len(lobby.Stakes) > 0 {
		s.fields = append(s.fields, field{name: fieldStake, choices: lobby.Stakes, free: true, value: lobby.Stakes[0]})
	}
	if len(lobby.Clocks) > 0 {
		s.fields = append(s.fields, field{name: fieldClock, choices: lobby.Clocks, free: true, value: lobby.Clocks[0]})
	}
	if len(lobby.Stakes) > 0 {
		s.fields = append(s.fields, field{name: fieldKind, choices: []string{rated, casual}, value: rated})
	}
	if len(lobby.Stakes) > 0 && kind == WishCreate {
		s.fields = append(s.fields, field{
			name: fieldOpponent, choices: []string{anybody, "bot"}, free: true, value: anybody,
		})
	}
	return s
}

// collusion is what whoever plays a melee for a stake must know.
const collusion = "The chain cannot tell whether other players share what they know, or are one person with several " +
	"seats, and such players beat honest ones: play for a stake only with people whom you trust."

// newMeleeForm asks for a melee to open.
func newMeleeForm(w *world) formScreen {
	var numbers []string
	r := melee.Ruleset()
	for n := r.MinPlayers; n <= r.MaxPlayers; n++ {
		numbers = append(numbers, strconv.Itoa(n))
	}
	s := formScreen{kind: WishMelee, fields: []field{
		{name: fieldPlayers, choices: numbers, value: strconv.Itoa(melee.DefaultPlayers)},
		{name: fieldInvited, choices: []string{anybody}, free: true, value: anybody},
	}}
	lobby := w.snap.Lobby
	if len(lobby.Stakes) > 0 {
		s.fields = append(s.fields, field{name: fieldPot, choices: lobby.Stakes, free: true, value: lobby.Stakes[0]})
	}
	if len(lobby.Clocks) > 0 {
		s.fields = append(s.fields, field{name: fieldStep, choices: lobby.Clocks, free: true, value: lobby.Clocks[0]})
	}
	return s
}

// wish is what the form asks for.
func (s formScreen) wish() Wish {
	w := Wish{Kind: s.kind}
	if s.kind == WishMelee {
		w.Ruleset = melee.Ruleset()
	}
	for _, f := range s.fields {
		switch f.name {
		case fieldRuleset:
			if r, err := game.RulesetByName(f.value); err == nil {
				w.Ruleset = r
			}
		case fieldStake, fieldPot:
			w.Stake = f.value
		case fieldClock, fieldStep:
			w.Clock = f.value
		case fieldKind:
			w.Casual = f.value == casual
		case fieldOpponent:
			if f.value != anybody {
				w.Opponent = f.value
			}
		case fieldPlayers:
			w.Players, _ = strconv.Atoi(f.value) // it is one of the choices
		case fieldInvited:
			if f.value != anybody {
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

// typing tells that a question mark is text.
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
	if f := s.fields[s.at]; f.name != fieldInvited || !f.typed {
		return
	}
	n := len(strings.FieldsFunc(s.fields[s.at].value, func(c rune) bool { return c == ',' || c == ' ' })) + 1
	for i, f := range s.fields {
		if text := strconv.Itoa(n); f.name == fieldPlayers && slices.Contains(f.choices, text) {
			s.fields[i].value = text
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
	if f.name == fieldInvited {
		return maxInvited
	}
	return maxField
}

// chosen goes to another choice, from what was typed to the first.
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
	if quote.err != nil {
		w.fail(quote.err)
		return s, nil
	}
	return newPlace(w, quote.wish, quote.quote)
}

func (s formScreen) status(*world) (string, paint) {
	if s.looking {
		return "Looking up the terms.", plain
	}
	return "", plain
}

// formTop is the line of the first field.
const formTop = 3

func (s formScreen) draw(w *world, r region) {
	const column = 14
	intro := "The open game that fits best and is nearest to your rating, or one opened for the next who fits."
	if s.kind == WishCreate {
		intro = "A game of your own. Nothing is sent before you have placed your fleet and agreed to the terms."
	}
	if s.kind == WishMelee {
		intro = "A table for several: everybody shoots at once, every bomb hits every board, the last fleet afloat wins."
	}
	if len(s.fields) == 1 {
		intro = "What would you like to play?"
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
	for _, text := range s.fields[s.at].explained() {
		y = r.putWrapped(0, y, text, faint)
	}
}

// end is the end of a text in a width: what is being typed stands there.
func end(text string, width int) string {
	for textWidth(text) > max(width, 0) {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	return text
}

// explained says what a field means.
func (f field) explained() []string {
	switch f.name {
	case fieldPlayers:
		return []string{"How many play, you among them. " + rules(melee.Ruleset())}
	case fieldInvited:
		return []string{"Who alone may join, and may decline: addresses or names of keys of yours, with commas between. " +
			"The table is for them and you. A melee with a stake needs all of them named."}
	case fieldPot:
		return []string{"What each puts into the pot. The winner takes it, a draw shares it. Choose one, or type one such " +
			"as 2.5 SHIP.", collusion}
	case fieldRuleset:
		r, err := game.RulesetByName(f.value)
		if err != nil {
			return nil
		}
		return []string{rules(r)}
	case fieldStake:
		return []string{"What each of you puts into the pot. The winner takes both. Choose one, or type one such as " +
			"2.5 SHIP."}
	case fieldClock:
		return []string{"How long each move may take; whoever is late loses. Choose one, or type one such as 90s, 10m or 3d."}
	case fieldStep:
		return []string{"How long each step of a round may take: all aim, then all fire, then all report. A first aim that " +
			"is missed is a strike; who misses a second one, or any other step, is out. Choose one, or type one such as " +
			"90s, 10m or 3d."}
	case fieldKind:
		if f.value == casual {
			return []string{"Without fee, reward and rating. A stake is played for all the same."}
		}
		return []string{"For the rating. The fee pays for the reward of the winner."}
	case fieldOpponent:
		return []string{"Who alone may join, and may decline: type an address or the name of a key of yours. \"bot\" is a " +
			"program on this machine that plays against you."}
	}
	return nil
}

// opening looks up the terms of the game that the screens begin with.
type opening struct{ wish Wish }

func (s opening) title(*world) string           { return "" }
func (s opening) hints(*world) []key.Binding    { return []key.Binding{formKeys.back} }
func (s opening) keys(*world) []key.Binding     { return []key.Binding{formKeys.back} }
func (s opening) status(*world) (string, paint) { return "", plain }

func (s opening) draw(_ *world, r region) { r.put(0, 1, "Looking up the terms.", faint) }

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
