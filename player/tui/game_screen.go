package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
)

// gameScreen is one game, from waiting for an opponent to its end.
type gameScreen struct {
	id uint64
	// aim is where the player aims; it is set once the game's board is known.
	aim   aim
	aimed bool
	// firing is the tile that was fired at, while the backend has not said what became of it.
	firing   game.Tile
	isFiring bool
	// question is the act that the player is asked about.
	question Act
	// busy tells that an act beside a shot is on its way.
	busy bool
	// looking tells that the terms of a rematch are being asked for.
	looking bool
}

func newGameScreen(id uint64) gameScreen { return gameScreen{id: id} }

// game is the game, once it is there.
func (s gameScreen) game(w *world) (Game, bool) {
	g := w.snap.Game
	if g == nil || g.ID != s.id || g.State.Ruleset == nil || g.Me < 0 || g.Me > 1 {
		return Game{}, false
	}
	return *g, true
}

func (s gameScreen) title(w *world) string {
	g, ok := s.game(w)
	if !ok {
		return gameNumber(s.id)
	}
	title := gameNumber(s.id) + " " + g.State.Ruleset.Name
	joined := g.Names[g.Me.Other()] != ""
	switch {
	case g.Watching && joined:
		title += ": " + shorten(g.name(g.Me), 20) + " against " + shorten(g.name(g.Me.Other()), 20)
	case g.Watching:
		title += " of " + shorten(g.name(g.Me), 20)
	case joined:
		title += " against " + shorten(g.opponent(), 20)
	}
	return title
}

// terminalTitle says in the terminal's own title whether the player has something to decide.
func (s gameScreen) terminalTitle(w *world) string {
	g, ok := s.game(w)
	switch {
	case !ok || g.Watching:
		return ""
	case g.State.Phase.Ended():
		return "over"
	case mayShoot(g) && !s.isFiring:
		return "your turn"
	default:
		return "waiting"
	}
}

// caption is what is played for.
func (s gameScreen) caption(w *world) string {
	g, _ := s.game(w)
	return g.Stakes
}

// playing tells that the player plays in the game, and that shots are fired.
func playing(g Game) bool { return !g.Watching && g.State.Phase == game.PhasePlay }

// mayShoot reports whether a shot can be chosen: it is the player's turn, or will be as soon as what it owes by itself
// is done.
func mayShoot(g Game) bool { return playing(g) && g.State.Actor == g.Me }

// target is the board that is shot at.
func target(g Game) game.Side { return g.State.Sides[g.Me.Other()] }

func (s gameScreen) hints(w *world) []key.Binding {
	g, ok := s.game(w)
	switch {
	case !ok:
		return []key.Binding{gameKeys.back}
	case s.question != nil:
		return []key.Binding{keyYes, keyNo}
	}
	var hints []key.Binding
	if playing(g) {
		hints = append(hints, keyAim, gameKeys.fire)
	}
	if s.aim.typed != "" {
		return append(hints, gameKeys.erase, gameKeys.clear)
	}
	hints = append(hints, s.acts(g)...)
	return append(hints, gameKeys.back)
}

// acts are the keys of what can be done beside shooting.
func (s gameScreen) acts(g Game) []key.Binding {
	if g.Watching {
		return nil
	}
	switch g.State.Phase {
	case game.PhaseOpen:
		if g.Me == game.Creator && !g.State.Withdrawn() {
			return []key.Binding{gameKeys.takeBack}
		}
	case game.PhaseToss, game.PhasePlay:
		keys := []key.Binding{gameKeys.concede}
		if g.mayChallenge() {
			keys = append(keys, gameKeys.challenge)
		}
		if g.BotFees != "" {
			keys = append([]key.Binding{gameKeys.payBot}, keys...)
		}
		return keys
	case game.PhaseClaim:
		if g.State.MayClaim(g.Me) {
			return []key.Binding{gameKeys.claim}
		}
	case game.PhaseOver, game.PhaseCancelled:
		if g.CanRematch {
			return []key.Binding{gameKeys.rematch}
		}
	}
	return nil
}

// mayChallenge reports whether a proof can be demanded: boards that are proven need none, and at sea there is none.
func (g Game) mayChallenge() bool { return !g.State.Ruleset.Proven && !g.AtSea }

func (s gameScreen) keys(w *world) []key.Binding {
	k := gameKeys
	g, ok := s.game(w)
	if ok && g.Watching {
		return []key.Binding{k.back}
	}
	payBot, challenge, claim := k.payBot, k.challenge, k.claim
	payBot.SetEnabled(g.OwnBot)
	challenge.SetEnabled(!ok || g.mayChallenge())
	claim.SetEnabled(!ok || g.State.Claims())
	return []key.Binding{
		keyAim, k.fire, k.clear, k.erase, k.concede, challenge, claim, k.takeBack, payBot, k.rematch, k.back,
	}
}

func (s gameScreen) press(w *world, k tea.KeyPressMsg) (screen, tea.Cmd) {
	g, ok := s.game(w)
	switch {
	case !ok && key.Matches(k, gameKeys.back):
		return w.toLobby()
	case !ok:
		return s, nil
	case s.question != nil:
		return s.answered(w, k)
	case s.aim.typed != "" && key.Matches(k, gameKeys.clear):
		s.aim = s.aim.cleared()
		return s, nil
	case s.aim.typed != "" && key.Matches(k, gameKeys.erase):
		s.aim = s.aim.erased()
		return s, nil
	case s.aim.typed != "" && !key.Matches(k, gameKeys.fire) && k.Key().Text != "":
		s.aim = s.aim.written(k.Key().Text) // whatever else its letters do
		return s, nil
	case key.Matches(k, gameKeys.back):
		return s.left(w, g)
	case key.Matches(k, gameKeys.fire):
		return s.fire(w, g)
	case key.Matches(k, s.acts(g)...):
		return s.ask(w, g, k)
	}
	if playing(g) {
		s.aim = s.aim.pressed(g.State.Ruleset, k)
	}
	return s, nil
}

// left goes to the lobby, where the game stands chosen, and says that it goes on.
func (s gameScreen) left(w *world, g Game) (screen, tea.Cmd) {
	_, cmd := w.toLobby()
	if text := g.goesOn(w.passing); text != "" {
		w.tell(text)
	}
	return lobbyScreen{chosen: s.id}, cmd
}

// fire shoots at the tile that is aimed at, or says why not.
func (s gameScreen) fire(w *world, g Game) (screen, tea.Cmd) {
	r := g.State.Ruleset
	tile, ok := s.aim.target(r)
	switch {
	case !playing(g):
		return s, nil
	case s.aim.unfinished(r):
		w.tell("Type the row too, such as " + s.aim.typed + "7, or move with the arrows.")
		return s, nil
	case !ok:
		w.tell(s.aim.wrong(r))
		return s, nil
	case s.isFiring:
		w.tell("Your shot at " + r.TileName(s.firing) + " is on its way.")
		return s, nil
	case !mayShoot(g):
		w.tell(g.who(g.Me.Other()) + " has to move first.")
		return s, nil
	case target(g).Answered.Has(tile):
		w.tell("You have shot at " + r.TileName(tile) + " before: aim elsewhere.")
		s.aim = s.aim.at(tile)
		return s, nil
	}
	s.aim = s.aim.at(tile)
	s.firing, s.isFiring = tile, true
	return s, w.do(s.id, Shoot{Tile: tile})
}

// ask asks whether the player means it, or does at once what costs nothing.
func (s gameScreen) ask(w *world, g Game, k tea.KeyPressMsg) (screen, tea.Cmd) {
	switch {
	case key.Matches(k, gameKeys.rematch):
		s.looking = true
		return s, w.askQuote(Wish{Kind: WishRematch, ID: s.id, Ruleset: g.State.Ruleset})
	case s.busy:
		w.tell("What you did before is still on its way.")
	case key.Matches(k, gameKeys.concede):
		s.question = Concede{}
	case key.Matches(k, gameKeys.challenge):
		s.question = Challenge{}
	case key.Matches(k, gameKeys.claim):
		s.question = Claim{}
	case key.Matches(k, gameKeys.takeBack):
		s.question = Cancel{}
	case key.Matches(k, gameKeys.payBot):
		s.busy = true
		return s, w.do(s.id, PayBot{}) // how much that is was said
	}
	return s, nil
}

// answered is what follows from the answer to a question.
func (s gameScreen) answered(w *world, k tea.KeyPressMsg) (screen, tea.Cmd) {
	act := s.question
	switch {
	case key.Matches(k, keyYes):
		s.question, s.busy = nil, true
		return s, w.do(s.id, act)
	case key.Matches(k, keyNo):
		s.question = nil
	default:
		w.tell("Press y for yes or n for no.")
	}
	return s, nil
}

func (s gameScreen) click(w *world, r region, x, y int, button tea.MouseButton) (screen, tea.Cmd) {
	g, ok := s.game(w)
	if !ok || button != tea.MouseLeft || s.question != nil || !playing(g) {
		return s, nil
	}
	t, ok := layoutOf(g, r).theirs.tileAt(x, y)
	if !ok {
		return s, nil
	}
	s.aim = s.aim.at(t)
	return s.fire(w, g)
}

func (s gameScreen) hear(w *world, msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case snapshotMsg:
		return s.shown(w), nil
	case doneMsg:
		return s.done(w, msg), nil
	case quoteMsg:
		if msg.request != w.request {
			return s, nil
		}
		s.looking = false
		if msg.err != nil {
			w.fail(msg.err)
			return s, nil
		}
		return newPlace(w, msg.wish, msg.quote)
	}
	return s, nil
}

// shown takes what a snapshot tells.
func (s gameScreen) shown(w *world) gameScreen {
	g, ok := s.game(w)
	if !ok {
		return s
	}
	if !s.aimed {
		s.aim, s.aimed = centre(g.State.Ruleset), true
	}
	pending := g.State.HasPending && g.State.Actor != g.Me && g.State.Pending == s.firing
	if s.isFiring && (pending || target(g).Answered.Has(s.firing) || g.State.Phase != game.PhasePlay) {
		s.isFiring = false // the chain has it
	}
	if s.question != nil && !possible(g, s.question) {
		s.question = nil
		w.tell("The game has gone on meanwhile.")
	}
	return s
}

// possible reports whether an act makes sense at this point of the game.
func possible(g Game, act Act) bool {
	switch act.(type) {
	case Concede, Challenge:
		return g.State.Phase.InPlay()
	case Claim:
		return g.State.MayClaim(g.Me)
	case Cancel, Decline:
		return g.State.Phase == game.PhaseOpen
	default: // a shot and the bot's fees are not asked about
		return true
	}
}

// done takes what became of an act.
func (s gameScreen) done(w *world, msg doneMsg) gameScreen {
	if msg.id != s.id {
		return s
	}
	if shot, ok := msg.act.(Shoot); !ok {
		s.busy = false
	} else if shot.Tile == s.firing {
		s.isFiring = false
	}
	if msg.err != nil {
		w.fail(msg.err)
	}
	return s
}

func (s gameScreen) status(w *world) (string, paint) {
	g, ok := s.game(w)
	switch {
	case !ok:
		return sentence(w.snap.NoGame), warn
	case s.question != nil:
		return "Press y for yes, n for no.", strong
	case s.looking:
		return "Looking up the terms.", plain
	case s.aim.typed != "":
		return s.aiming(g)
	case g.State.Phase.Ended():
		return sentence(g.Notice), warn // whatever was on its way for the game has no meaning any more
	case g.BotFees != "" && !s.busy:
		return "Your bot's fees are used up. u allows it " + g.BotFees + " more, and it plays on.", warn
	case g.Notice != "" && (g.Sending.Stage == StageNone || g.Sending.Stage == StageIncluded):
		return sentence(g.Notice), warn
	}
	text, p := g.Sending.words()
	return sentence(text), p
}

// aiming says what was typed, and what is to come.
func (s gameScreen) aiming(g Game) (string, paint) {
	r := g.State.Ruleset
	switch why := s.aim.wrong(r); {
	case why != "":
		return why, bad
	case s.aim.unfinished(r):
		return "Aim at " + s.aim.typed + "_: type the row, such as 7. Esc clears.", strong
	case !mayShoot(g):
		return "Aim at " + s.aim.typed + ", for when it is your turn. Esc clears.", strong
	default:
		return "Aim at " + s.aim.typed + ": enter fires, esc clears.", strong
	}
}
