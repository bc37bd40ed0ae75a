package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

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
	// maxPaidFailures bounds how often in a row something is done by itself that fails in a block: each has cost its fee.
	maxPaidFailures = 5
)

// hand plays one game. Its goroutine alone uses the sessions.
type hand struct {
	t  *Table
	id uint64
	// fresh tells that the game was entered at this table, so that nothing of before can be on its way.
	fresh bool
	wake  chan struct{}

	mu   sync.Mutex
	asks []ask

	// What follows belongs to the goroutine.

	wallet *session.Session // with the player's own key
	acting *session.Session // with the delegate's if it has one; nil until that is found out
	told   *reporter
	past   history
	seat   game.Seat
	fleet  game.Fleet
	seated bool // seat and fleet are known
	view   *session.View
	first  int64 // the block in which the game was first seen
	aim    *ask  // the shot that is to be fired
	ours   game.Set
	// botPlays tells that the player's own bot was started.
	botPlays bool
	// ownBotAsked tells that it is known whether the opponent is the player's own bot.
	ownBotAsked   bool
	missing, paid int

	// share marks the game as this program's; nil until the player may act in it.
	share io.Closer

	// What follows is guarded by the table's lock.

	game    *tui.Game
	sending tui.Transaction
	notice  string
	ownBot  bool
	over    bool
}

// ask is something that the player wants done.
type ask struct {
	act  tui.Act
	done chan error
}

// poke wakes the goroutine.
func (h *hand) poke() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// do lets the goroutine do something, and waits for it.
func (h *hand) do(ctx context.Context, act tui.Act) error {
	a := ask{act: act, done: make(chan error, 1)}
	h.mu.Lock()
	h.asks = append(h.asks, a)
	h.mu.Unlock()
	h.poke()
	select {
	case err := <-a.done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-h.t.ctx.Done():
		return context.Cause(h.t.ctx)
	}
}

// run plays the game to its end, or until the table is closed. Then it answers that the game is over.
func (h *hand) run() {
	defer func() {
		if h.share != nil {
			_ = h.share.Close()
		}
	}()
	ctx := h.t.ctx
	for ctx.Err() == nil {
		h.round(ctx)
		select {
		case <-h.wake:
		case <-ctx.Done():
		}
	}
}

// round looks at the game once and does what there is to do.
func (h *hand) round(ctx context.Context) {
	if h.ended() {
		h.refuse(errors.New("the game is over"))
		return
	}
	if h.wallet == nil {
		p, err := h.t.player(ctx, h.told)
		if err != nil {
			return // the line says why
		}
		h.wallet = session.Open(p, h.id)
	}
	v, err := h.wallet.Look(ctx)
	var ended *session.EndedError
	switch {
	case errors.As(err, &ended):
		h.end(ctx, ended.Result)
		return
	case status.Code(err) == codes.NotFound:
		if h.missing++; h.missing >= maxMissing {
			h.gone(ctx)
		}
		return
	case err != nil:
		return // the line says why, and another look follows
	}
	h.missing = 0
	if h.first == 0 {
		h.first = v.Height
	}
	h.view = &v
	h.past.t, h.past.id, h.past.rules = h.t, h.id, v.State.Ruleset
	for seat, s := range v.Game.Seats {
		h.past.players[seat] = s.Address
	}
	if err := h.past.read(ctx, v.Game.CreatedHeight, v.Height); err != nil && ctx.Err() == nil {
		h.past.note = "what has happened last is not known yet: the node does not tell"
	} else if h.past.replay != nil {
		h.past.note = ""
	}
	h.recover(v)
	h.watchOthers()
	h.playBot(ctx)
	h.show(ctx, v)
	if h.seated && h.mayAct() {
		h.act(ctx, v)
	}
}

// mayAct reports whether no bot of the player plays this game on this machine.
func (h *hand) mayAct() bool {
	if h.t.o.Share == nil || h.share != nil {
		return true
	}
	share, err := h.t.o.Share(h.t.asker.ChainID(), h.t.key.Address.String(), h.id)
	if err != nil {
		h.say("%s", err)
		h.refuse(err)
		return false
	}
	h.share = share
	return true
}

// recover finds the player's board again.
func (h *hand) recover(v session.View) {
	if h.seated {
		return
	}
	if !h.fresh && h.wallet.AsksOwner() {
		h.say("your device asks for a signature that finds your board again: confirm it there")
	}
	fleet, seat, err := h.wallet.Fleet(v)
	if errors.Is(err, session.ErrNotInGame) {
		h.say("you do not play in this game: watch it with battleshipd watch %d", h.id)
		return
	}
	if err != nil {
		h.seat = seat
		h.say("%s", sentence(err))
		return
	}
	h.fleet, h.seat, h.seated = fleet, seat, true
	h.say("")
}

// say tells the player something about the game.
func (h *hand) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	h.t.mu.Lock()
	same := h.notice == text
	h.t.mu.Unlock()
	if !same {
		h.t.update(func() { h.notice = text })
	}
}

// watchOthers says so if somebody else moves with the player's key.
func (h *hand) watchOthers() {
	if !h.seated {
		return
	}
	for _, entry := range h.past.log {
		shot, ok := entry.Event.(game.ShotFired)
		if ok && shot.By == h.seat && entry.Height > h.first+1 && !h.ours.Has(shot.Tile) {
			h.say("another program plays this game with your key, too: end one of them, for both pay fees")
			return
		}
	}
}

// act does what the player has asked for, and what it owes.
func (h *hand) act(ctx context.Context, v session.View) {
	for _, a := range h.taken() {
		a.done <- h.doAsked(ctx, v, a)
	}
	if !h.fresh && v.Height <= h.first {
		return // what was sent before this program began may be in the next block
	}
	if h.paid >= maxPaidFailures || h.acting == nil && !h.findActing(ctx, v) {
		return
	}
	h.advance(ctx)
}

// advance does what is owed, and shoots if a target was chosen and it is the player's turn.
func (h *hand) advance(ctx context.Context) {
	var aim *game.Tile
	if h.aim != nil {
		if shoot, ok := h.aim.act.(tui.Shoot); ok {
			aim = &shoot.Tile
		}
	}
	if aim != nil {
		h.ours = h.ours.With(*aim)
	}
	_, done, acted, err := h.acting.Advance(ctx, aim)
	switch {
	case err != nil:
		h.trouble(ctx, err)
	case acted:
		h.told.included(done)
		h.paid = 0
		if done.Shot != nil {
			h.shot(aim, *done.Shot, done.Ruleset)
		}
		h.poke() // the opponent may have nothing to do in between
	}
}

// shot answers who has asked for a shot.
func (h *hand) shot(aim *game.Tile, fired game.Tile, r *game.Ruleset) {
	if h.aim == nil {
		return
	}
	var err error
	if aim == nil || *aim != fired {
		err = fmt.Errorf("a shot at %s was on its way already, and counts", r.TileName(fired))
	}
	h.aim.done <- err
	h.aim = nil
}

// trouble deals with something that was not done.
func (h *hand) trouble(ctx context.Context, err error) {
	var (
		ended   *session.EndedError
		none    *client.NoAllowanceError
		refused *client.RefusedError
	)
	switch {
	case ctx.Err() != nil:
		return
	case errors.As(err, &ended):
		h.poke()
		return
	case errors.As(err, &none):
		h.renew(ctx)
		return
	case errors.As(err, &refused) && refused.Height > 0:
		h.paid++
		if h.paid >= maxPaidFailures {
			h.say("given up after %d failures in blocks, each of which has cost its fee: %s", h.paid, sentence(err))
		}
	}
	again := session.MayPass(err)
	h.told.failed(err, again)
	if h.aim != nil && !again {
		h.aim.done <- errors.New(sentence(err))
		h.aim = nil
	}
}

// renew gives the delegate another allowance, or else lets the wallet play.
func (h *hand) renew(ctx context.Context) {
	done, err := h.wallet.NameDelegate(ctx)
	if err == nil {
		h.told.included(done)
		h.poke()
		return
	}
	h.told.failed(err, true)
	if ctx.Err() == nil && !client.MayPass(err) {
		h.acting = h.wallet
		h.poke()
	}
}

// findActing finds out who signs the player's moves: the board's own delegate if it is named in the game, else the
// wallet.
func (h *hand) findActing(ctx context.Context, v session.View) bool {
	delegate, err := h.wallet.AsDelegate(ctx)
	switch {
	case err == nil:
		h.acting = delegate
	case !errors.Is(err, session.ErrNotDelegate):
		return false
	default:
		if v.Game.Seats[h.seat].Delegate == "" && v.Game.Offer == nil && h.wallet.AsksOwner() {
			if _, err := h.wallet.NameDelegate(ctx); err == nil {
				return h.findActing(ctx, v)
			}
		}
		h.acting = h.wallet
	}
	return true
}

// taken returns what the player has asked for; a shot is kept until it can be fired.
func (h *hand) taken() []ask {
	h.mu.Lock()
	defer h.mu.Unlock()
	asks := h.asks
	h.asks = nil
	return slices.DeleteFunc(asks, func(a ask) bool {
		shoot, ok := a.act.(tui.Shoot)
		if !ok {
			return false
		}
		if err := h.mayAim(shoot.Tile); err != nil {
			a.done <- err
			return true
		}
		if h.aim != nil {
			h.aim.done <- errors.New("another shot was chosen")
		}
		h.aim = &a
		return true
	})
}

// mayAim refuses a shot that can never be fired.
func (h *hand) mayAim(tile game.Tile) error {
	s := h.view.State
	switch {
	case s.Phase == game.PhaseOpen:
		return errors.New("nobody has joined this game yet")
	case s.Phase != game.PhaseToss && s.Phase != game.PhasePlay:
		return errors.New("play has ended in this game")
	case int(tile) >= s.Ruleset.Tiles():
		return errors.New("this tile is not on the board")
	case s.Sides[h.seat.Other()].Answered.Has(tile):
		return fmt.Errorf("you have shot at %s already", s.Ruleset.TileName(tile))
	case s.Actor != h.seat:
		return fmt.Errorf("it is not your turn: %s", h.owed(s))
	}
	return nil
}

func (h *hand) owed(s game.State) string {
	left := h.t.left(s.Deadline - h.view.Height)
	return fmt.Sprintf("your opponent owes the %s by block %d (%s)", session.Owed(s.Owes), s.Deadline, left)
}

// doAsked does what the player has asked for, but for a shot.
func (h *hand) doAsked(ctx context.Context, v session.View, a ask) error {
	if h.acting == nil && !h.findActing(ctx, v) {
		return errors.New("the node does not answer: try again")
	}
	var (
		done session.Done
		err  error
	)
	switch a.act.(type) {
	case tui.Concede:
		done, err = h.acting.Concede(ctx)
	case tui.Challenge:
		done, err = h.wallet.Challenge(ctx)
	case tui.Claim:
		done, err = h.acting.Claim(ctx)
	case tui.Cancel:
		done, err = h.wallet.Cancel(ctx)
	default:
		return errors.New("this cannot be done in a game")
	}
	if err != nil {
		h.told.failed(err, false)
		return errors.New(sentence(err))
	}
	h.told.included(done)
	h.poke()
	return nil
}

// refuse answers all that was asked for with an error.
func (h *hand) refuse(err error) {
	h.mu.Lock()
	asks := h.asks
	h.asks = nil
	h.mu.Unlock()
	if h.aim != nil {
		asks = append(asks, *h.aim)
		h.aim = nil
	}
	for _, a := range asks {
		a.done <- err
	}
}

func (h *hand) ended() bool {
	h.t.mu.Lock()
	defer h.t.mu.Unlock()
	return h.over
}

// show shows the game as it stands.
func (h *hand) show(ctx context.Context, v session.View) {
	g := &tui.Game{
		ID: h.id, Me: h.seat, State: v.State, Log: slices.Clone(h.past.log), LogNote: h.past.note,
		BlockMillis: int64(h.t.params.BlockMillis), Stakes: stakes(v.Game.Terms), Risks: h.risks(ctx, v),
	}
	h.fill(g)
	h.t.update(func() { h.game = g })
}

// fill adds what is known of the players and their boards.
func (h *hand) fill(g *tui.Game) {
	for seat, address := range h.past.players {
		if address != "" {
			g.Names[seat] = h.t.name(address)
		}
		if f := h.past.fleets[seat]; f != nil {
			g.Fleets[seat], g.Proven[seat] = f, true
		}
	}
	if h.seated && g.Fleets[h.seat] == nil {
		g.Fleets[h.seat] = h.fleet
	}
	if h.botPlays && g.Names[h.seat.Other()] != "" {
		g.Names[h.seat.Other()] = ownBotName
	}
}

// risks say what acts put at stake.
func (h *hand) risks(ctx context.Context, v session.View) tui.Risks {
	if !h.seated {
		return tui.Risks{}
	}
	about := func(act session.Act) string {
		text := h.wallet.Consequence(ctx, act, v, h.seat)
		if other := h.seat.Other(); int(other) < len(v.Game.Seats) {
			address := v.Game.Seats[other].Address
			text = strings.ReplaceAll(text, address, h.t.name(address))
		}
		// The question before it says already what is to be done.
		_, then, _ := strings.Cut(text, ": ")
		return plainAmounts(capital(then))
	}
	cancel := fmt.Sprintf("Whoever is on the way can still join for %d blocks; then it is gone.", game.WithdrawBlocks)
	if hold := v.Game.Hold(); !hold.IsZero() {
		cancel = fmt.Sprintf("%s comes back. ", amounts(hold)) + cancel
	}
	return tui.Risks{Concede: about(session.ActConcede), Challenge: about(session.ActChallenge), Cancel: cancel}
}

// end shows how the game has ended.
func (h *hand) end(ctx context.Context, r types.Result) {
	h.past.t, h.past.id = h.t, h.id
	if h.past.rules == nil {
		rules, err := types.RulesetByID(r.RulesetId)
		if err != nil {
			h.say("%s", sentence(err))
			return
		}
		h.past.rules = rules
	}
	copy(h.past.players[:], r.Players)
	if err := h.past.read(ctx, r.CreatedHeight, r.EndedHeight); err != nil {
		if ctx.Err() != nil || session.MayPass(err) {
			return // it is looked for again
		}
		h.past.note = "how this game ended is not known to this node but for its result"
	}
	for seat, player := range r.Players {
		if player == h.t.key.Address.String() {
			h.seat = game.Seat(seat)
		}
	}
	g := &tui.Game{
		ID: h.id, Me: h.seat, State: h.endState(r), Log: slices.Clone(h.past.log), LogNote: h.past.note,
		BlockMillis: int64(h.t.params.BlockMillis), CanRematch: h.canRematch(ctx),
	}
	if over := h.past.over; over != nil {
		account := session.AccountOf(over, h.seat)
		g.Stakes, g.Coins = stakes(over.Terms), coins(account)
	}
	h.fill(g)
	h.t.update(func() { h.game, h.over = g, true })
	h.refuse(errors.New("the game is over"))
}

// endState is the game as it was when it ended: rebuilt from all that has happened, or else as it was seen last.
func (h *hand) endState(r types.Result) game.State {
	if h.past.replay != nil && h.past.replay.State().Phase.Ended() {
		return h.past.replay.State()
	}
	s := game.State{Ruleset: h.past.rules, Sides: make([]game.Side, h.past.rules.Players)}
	if h.view != nil {
		s = h.view.State
	}
	s.Phase, s.Owes, s.Deadline, s.HasPending, s.Pending = game.PhaseOver, game.OwesNothing, 0, false, 0
	s.Reason, s.First = game.Reason(r.Reason), game.Seat(r.First)
	if r.Winner > 0 {
		s.Actor = game.Seat(r.Winner - 1)
	}
	return s
}

func (h *hand) canRematch(ctx context.Context) bool {
	if h.botPlays {
		return false // its key was of that game alone
	}
	res, err := types.NewQueryClient(h.t.asker.Conn()).Result(ctx, &types.QueryResultRequest{GameId: h.id})
	return err == nil && res.Rematch == 0
}

// gone shows that the game has ended before anybody joined, of which the chain keeps no result.
func (h *hand) gone(ctx context.Context) {
	if h.view == nil {
		h.say("there is no game %d: it was cancelled, or never was", h.id)
		h.refuse(fmt.Errorf("there is no game %d", h.id))
		h.missing = 0
		return
	}
	_ = h.past.read(ctx, h.view.Game.CreatedHeight, h.t.height()) // only the cause is not told
	s := h.view.State
	if h.past.replay != nil && h.past.replay.State().Phase.Ended() {
		s = h.past.replay.State()
	}
	s.Phase, s.Owes, s.Deadline = game.PhaseCancelled, game.OwesNothing, 0
	g := &tui.Game{
		ID: h.id, Me: h.seat, State: s, Log: slices.Clone(h.past.log), BlockMillis: int64(h.t.params.BlockMillis),
	}
	h.fill(g)
	h.t.update(func() { h.game, h.over = g, true })
	h.refuse(errors.New("the game is over: nobody joined it"))
}

// coins are what a game has brought, in words; nil if it was played for nothing.
func coins(a session.Account) *tui.Coins {
	in, out := a.Terms.Entry(), a.Released().Add(a.Minted())
	if in.IsZero() && out.IsZero() {
		return nil
	}
	return &tui.Coins{
		In: amounts(in), Out: amounts(out),
		Net: plainAmounts(a.Net()), Notes: plainParts(a),
	}
}
