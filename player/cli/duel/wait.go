package duel

import (
	"context"
	"errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// awaited is the result of a wait.
type awaited struct {
	// shot is the result of the player's shot, such as "hit". It is empty if there was none, or if it was not answered.
	shot string
	// view is the game as it was then; result is how it has ended, if it has.
	view   duel.View
	result *types.Result
}

// Await implements act.Reporter.
func (Kind) Await(ctx context.Context, e *env.Env, done session.Done, next *types.QueryNextActionResponse) error {
	if next.GetPhase() == types.PHASE_CLAIM && done.Act != text.ActClaim {
		tellEndOfPlay(ctx, e, done)
	}
	if !act.Waiting(e) {
		return nil
	}
	if v, err := duel.Open(session.Player{Chain: e.Chain}, done.GameID).Look(ctx); err == nil {
		if _, over := arrived(v, done); over && done.Moved().Shot == nil {
			return nil // it is the player's turn already, or play has ended, as was said
		}
	}
	act.NoteWaiting(e, text.Duel, done.GameID)
	a, err := await(ctx, e, done)
	if err != nil {
		return err
	}
	if a.result == nil {
		drawAwaited(e, done, a.view)
	}
	return tellAwaited(ctx, e, done, a)
}

// drawAwaited draws the boards as they are after a wait, the player's own with its ships if its wallet is here.
func drawAwaited(e *env.Env, done session.Done, v duel.View) {
	b := look.Board{View: v, ID: done.GameID, Call: look.Caller(e), Plays: true, Seat: done.Seat}
	key, err := client.FindKey(e.Client.Keyring, e.Me)
	if err != nil {
		key = client.Key{Name: look.Call(e, e.Me)}
	} else {
		p := session.Player{Chain: e.Chain, Vault: env.NewVault(e.Cmd, e.Client), Principal: key}
		b.Fleet, _, _ = duel.Open(p, done.GameID).Fleet(v) // without it the board is drawn as everybody sees it
	}
	b.Me = key
	for _, line := range append(b.Drawing(), "") {
		e.Out.Text("%s", line)
	}
}

// Effect implements act.Reporter.
func (Kind) Effect(ctx context.Context, e *env.Env, done session.Done) (shot string, err error) {
	a, err := await(ctx, e, done)
	return a.shot, err
}

// await waits until an act has its effect: a shot its answer, anything else until it is the player's turn again. It
// also ends when the game leaves play.
func await(ctx context.Context, e *env.Env, done session.Done) (a awaited, err error) {
	s := duel.Open(session.Player{Chain: e.Chain}, done.GameID)
	err = act.Until(ctx, e, text.Duel, done.GameID, func() (over bool, err error) {
		v, err := s.Look(ctx)
		var ended *duel.EndedError
		if errors.As(err, &ended) {
			a = awaited{shot: lastShot(ctx, e, done, ended.Result), result: &ended.Result}
			return true, nil
		}
		if err == nil {
			a, over = arrived(v, done)
		}
		return over, err
	})
	return a, err
}

// lastShot is the result of a shot in a game that is over: with proven boards, the answer to the shot that sinks the
// last ship ends it. It is empty if the shot was not answered, or if the node has pruned the answer.
func lastShot(ctx context.Context, e *env.Env, done session.Done, r types.Result) string {
	shot := done.Moved().Shot
	node, err := e.Client.GetNode()
	if shot == nil || err != nil {
		return ""
	}
	answer, err := watch.LastAnswer(ctx, node, r)
	if err != nil || answer.Target != done.Ruleset.TileName(*shot) {
		return ""
	}
	class := ""
	if answer.Sunk != nil {
		class = answer.Sunk.Class
	}
	return text.ShotResult(answer.Hit, class)
}

// arrived returns the awaited result of an act, and reports whether there is one.
func arrived(v duel.View, done session.Done) (awaited, bool) {
	st, a := v.State, awaited{view: v}
	if shot := done.Moved().Shot; shot != nil {
		if side := st.Sides[done.Seat.Other()]; side.Answered.Has(*shot) {
			a.shot = look.ShotResult(st.Ruleset, side, *shot)
			return a, true
		}
		return a, st.Phase == game.PhaseClaim
	}
	mine := st.Owes != game.OwesNothing && st.Actor == done.Seat
	return a, mine || st.Phase == game.PhaseClaim
}

// tellAwaited prints the result of a wait, and the next action.
func tellAwaited(ctx context.Context, e *env.Env, done session.Done, a awaited) error {
	if done.Moved().Shot != nil {
		e.Out.Text("%s", text.ShotAt(done.Ruleset.TileName(*done.Moved().Shot), a.shot))
	}
	if tellEnd(e, done, a) {
		return nil
	}
	next, err := act.NextOf(ctx, e, Kind{}, done.GameID)
	if err != nil {
		return err
	}
	e.Out.Text("Game %d, block %d. %s", done.GameID, a.view.Height, next.Text)
	return nil
}

// tellEnd prints the end of play after a wait, if it has ended, and reports whether the game is over.
func tellEnd(e *env.Env, done session.Done, a awaited) bool {
	if a.result != nil {
		e.Out.Text(text.GameIsOver, done.GameID, e.Voice().Result(*a.result))
		return true
	}
	if why := whyClaim(a.view, done.Seat); why != "" {
		e.Out.Text("%s", why)
	}
	return false
}

// tellEndOfPlay prints the reason why play has ended after an act, and its meaning for the player. It ignores a failure
// of the node.
func tellEndOfPlay(ctx context.Context, e *env.Env, done session.Done) {
	v, err := duel.Open(session.Player{Chain: e.Chain}, done.GameID).Look(ctx)
	if err != nil {
		return
	}
	if why := whyClaim(v, done.Seat); why != "" {
		e.Out.Text("%s", why)
	}
}

// whyClaim describes the end of play, if the game waits for a proof, and its meaning for the player of a seat.
func whyClaim(v duel.View, seat game.Seat) string {
	first, ok := v.State.Claimant()
	if !ok {
		return ""
	}
	address := func(s game.Seat) string { return v.Game.Participants[s].Address }
	reader := text.Voice{You: address(seat)}
	return reader.EndForPlayer(v.State.Reason, address(first), address(first.Other()), v.Game.Id)
}
