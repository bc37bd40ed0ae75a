package chainbackend

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// recoverWait is the time that an opponent is given to send its newest update of an off-chain game whose log is lost.
const recoverWait = 5 * time.Second

// maxRenewals bounds how often the owner of a device is asked for another allowance in one game.
const maxRenewals = 3

// duelRunner plays one duel.
type duelRunner struct {
	runner[*duel.Session]

	// The following fields belong to the goroutine.

	history history
	seat    game.Seat
	// view is the latest view of the game, and result its result. Both are nil at first.
	view   *duel.View
	same   bool // as the one before, on the chain
	result *types.Result
	// botPlays reports whether the player's own bot was started.
	botPlays bool
	// ownBotAsked reports whether it is known if the opponent is the player's own bot.
	ownBotAsked bool
	// renewals is how often the delegate was given another allowance.
	renewals int

	// botPaid wakes the player's own bot after a new allowance. It is used by both goroutines.
	botPaid atomic.Bool

	// muted reports whether the player does not want to see the opponent's phrases.
	muted bool
	// listens reports whether updates wake the goroutine, channelLog are the off-chain events.
	listens    bool
	channelLog []game.Event
	// standings are the records of the players, readFor the players whose records they are.
	standings [types.PlayersPerGame]tui.Standing
	readFor   [types.PlayersPerGame]string
	// relayNotice is the notice about the failing relay. It is empty if there is none.
	relayNotice string

	// The following fields are guarded by the Backend's lock.

	game   *tui.Game
	ownBot bool
	// botNotice is the last notice about the player's bot, botBroke reports whether its allowance is used up, and botFees
	// is then the requested allowance.
	botNotice string
	botBroke  bool
	botFees   string
	// terms and turnBlocks are the terms and the clock of the game, and channel reports whether it began off-chain;
	// turnBlocks is zero until they are known.
	terms      types.Terms
	turnBlocks int64
	channel    bool
}

// startDuel starts to play a duel, with the session that has entered it if there is one. The caller holds the lock.
func (b *Backend) startDuel(id uint64, entered *duel.Session, rep *reporter) *duelRunner {
	r := &duelRunner{history: history{me: b.key.Address.String()}}
	r.init(b, id, r, &r.history, text.Duel, entered, rep)
	b.duels[id] = r
	if !b.closed {
		b.work.Go(r.play)
	}
	return r
}

// play plays the duel until the Backend is closed. After the end of the game it refuses all requests.
func (r *duelRunner) play() {
	r.run(r.round)
	if r.wallet != nil {
		_ = r.wallet.Close() // what it holds for an off-chain game
	}
}

// sit implements gameDriver.
func (r *duelRunner) sit(p session.Player) { r.wallet = duel.Open(p, r.id) }

// look implements gameDriver.
func (r *duelRunner) look(ctx context.Context) (session.Status, error) {
	v, err := r.wallet.Look(ctx)
	var ended *duel.EndedError
	if errors.As(err, &ended) {
		r.result = &ended.Result
	}
	if err != nil {
		return session.Status{}, err
	}
	r.same = r.view != nil && reflect.DeepEqual(r.view.Game, v.Game) && reflect.DeepEqual(r.view.ChainState, v.ChainState)
	r.view, r.history.rules = &v, v.State.Ruleset
	for seat, s := range v.Game.Participants {
		r.history.players[seat] = s.Address
	}
	if seat, err := v.SeatOf(r.backend.key.Address); err == nil {
		r.seat = seat
	}
	return v.Status(r.backend.key.Address), nil
}

// unchanged implements gameDriver.
func (r *duelRunner) unchanged() bool { return r.same }

// board implements gameDriver.
func (r *duelRunner) board() (game.Fleet, error) {
	fleet, _, err := r.wallet.Fleet(*r.view)
	return fleet, err
}

// act implements gameDriver.
func (r *duelRunner) act(ctx context.Context) {
	r.runner.act(ctx)
	r.listen(ctx)
	r.showRelayTrouble()
}

// due implements gameDriver: but for a shot, everything takes the board. A player that waits on-chain has nothing to
// do, unless the game was off-chain: its newest state may have to be sent or submitted.
func (r *duelRunner) due() bool {
	return (r.now.Concerned || r.view.Game.IsChannel()) && (r.found || r.view.State.Owes == game.OwesShot)
}

// renew implements gameDriver. The owner is asked a few times at most.
func (r *duelRunner) renew(ctx context.Context) bool {
	if !r.wallet.AsksOwner() || r.view.Game.Offer != nil || r.renewals >= maxRenewals {
		return false
	}
	r.renewals++
	r.say(text.DeviceAllowsKey)
	done, err := r.wallet.NameDelegate(ctx)
	if err != nil {
		r.reporter.failed(err, false)
		return false
	}
	r.say("")
	r.reporter.included(done)
	r.poke()
	return true
}

// mayAim implements gameDriver.
func (r *duelRunner) mayAim(tile game.Tile, locked bool) error {
	s := r.view.State
	switch {
	case s.Phase == game.PhaseOpen:
		return errors.New(text.NoOpponent)
	case !s.Phase.InPlay():
		return errors.New(text.PlayOver)
	case int(tile) >= s.Ruleset.Tiles():
		return errors.New(text.OffBoard)
	case s.Sides[r.seat.Other()].Answered.Has(tile):
		return errors.New(text.Tried(s.Ruleset.TileName(tile)))
	case s.HasPending && s.Actor != r.seat && s.Pending == tile:
		return errors.New(text.Shooting.OnItsWay(s.Ruleset.TileName(tile)))
	case s.Actor != r.seat && !locked:
		return errors.New(r.voice().NotYourTurn(r.view.Next()))
	}
	return nil
}

// dropMissedAim drops an aim for a turn in which the player has fired: here, with a lost reply, or by another program.
func (r *duelRunner) dropMissedAim() {
	if r.aim == nil || r.aimedIn == r.now.Turn {
		return
	}
	s := r.view.State
	tile, _ := tui.TileOf(r.aim.act)
	if s.Sides[r.seat.Other()].Answered.Has(tile) || s.HasPending && s.Pending == tile {
		r.dropAim(nil)
		return
	}
	r.dropAim(errors.New(text.ShotByOther(s.Ruleset.TileName(tile))))
}

// perform implements gameDriver.
func (r *duelRunner) perform(ctx context.Context, act tui.Act) (session.Done, error) {
	switch act := act.(type) {
	case tui.PayBot:
		return r.payBot(ctx)
	case tui.Recover:
		return r.recoverChannel(ctx)
	case tui.Say:
		return session.Done{OffChain: true}, r.wallet.Say(act.Phrase)
	case tui.Mute:
		r.muted = !r.muted
		return session.Done{OffChain: true}, nil
	}
	return r.runner.perform(ctx, act)
}

// recoverChannel brings an off-chain game on-chain whose log is lost. A session that has found that out has no line to
// the opponent, so another one asks for its newest update.
func (r *duelRunner) recoverChannel(ctx context.Context) (session.Done, error) {
	p, err := r.backend.player(ctx, r.reporter)
	if err != nil {
		return session.Done{}, err
	}
	if err := r.wallet.Close(); err != nil {
		return session.Done{}, err
	}
	r.sit(p)
	r.forget()
	asking := fmt.Sprintf(text.AskingForUpdate, recoverWait)
	r.say(asking)
	defer r.unsay(asking)
	return r.wallet.Recover(ctx, nil, recoverWait)
}

// show implements gameDriver.
func (r *duelRunner) show(ctx context.Context) {
	v := *r.view
	r.dropMissedAim()
	r.watchOthers(v)
	r.playBot(ctx)
	r.showBotFees(ctx, v)
	g := &tui.Game{
		ID: r.id, Me: r.seat, State: v.State, OffChain: v.OffChain, Log: r.log(), LogNote: r.past.Note,
		LogLost: r.wallet.LogLost(), Online: r.wallet.OpponentPresent(),
		BlockMillis: int64(r.backend.params.BlockMillis), Stakes: text.StakeAndFee(v.Game.Terms), Risks: r.risks(ctx, v),
	}
	if g.Muted = r.muted; !r.muted {
		g.Heard = r.wallet.Heard()
	}
	if o := v.Game.Offer; o != nil && o.Opponent != "" {
		g.Invited = r.nameOf(o.Opponent)
	}
	if v.State.Phase == game.PhaseOpen && !r.watching {
		g.Invite = r.backend.asker.InviteTo(r.id)
	}
	r.readStandings(ctx)
	r.fill(g)
	r.backend.update(func() {
		r.game, r.terms, r.turnBlocks, r.channel = g, v.Game.Terms, v.Game.TurnBlocks, v.Game.IsChannel()
	})
}

// fill adds the known names and boards of the players.
func (r *duelRunner) fill(g *tui.Game) {
	g.Watching, g.OwnBot, g.Standings = r.watching, r.botPlays, r.standings
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

// nameOf returns the display name of an opponent's address.
func (r *duelRunner) nameOf(address string) string {
	if r.botPlays {
		return ownBot
	}
	return r.backend.name(address)
}

// voice returns the player's voice, in which its own bot has that name.
func (r *duelRunner) voice() text.Voice {
	v := r.backend.voice()
	v.Names = make(map[string]string)
	for _, address := range r.history.players {
		v.Names[address] = r.nameOf(address)
	}
	return v
}

// risks returns the consequences of the acts that need a confirmation.
func (r *duelRunner) risks(ctx context.Context, v duel.View) tui.Risks {
	if r.watching {
		return nil
	}
	about := func(act text.Act) string {
		return text.Sentence(r.voice().Consequence(r.wallet.Intent(ctx, act, v, r.seat)))
	}
	risks := tui.Risks{
		tui.Concede{}: about(text.ActConcede), tui.Cancel{}: text.WithdrawRisk(v.Game.Hold(), nil, true),
	}
	if !v.State.Ruleset.Proven {
		risks[tui.Challenge{}] = about(text.ActChallenge)
	}
	return risks
}
