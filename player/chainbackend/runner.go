package chainbackend

import (
	"context"
	"errors"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend/feed"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// maxMissing is the number of rounds in a row without a game after which it counts as gone.
const maxMissing = 25

// sessionOf is a session of the player in one game, with its own key or with that of a delegate.
type sessionOf[S any] interface {
	comparable
	session.Game
	AsDelegate(ctx context.Context) (S, error)
}

// gameDriver is what the screens of a kind of game show and allow. Its methods use the latest view.
type gameDriver interface {
	// sit opens the session of the player with its own key.
	sit(p session.Player)
	// look reads the game from the chain. Unchanged reports whether it was the same as at the look before, so that there
	// are no events of it in between.
	look(ctx context.Context) (session.Status, error)
	unchanged() bool
	// board recovers the player's fleet.
	board() (game.Fleet, error)
	// show shows the running game, end its end with a result, and gone a cancellation before its start.
	show(ctx context.Context)
	end(ctx context.Context)
	gone(ctx context.Context)
	// act carries out the player's requests and meets its obligation.
	act(ctx context.Context)
	// mayAim returns an error for a tile that can never be a target, and for one that cannot be a target now unless it is
	// locked.
	mayAim(tile game.Tile, locked bool) error
	// due reports whether there is an obligation that a session can meet by itself or with the player's aim.
	due() bool
	// perform carries out a request other than an aim, with the key that may sign it.
	perform(ctx context.Context, act tui.Act) (session.Done, error)
	// renew asks the owner of a device for another allowance of its delegate. It reports whether that was granted.
	renew(ctx context.Context) bool
}

// gameHistory is the known history of a game.
type gameHistory interface {
	feed.Reader
	// cancelled reports whether the game was cancelled before its start.
	cancelled() bool
}

// runner plays one game, with sessions of one kind. Its goroutine alone uses them.
type runner[S sessionOf[S]] struct {
	runnerBase
	driver gameDriver
	kind   text.Kind
	// fresh reports whether the game was entered here, so that no earlier transaction can be on its way.
	fresh bool

	// The following fields belong to the goroutine.

	signer[S]
	past *feed.Feed
	// known is the history that past has read.
	known gameHistory
	// now is the latest view of the game, first the height of the first one.
	now   session.Status
	first int64
	// fleet is the player's, if found. boardMissing reports whether its recovery has failed; the player's next request
	// leads to another attempt.
	fleet        game.Fleet
	found        bool
	boardMissing bool
	// watching reports whether the player has no seat: the game is only shown.
	watching bool
	// aim is the chosen target, and aimedIn the session.Status.Turn for which it was chosen.
	aim     *ask
	aimedIn string
	// ours are the tiles that this Backend has aimed at.
	ours    game.Set
	missing int
	// retried is the position of the game in which a failed act is retried. It is empty if there is none.
	retried string
	// pauses delay acts that have failed in blocks.
	pauses session.Pauses
	// incomplete reports whether the game is over and its last events are still searched for.
	incomplete bool

	// locked is the tile of an aim that waits for the player's turn. It is nil if there is none, and is guarded by the
	// Backend's lock.
	locked *game.Tile
}

// init prepares a game to be played, with the session that has entered it and the reporter of that transaction, if
// there are any. The caller holds the lock.
func (r *runner[S]) init(
	b *Backend, id uint64, driver gameDriver, history gameHistory, kind text.Kind, entered S, rep *reporter,
) {
	var none S
	r.backend, r.id, r.wake, r.reporter = b, id, make(chan struct{}, 1), rep
	if rep == nil {
		r.reporter = &reporter{backend: b}
	}
	r.reporter.tx = &r.sending
	r.driver, r.kind = driver, kind
	r.wallet, r.fresh = entered, entered != none
	r.past, r.known = feed.New(b.blocks, id, b.key.Address.String(), history), history
}

// round reads the game once and acts on it.
func (r *runner[S]) round(ctx context.Context) {
	if r.ended() {
		r.refuse(errors.New(r.kind.IsOver()))
		if !r.incomplete {
			return
		}
	}
	if !r.opened() {
		p, err := r.backend.player(ctx, r.reporter)
		if err != nil {
			return // the line says why
		}
		r.driver.sit(p)
	}
	now, err := r.driver.look(ctx)
	switch {
	case status.Code(err) == codes.NotFound && r.backend.height() < r.now.Height:
		return // the node has lost blocks, and will have the game again
	case status.Code(err) == codes.NotFound:
		if r.missing++; r.missing >= maxMissing || r.wasCancelled(ctx) {
			r.believeGone(ctx)
		}
		return
	case errors.Is(err, session.ErrEnded):
		r.driver.end(ctx)
		return
	case err != nil:
		return // the line says why, and another look follows
	}
	if !r.driver.unchanged() || !r.past.Skip(r.now.Height, now.Height) {
		if err := r.past.Read(ctx, now.Created, now.Height); err != nil && ctx.Err() == nil {
			r.past.Note = text.EventsUnknown(problem(err))
		}
	}
	r.observe(now)
	r.recover()
	r.driver.show(ctx)
	switch {
	case r.watching:
		r.refuse(text.ErrNotInGame)
	case r.mayAct():
		r.driver.act(ctx)
	}
}

// observe records the latest view.
func (r *runner[S]) observe(now session.Status) {
	r.now, r.missing = now, 0
	if r.first == 0 {
		r.first = now.Height
	}
	if r.retried != "" && r.retried != now.Key { // somebody has moved: there is nothing to try again
		r.retried = ""
		r.reporter.dropped()
	}
}

// mayAct reports whether no bot of the player plays this game on this machine.
func (r *runner[S]) mayAct() bool {
	freed, err := r.mayShare()
	if err != nil {
		r.refuse(err)
	}
	if freed {
		r.first = r.now.Height // what the bot has sent may be in the next block
	}
	return err == nil
}

// recover recovers the player's board.
func (r *runner[S]) recover() {
	if r.watching = !r.now.Seated; r.watching {
		r.found = false // it has none, or has left it
	}
	if r.watching || r.found || r.boardMissing {
		return
	}
	if !r.fresh && r.wallet.Shared().AsksOwner() {
		r.say(text.DeviceFindsBoard)
	}
	fleet, err := r.driver.board()
	if err != nil {
		r.boardMissing = true
		r.say(r.kind.BoardMissing(problem(err)))
		return
	}
	r.fleet, r.found = fleet, true
	r.say("")
}

// act carries out the player's requests and meets its obligation.
func (r *runner[S]) act(ctx context.Context) {
	for _, a := range r.taken() {
		a.done <- r.doAsked(ctx, a)
	}
	if !r.fresh && r.now.Height <= r.first {
		return // what was sent before this program began may be in the next block
	}
	if !r.driver.due() || r.pauses.Wait(r.now.Position) || !r.findActing(ctx) {
		return
	}
	r.advance(ctx)
}

// advance meets the obligation, and sends the player's aim if it is time for that.
func (r *runner[S]) advance(ctx context.Context) {
	var aim *session.Aim
	if r.aim != nil {
		if tile, ok := tui.TileOf(r.aim.act); ok {
			aim = &session.Aim{Tile: tile, Turn: r.aimedIn}
			r.ours = r.ours.With(tile)
		}
	}
	_, done, acted, err := r.acting.Advance(ctx, aim)
	switch {
	case err != nil:
		r.trouble(ctx, err)
	case acted:
		r.reporter.included(done)
		if r.pauses != (session.Pauses{}) {
			r.pauses = session.Pauses{}
			r.say("")
		}
		if tile := aimedAt(done); tile != nil {
			r.ours = r.ours.With(*tile)
			r.answerAim(aim, *tile, done.Ruleset)
		}
		r.poke() // whoever else is to move may have nothing to do in between
	}
}

// aimedAt returns the target of a shot or an aim. It returns nil if there was none.
func aimedAt(done session.Done) *game.Tile {
	if aimed, ok := done.Result.(text.Aimed); ok {
		return &aimed.Tile
	}
	return done.Moved().Shot
}

// answerAim answers the request for a target once a target was sent.
func (r *runner[S]) answerAim(wanted *session.Aim, sent game.Tile, rules *game.Ruleset) {
	switch {
	case r.aim == nil:
	case wanted == nil || wanted.Tile != sent:
		r.dropAim(errors.New(r.kind.AimSent(rules.TileName(sent))))
	default:
		r.dropAim(nil)
	}
}

// take keeps a request for a target.
func (r *runner[S]) take(a ask, tile game.Tile) {
	r.unlock()
	r.dropAim(errors.New(text.TargetReplaced))
	r.aim, r.aimedIn = &a, r.now.Turn
	if isLock(a.act) {
		r.backend.update(func() { r.locked = &tile })
	}
}

// dropAim answers the request for a target, and forgets it.
func (r *runner[S]) dropAim(err error) {
	if r.aim == nil {
		return
	}
	if isLock(r.aim.act) {
		r.backend.update(func() { r.locked = nil })
	}
	r.aim.done <- err
	r.aim = nil
}

// unlock forgets a locked tile, as the player knows.
func (r *runner[S]) unlock() {
	if r.aim != nil && isLock(r.aim.act) {
		r.dropAim(nil)
	}
}

// isLock reports whether an act asks for a target before the player's turn.
func isLock(act tui.Act) bool {
	_, ok := act.(tui.Lock)
	return ok
}

// trouble handles an act that has failed.
func (r *runner[S]) trouble(ctx context.Context, err error) {
	var (
		none    *client.NoAllowanceError
		refused *client.RefusedError
		final   interface{ Final() }
	)
	switch {
	case ctx.Err() != nil:
		return
	case errors.Is(err, session.ErrEnded):
		r.poke()
		return
	case errors.Is(err, text.ErrNotDelegate):
		return // the next look finds out who may
	case errors.As(err, &none) && r.byDelegate():
		r.allowanceUsedUp(ctx)
		return
	case errors.As(err, &refused) && refused.Height > 0:
		var paused *session.PausedError
		if errors.As(r.pauses.Failed(r.now.Position, refused.Height, err), &paused) {
			r.say(text.Failures(paused.Failures, paused.Until, true, problem(err)))
		}
	}
	again := session.MayPass(err) && !errors.As(err, &final)
	if r.retried = ""; again {
		r.retried = r.now.Key
	}
	r.reporter.failed(err, again)
	if !again {
		r.dropAim(errors.New(problem(err)))
	}
}

// taken returns the player's requests. It keeps an aim until that can be sent.
func (r *runner[S]) taken() []ask {
	asks := r.asked()
	if len(asks) > 0 { // who does something does not want to wait
		r.pauses.Skip()
		r.boardMissing = false
	}
	return slices.DeleteFunc(asks, func(a ask) bool {
		tile, ok := tui.TileOf(a.act)
		if a.act == (tui.Unlock{}) {
			r.unlock()
			a.done <- nil
			return true
		}
		if !ok {
			return false
		}
		if err := r.driver.mayAim(tile, isLock(a.act)); err != nil {
			a.done <- err
			return true
		}
		r.take(a, tile)
		return true
	})
}

// perform implements gameDriver.
func (r *runner[S]) perform(ctx context.Context, act tui.Act) (session.Done, error) {
	switch act.(type) {
	case tui.Challenge, tui.Cancel, tui.Leave:
		return r.wallet.Do(ctx, tui.Name(act)) // a delegate may not
	default:
		return r.acting.Do(ctx, tui.Name(act))
	}
}

// doAsked carries out a request other than an aim.
func (r *runner[S]) doAsked(ctx context.Context, a ask) error {
	if !r.findActing(ctx) {
		return errors.New(text.NodeAway)
	}
	done, err := r.driver.perform(ctx, a.act)
	var none *client.NoAllowanceError
	if errors.As(err, &none) && r.byDelegate() {
		r.allowanceUsedUp(ctx)
		if r.findActing(ctx) {
			done, err = r.driver.perform(ctx, a.act)
		}
	}
	if errors.Is(err, text.ErrNotDelegate) { // another machine has taken over since the look
		r.forget()
		if now, lookErr := r.driver.look(ctx); lookErr == nil {
			r.now = now
		}
		if r.findActing(ctx) {
			done, err = r.driver.perform(ctx, a.act)
		}
	}
	if err != nil {
		r.reporter.failed(err, false)
		return errors.New(problem(err))
	}
	r.reporter.included(done)
	r.poke()
	return nil
}

// refuse answers all pending requests with an error.
func (r *runner[S]) refuse(err error) {
	for _, a := range r.asked() {
		a.done <- err
	}
	r.unlock()
	r.dropAim(err)
}

// findActing finds the key that signs for the player. It reports whether it is known.
func (r *runner[S]) findActing(ctx context.Context) bool {
	anew, err := r.find(ctx, r.now.Delegate, r.found)
	switch {
	case err != nil:
		return false
	case anew && !r.byDelegate() && !r.usedUp && r.found && r.now.Delegate == "" && r.driver.renew(ctx):
		r.forget()
		return false // the next look shows it
	}
	return true
}

// allowanceUsedUp switches to the wallet, which pays for each message as it would without a delegate: the delegate's
// allowance is spent or has expired, and another one needs the player's consent, which only the owner of a device can
// give, on the device.
func (r *runner[S]) allowanceUsedUp(ctx context.Context) {
	if r.driver.renew(ctx) {
		return
	}
	r.useWallet()
	r.say(r.kind.AllowanceUsedUp())
	r.poke()
}
