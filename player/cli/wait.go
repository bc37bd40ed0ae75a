package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
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
	e.out.note("Waiting. Ctrl-C ends the waiting, not the game: battleshipd board %d shows it.", done.GameID)
	a, err := e.await(ctx, done)
	if err != nil {
		return err
	}
	return e.tellAwaited(ctx, done, a)
}

// await waits until an act has its effect: a shot its answer, anything else until it is the player's turn again. It also
// ends when the game leaves play.
func (e *env) await(ctx context.Context, done session.Done) (awaited, error) {
	s := session.Open(session.Player{Chain: e.chain}, done.GameID)
	var told string
	for {
		v, err := s.Look(ctx)
		var ended *session.EndedError
		switch {
		case errors.As(err, &ended):
			return awaited{result: &ended.Result}, nil
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

// arrived reports whether what is waited for after an act has happened, and what it was.
func arrived(v session.View, done session.Done) (awaited, bool) {
	st, a := v.State, awaited{view: v}
	if done.Shot != nil {
		if side := st.Sides[done.Seat.Other()]; side.Answered.Has(*done.Shot) {
			a.shot = shotResult(st.Ruleset, side, *done.Shot)
			return a, true
		}
		return a, st.Phase == game.PhaseClaim
	}
	mine := st.Owes != game.OwesNothing && st.Actor == done.Seat
	return a, mine || st.Phase == game.PhaseClaim
}

// shotLine says what came of a shot.
func shotLine(done session.Done, a awaited) string {
	tile := done.Ruleset.TileName(*done.Shot)
	if a.shot == "" {
		return fmt.Sprintf("your shot at %s was not answered", tile)
	}
	return fmt.Sprintf("your shot at %s: %s", tile, a.shot)
}

// tellAwaited says what a wait has come to, and what comes next.
func (e *env) tellAwaited(ctx context.Context, done session.Done, a awaited) error {
	if done.Shot != nil {
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

// whyClaim says why play has ended, if a proof is what the game waits for, and what that means to the player of a seat.
func whyClaim(v session.View, seat game.Seat) string {
	st := v.State
	first, ok := st.Claimant()
	if !ok {
		return ""
	}
	won := first == seat
	why := map[game.Reason][2]string{
		game.ReasonSunk:       {"all your ships are sunk", "all ships of your opponent are sunk"},
		game.ReasonConceded:   {"you have conceded", "your opponent has conceded"},
		game.ReasonChallenged: {"you have challenged your opponent's board", "your opponent has challenged your board"},
		game.ReasonTimeout:    {"your clock has run out", "your opponent's clock has run out"},
		game.ReasonUnproven:   {"your board is not proven", "your opponent's board is not proven"},
	}[st.Reason]
	text := why[0]
	if won {
		text = why[1]
	}
	if text == "" {
		return ""
	}
	text = strings.ToUpper(text[:1]) + text[1:]
	switch {
	case won:
		return text + fmt.Sprintf(": you win once you prove your board with battleshipd claim %d.", v.Game.Id)
	case st.Reason == game.ReasonTimeout:
		return text + ": you lose."
	default:
		return text + ": you lose, unless your opponent does not prove its board in time."
	}
}
