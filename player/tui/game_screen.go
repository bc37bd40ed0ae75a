package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
)

// gameScreen is one duel, from waiting for an opponent to its end.
type gameScreen struct {
	controls
	// looking reports whether the terms of a rematch are being requested.
	looking bool
}

func newGameScreen(id uint64) gameScreen { return gameScreen{controls: controls{id: id}} }

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
	const width = 20
	v := g.voice()
	for seat, name := range v.Names {
		v.Names[seat] = shorten(name, width)
	}
	return gameNumber(s.id) + " " + v.DuelTitle(g.State, g.Me, g.Names[g.Me.Other()] != "")
}

// terminalTitle is the terminal's own title, which shows whether it is the player's turn.
func (s gameScreen) terminalTitle(w *world) string {
	g, ok := s.game(w)
	if !ok || g.Watching {
		return ""
	}
	return text.InShort(g.State.Phase.Ended(), mayShoot(g) && !s.isSent)
}

// caption describes the terms.
func (s gameScreen) caption(w *world) string {
	g, _ := s.game(w)
	return g.Stakes
}

// playing reports whether the player has a seat, and the game is in play.
func playing(g Game) bool { return !g.Watching && g.State.Phase == game.PhasePlay }

// mayShoot reports whether a shot can be chosen: it is the player's turn, or will be after its automatic answer.
func mayShoot(g Game) bool { return playing(g) && g.State.Actor == g.Me }

// target is the board that is shot at.
func target(g Game) game.Side { return g.State.Sides[g.Me.Other()] }

func (s gameScreen) hints(w *world) []key.Binding {
	g, ok := s.game(w)
	if !ok {
		return []key.Binding{gameKeys.back}
	}
	var choose []key.Binding
	if playing(g) {
		choose = []key.Binding{keyAim, gameKeys.fire}
	}
	return s.controls.hints(choose, append(s.acts(g), gameKeys.back)...)
}

// acts are the keys of the acts beside shooting.
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

// mayChallenge reports whether a proof can be demanded: boards that are proven need none, and off-chain there is none.
func (g Game) mayChallenge() bool { return !g.State.Ruleset.Proven && !g.OffChain }

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
		keyAim, k.fire, keyClear, k.erase, k.concede, challenge, claim, k.takeBack, payBot, k.rematch, k.back,
	}
}

func (s gameScreen) press(w *world, k tea.KeyPressMsg) (next screen, cmd tea.Cmd) {
	g, ok := s.game(w)
	if !ok {
		return w.pressAbsent(s, k)
	}
	var taken bool
	if s.controls, cmd, taken = s.controls.press(w, k, gameKeys.fire); taken {
		return s, cmd
	}
	switch {
	case key.Matches(k, gameKeys.back):
		return s.left(w, g.continues())
	case key.Matches(k, gameKeys.fire):
		return s.fire(w, g)
	case key.Matches(k, s.acts(g)...):
		return s.act(w, g, k)
	case playing(g):
		s.aim = s.aim.pressed(g.State.Ruleset, k)
	}
	return s, nil
}

// fire shoots at the target, or explains why not.
func (s gameScreen) fire(w *world, g Game) (screen, tea.Cmd) {
	if !playing(g) {
		return s, nil
	}
	tile, ok := s.chosen(w, g.State.Ruleset, text.Shooting)
	switch {
	case !ok:
		return s, nil
	case !mayShoot(g):
		w.tell(g.headline())
		return s, nil
	case target(g).Answered.Has(tile):
		w.tell(text.Sentence(text.Tried(g.State.Ruleset.TileName(tile))))
		s.aim = s.aim.at(tile)
		return s, nil
	}
	var cmd tea.Cmd
	s.controls, cmd = s.do(w, Shoot{Tile: tile})
	return s, cmd
}

// act asks whether the player means it, or does at once what costs nothing.
func (s gameScreen) act(w *world, g Game, k tea.KeyPressMsg) (screen, tea.Cmd) {
	var cmd tea.Cmd
	switch {
	case key.Matches(k, gameKeys.rematch):
		s.looking = true
		return s, w.askQuote(Wish{Kind: WishRematch, ID: s.id, Ruleset: g.State.Ruleset})
	case !key.Matches(k, gameKeys.payBot):
		s.controls = s.askFor(w, k, gameChoices)
	case !s.waits(w):
		s.controls, cmd = s.do(w, PayBot{}) // the amount was shown
	}
	return s, cmd
}

func (s gameScreen) click(w *world, r region, x, y int, button tea.MouseButton) (screen, tea.Cmd) {
	g, ok := s.game(w)
	if !ok || !playing(g) {
		return s, nil
	}
	if s.controls, ok = s.clicked(layoutOf(g, r).theirs, x, y, button); !ok {
		return s, nil
	}
	return s.fire(w, g)
}

func (s gameScreen) hear(w *world, msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case snapshotMsg:
		return s.shown(w), nil
	case doneMsg:
		s.controls = s.done(w, msg)
	case quoteMsg:
		if msg.request == w.request {
			s.looking = false
			return w.quoted(s, msg)
		}
	}
	return s, nil
}

// shown applies a snapshot.
func (s gameScreen) shown(w *world) gameScreen {
	g, ok := s.game(w)
	if !ok {
		return s
	}
	pending := g.State.HasPending && g.State.Actor != g.Me && g.State.Pending == s.sent
	if s.isSent && (pending || target(g).Answered.Has(s.sent) || g.State.Phase != game.PhasePlay) {
		s.isSent = false // the chain has it
	}
	s.controls = s.controls.shown(w, g.State.Ruleset, "game", g.possible)
	return s
}

// possible reports whether an act makes sense at this point of the game.
func (g Game) possible(act Act) bool {
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

func (s gameScreen) status(w *world) (string, paint) {
	g, ok := s.game(w)
	if !ok {
		return text.Sentence(w.snap.NoGame), warn
	}
	over := g.State.Phase.Ended()
	asking, p := s.asking(g.State.Ruleset, mayShoot(g), text.Shooting)
	switch notice := noticed(g.Notice, over, g.Sending); {
	case s.looking:
		return text.LookingUpTerms, plain
	case asking != "":
		return asking, p
	case g.BotFees != "" && !s.busy && !over:
		return text.Sentence(text.BotFees(gameKeys.payBot.Help().Key, g.BotFees)), warn
	case over || notice != "":
		return notice, warn // whatever was on its way for a game that is over has no meaning any more
	}
	return progress(g.Sending)
}
