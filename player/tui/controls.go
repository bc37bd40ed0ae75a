package tui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
)

// controls are the state of the player's input in a duel or a melee: the aim, the open question, and the pending acts.
type controls struct {
	id uint64
	// aim is where the player aims; it is set once the board is known.
	aim   aim
	isSet bool
	// sent is the tile that was shot at or aimed at, while the backend has not said what became of it.
	sent   game.Tile
	isSent bool
	// question is the act that the player is asked about.
	question Act
	// busy reports whether an act without a tile is pending.
	busy bool
}

// askedAbout are the controls of a game in which the player is asked about an act.
func askedAbout(id uint64, about Act) controls { return controls{id: id, question: about} }

// hints are the keys that matter most: those that choose a tile, if one can be, and those of other acts.
func (c controls) hints(choose []key.Binding, acts ...key.Binding) []key.Binding {
	switch {
	case c.question != nil:
		return []key.Binding{keyYes, keyNo}
	case c.aim.typed != "":
		return append(choose, gameKeys.erase, gameKeys.clear)
	default:
		return append(choose, acts...)
	}
}

// press takes a key that answers a question or types the name of a tile, and reports whether it is one. Done is the key
// that sends the tile.
func (c controls) press(w *world, k tea.KeyPressMsg, done key.Binding) (next controls, cmd tea.Cmd, taken bool) {
	if c.question != nil {
		next, cmd = c.answered(w, k)
		return next, cmd, true
	}
	next, taken = c.typed(k, done)
	return next, nil, taken
}

// typed takes a key while the name of a tile is typed, whatever else its letter does, and reports whether it has.
func (c controls) typed(k tea.KeyPressMsg, done key.Binding) (controls, bool) {
	switch {
	case c.aim.typed == "":
		return c, false
	case key.Matches(k, gameKeys.clear):
		c.aim = c.aim.cleared()
	case key.Matches(k, gameKeys.erase):
		c.aim = c.aim.erased()
	case !key.Matches(k, done) && k.Key().Text != "":
		c.aim = c.aim.written(k.Key().Text)
	default:
		return c, false
	}
	return c, true
}

// clicked aims at the tile of a board on which there was a click, and reports whether it has.
func (c controls) clicked(b board, x, y int, button tea.MouseButton) (controls, bool) {
	tile, ok := b.tileAt(x, y)
	if !ok || button != tea.MouseLeft || c.question != nil {
		return c, false
	}
	c.aim = c.aim.at(tile)
	return c, true
}

// chosen is the target, if the controls allow it; otherwise it notifies the player of the reason.
func (c controls) chosen(w *world, r *game.Ruleset, words text.Aiming) (game.Tile, bool) {
	tile, ok := c.aim.target(r)
	switch {
	case c.aim.unfinished(r):
		w.tell(text.Sentence(text.RowMissing(c.aim.typed)))
	case !ok:
		w.tell(c.aim.wrong(r))
	case c.isSent:
		w.tell(text.Sentence(words.OnItsWay(r.TileName(c.sent))))
	default:
		return tile, true
	}
	return 0, false
}

// do does an act, at a tile or without one.
func (c controls) do(w *world, act Act) (controls, tea.Cmd) {
	if tile, ok := TileOf(act); ok {
		c.aim, c.sent, c.isSent = c.aim.at(tile), tile, true
	} else {
		c.busy = true
	}
	return c, w.do(c.id, act)
}

// waits reports whether another act is pending, and notifies the player.
func (c controls) waits(w *world) bool {
	if c.busy {
		w.tell(text.StillOnItsWay)
	}
	return c.busy
}

// ask asks about an act, unless another one is on its way.
func (c controls) ask(w *world, act Act) controls {
	if !c.waits(w) {
		c.question = act
	}
	return c
}

// choice is an act that the player is asked about, and its key.
type choice struct {
	key key.Binding
	act Act
}

// gameChoices and meleeChoices are those of a duel and of a melee.
var (
	gameChoices = []choice{
		{gameKeys.concede, Concede{}},
		{gameKeys.challenge, Challenge{}},
		{gameKeys.claim, Claim{}},
		{gameKeys.takeBack, Cancel{}},
	}
	meleeChoices = []choice{
		{meleeKeys.confirm, Confirm{}}, {meleeKeys.leave, Leave{}}, {gameKeys.concede, Concede{}}, {gameKeys.claim, Claim{}},
	}
)

// askFor asks about the act of a key.
func (c controls) askFor(w *world, k tea.KeyPressMsg, choices []choice) controls {
	for _, one := range choices {
		if key.Matches(k, one.key) {
			return c.ask(w, one.act)
		}
	}
	return c
}

// asked is the question to the player, with the risk. It is empty if there is none.
func (c controls) asked(risks Risks) string {
	if c.question == nil {
		return ""
	}
	return text.Voice{}.Ask(text.Intent{Act: c.question.act()}, risks[c.question])
}

// answered takes a key as the answer to the question, and does the act if that is meant.
func (c controls) answered(w *world, k tea.KeyPressMsg) (controls, tea.Cmd) {
	act := c.question
	switch {
	case key.Matches(k, keyYes):
		c.question = nil
		return c.do(w, act)
	case key.Matches(k, keyNo):
		c.question = nil
	default:
		w.tell(text.PressYesOrNo)
	}
	return c, nil
}

// left goes to the lobby with the game selected, and notifies the player that it continues.
func (c controls) left(w *world, continues string) (screen, tea.Cmd) {
	_, cmd := w.toLobby()
	if continues != "" {
		w.tell(continues)
	}
	return lobbyScreen{chosen: c.id}, cmd
}

// shown applies a snapshot: it drops a question that is obsolete.
func (c controls) shown(w *world, r *game.Ruleset, what string, possible func(Act) bool) controls {
	if !c.isSet {
		c.aim, c.isSet = centre(r), true
	}
	if c.question != nil && !possible(c.question) {
		c.question = nil
		w.tell(fmt.Sprintf(text.HasMovedOn, what))
	}
	return c
}

// done takes what became of an act.
func (c controls) done(w *world, msg doneMsg) controls {
	if msg.id != c.id {
		return c
	}
	if tile, ok := TileOf(msg.act); !ok {
		c.busy = false
	} else if tile == c.sent {
		c.isSent = false
	}
	if msg.err != nil {
		w.fail(msg.err)
	}
	return c
}

// asking is the line about a question, or about a tile that is being typed, or empty. May reports whether a tile could
// be sent now.
func (c controls) asking(r *game.Ruleset, may bool, words text.Aiming) (string, paint) {
	switch why := c.aim.wrong(r); {
	case c.question != nil:
		return text.PressYesOrNo, strong
	case c.aim.typed == "":
		return "", plain
	case why != "":
		return why, bad
	case c.aim.unfinished(r):
		return text.Sentence(text.RowMissing(c.aim.typed)), strong
	default:
		return text.Sentence(words.Typed(c.aim.typed, may)), strong
	}
}

// quoted continues with the fleet for a game whose terms were looked up, or stays on a screen and shows why not.
func (w *world) quoted(s screen, msg quoteMsg) (screen, tea.Cmd) {
	if msg.err != nil {
		w.fail(msg.err)
		return s, nil
	}
	return newPlace(w, msg.wish, msg.quote)
}

// noticed is the line with the notice about a game, while no act is pending or the pending one is obsolete. It is empty
// if there is none.
func noticed(notice string, over bool, sending text.Transaction) string {
	if over || sending.Stage == text.StageNone || sending.Stage == text.StageIncluded {
		return text.Sentence(notice)
	}
	return ""
}

// pressAbsent takes a key while a game is being looked up.
func (w *world) pressAbsent(s screen, k tea.KeyPressMsg) (screen, tea.Cmd) {
	if key.Matches(k, gameKeys.back) {
		return w.toLobby()
	}
	return s, nil
}

// drawAbsent draws that a game is being looked up, or the reason why it is missing.
func (w *world) drawAbsent(what string, r region) {
	if w.snap.NoGame == "" {
		r.put(0, 0, "Looking up the "+what+".", faint)
	}
}

// edge is the mark of the aim on the edge of the board.
func (c controls) edge(r *game.Ruleset) edge {
	tile, ok := c.aim.target(r)
	switch {
	case c.aim.unfinished(r):
		return edge{int(c.aim.typed[0] - 'A'), -1}
	case !ok:
		return unmarked
	}
	return edge{int(tile) % r.Width, int(tile) / r.Width}
}

// drawTyped draws the typed text into the corner of the target board, before its letters.
func (c controls) drawTyped(r region, b board) {
	if c.aim.typed == "" {
		return
	}
	p := cursor
	if c.aim.wrong(b.ruleset) != "" {
		p = bad
	}
	typed := c.aim.typed + "_"
	r.put(b.x+labels-textWidth(typed), b.y+1, typed, p)
}
