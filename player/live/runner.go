package live

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxMissing is how many looks in a row do not find a game before it is believed to be gone.
const maxMissing = 25

// hand is a session of the player's in one game, with its own key or with that of a delegate.
type hand[S any] interface {
	comparable
	AsksOwner() bool
	AsDelegate(ctx context.Context) (S, error)
	FleetOf(r *game.Ruleset, entry types.Entry) (game.Fleet, error)
}

// sight is what a look at a game tells, whatever is played.
type sight struct {
	session.Moment
	// created is the block in which the game was opened.
	created int64
	// seated tells that the player has a seat, delegate whom the game names to act for it.
	seated   bool
	delegate string
	// over tells that it has ended with a result; then nothing else is told.
	over bool
}

// contest is what a runner plays: a duel or a melee. Each is about the game as look has seen it last.
type contest interface {
	// sit opens the session of the player with its own key.
	sit(p session.Player)
	// look looks at the game.
	look(ctx context.Context) (sight, error)
	// board finds the player's fleet again.
	board() (game.Fleet, error)
	// show shows the game, end how it has ended, and gone that it has without a result, before it had begun.
	show(ctx context.Context)
	end(ctx context.Context)
	gone()
	// act does what the player has asked for, and what it owes.
	act(ctx context.Context)
	// mayAim refuses a tile that can never be shot at, or aimed at.
	mayAim(tile game.Tile) error
	// due reports whether there is anything to advance: what is done without a word of the player's, or with its aim.
	due() bool
	advance(ctx context.Context, aim *game.Tile) (done session.Done, acted bool, err error)
	// perform does what the player has asked for, but for an aim, with the key that may.
	perform(ctx context.Context, act tui.Act) (session.Done, error)
	// renew has the owner of a device give its delegate another allowance; it reports whether that was done.
	renew(ctx context.Context) bool
}

// words are what is said in one way of a duel, and in another one of a melee.
type words struct {
	// game, aim and move are nouns: what is played, what is sent at a tile, and what is sent at all.
	game, aim, move string
	// cannot is what the player cannot do without its board, and what it can.
	cannot string
}

// runner plays one game, whatever that is, with sessions of one kind. Its goroutine alone uses them.
type runner[S hand[S]] struct {
	desk
	plays contest
	words words
	// fresh tells that the game was entered at this table, so that nothing of before can be on its way.
	fresh bool

	// What follows belongs to the goroutine.

	signer[S]
	past feed
	// now is the game as it was seen last, first the block in which it first was.
	now   sight
	first int64
	// fleet is the player's, if found. BoardMissing tells that it cannot be; it is looked for again when the player does
	// something.
	fleet        game.Fleet
	found        bool
	boardMissing bool
	// watching tells that the player has no seat: the game is only shown.
	watching bool
	// aim is the target that is to be shot at, or aimed at, and aimedIn the position in which it was chosen.
	aim     *ask
	aimedIn string
	missing int
	// retried is the position of the game in which something has failed that is tried again; empty for none.
	retried string
	// pauses slow down what fails in blocks.
	pauses session.Pauses
	// incomplete tells that the game is over and how it ended is still searched for.
	incomplete bool
}

// sitDown prepares a game to be played, with the session that has entered it and the reporter that has told of that, if
// there are. The caller holds the lock.
func (r *runner[S]) sitDown(
	b *Backend, id uint64, plays contest, history reader, w words, entered S, told *reporter,
) {
	var none S
	r.backend, r.id, r.wake, r.told = b, id, make(chan struct{}, 1), told
	if told == nil {
		r.told = &reporter{backend: b}
	}
	r.told.tx = &r.sending
	r.plays, r.words = plays, w
	r.wallet, r.fresh = entered, entered != none
	r.past = feed{backend: b, id: id, into: history}
}

// round looks at the game once and does what there is to do.
func (r *runner[S]) round(ctx context.Context) {
	if r.ended() {
		r.refuse(fmt.Errorf("the %s is over", r.words.game))
		if !r.incomplete {
			return
		}
	}
	if !r.opened() {
		p, err := r.backend.player(ctx, r.told)
		if err != nil {
			return // the line says why
		}
		r.plays.sit(p)
	}
	now, err := r.plays.look(ctx)
	switch {
	case status.Code(err) == codes.NotFound:
		if r.missing++; r.missing >= maxMissing || r.wasCancelled(ctx) {
			r.believeGone(ctx)
		}
		return
	case err != nil:
		return // the line says why, and another look follows
	case now.over:
		r.plays.end(ctx)
		return
	}
	r.saw(now)
	r.past.follow(ctx, now.created, now.Height)
	r.recover()
	r.plays.show(ctx)
	switch {
	case r.watching:
		r.refuse(session.ErrNotInGame)
	case r.mayAct():
		r.plays.act(ctx)
	}
}

// saw takes a look.
func (r *runner[S]) saw(now sight) {
	r.now, r.missing = now, 0
	if r.first == 0 {
		r.first = now.Height
	}
	if r.retried != "" && r.retried != now.Position { // somebody has moved: there is nothing to try again
		r.retried = ""
		r.told.dropped()
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

// recover finds the player's board again.
func (r *runner[S]) recover() {
	if r.watching = !r.now.seated; r.watching {
		r.found = false // it has none, or has left it
	}
	if r.watching || r.found || r.boardMissing {
		return
	}
	if !r.fresh && r.wallet.AsksOwner() {
		r.say("your device asks for a signature that finds your board again: confirm it there")
	}
	fleet, err := r.plays.board()
	if err != nil {
		r.boardMissing = true
		r.say("your board is missing, so you cannot %s: battleshipd recover says more (%s)", r.words.cannot, sentence(err))
		return
	}
	r.fleet, r.found = fleet, true
	r.say("")
}

// act does what the player has asked for, and what it owes.
func (r *runner[S]) act(ctx context.Context) {
	for _, a := range r.taken() {
		a.done <- r.doAsked(ctx, a)
	}
	if !r.fresh && r.now.Height <= r.first {
		return // what was sent before this program began may be in the next block
	}
	if !r.plays.due() || r.pauses.Wait(r.now.Moment) || !r.findActing(ctx) {
		return
	}
	r.advance(ctx)
}

// advance does what is owed, and sends the player's aim if it is time for that.
func (r *runner[S]) advance(ctx context.Context) {
	var aim *game.Tile
	if r.aim != nil {
		if tile, ok := tui.TileOf(r.aim.act); ok {
			aim = &tile
		}
	}
	done, acted, err := r.plays.advance(ctx, aim)
	switch {
	case err != nil:
		r.trouble(ctx, err)
	case acted:
		r.told.included(done)
		if r.pauses != (session.Pauses{}) {
			r.pauses = session.Pauses{}
			r.say("")
		}
		if tile := aimedAt(done); tile != nil {
			r.answerAim(aim, *tile, done.Ruleset)
		}
		r.poke() // whoever else is to move may have nothing to do in between
	}
}

// aimedAt is the tile that was shot at, or aimed at; nil if none was.
func aimedAt(done session.Done) *game.Tile {
	if aimed, ok := done.Result.(session.Aimed); ok {
		return &aimed.Tile
	}
	return done.Moved().Shot
}

// answerAim answers who has chosen a tile once one was sent.
func (r *runner[S]) answerAim(wanted *game.Tile, sent game.Tile, rules *game.Ruleset) {
	switch {
	case r.aim == nil:
	case wanted == nil || *wanted != sent:
		r.dropAim(fmt.Errorf("%s at %s was on its way already, and counts", r.words.aim, rules.TileName(sent)))
	default:
		r.dropAim(nil)
	}
}

// dropAim answers who has chosen a tile, and forgets it.
func (r *runner[S]) dropAim(err error) {
	if r.aim != nil {
		r.aim.done <- err
		r.aim = nil
	}
}

// trouble deals with something that was not done.
func (r *runner[S]) trouble(ctx context.Context, err error) {
	var (
		none    *client.NoAllowanceError
		refused *client.RefusedError
		late    *session.LateAimError
	)
	switch {
	case ctx.Err() != nil:
		return
	case hasEnded(err):
		r.poke()
		return
	case errors.Is(err, session.ErrNotDelegate):
		return // the next look finds out who may
	case errors.As(err, &none) && r.byDelegate():
		r.allowanceUsedUp(ctx)
		return
	case errors.As(err, &refused) && refused.Height > 0:
		var paused *session.PausedError
		if errors.As(r.pauses.Failed(r.now.Moment, refused.Height, err), &paused) {
			r.say("it has failed %d times in blocks, each at its fee, and is tried again after block %d, or when you press "+
				"enter: %s", paused.Failures, paused.Until, sentence(err))
		}
	}
	again := session.MayPass(err) && !errors.As(err, &late)
	if r.retried = ""; again {
		r.retried = r.now.Position
	}
	r.told.failed(err, again)
	if !again {
		r.dropAim(errors.New(sentence(err)))
	}
}

// hasEnded reports whether an error says that the game is over.
func hasEnded(err error) bool {
	var (
		duel  *session.EndedError
		melee *session.MeleeEndedError
	)
	return errors.As(err, &duel) || errors.As(err, &melee)
}

// taken returns what the player has asked for; an aim is kept until it can be sent.
func (r *runner[S]) taken() []ask {
	asks := r.asked()
	if len(asks) > 0 { // who does something does not want to wait
		r.pauses.Skip()
		r.boardMissing = false
	}
	return slices.DeleteFunc(asks, func(a ask) bool {
		tile, ok := tui.TileOf(a.act)
		if !ok {
			return false
		}
		if err := r.plays.mayAim(tile); err != nil {
			a.done <- err
			return true
		}
		r.dropAim(errors.New("another target was chosen"))
		r.aim, r.aimedIn = &a, r.now.Position
		return true
	})
}

// doAsked does what the player has asked for, but for an aim.
func (r *runner[S]) doAsked(ctx context.Context, a ask) error {
	if !r.findActing(ctx) {
		return errors.New("the node does not answer: try again")
	}
	done, err := r.plays.perform(ctx, a.act)
	var none *client.NoAllowanceError
	if errors.As(err, &none) && r.byDelegate() {
		r.allowanceUsedUp(ctx)
		if r.findActing(ctx) {
			done, err = r.plays.perform(ctx, a.act)
		}
	}
	if errors.Is(err, session.ErrNotDelegate) { // another machine has taken over since the look
		r.forget()
		if now, lookErr := r.plays.look(ctx); lookErr == nil && !now.over {
			r.now = now
		}
		if r.findActing(ctx) {
			done, err = r.plays.perform(ctx, a.act)
		}
	}
	if err != nil {
		r.told.failed(err, false)
		return errors.New(sentence(err))
	}
	r.told.included(done)
	r.poke()
	return nil
}

// refuse answers all that was asked for with an error.
func (r *runner[S]) refuse(err error) {
	for _, a := range r.asked() {
		a.done <- err
	}
	r.dropAim(err)
}

// findActing finds out who signs for the player. It reports whether it is known.
func (r *runner[S]) findActing(ctx context.Context) bool {
	anew, err := r.find(ctx, r.now.delegate, r.found)
	switch {
	case err != nil:
		return false
	case anew && !r.byDelegate() && !r.usedUp && r.found && r.now.delegate == "" && r.plays.renew(ctx):
		r.forget()
		return false // the next look shows it
	}
	return true
}

// allowanceUsedUp lets the wallet act from now on: what was agreed for the delegate is spent or over, and no other
// allowance is given without the player's word, which only the owner of a device gives by confirming it there. The
// wallet pays for each message what it would without a delegate.
func (r *runner[S]) allowanceUsedUp(ctx context.Context) {
	if r.plays.renew(ctx) {
		return
	}
	r.useWallet()
	r.say("the fees that you allowed this %s's key are used up or over: your wallet pays for each %s now", r.words.game,
		r.words.move)
	r.poke()
}
