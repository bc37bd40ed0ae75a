package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// maxMissing is how many looks in a row do not find a game before it is believed to be gone.
	maxMissing = 25
	// maxRenewals bounds how often the owner of a device is asked for another allowance in one game.
	maxRenewals = 3
)

// runner plays one game. Its goroutine alone uses the sessions.
type runner struct {
	desk
	// fresh tells that the game was entered at this table, so that nothing of before can be on its way.
	fresh bool

	// What follows belongs to the goroutine.

	wallet *session.Session // with the player's own key
	acting *session.Session // with the delegate's if it has one; nil until that is found out
	past   history
	seat   game.Seat
	fleet  game.Fleet
	seated bool // seat and fleet are known
	// watching tells that the player has no seat: the game is only shown.
	watching bool
	view     *session.View
	first    int64 // the block in which the game was first seen
	aim      *ask  // the shot that is to be fired
	ours     game.Set
	// botPlays tells that the player's own bot was started.
	botPlays bool
	// ownBotAsked tells that it is known whether the opponent is the player's own bot.
	ownBotAsked bool
	missing     int
	// retried is the position of the game in which something has failed that is tried again; empty for none.
	retried string
	// pauses slow down what fails in blocks.
	pauses session.Pauses
	// incomplete tells that the game is over and how it ended is still searched for.
	incomplete bool
	// boardMissing tells that the player's board cannot be found; it is looked for again when the player does something.
	boardMissing bool
	// delegate is whom the game named when it was found out who acts, usedUp tells that its allowance is, and renewals how
	// often it was given another.
	delegate string
	usedUp   bool
	renewals int

	// botPaid wakes the player's own bot that was allowed more fees. It is used by both goroutines.
	botPaid atomic.Bool
	// stopAhead ends what proves answers ahead; nil until that has begun.
	stopAhead context.CancelFunc

	// listens tells that letters wake the goroutine, seaLog is what has happened at sea.
	listens bool
	seaLog  []game.Event
	// cutOff is what was said of letters that neither come nor go; empty for nothing.
	cutOff string

	// What follows is guarded by the table's lock.

	game   *tui.Game
	ownBot bool
	// botNotice is the last notice about the player's bot, botBroke tells that its allowance is used up, and botFees is
	// what it asks for then.
	botNotice string
	botBroke  bool
	botFees   string
	// terms and turnBlocks are what the game is played for; turnBlocks is 0 until that is known.
	terms      types.Terms
	turnBlocks int64
}

// play plays the game to its end, or until the table is closed. Then it answers that the game is over.
func (r *runner) play() {
	r.run(r.round)
	if r.wallet != nil {
		_ = r.wallet.Close() // what it holds for a game at sea
	}
}

// round looks at the game once and does what there is to do.
func (r *runner) round(ctx context.Context) {
	if r.ended() {
		r.refuse(errors.New("the game is over"))
		if !r.incomplete {
			return
		}
	}
	if r.wallet == nil {
		p, err := r.backend.player(ctx, r.told)
		if err != nil {
			return // the line says why
		}
		r.wallet = session.Open(p, r.id)
	}
	v, err := r.wallet.Look(ctx)
	var ended *session.EndedError
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
	if r.retried != "" && r.retried != v.Position() { // somebody has moved: there is nothing to try again
		r.retried = ""
		r.told.dropped()
	}
	r.past.backend, r.past.id, r.past.rules = r.backend, r.id, v.State.Ruleset
	for seat, s := range v.Game.Participants {
		r.past.players[seat] = s.Address
	}
	if err := r.past.read(ctx, v.Game.CreatedHeight, v.Height); err != nil && ctx.Err() == nil {
		r.past.note = "what has happened last is not known yet: the node does not tell"
	} else if r.past.replay != nil {
		r.past.note = ""
	}
	if !r.watching {
		r.recover(v)
	}
	r.watchOthers(v)
	r.playBot(ctx)
	r.showBotFees(ctx, v)
	r.show(ctx, v)
	switch {
	case r.watching:
		r.refuse(session.ErrNotInGame)
	case r.mayAct():
		r.proveAhead(ctx)
		r.act(ctx, v)
		r.listen(ctx)
		r.tellLine()
	}
}

// recover finds the player's board again.
func (r *runner) recover(v session.View) {
	if r.seated || r.boardMissing {
		return
	}
	if !r.fresh && r.wallet.AsksOwner() {
		r.say("your device asks for a signature that finds your board again: confirm it there")
	}
	fleet, seat, err := r.wallet.Fleet(v)
	if errors.Is(err, session.ErrNotInGame) {
		r.watching = true
		return
	}
	if err != nil {
		r.seat, r.boardMissing = seat, true
		r.say("your board is missing, so you cannot answer or prove it, but give up, take back and wait: battleshipd "+
			"recover says more (%s)", sentence(err))
		return
	}
	r.fleet, r.seat, r.seated = fleet, seat, true
	r.say("")
}

// act does what the player has asked for, and what it owes.
func (r *runner) act(ctx context.Context, v session.View) {
	for _, a := range r.taken() {
		a.done <- r.doAsked(ctx, v, a)
	}
	if !r.fresh && v.Height <= r.first {
		return // what was sent before this program began may be in the next block
	}
	if !r.seated && v.State.Owes != game.OwesShot {
		return // it takes the board
	}
	if r.pauses.Wait(v.Moment()) || !r.findActing(ctx, v) {
		return
	}
	r.advance(ctx, v)
}

// advance does what is owed, and shoots if a target was chosen and it is the player's turn.
func (r *runner) advance(ctx context.Context, v session.View) {
	var aim *game.Tile
	if r.aim != nil {
		if shoot, ok := r.aim.act.(tui.Shoot); ok {
			aim = &shoot.Tile
		}
	}
	if aim != nil {
		r.ours = r.ours.With(*aim)
	}
	_, done, acted, err := r.acting.Advance(ctx, aim)
	switch {
	case err != nil:
		r.trouble(ctx, v, err)
	case acted:
		r.told.included(done)
		if r.pauses != (session.Pauses{}) {
			r.pauses = session.Pauses{}
			r.say("")
		}
		if shot := done.Moved().Shot; shot != nil {
			r.ours = r.ours.With(*shot)
			r.shot(aim, *shot, done.Ruleset)
		}
		r.poke() // the opponent may have nothing to do in between
	}
}

// shot answers who has asked for a shot.
func (r *runner) shot(aim *game.Tile, fired game.Tile, rules *game.Ruleset) {
	if r.aim == nil {
		return
	}
	var err error
	if aim == nil || *aim != fired {
		err = fmt.Errorf("a shot at %s was on its way already, and counts", rules.TileName(fired))
	}
	r.aim.done <- err
	r.aim = nil
}

// trouble deals with something that was not done.
func (r *runner) trouble(ctx context.Context, v session.View, err error) {
	var (
		ended   *session.EndedError
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
		r.allowanceUsedUp(ctx)
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

// taken returns what the player has asked for; a shot is kept until it can be fired.
func (r *runner) taken() []ask {
	asks := r.asked()
	if len(asks) > 0 { // who does something does not want to wait
		r.pauses.Skip()
		r.boardMissing = false
	}
	return slices.DeleteFunc(asks, func(a ask) bool {
		shoot, ok := a.act.(tui.Shoot)
		if !ok {
			return false
		}
		if err := r.mayAim(shoot.Tile); err != nil {
			a.done <- err
			return true
		}
		if r.aim != nil {
			r.aim.done <- errors.New("another shot was chosen")
		}
		r.aim = &a
		return true
	})
}

// mayAim refuses a shot that can never be fired.
func (r *runner) mayAim(tile game.Tile) error {
	s := r.view.State
	switch {
	case s.Phase == game.PhaseOpen:
		return errors.New("nobody has joined this game yet")
	case !s.Phase.InPlay():
		return errors.New("play has ended in this game")
	case int(tile) >= s.Ruleset.Tiles():
		return errors.New("this tile is not on the board")
	case s.Sides[r.seat.Other()].Answered.Has(tile):
		return fmt.Errorf("you have shot at %s already", s.Ruleset.TileName(tile))
	case s.Actor != r.seat:
		return fmt.Errorf("it is not your turn: %s", r.owed(s))
	}
	return nil
}

func (r *runner) owed(s game.State) string {
	left := r.backend.left(s.Deadline - r.view.Height)
	return fmt.Sprintf("your opponent owes the %s by block %d (%s)", session.Owed(s.Owes), s.Deadline, left)
}

// doAsked does what the player has asked for, but for a shot.
func (r *runner) doAsked(ctx context.Context, v session.View, a ask) error {
	if !r.findActing(ctx, v) {
		return errors.New("the node does not answer: try again")
	}
	done, err := r.perform(ctx, a.act)
	var none *client.NoAllowanceError
	if errors.As(err, &none) && r.acting != r.wallet {
		r.allowanceUsedUp(ctx)
		if r.findActing(ctx, v) {
			done, err = r.perform(ctx, a.act)
		}
	}
	if errors.Is(err, session.ErrNotDelegate) { // another machine has taken over since the look
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
func (r *runner) perform(ctx context.Context, act tui.Act) (session.Done, error) {
	switch act.(type) {
	case tui.Concede:
		return r.acting.Concede(ctx)
	case tui.Challenge:
		return r.wallet.Challenge(ctx)
	case tui.Claim:
		return r.acting.Claim(ctx)
	case tui.Cancel:
		return r.wallet.Cancel(ctx)
	case tui.PayBot:
		return r.payBot(ctx)
	}
	return session.Done{}, errors.New("this cannot be done in a game")
}

// refuse answers all that was asked for with an error.
func (r *runner) refuse(err error) {
	asks := r.asked()
	if r.aim != nil {
		asks = append(asks, *r.aim)
		r.aim = nil
	}
	for _, a := range asks {
		a.done <- err
	}
}

// show shows the game as it stands.
func (r *runner) show(ctx context.Context, v session.View) {
	g := &tui.Game{
		ID: r.id, Me: r.seat, State: r.wallet.Foreseen(v, r.seat), AtSea: v.AtSea, Log: r.log(v), LogNote: r.past.note,
		BlockMillis: int64(r.backend.params.BlockMillis), Stakes: stakes(v.Game.Terms), Risks: r.risks(ctx, v),
	}
	if o := v.Game.Offer; o != nil && o.Opponent != "" {
		g.Invited = r.nameOf(o.Opponent)
	}
	r.fill(g)
	r.backend.update(func() { r.game, r.terms, r.turnBlocks = g, v.Game.Terms, v.Game.TurnBlocks })
}

// fill adds what is known of the players and their boards.
func (r *runner) fill(g *tui.Game) {
	g.Watching, g.OwnBot = r.watching, r.botPlays
	for seat, address := range r.past.players {
		switch {
		case address == "":
		case r.botPlays && game.Seat(seat) != r.seat:
			g.Names[seat] = ownBot
		default:
			g.Names[seat] = r.backend.name(address)
		}
		if f := r.past.fleets[seat]; f != nil {
			g.Fleets[seat], g.Proven[seat] = f, true
		}
	}
	if r.seated && g.Fleets[r.seat] == nil {
		g.Fleets[r.seat] = r.fleet
	}
}

// nameOf is how the opponent is called, whose address that is.
func (r *runner) nameOf(address string) string {
	if r.botPlays {
		return ownBot
	}
	return r.backend.name(address)
}

// risks say what acts put at stake.
func (r *runner) risks(ctx context.Context, v session.View) tui.Risks {
	if r.watching {
		return tui.Risks{}
	}
	about := func(act session.Act) string {
		text, name := r.wallet.Consequence(ctx, act, v, r.seat), "your opponent"
		if other := r.seat.Other(); int(other) < len(v.Game.Participants) {
			address := v.Game.Participants[other].Address
			name = r.nameOf(address)
			text = strings.ReplaceAll(text, address, name)
		}
		// The question before it says already what is to be done.
		_, then, _ := strings.Cut(text, ": ")
		return plainAmounts(capital(then, name))
	}
	cancel := fmt.Sprintf("Whoever is on the way can still join for %d blocks; then it is gone.", game.WithdrawBlocks)
	if hold := v.Game.Hold(); !hold.IsZero() {
		cancel = fmt.Sprintf("You get back %s. ", amounts(hold)) + cancel
	}
	risks := tui.Risks{Concede: about(session.ActConcede), Cancel: cancel}
	if !v.State.Ruleset.Proven {
		risks.Challenge = about(session.ActChallenge)
	}
	return risks
}
