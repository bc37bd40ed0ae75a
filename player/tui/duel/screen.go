package duel

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// Screen is one duel, from waiting for an opponent to its end.
type Screen struct {
	tui.Controls
	// looking reports whether the terms of a rematch are being requested, talking whether the phrases are shown.
	looking, talking bool
	replay           stepping
	impacts          impacts
}

// New returns the screen of a duel. About is an act that the player is asked about at once, or nil.
func New(id uint64, about tui.Act) Screen {
	return Screen{Controls: tui.Controls{ID: id, Question: about}}
}

// Board returns the board that the player shoots at, as it is drawn.
func (s Screen) Board(w *tui.World, r canvas.Region) canvas.Board {
	g, _ := s.game(w)
	return layoutOf(g, r).theirs
}

// game is the game, once it is there.
func (s Screen) game(w *tui.World) (tui.Game, bool) {
	g := w.Snap.Duel()
	if g == nil || g.ID != s.ID || g.State.Ruleset == nil || g.Me < 0 || g.Me > 1 {
		return tui.Game{}, false
	}
	return *g, true
}

// Title implements tui.Screen.
func (s Screen) Title(w *tui.World) string {
	g, ok := s.game(w)
	if !ok {
		return tui.GameNumber(s.ID)
	}
	const width = 20
	v := voice(g)
	for seat, name := range v.Names {
		v.Names[seat] = canvas.Shorten(name, width)
	}
	return tui.GameNumber(s.ID) + " " + v.DuelTitle(g.State, g.Me, g.Names[g.Me.Other()] != "")
}

// TerminalTitle is the terminal's own title, which shows whether it is the player's turn.
func (s Screen) TerminalTitle(w *tui.World) string {
	g, ok := s.game(w)
	if !ok || g.Watching {
		return ""
	}
	_, sent := s.sent(g)
	return text.InShort(g.State.Phase.Ended(), mayShoot(g) && !sent)
}

// Caption describes the records of the players and the terms.
func (s Screen) Caption(w *tui.World) string {
	g, ok := s.game(w)
	if !ok || g.State.Phase.Ended() {
		return g.Stakes
	}
	var parts []string
	for _, seat := range []game.Seat{g.Me, g.Me.Other()} {
		if is := g.Standings[seat]; is.Rating != "" {
			parts = append(parts, text.Record(logName(g, seat), is.Rating, is.Streak))
		}
	}
	if g.Stakes != "" {
		parts = append(parts, g.Stakes)
	}
	return strings.Join(parts, w.Separator())
}

// playing reports whether the player has a seat, and the game is in play by a state that is known.
func playing(g tui.Game) bool { return !g.Watching && !g.LogLost && g.State.Phase == game.PhasePlay }

// mayShoot reports whether a shot can be chosen: it is the player's turn, or will be after its automatic answer.
func mayShoot(g tui.Game) bool { return playing(g) && g.State.Actor == g.Me }

// sent is the tile of a shot on its way: one that was fired, or was locked until it was the player's turn.
func (s Screen) sent(g tui.Game) (game.Tile, bool) {
	if !s.IsSent && g.Locked != nil && mayShoot(g) {
		return *g.Locked, true
	}
	return s.Sent, s.IsSent && mayShoot(g)
}

// locked is the tile that waits for the player's turn.
func locked(g tui.Game) (game.Tile, bool) {
	if g.Locked == nil || !playing(g) || mayShoot(g) {
		return 0, false
	}
	return *g.Locked, true
}

// target is the board that is shot at.
func target(g tui.Game) game.Side { return g.State.Sides[g.Me.Other()] }

// Hints implements tui.Screen.
func (s Screen) Hints(w *tui.World) []key.Binding {
	g, ok := s.game(w)
	if !ok {
		return []key.Binding{tui.GameKeys.Back}
	}
	if _, replays := s.replaying(g); replays {
		return replayHints(w)
	}
	var choose []key.Binding
	switch _, isLocked := locked(g); {
	case isLocked:
		choose = []key.Binding{tui.KeyAim, tui.GameKeys.Lock, tui.GameKeys.Unlock}
	case mayShoot(g):
		choose = []key.Binding{tui.KeyAim, tui.GameKeys.Fire}
	case playing(g):
		choose = []key.Binding{tui.KeyAim, tui.GameKeys.Lock}
	}
	return s.Controls.Hints(choose, append(s.acts(g), tui.GameKeys.Back)...)
}

// acts are the keys of the acts beside shooting.
func (s Screen) acts(g tui.Game) (keys []key.Binding) {
	if _, ok := told(g); ok {
		keys = append(keys, tui.GameKeys.Replay)
	}
	if g.Watching {
		return keys
	}
	switch g.State.Phase {
	case game.PhaseOpen:
		if g.Me == game.Creator && !g.State.Withdrawn() {
			return []key.Binding{tui.GameKeys.TakeBack}
		}
	case game.PhaseToss, game.PhasePlay:
		if g.LogLost {
			return []key.Binding{tui.GameKeys.Recover}
		}
		keys = []key.Binding{tui.GameKeys.Concede}
		if mayChallenge(g) {
			keys = append(keys, tui.GameKeys.Challenge)
		}
		if g.OffChain {
			keys = append(keys, tui.GameKeys.Talk)
		}
		if g.BotFees != "" {
			keys = append([]key.Binding{tui.GameKeys.PayBot}, keys...)
		}
		return keys
	case game.PhaseClaim:
		if g.State.MayClaim(g.Me) {
			return []key.Binding{tui.GameKeys.Claim}
		}
	case game.PhaseOver, game.PhaseCancelled:
		if canRematch(g) {
			keys = append([]key.Binding{tui.GameKeys.Rematch}, keys...)
		}
	}
	return keys
}

// canRematch reports whether the game is over, and its players can play again.
func canRematch(g tui.Game) bool { return g.State.Phase.Ended() && !g.Watching && g.CanRematch }

// invitedAgain reports whether the opponent of an ended game offers another one of its ruleset.
func invitedAgain(w *tui.World, g tui.Game) bool {
	return canRematch(g) && slices.ContainsFunc(w.Snap.Lobby.Invitations, func(o tui.OpenGame) bool {
		return o.Kind == text.Duel && o.Creator == g.Names[g.Me.Other()] && o.Ruleset.ID == g.State.Ruleset.ID
	})
}

// mayChallenge reports whether a proof can be demanded: boards that are proven need none, and off-chain there is none.
func mayChallenge(g tui.Game) bool { return !g.State.Ruleset.Proven && !g.OffChain }

// Keys implements tui.Screen.
func (s Screen) Keys(w *tui.World) []key.Binding {
	k := tui.GameKeys
	g, ok := s.game(w)
	if _, replays := s.replaying(g); ok && replays {
		return replayHints(w)
	}
	if ok && g.Watching {
		return append(s.acts(g), k.Back)
	}
	fire := k.Fire
	fire.SetHelp(fire.Help().Key, text.FireOrLock)
	payBot, challenge, claim := k.PayBot, k.Challenge, k.Claim
	payBot.SetEnabled(g.OwnBot)
	challenge.SetEnabled(!ok || mayChallenge(g))
	claim.SetEnabled(!ok || g.State.Claims())
	recoverLog, details, replay := k.Recover, k.Details, k.Replay
	replay.SetEnabled(!ok || g.State.Phase.Ended())
	details.SetEnabled(w.Snap.Connection.Chain != "")
	recoverLog.SetEnabled(g.LogLost)
	talk := k.Talk
	talk.SetEnabled(g.OffChain)
	return []key.Binding{
		tui.KeyAim, fire, tui.KeyClear, k.Erase, k.Concede, challenge, claim, k.TakeBack, payBot, recoverLog, talk, k.Rematch,
		replay, details, k.Back,
	}
}

// Press implements tui.Screen.
func (s Screen) Press(w *tui.World, k tea.KeyPressMsg) (next tui.Screen, cmd tea.Cmd) {
	g, ok := s.game(w)
	if !ok {
		return w.PressAbsent(s, k)
	}
	if shots, replays := s.replaying(g); replays {
		return s.pressReplay(w, k, shots)
	}
	if s.talking {
		return s.talk(w, k)
	}
	var taken bool
	if s.Controls, cmd, taken = s.Controls.Press(w, k, tui.GameKeys.Fire); taken {
		return s, cmd
	}
	switch _, isLocked := locked(g); {
	case isLocked && key.Matches(k, tui.GameKeys.Unlock):
		return s.unlock(w)
	case key.Matches(k, tui.GameKeys.Back):
		return s.Left(w, continues(g))
	case key.Matches(k, tui.GameKeys.Fire) && canRematch(g), key.Matches(k, tui.GameKeys.Rematch) && canRematch(g):
		s.looking = true
		return s, w.AskQuote(tui.Wish{Kind: tui.WishRematch, ID: s.ID, Ruleset: g.State.Ruleset})
	case key.Matches(k, tui.GameKeys.Fire):
		return s.fire(w, g)
	case key.Matches(k, tui.GameKeys.Replay) && key.Matches(k, s.acts(g)...) && g.State.Phase.Ended():
		s.replay = stepping{on: true}
	case key.Matches(k, s.acts(g)...):
		return s.act(w, k)
	case playing(g):
		s.Aim = s.Aim.Pressed(g.State.Ruleset, k)
	}
	return s, nil
}

// fire shoots at the target, or locks it until it is the player's turn, or explains why not.
func (s Screen) fire(w *tui.World, g tui.Game) (tui.Screen, tea.Cmd) {
	if !playing(g) {
		return s, nil
	}
	tile, ok := s.Chosen(w, g.State.Ruleset, text.Shooting)
	sent, isSent := s.sent(g)
	if g.State.HasPending && !mayShoot(g) && g.State.Pending == tile {
		sent, isSent = tile, true
	}
	switch {
	case !ok:
		return s, nil
	case isSent:
		w.Tell(text.Sentence(text.Shooting.OnItsWay(g.State.Ruleset.TileName(sent))))
		return s, nil
	case target(g).Answered.Has(tile):
		w.Tell(text.Sentence(text.Tried(g.State.Ruleset.TileName(tile))))
		s.Aim = s.Aim.At(tile)
		return s, nil
	}
	if s.Aim = s.Aim.At(tile); !mayShoot(g) {
		return s, w.Do(s.ID, tui.Lock{Tile: tile})
	}
	var cmd tea.Cmd
	s.Controls, cmd = s.Do(w, tui.Shoot{Tile: tile})
	return s, cmd
}

// unlock takes the locked tile back.
func (s Screen) unlock(w *tui.World) (tui.Screen, tea.Cmd) {
	var cmd tea.Cmd
	if !s.Waits(w) {
		s.Controls, cmd = s.Do(w, tui.Unlock{})
	}
	return s, cmd
}

// act asks whether the player means it, or does at once what costs nothing.
func (s Screen) act(w *tui.World, k tea.KeyPressMsg) (tui.Screen, tea.Cmd) {
	var cmd tea.Cmd
	switch {
	case key.Matches(k, tui.GameKeys.Talk):
		s.talking = true
	case key.Matches(k, tui.GameKeys.Recover):
		if !s.Waits(w) {
			s.Controls, cmd = s.Do(w, tui.Recover{})
		}
	case !key.Matches(k, tui.GameKeys.PayBot):
		s.Controls = s.AskFor(w, k, choices)
	case !s.Waits(w):
		s.Controls, cmd = s.Do(w, tui.PayBot{}) // the amount was shown
	}
	return s, cmd
}

// Click implements tui.Screen.
func (s Screen) Click(w *tui.World, r canvas.Region, x, y int, button tea.MouseButton) (tui.Screen, tea.Cmd) {
	g, ok := s.game(w)
	if !ok || !playing(g) {
		return s, nil
	}
	if s.Controls, ok = s.Clicked(s.Board(w, r), x, y, button); !ok {
		return s, nil
	}
	return s.fire(w, g)
}

// Hear implements tui.Screen.
func (s Screen) Hear(w *tui.World, msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.SnapshotMsg:
		if g, ok := s.game(w); ok && g.Reopened > 0 {
			w.Tell(text.Reopened(s.ID, g.Reopened))
			return New(g.Reopened, nil), w.Focus(g.Reopened)
		}
		return s.shown(w).land(w)
	case tui.FrameMsg:
		return s.step(w, msg)
	case tui.BeatMsg:
		if msg.Request == w.Request {
			return s.beat(w)
		}
	case tui.DoneMsg:
		s.Controls = s.Done(w, msg)
	case tui.QuoteMsg:
		if msg.Request == w.Request {
			s.looking = false
			return w.Quoted(s, msg)
		}
	}
	return s, nil
}

// shown applies a snapshot.
func (s Screen) shown(w *tui.World) Screen {
	g, ok := s.game(w)
	if !ok {
		return s
	}
	pending := g.State.HasPending && g.State.Actor != g.Me && g.State.Pending == s.Sent
	if s.IsSent && (pending || target(g).Answered.Has(s.Sent) || g.State.Phase != game.PhasePlay) {
		s.IsSent = false // the chain has it
	}
	s.Controls = s.Shown(w, g.State.Ruleset, "game", func(act tui.Act) bool { return possible(g, act) })
	return s
}

// possible reports whether an act makes sense at this point of the game.
func possible(g tui.Game, act tui.Act) bool {
	switch act.(type) {
	case tui.Concede, tui.Challenge:
		return g.State.Phase.InPlay()
	case tui.Claim:
		return g.State.MayClaim(g.Me)
	case tui.Cancel, tui.Decline:
		return g.State.Phase == game.PhaseOpen
	default: // a shot and the bot's fees are not asked about
		return true
	}
}

// Status implements tui.Screen.
func (s Screen) Status(w *tui.World) (string, canvas.Paint) {
	g, ok := s.game(w)
	if !ok {
		return text.Sentence(w.Snap.NoGame), canvas.Warn
	}
	over := g.State.Phase.Ended()
	if _, replays := s.replaying(g); s.replay.on && over && !replays {
		return text.Sentence(text.NoReplay), canvas.Warn
	} else if replays {
		return "", canvas.Plain
	}
	asking, p := s.Asking(g.State.Ruleset, mayShoot(g), text.Shooting)
	tile, isLocked := locked(g)
	switch notice := tui.Noticed(g.Notice, over, g.Sending); {
	case s.looking:
		return text.LookingUpTerms, canvas.Plain
	case s.talking:
		return text.Sentence(text.TalkKeys), canvas.Strong
	case asking != "":
		return asking, p
	case g.BotFees != "" && !s.Busy && !over:
		return text.Sentence(text.BotFees(tui.GameKeys.PayBot.Help().Key, g.BotFees)), canvas.Warn
	case isLocked && notice == "":
		return text.Sentence(text.Locked(g.State.Ruleset.TileName(tile))), canvas.Strong
	case invitedAgain(w, g):
		return text.Sentence(text.RematchOffered(name(g, g.Me.Other()))), canvas.Strong
	case over || notice != "":
		return notice, canvas.Warn // whatever was on its way for a game that is over has no meaning any more
	}
	settled := g.Sending.Stage == text.StageNone || g.Sending.Stage == text.StageIncluded
	if words := heard(g); words != "" && settled {
		return words, canvas.Strong
	}
	return s.Progress(w, g.Sending)
}

// choices are the acts of a duel that the player is asked about.
var choices = []tui.Choice{
	{Key: tui.GameKeys.Concede, Act: tui.Concede{}},
	{Key: tui.GameKeys.Challenge, Act: tui.Challenge{}},
	{Key: tui.GameKeys.Claim, Act: tui.Claim{}},
	{Key: tui.GameKeys.TakeBack, Act: tui.Cancel{}},
}
