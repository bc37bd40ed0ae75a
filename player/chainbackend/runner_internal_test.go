package chainbackend

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session/duel"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// aimingMelee is a melee that is played without a chain, in which the player has chosen a tile.
func aimingMelee() (*meleeRunner, chan error) {
	r := newMelees(&Backend{changed: make(chan struct{}), closed: true}).startWith(30, nil, nil)
	a := ask{act: tui.Aim{Tile: 7}, done: make(chan error, 1)}
	r.aim, r.aimedIn = &a, "aim/1/"
	return r, a.done
}

// An aim that gets in a round late is refused by the chain; the player is told so, and can aim again.
func TestALateAimIsReportedAndDropped(t *testing.T) {
	r, done := aimingMelee()
	r.trouble(t.Context(), &meleesession.LateAimError{
		GameID: 30, Target: "H1", Round: 1, Now: 2, Again: true, Err: &client.RefusedError{Log: types.ErrTurn.Error()},
	})
	const says = "the aim at H1 was signed for round 1, and round 2 is on: aim again"
	require.EqualError(t, <-done, says)
	require.Nil(t, r.aim)
	require.Equal(t, text.StageFailed, r.sending.Stage)
	require.Equal(t, says, r.sending.Why)
}

// A tile that was chosen for one round once was aimed at in the next.
func TestRegressionAnAimIsOfTheRoundInWhichItWasChosen(t *testing.T) {
	r, done := aimingMelee()
	state := melee.State{Ruleset: melee.Ruleset(), Stage: melee.StageAim, Round: 2, Owes: melee.SeatsOf(0)}
	r.view = &meleesession.View{State: state}
	r.show(t.Context())
	require.EqualError(t, <-done, "the round continued without this aim")
	require.Nil(t, r.aim)

	r, done = aimingMelee()
	state.Round = 1
	r.view = &meleesession.View{State: state}
	r.now.Turn = r.view.PositionKey()
	r.aimedIn = r.now.Turn
	r.show(t.Context())
	require.NotNil(t, r.aim)
	require.Empty(t, done)
}

// A shot that lost a race against another program of the player was once fired one turn later.
func TestRegressionShotOfALostRaceIsFiredLater(t *testing.T) {
	const byOther = "another program of yours fired in this turn: H1 was not fired at"
	for name, tc := range map[string]struct {
		fired game.Tile
		err   string
		act   tui.Act
	}{
		"by another program":         {fired: 42, err: byOther, act: tui.Shoot{Tile: 7}},
		"here":                       {fired: 7, act: tui.Shoot{Tile: 7}},
		"locked, by another program": {fired: 42, err: byOther, act: tui.Lock{Tile: 7}},
		"locked":                     {fired: 7, act: tui.Lock{Tile: 7}},
	} {
		t.Run(name, func(t *testing.T) {
			b := &Backend{changed: make(chan struct{}), duels: make(map[uint64]*duelRunner), closed: true}
			r := b.startDuel(30, nil, nil)
			state := game.State{Ruleset: game.Classic(), Phase: game.PhasePlay, Actor: r.seat, Owes: game.OwesAnswer}
			r.view = &duel.View{State: state}
			a := ask{act: tc.act, done: make(chan error, 1)}
			r.take(a, 7)
			_, locked := tc.act.(tui.Lock)
			require.Equal(t, locked, r.locked != nil)
			r.dropMissedAim()
			require.NotNil(t, r.aim, "the turn continues")

			r.now.Turn = "next"
			r.view.State.Actor, r.view.State.HasPending, r.view.State.Pending = r.seat.Other(), true, tc.fired
			r.dropMissedAim()
			require.Nil(t, r.aim)
			require.Nil(t, r.locked)
			if tc.err == "" {
				require.NoError(t, <-a.done)
			} else {
				require.EqualError(t, <-a.done, tc.err)
			}
		})
	}
}
