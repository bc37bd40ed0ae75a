package live

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxRenewals bounds how often the owner of a device is asked for another allowance in one game.
const maxRenewals = 3

// duelWords are what is said of a duel.
var duelWords = words{
	game: "game", aim: "a shot", move: "move", cannot: "answer or prove it, but give up, take back and wait",
}

// duelRunner plays one duel.
type duelRunner struct {
	runner[*session.Session]

	// What follows belongs to the goroutine.

	history history
	seat    game.Seat
	// view is the game as it was seen last, result how it has ended; nil until then.
	view   *session.View
	result *types.Result
	// ours are the tiles that this table has shot at.
	ours game.Set
	// botPlays tells that the player's own bot was started.
	botPlays bool
	// ownBotAsked tells that it is known whether the opponent is the player's own bot.
	ownBotAsked bool
	// renewals is how often the delegate was given another allowance.
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

// startDuel begins to play a duel, with the session that has entered it if there is one. The caller holds the lock.
func (b *Backend) startDuel(id uint64, entered *session.Session, told *reporter) *duelRunner {
	r := &duelRunner{history: history{me: b.key.Address.String()}}
	r.sitDown(b, id, r, &r.history, duelWords, entered, told)
	b.duels[id] = r
	if !b.closed {
		b.work.Go(r.play)
	}
	return r
}

// play plays the duel to its end, or until the table is closed. Then it answers that the game is over.
func (r *duelRunner) play() {
	r.run(r.round)
	if r.wallet != nil {
		_ = r.wallet.Close() // what it holds for a game at sea
	}
}

// sit implements contest.
func (r *duelRunner) sit(p session.Player) { r.wallet = session.Open(p, r.id) }

// look implements contest.
func (r *duelRunner) look(ctx context.Context) (sight, error) {
	v, err := r.wallet.Look(ctx)
	var ended *session.EndedError
	if errors.As(err, &ended) {
		r.result = &ended.Result
		return sight{over: true}, nil
	}
	if err != nil {
		return sight{}, err
	}
	r.view, r.history.rules = &v, v.State.Ruleset
	for seat, s := range v.Game.Participants {
		r.history.players[seat] = s.Address
	}
	now := sight{Moment: v.Moment(), created: v.Game.CreatedHeight}
	if seat, err := v.SeatOf(r.backend.key.Address); err == nil {
		r.seat = seat
		now.seated, now.delegate = true, v.Game.Participants[seat].Delegate
	}
	return now, nil
}

// board implements contest.
func (r *duelRunner) board() (game.Fleet, error) {
	fleet, _, err := r.wallet.Fleet(*r.view)
	return fleet, err
}

// act implements contest.
func (r *duelRunner) act(ctx context.Context) {
	r.proveAhead(ctx)
	r.runner.act(ctx)
	r.listen(ctx)
	r.tellLine()
}

// due implements contest: but for a shot, everything takes the board.
func (r *duelRunner) due() bool { return r.found || r.view.State.Owes == game.OwesShot }

// advance implements contest.
func (r *duelRunner) advance(ctx context.Context, aim *game.Tile) (session.Done, bool, error) {
	if aim != nil {
		r.ours = r.ours.With(*aim)
	}
	_, done, acted, err := r.acting.Advance(ctx, aim)
	if shot := done.Moved().Shot; acted && shot != nil {
		r.ours = r.ours.With(*shot)
	}
	return done, acted, err
}

// renew implements contest. The owner is asked a few times at most.
func (r *duelRunner) renew(ctx context.Context) bool {
	if !r.wallet.AsksOwner() || r.view.Game.Offer != nil || r.renewals >= maxRenewals {
		return false
	}
	r.renewals++
	r.say("your device asks for a key of this game and an allowance for its fees: confirm it there")
	done, err := r.wallet.NameDelegate(ctx)
	if err != nil {
		r.told.failed(err, false)
		return false
	}
	r.say("")
	r.told.included(done)
	r.poke()
	return true
}

// mayAim implements contest.
func (r *duelRunner) mayAim(tile game.Tile) error {
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

func (r *duelRunner) owed(s game.State) string {
	left := r.backend.left(s.Deadline - r.view.Height)
	return fmt.Sprintf("your opponent owes the %s by block %d (%s)", session.Owed(s.Owes), s.Deadline, left)
}

// perform implements contest.
func (r *duelRunner) perform(ctx context.Context, act tui.Act) (session.Done, error) {
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

// show implements contest.
func (r *duelRunner) show(ctx context.Context) {
	v := *r.view
	r.watchOthers(v)
	r.playBot(ctx)
	r.showBotFees(ctx, v)
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
func (r *duelRunner) fill(g *tui.Game) {
	g.Watching, g.OwnBot = r.watching, r.botPlays
	for seat, address := range r.history.players {
		switch {
		case address == "":
		case r.botPlays && game.Seat(seat) != r.seat:
			g.Names[seat] = ownBot
		default:
			g.Names[seat] = r.backend.name(address)
		}
		if f := r.history.fleets[seat]; f != nil {
			g.Fleets[seat], g.Proven[seat] = f, true
		}
	}
	if r.found && g.Fleets[r.seat] == nil {
		g.Fleets[r.seat] = r.fleet
	}
}

// nameOf is how the opponent is called, whose address that is.
func (r *duelRunner) nameOf(address string) string {
	if r.botPlays {
		return ownBot
	}
	return r.backend.name(address)
}

// risks say what acts put at stake.
func (r *duelRunner) risks(ctx context.Context, v session.View) tui.Risks {
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
