package notify_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/notify"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const alice, bob = "alice's address", "bob's address"

// world is a chain in the test's hand, and the notifier of alice.
type world struct {
	t      *testing.T
	path   string
	height int64
	games  notify.Games
	steps  map[uint64]*types.QueryNextActionResponse
	ended  map[uint64]error
	away   error
	now    time.Time
	// refuse is the error of the next deliveries.
	refuse error
	// got are the delivered events since the last look.
	got []string
	n   *notify.Notifier
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		t: t, path: filepath.Join(t.TempDir(), "notify", "alice.json"), now: time.Unix(1_000_000, 0),
		steps: make(map[uint64]*types.QueryNextActionResponse), ended: make(map[uint64]error),
	}
	w.restart()
	return w
}

// restart starts the notifier anew, with what is in its file.
func (w *world) restart() {
	memory, err := notify.OpenMemory(w.path)
	require.NoError(w.t, err)
	w.n = &notify.Notifier{
		Player: alice, Chain: w, Memory: memory, Now: func() time.Time { return w.now },
		Passes: func(err error) bool { return errors.Is(err, errAway) },
		Deliver: func(_ context.Context, e notify.Event) error {
			if w.refuse != nil {
				return w.refuse
			}
			w.got = append(w.got, fmt.Sprintf("%s %d", e.Kind, e.Game.ID))
			return nil
		},
	}
}

var errAway = errors.New("away")

func (w *world) Height(context.Context) (int64, error)       { w.height++; return w.height, w.away }
func (w *world) Games(context.Context) (notify.Games, error) { return w.games, w.away }
func (w *world) Sleep(ctx context.Context) error             { return context.Cause(ctx) }

func (w *world) Look(_ context.Context, g notify.Game) (*types.QueryNextActionResponse, error) {
	if err := w.ended[g.ID]; err != nil {
		return nil, err
	}
	if step := w.steps[g.ID]; step != nil {
		return step, nil
	}
	return nil, notify.ErrGone
}

// own gives alice a game with a next step, and ends it without one.
func (w *world) own(id uint64, step *types.QueryNextActionResponse) {
	w.games.Own = slices.DeleteFunc(w.games.Own, func(g notify.Game) bool { return g.ID == id })
	if w.steps[id] = step; step != nil {
		w.games.Own = append(w.games.Own, notify.Game{ID: id})
	}
}

// expect runs a round, which delivers exactly these events.
func (w *world) expect(events ...string) {
	w.t.Helper()
	w.got = nil
	require.NoError(w.t, w.n.Round(w.t.Context()))
	require.Equal(w.t, events, w.got)
}

func open() *types.QueryNextActionResponse {
	return &types.QueryNextActionResponse{Phase: types.Phase(game.PhaseOpen), Players: []string{alice}, Deadline: 100}
}

func shot(player string, deadline int64) *types.QueryNextActionResponse {
	return &types.QueryNextActionResponse{
		Phase: types.Phase(game.PhasePlay), Obligation: types.OBLIGATION_SHOT, Player: player, Deadline: deadline,
	}
}

func aim(round uint32, owed ...string) *types.QueryNextActionResponse {
	next := &types.QueryNextActionResponse{Stage: types.Stage(melee.StageAim), Round: round, Deadline: 50 * int64(round)}
	for _, player := range owed {
		next.Owed = append(next.Owed, types.Owed{Player: player})
	}
	return next
}

func TestEachEventIsDeliveredOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i, step := range []struct {
		do   func()
		want []string
	}{
		{func() {}, nil},
		{func() { w.own(7, open()) }, nil},
		{func() { w.own(7, shot(bob, 20)) }, []string{"begun 7"}},
		{func() { w.own(7, shot(alice, 40)) }, []string{"turn 7"}},
		{func() { w.own(7, shot(bob, 60)) }, nil},
		{func() { w.own(7, shot(alice, 80)) }, []string{"turn 7"}},
		{func() { w.own(9, shot(alice, 40)) }, []string{"turn 9"}},
		{func() { w.own(7, nil); w.ended[7] = session.ErrEnded }, []string{"ended 7"}},
		{func() { w.own(9, nil) }, []string{"ended 9"}}, // cancelled: no result
		{func() { w.own(11, aim(1, alice, bob)) }, []string{"turn 11"}},
		{func() { w.own(11, aim(1, bob)) }, nil},
		{func() { w.own(11, aim(2, bob, alice)) }, []string{"turn 11"}},
	} {
		t.Logf("step %d", i)
		step.do()
		w.expect(step.want...)
		w.expect() // not twice
		w.restart()
		w.expect() // not twice after a restart
	}
}

func TestAnInvitationIsDeliveredOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.games.Invited = []notify.Game{{ID: 3, Creator: bob}, {ID: 4, Creator: bob}, {ID: 5, Creator: bob}}
	w.expect("invited 3", "invited 4", "invited 5")
	w.restart()
	w.expect()

	// Alice joins the last, which waits for others and then begins.
	w.games.Invited = w.games.Invited[:2]
	w.own(5, open())
	w.expect()
	w.own(5, shot(bob, 20))
	w.expect("begun 5")
	w.own(5, nil)
	w.expect("ended 5")
	w.games.Invited = append(w.games.Invited, notify.Game{ID: 5, Creator: bob})
	w.expect("invited 5")

	// Alice joins the first, the second is cancelled, and bob withdraws the third for a while.
	w.games.Invited = []notify.Game{{ID: 5, Creator: bob}}
	w.own(3, shot(alice, 30))
	w.expect("turn 3")
	w.expect()
	w.games.Invited = nil
	w.expect()
	w.games.Invited = []notify.Game{{ID: 4, Creator: bob}}
	w.expect("invited 4")
}

// A node lists the games of a player without a proof: one that leaves a game out cannot make it end, nor hide a turn.
func TestAGameThatANodeOmitsIsStillFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.own(7, shot(bob, 20))
	w.expect()
	w.games.Own = nil
	w.expect()
	w.steps[7] = shot(alice, 40)
	w.expect("turn 7")
}

// A game that cannot be read is a failure of the round, which is tried again, and no game without news.
func TestAGameThatCannotBeReadFailsTheRound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.own(7, shot(alice, 20))
	w.own(8, shot(alice, 30))
	w.ended[7] = errAway
	require.ErrorIs(t, w.n.Round(t.Context()), errAway)
	require.Equal(t, []string{"turn 8"}, w.got, "other games are read all the same")
	delete(w.ended, 7)
	w.expect("turn 7")
}

func TestADeliveryThatFailsIsTriedAgainLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.own(7, shot(alice, 20))
	w.refuse = errors.New("no such command")
	require.ErrorContains(t, w.n.Round(t.Context()), "game 7: no such command")
	w.refuse = nil
	w.now = w.now.Add(notify.RetryAfter - time.Second)
	w.expect()
	w.now = w.now.Add(time.Second)
	w.expect("turn 7")
	w.expect()

	w.refuse = errors.New("no such command")
	w.own(7, shot(alice, 60))
	require.Error(t, w.n.Round(t.Context()))
	w.refuse = nil
	w.own(7, shot(bob, 80)) // she has shot before it was delivered
	w.now = w.now.Add(notify.RetryAfter)
	w.expect()
}

func TestEventsOfOneStepAreTheSame(t *testing.T) {
	t.Parallel()
	turn := notify.Event{Kind: text.Turn, Game: notify.Game{ID: 7}, Next: shot(alice, 20)}
	again, later, other := turn, turn, turn
	again.Next, later.Next, other.Game.ID = shot(alice, 20), shot(alice, 40), 8
	require.True(t, turn.Same(again))
	require.False(t, turn.Same(later))
	require.False(t, turn.Same(other))
	require.False(t, turn.Same(notify.Event{}))
}

func TestRunOutlastsTemporaryFailuresAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.own(7, shot(alice, 20))
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	var seen []error
	w.away = errAway
	w.n.Trouble = func(err error) {
		seen = append(seen, err)
		switch len(seen) {
		case 1:
			w.away, w.refuse = nil, errors.New("no such command")
		case 2:
			w.refuse = nil
		case 3:
			w.now = w.now.Add(notify.RetryAfter)
		case 4:
			cancel(enough)
		}
	}
	require.ErrorIs(t, w.n.Run(ctx), enough)
	require.Len(t, seen, 4)
	require.ErrorIs(t, seen[0], errAway)
	require.ErrorContains(t, seen[1], "no such command")
	require.ErrorContains(t, seen[2], "no such command", "not all is well before it is tried again")
	require.NoError(t, seen[3])
	require.Equal(t, []string{"turn 7"}, w.got)

	w.away = errors.New("the node lies")
	w.n.Trouble = func(error) { require.Fail(t, "it must end") }
	require.ErrorContains(t, w.n.Run(t.Context()), "the node lies")
}

func TestAForeignFileIsNoMemory(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "holiday.json")
	require.NoError(t, os.WriteFile(path, []byte("sunshine"), 0o600))
	_, err := notify.OpenMemory(path)
	require.ErrorContains(t, err, path+": expected the delivered notifications, got another file: remove it")

	require.NoError(t, os.WriteFile(path, []byte(`{"7":{"kind":200}}`), 0o600))
	_, err = notify.OpenMemory(path)
	require.ErrorContains(t, err, path+": game 7 is of a kind that this program does not know")
}
