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
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func addWaitFlag(cmd *cobra.Command, what string) {
	cmd.Flags().Bool(flagWait, false, what)
}

// waiting reports whether --wait was given to a command that has it.
func (e *env) waiting() bool {
	if e.cmd.Flags().Lookup(flagWait) == nil {
		return false
	}
	wait, err := e.cmd.Flags().GetBool(flagWait)
	return err == nil && wait
}

// awaited is the result of a wait.
type awaited struct {
	// shot is the result of the player's shot, such as "hit". It is empty if there was none, or if it was not answered.
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
	var lastReported string
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
			if err.Error() != lastReported {
				lastReported = err.Error()
				e.out.note("Still waiting: %s.", lastReported)
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

// lastShot is the result of a shot in a game that is over: with proven boards, the answer to the shot that sinks the
// last ship ends it. It is empty if the shot was not answered, or if the node has pruned the answer.
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

// arrived returns the awaited result of an act, and reports whether there is one.
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

// shotLine describes the result of a shot.
func shotLine(done session.Done, a awaited) string {
	tile := done.Ruleset.TileName(*done.Moved().Shot)
	if a.shot == "" {
		return fmt.Sprintf("your shot at %s was not answered", tile)
	}
	return fmt.Sprintf("your shot at %s: %s", tile, a.shot)
}

// tellAwaited prints the result of a wait, and the next action.
func (e *env) tellAwaited(ctx context.Context, done session.Done, a awaited) error {
	if done.Moved().Shot != nil {
		e.out.text("%s", shotLine(done, a))
	}
	if a.result != nil {
		e.out.text("Game %d is over: %s.", done.GameID, e.voice().Result(*a.result))
		return nil
	}
	if why := whyClaim(a.view, done.Seat); why != "" {
		e.out.text("%s", why)
	}
	next, err := e.whatNext(ctx, done.GameID)
	if err != nil {
		return err
	}
	e.out.text("Game %d, block %d. %s", done.GameID, a.view.Height, next.text)
	return nil
}

// tellEndOfPlay prints the reason why play has ended after an act, and its meaning for the player. It ignores a failure
// of the node.
func (e *env) tellEndOfPlay(ctx context.Context, done session.Done) {
	v, err := session.Open(session.Player{Chain: e.chain}, done.GameID).Look(ctx)
	if err != nil {
		return
	}
	if why := whyClaim(v, done.Seat); why != "" {
		e.out.text("%s", why)
	}
}

// whyClaim describes the end of play, if the game waits for a proof, and its meaning for the player of a seat.
func whyClaim(v session.View, seat game.Seat) string {
	first, ok := v.State.Claimant()
	if !ok {
		return ""
	}
	address := func(s game.Seat) string { return v.Game.Participants[s].Address }
	reader := text.Voice{You: address(seat)}
	why := text.Upper(reader.EndOfPlay(v.State.Reason, address(first), address(first.Other())))
	switch {
	case first == seat:
		return why + fmt.Sprintf(": you win by proving your board with battleshipd claim %d.", v.Game.Id)
	case v.State.Reason == game.ReasonTimeout:
		return why + ": you lose."
	default:
		return why + ": you lose, unless your opponent fails to prove its board in time."
	}
}
