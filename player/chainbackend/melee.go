package chainbackend

import (
	"context"
	"errors"
	"reflect"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeRunner plays one melee.
type meleeRunner struct {
	runner[*meleesession.Session]

	// The following fields belong to the goroutine.

	history meleeHistory
	seat    melee.Seat
	// view is the latest view of the melee, and result its result. Both are nil at first.
	view   *meleesession.View
	same   bool // as the one before
	result *types.MeleeResult

	// The following fields are guarded by the Backend's lock.

	melee *tui.Melee
	// stake is each player's stake, as the lobby lists it.
	stake string
}

// melees are the melees of a backend.
type melees struct {
	*Backend
	// unfinished are the player's running melees, runners those that are played or shown.
	unfinished []uint64
	runners    map[uint64]*meleeRunner
}

func newMelees(b *Backend) *melees {
	return &melees{Backend: b, runners: make(map[uint64]*meleeRunner)}
}

// base implements kind.
func (b *melees) base(id uint64) *runnerBase {
	if r := b.runners[id]; r != nil {
		return &r.runnerBase
	}
	return nil
}

// bases implements kind.
func (b *melees) bases() (all []*runnerBase) {
	for _, r := range b.runners {
		all = append(all, &r.runnerBase)
	}
	return all
}

// start implements kind.
func (b *melees) start(id uint64) *runnerBase { return &b.startWith(id, nil, nil).runnerBase }

// show implements kind.
func (b *melees) show(id uint64, s *tui.Snapshot) bool {
	r := b.runners[id]
	switch {
	case r == nil:
		return false
	case r.melee == nil:
		s.NoGame = r.notice
	default:
		m := *r.melee
		m.Sending, m.Height, m.Notice = r.sending, b.head.Height, r.notice
		s.Game = &m
	}
	return true
}

// startWith starts to play a melee, with the session that has entered it if there is one. The caller holds the lock.
func (b *melees) startWith(id uint64, entered *meleesession.Session, rep *reporter) *meleeRunner {
	r := &meleeRunner{history: meleeHistory{name: b.name}}
	r.init(b.Backend, id, r, &r.history, text.Melee, entered, rep)
	b.runners[id] = r
	if !b.closed {
		b.work.Go(func() { r.run(r.round) })
	}
	return r
}

// sit implements gameDriver.
func (r *meleeRunner) sit(p session.Player) { r.wallet = meleesession.Open(p, r.id) }

// look implements gameDriver.
func (r *meleeRunner) look(ctx context.Context) (session.Status, error) {
	v, err := r.wallet.Look(ctx)
	var ended *meleesession.EndedError
	if errors.As(err, &ended) {
		r.result = &ended.Result
	}
	if err != nil {
		return session.Status{}, err
	}
	before := r.view
	if r.same = before != nil; r.same {
		before.Height = v.Height
		r.same = reflect.DeepEqual(*before, v)
	}
	r.view = &v
	now := v.Status(r.backend.key.Address.String())
	if now.Seated {
		r.seat, _ = v.Melee.SeatOf(r.backend.key.Address.String())
	}
	return now, nil
}

// unchanged implements gameDriver.
func (r *meleeRunner) unchanged() bool { return r.same }

// board implements gameDriver.
func (r *meleeRunner) board() (game.Fleet, error) {
	fleet, _, err := r.wallet.Fleet(*r.view)
	return fleet, err
}

// due implements gameDriver. Confirming is the player's decision, and an open table waits for others.
func (r *meleeRunner) due() bool {
	return r.found && r.view.Owes(r.seat) && r.view.State.Stage != melee.StageReady
}

// renew implements gameDriver. The allowance of a melee's key is not renewed.
func (r *meleeRunner) renew(context.Context) bool { return false }

// mayAim implements gameDriver. No tile is locked for a round whose bombs are not known.
func (r *meleeRunner) mayAim(tile game.Tile, _ bool) error {
	s := r.view.State
	switch {
	case int(tile) >= s.Ruleset.Tiles():
		return errors.New(text.OffBoard)
	case s.Stage != melee.StageAim || !s.Owes.Has(r.seat):
		return errors.New(r.backend.voice().NotYourTurn(r.view.Next()))
	case !s.Free().Has(tile):
		return errors.New(text.Tried(s.Ruleset.TileName(tile)))
	case !r.found:
		return errors.New(text.BoardNeeded)
	}
	return nil
}
