package live

import (
	"context"
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeWords are what is said of a melee.
var meleeWords = words{
	game: "melee", aim: "an aim", move: "message", cannot: "report or prove it, but leave and give up",
}

// meleeRunner plays one melee.
type meleeRunner struct {
	runner[*session.Melee]

	// What follows belongs to the goroutine.

	history meleeHistory
	seat    melee.Seat
	// view is the melee as it was seen last, result how it has ended; nil until then.
	view   *session.MeleeView
	result *types.MeleeResult

	// What follows is guarded by the table's lock.

	melee *tui.Melee
	// stake is what each has put into the pot, as the lobby lists it.
	stake string
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
	r := &meleeRunner{history: meleeHistory{name: b.name}}
	r.sitDown(b, id, r, &r.history, meleeWords, entered, told)
	b.melees[id] = r
	if !b.closed {
		b.work.Go(func() { r.run(r.round) })
	}
	return r
}

// sit implements contest.
func (r *meleeRunner) sit(p session.Player) { r.wallet = session.OpenMelee(p, r.id) }

// look implements contest.
func (r *meleeRunner) look(ctx context.Context) (sight, error) {
	v, err := r.wallet.Look(ctx)
	var ended *session.MeleeEndedError
	if errors.As(err, &ended) {
		r.result = &ended.Result
		return sight{over: true}, nil
	}
	if err != nil {
		return sight{}, err
	}
	r.view = &v
	now := sight{Moment: v.Moment(), created: v.Melee.CreatedHeight}
	seat, ok := v.Melee.SeatOf(r.backend.key.Address.String())
	if ok && v.State.Players[seat].Standing != melee.Absent { // who has left a full table looks on
		r.seat = seat
		now.seated, now.delegate = true, v.Melee.Players[seat].Delegate
	}
	return now, nil
}

// board implements contest.
func (r *meleeRunner) board() (game.Fleet, error) {
	fleet, _, err := r.wallet.Fleet(*r.view)
	return fleet, err
}

// due implements contest: to confirm is the player's word, and an open table waits for others.
func (r *meleeRunner) due() bool {
	return r.found && r.view.Owes(r.seat) && r.view.State.Stage != melee.StageReady
}

// advance implements contest.
func (r *meleeRunner) advance(ctx context.Context, aim *game.Tile) (session.Done, bool, error) {
	_, done, acted, err := r.acting.Advance(ctx, aim)
	return done, acted, err
}

// renew implements contest: what the key of a melee was allowed is not given again.
func (r *meleeRunner) renew(context.Context) bool { return false }

// mayAim implements contest.
func (r *meleeRunner) mayAim(tile game.Tile) error {
	s := r.view.State
	switch {
	case int(tile) >= s.Ruleset.Tiles():
		return errors.New("this tile is not on the board")
	case s.Stage != melee.StageAim || !s.Owes.Has(r.seat):
		return fmt.Errorf("no aim of yours is due now: %s", r.owed())
	case !s.Free().Has(tile):
		return fmt.Errorf("%s was bombed before, on every board", s.Ruleset.TileName(tile))
	case !r.found:
		return errors.New("your board is missing, and without it there is no aim")
	}
	return nil
}

// owed says in words who owes what.
func (r *meleeRunner) owed() string {
	return anAddress.ReplaceAllStringFunc(r.view.Owed(), r.backend.name)
}

// perform implements contest.
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
