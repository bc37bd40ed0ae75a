package live

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
)

// meleeRunner plays one melee. Its goroutine alone uses the sessions.
type meleeRunner struct {
	desk
	// fresh tells that the melee was entered at this table, so that nothing of before can be on its way.
	fresh bool

	// What follows belongs to the goroutine.

	wallet *session.Melee // with the player's own key
	acting *session.Melee // with the delegate's if it has one; nil until that is found out
	past   meleeHistory
	seat   melee.Seat
	fleet  game.Fleet
	seated bool // seat and fleet are known
	// watching tells that the player has no seat: the melee is only shown.
	watching bool
	view     *session.MeleeView
	first    int64 // the block in which the melee was first seen
	aim      *ask  // the aim that is to be sent
	missing  int
	// retried is the position of the melee in which something has failed that is tried again; empty for none.
	retried string
	// pauses slow down what fails in blocks.
	pauses session.Pauses
	// incomplete tells that the melee is over and how it ended is still searched for.
	incomplete bool
	// boardMissing tells that the player's board cannot be found; it is looked for again when the player does something.
	boardMissing bool
	// delegate is whom the melee named when it was found out who acts, and usedUp tells that its allowance is.
	delegate string
	usedUp   bool

	// melee is guarded by the table's lock.
	melee *tui.Melee
}

// meleeRunner returns who plays a melee, and begins to play it if nobody does. The caller holds the lock.
func (b *Backend) meleeRunner(id uint64) *meleeRunner {
	if r := b.melees[id]; r != nil {
		return r
	}
	return b.startMelee(id, nil, nil)
}

// startMelee begins to play a melee, with the session that has entered it if there is one. The caller holds the lock.
func (b *Backend) startMelee(id uint64, entered *session.Melee, told *reporter) *meleeRunner {
	r := &meleeRunner{wallet: entered, fresh: entered != nil}
	b.melees[id] = r
	b.seat(&r.desk, id, told)
	if !b.closed && b.ctx != nil {
		b.work.Go(func() { r.run(r.round) })
	}
	return r
}

// round looks at the melee once and does what there is to do.
func (r *meleeRunner) round(ctx context.Context) {
	if r.ended() {
		r.refuse(errors.New("the melee is over"))
		if !r.incomplete {
			return
		}
	}
	if r.wallet == nil {
		p, err := r.backend.player(ctx, r.told)
		if err != nil {
			return // the line says why
		}
		r.wallet = session.OpenMelee(p, r.id)
	}
	v, err := r.wallet.Look(ctx)
	var ended *session.MeleeEndedError
	switch {
	case errors.As(err, &ended):
		r.end(ctx, ended.Result)
		return
	case status.Code(err) == codes.NotFound:
		if r.missing++; r.missing >= maxMissing || r.wasCancelled(ctx) {
			r.gone(ctx)
		}
		return
	case err != nil:
		return // the line says why, and another look follows
	}
	r.missing = 0
	if r.first == 0 {
		r.first = v.Height
	}
	r.view = &v
	if r.retried != "" && r.retried != v.Position() { // the melee has gone on: there is nothing to try again
		r.retried = ""
		r.told.dropped()
	}
	r.past.backend, r.past.id = r.backend, r.id
	if err := r.past.read(ctx, v.Melee.CreatedHeight, v.Height); err != nil && ctx.Err() == nil {
		r.past.note = "what has happened last is not known yet: the node does not tell"
	} else if !r.past.lost {
		r.past.note = ""
	}
	r.recover(v)
	r.show(v)
	switch {
	case r.watching:
		r.refuse(session.ErrNotInGame)
	case r.mayAct():
		r.act(ctx, v)
	}
}

// mayAct reports whether no bot of the player plays this melee on this machine.
func (r *meleeRunner) mayAct() bool {
	freed, err := r.mayShare()
	if err != nil {
		r.refuse(err)
	}
	if freed {
		r.first = r.view.Height // what the bot has sent may be in the next block
	}
	return err == nil
}

// recover finds the player's board again.
func (r *meleeRunner) recover(v session.MeleeView) {
	if _, seated := v.Melee.SeatOf(r.backend.key.Address.String()); !seated {
		r.watching, r.seated = true, false // it has none, or has left it
		return
	}
	r.watching = false
	if r.seated || r.boardMissing {
		return
	}
	if !r.fresh && r.wallet.AsksOwner() {
		r.say("your device asks for a signature that finds your board again: confirm it there")
	}
	fleet, seat, err := r.wallet.Fleet(v)
	r.seat = seat
	if err != nil {
		r.boardMissing = true
		r.say("your board is missing, so you cannot report or prove it, but leave and give up: battleshipd recover says "+
			"more (%s)", sentence(err))
		return
	}
	r.fleet, r.seated = fleet, true
	r.say("")
}

// act does what the player has asked for, and what it owes.
func (r *meleeRunner) act(ctx context.Context, v session.MeleeView) {
	for _, a := range r.taken() {
		a.done <- r.doAsked(ctx, v, a)
	}
	if !r.fresh && v.Height <= r.first {
		return // what was sent before this program began may be in the next block
	}
	// To confirm is the player's word, and an open table waits for others.
	if !r.seated || !v.Owes(r.seat) || v.State.Stage == melee.StageReady {
		return
	}
	if r.pauses.Wait(v.Moment()) || !r.findActing(ctx, v) {
		return
	}
	var target *game.Tile
	if r.aim != nil && v.State.Stage == melee.StageAim {
		if aim, ok := r.aim.act.(tui.Aim); ok {
			target = &aim.Tile
		}
	}
	_, done, acted, err := r.acting.Advance(ctx, target)
	switch {
	case err != nil:
		r.trouble(ctx, v, err)
	case acted:
		r.told.included(done)
		if r.pauses != (session.Pauses{}) {
			r.pauses = session.Pauses{}
			r.say("")
		}
		if aimed, ok := done.Result.(session.Aimed); ok {
			r.aimedAt(aimed, v.State.Ruleset)
		}
		r.poke() // it may have been the last one that the stage waited for
	}
}

// aimedAt answers who has asked for an aim.
func (r *meleeRunner) aimedAt(aimed session.Aimed, rules *game.Ruleset) {
	if r.aim == nil {
		return
	}
	var err error
	if aim, ok := r.aim.act.(tui.Aim); !ok || aim.Tile != aimed.Tile {
		err = fmt.Errorf("an aim at %s was on its way already, and counts", rules.TileName(aimed.Tile))
	}
	r.aim.done <- err
	r.aim = nil
}

// trouble deals with something that was not done.
func (r *meleeRunner) trouble(ctx context.Context, v session.MeleeView, err error) {
	var (
		ended   *session.MeleeEndedError
		none    *client.NoAllowanceError
		refused *client.RefusedError
	)
	switch {
	case ctx.Err() != nil:
		return
	case errors.As(err, &ended):
		r.poke()
		return
	case errors.Is(err, session.ErrNotDelegate):
		return // the next look finds out who may
	case errors.As(err, &none) && r.acting != r.wallet:
		r.allowanceUsedUp()
		return
	case errors.As(err, &refused) && refused.Height > 0:
		var paused *session.PausedError
		if errors.As(r.pauses.Failed(v.Moment(), refused.Height, err), &paused) {
			r.say("it has failed %d times in blocks, each at its fee, and is tried again after block %d, or when you press "+
				"enter: %s", paused.Failures, paused.Until, sentence(err))
		}
	}
	again := session.MayPass(err)
	if r.retried = ""; again {
		r.retried = v.Position()
	}
	r.told.failed(err, again)
	if r.aim != nil && !again {
		r.aim.done <- errors.New(sentence(err))
		r.aim = nil
	}
}

// taken returns what the player has asked for; an aim is kept until it is sent.
func (r *meleeRunner) taken() []ask {
	asks := r.asked()
	if len(asks) > 0 { // who does something does not want to wait
		r.pauses.Skip()
		r.boardMissing = false
	}
	if r.aim != nil && !r.view.Owes(r.seat) {
		r.aim.done <- errors.New("the round went on without this aim")
		r.aim = nil
	}
	return slices.DeleteFunc(asks, func(a ask) bool {
		aim, ok := a.act.(tui.Aim)
		if !ok {
			return false
		}
		if err := r.mayAim(aim.Tile); err != nil {
			a.done <- err
			return true
		}
		if r.aim != nil {
			r.aim.done <- errors.New("another target was chosen")
		}
		r.aim = &a
		return true
	})
}

// mayAim refuses an aim that can never be sent.
func (r *meleeRunner) mayAim(tile game.Tile) error {
	s := r.view.State
	switch {
	case int(tile) >= s.Ruleset.Tiles():
		return errors.New("this tile is not on the board")
	case s.Stage != melee.StageAim || !s.Owes.Has(r.seat):
		return fmt.Errorf("no aim of yours is due now: %s", r.owed())
	case !s.Free().Has(tile):
		return fmt.Errorf("%s was bombed before, on every board", s.Ruleset.TileName(tile))
	case !r.seated:
		return errors.New("your board is missing, and without it there is no aim")
	}
	return nil
}

// owed says in words who owes what.
func (r *meleeRunner) owed() string {
	return anAddress.ReplaceAllStringFunc(r.view.Owed(), r.backend.name)
}

// doAsked does what the player has asked for, but for an aim.
func (r *meleeRunner) doAsked(ctx context.Context, v session.MeleeView, a ask) error {
	if !r.findActing(ctx, v) {
		return errors.New("the node does not answer: try again")
	}
	done, err := r.perform(ctx, a.act)
	var none *client.NoAllowanceError
	if errors.As(err, &none) && r.acting != r.wallet {
		r.allowanceUsedUp()
		done, err = r.perform(ctx, a.act)
	}
	if errors.Is(err, session.ErrNotDelegate) { // another machine has taken over since the look
		r.acting = nil
		if v, lookErr := r.wallet.Look(ctx); lookErr == nil && r.findActing(ctx, v) {
			done, err = r.perform(ctx, a.act)
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

// perform does what the player has asked for, with the key that may.
func (r *meleeRunner) perform(ctx context.Context, act tui.Act) (session.Done, error) {
	switch act.(type) {
	case tui.Confirm:
		return r.acting.Confirm(ctx)
	case tui.Leave:
		return r.wallet.Leave(ctx)
	case tui.Concede:
		return r.acting.Concede(ctx)
	case tui.Claim:
		return r.acting.Claim(ctx)
	}
	return session.Done{}, errors.New("this cannot be done in a melee")
}

// findActing finds out who signs for the player: the board's own delegate while the melee names it and its allowance
// lasts, else the wallet. It reports whether it is known.
func (r *meleeRunner) findActing(ctx context.Context, v session.MeleeView) bool {
	seat, _ := v.Melee.SeatOf(r.backend.key.Address.String())
	named := v.Melee.Players[seat].Delegate
	if r.acting != nil && named == r.delegate {
		return true
	}
	if r.acting != nil {
		r.usedUp = false
	}
	r.acting, r.delegate = nil, named
	if !r.seated || r.usedUp || named == "" {
		r.acting = r.wallet // the delegate's key comes with the board
		return true
	}
	delegate, err := r.wallet.AsDelegate(ctx)
	switch {
	case err == nil:
		r.acting = delegate
	case !errors.Is(err, session.ErrNotDelegate):
		return false
	default:
		r.acting = r.wallet
	}
	return true
}

// allowanceUsedUp lets the wallet act from now on, which pays for each message what it would without a delegate.
func (r *meleeRunner) allowanceUsedUp() {
	r.usedUp, r.acting = true, r.wallet
	r.say("the fees that you allowed this melee's key are used up or over: your wallet pays for each message now")
	r.poke()
}

// refuse answers all that was asked for with an error.
func (r *meleeRunner) refuse(err error) {
	asks := r.asked()
	if r.aim != nil {
		asks = append(asks, *r.aim)
		r.aim = nil
	}
	for _, a := range asks {
		a.done <- err
	}
}
