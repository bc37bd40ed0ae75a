package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func addWaitFlag(cmd *cobra.Command, what string) {
	cmd.Flags().Bool(flagWait, false, what)
}

// waiting says that --wait was given to a command that has it.
func (e *env) waiting() bool {
	if e.cmd.Flags().Lookup(flagWait) == nil {
		return false
	}
	wait, err := e.cmd.Flags().GetBool(flagWait)
	return err == nil && wait
}

// awaited is what a wait has come to.
type awaited struct {
	// shot is what came of the player's shot: "hit"; empty if there was none, or if it was not answered.
	shot string
	// view is the game as it was then; result is how it has ended, if it has.
	view   session.View
	result *types.Result
}

// awaitReport waits for the effect of an act that was reported, if --wait asks for it, and reports that.
func (e *env) awaitReport(ctx context.Context, done session.Done) error {
	if !e.waiting() {
		return nil
	}
	if v, err := session.Open(session.Player{Chain: e.chain}, done.GameID).Look(ctx); err == nil {
		if _, over := arrived(v, done); over && done.Moved().Shot == nil {
			return nil // it is the player's turn already, or play has ended, as was said
		}
	}
	e.out.note("Waiting. Ctrl-C ends the waiting, not the game: battleshipd board %d shows it.", done.GameID)
	a, err := e.await(ctx, done)
	if err != nil {
		return err
	}
	if a.result == nil {
		e.drawAwaited(done, a.view)
	}
	return e.tellAwaited(ctx, done, a)
}

// drawAwaited draws the boards as they are after a wait, the player's own with its ships if its wallet is here.
func (e *env) drawAwaited(done session.Done, v session.View) {
	b := board{View: v, id: done.GameID, call: e.call, plays: true, seat: done.Seat}
	key, err := client.FindKey(e.cctx.Keyring, e.me)
	if err != nil {
		key = client.Key{Name: e.call(e.me)}
	} else {
		p := session.Player{Chain: e.chain, Vault: newVault(e.cmd, e.cctx), Principal: key}
		b.fleet, _, _ = session.Open(p, done.GameID).Fleet(v) // without it the board is drawn as everybody sees it
	}
	b.me = key
	for _, line := range append(b.drawing(), "") {
		e.out.text("%s", line)
	}
}

// await waits until an act has its effect: a shot its answer, anything else until it is the player's turn again. It
// also ends when the game leaves play.
func (e *env) await(ctx context.Context, done session.Done) (awaited, error) {
	s := session.Open(session.Player{Chain: e.chain}, done.GameID)
	var told string
	for {
		v, err := s.Look(ctx)
		var ended *session.EndedError
		switch {
		case errors.As(err, &ended):
			return awaited{shot: e.lastShot(ctx, done, ended.Result), result: &ended.Result}, nil
		case ctx.Err() != nil:
			return awaited{}, context.Cause(ctx)
		case status.Code(err) == codes.NotFound && !client.MayPass(err):
			return awaited{}, fmt.Errorf("nothing is left of game %d: it was cancelled or declined", done.GameID)
		case err != nil && !client.MayPass(err):
			return awaited{}, err
		case err != nil:
			if err.Error() != told {
				told = err.Error()
				e.out.note("Still waiting: %s.", told)
			}
		default:
			if a, over := arrived(v, done); over {
				return a, nil
			}
		}
		if err := e.chain.Sleep(ctx); err != nil {
			return awaited{}, err
		}
	}
}

// lastShot is what came of a shot in a game that is over: where no board is shown, the answer to the shot that sinks
// the last ship ends it. It is empty if the shot was not answered, or if the node has not kept that.
func (e *env) lastShot(ctx context.Context, done session.Done, r types.Result) string {
	shot := done.Moved().Shot
	node, err := e.cctx.GetNode()
	if shot == nil || err != nil {
		return ""
	}
	answer, err := watch.LastAnswer(ctx, node, r)
	if err != nil || answer == nil || answer.Target != done.Ruleset.TileName(*shot) {
		return ""
	}
	switch {
	case answer.Sunk != nil:
		return "sunk: " + answer.Sunk.Class
	case answer.Hit:
		return "hit"
	default:
		return "miss"
	}
}

// arrived reports whether what is waited for after an act has happened, and what it was.
func arrived(v session.View, done session.Done) (awaited, bool) {
	st, a := v.State, awaited{view: v}
	if shot := done.Moved().Shot; shot != nil {
		if side := st.Sides[done.Seat.Other()]; side.Answered.Has(*shot) {
			a.shot = shotResult(st.Ruleset, side, *shot)
			return a, true
		}
		return a, st.Phase == game.PhaseClaim
	}
	mine := st.Owes != game.OwesNothing && st.Actor == done.Seat
	return a, mine || st.Phase == game.PhaseClaim
}

// shotLine says what came of a shot.
func shotLine(done session.Done, a awaited) string {
	tile := done.Ruleset.TileName(*done.Moved().Shot)
	if a.shot == "" {
		return fmt.Sprintf("your shot at %s was not answered", tile)
	}
	return fmt.Sprintf("your shot at %s: %s", tile, a.shot)
}

// tellAwaited says what a wait has come to, and what comes next.
func (e *env) tellAwaited(ctx context.Context, done session.Done, a awaited) error {
	if done.Moved().Shot != nil {
		e.out.text("%s", shotLine(done, a))
	}
	if a.result != nil {
		e.out.text("Game %d is over: %s.", done.GameID, outcome(*a.result, e.me))
		return nil
	}
	if text := whyClaim(a.view, done.Seat); text != "" {
		e.out.text("%s", text)
	}
	next, err := e.whatNext(ctx, done.GameID)
	if err != nil {
		return err
	}
	e.out.text("Game %d, block %d. %s", done.GameID, a.view.Height, next.text)
	return nil
}

// tellEndOfPlay says why play has ended after an act, and what that means to the player. A node that cannot say it
// keeps nothing from the player but that.
func (e *env) tellEndOfPlay(ctx context.Context, done session.Done) {
	v, err := session.Open(session.Player{Chain: e.chain}, done.GameID).Look(ctx)
	if err != nil {
		return
	}
	if text := whyClaim(v, done.Seat); text != "" {
		e.out.text("%s", text)
	}
}

// whyClaim says why play has ended, if a proof is what the game waits for, and what that means to the player of a seat.
func whyClaim(v session.View, seat game.Seat) string {
	st := v.State
	first, ok := st.Claimant()
	if !ok {
		return ""
	}
	won := first == seat
	text := endOfPlay(st.Reason, won)
	switch {
	case text == "":
		return ""
	case won:
		return text + fmt.Sprintf(": you win once you prove your board with battleshipd claim %d.", v.Game.Id)
	case st.Reason == game.ReasonTimeout:
		return text + ": you lose."
	default:
		return text + ": you lose, unless your opponent does not prove its board in time."
	}
}

// endOfPlay says why play has ended, to the player who may claim first or to the other; nothing if it goes on.
func endOfPlay(reason game.Reason, mayClaim bool) string {
	theirs, yours := "", ""
	switch reason {
	case game.ReasonSunk:
		theirs, yours = "All ships of your opponent are sunk", "All your ships are sunk"
	case game.ReasonConceded:
		theirs, yours = "Your opponent has conceded", "You have conceded"
	case game.ReasonChallenged:
		theirs, yours = "Your opponent has challenged your board", "You have challenged your opponent's board"
	case game.ReasonTimeout:
		theirs, yours = "Your opponent's clock has run out", "Your clock has run out"
	case game.ReasonUnproven:
		theirs, yours = "Your opponent's board is not proven", "Your board is not proven"
	case game.ReasonNone, game.ReasonCancelled, game.ReasonVoid:
	}
	if mayClaim {
		return theirs
	}
	return yours
}
