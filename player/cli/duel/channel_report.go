package duel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
)

// answerStep is how often the answer to a shot is looked for, which leaves the turn with the opponent.
const answerStep = 50 * time.Millisecond

// tellUpdate reports an act that was sent as an update, waits for the answer, for a moment or as long as --wait
// allows, and shows the next action.
func tellUpdate(ctx context.Context, e *env.Env, done session.Done) error {
	s, ok := e.Playing.(*duel.Session)
	if !ok {
		return fmt.Errorf("expected the session of a duel, got %T", e.Playing)
	}
	if !e.Out.JSON {
		printUpdates(e, s, done.Seat)
		e.Out.Text("Game %d, off-chain, %s: %s.%s", done.GameID, e.Me, act.DoneText(e, done), act.ProvenIn(done))
	}
	v, err := awaitUpdate(ctx, e, s, done)
	var ended *duel.EndedError
	a := awaited{view: v}
	switch {
	case errors.As(err, &ended):
		a.result = &ended.Result
	case err != nil:
		return fmt.Errorf("%s is done off-chain, but: %w", done.Act, err)
	default:
		a, _ = arrived(v, done)
	}
	if e.Out.JSON {
		r := act.NewReport(Kind{}, done)
		r.OffChain, r.ShotResult = true, a.shot
		if r.Next, err = json.Marshal(look.EventPrinter{Players: look.Addresses(v.Game)}.Next(v.State)); err != nil {
			return err
		}
		return e.Out.Object(r)
	}
	printUpdates(e, s, done.Seat)
	if tellEnd(e, done, a) {
		return nil
	}
	e.Out.Text("%s", text.Sentence(e.Voice().Next(v.Next())))
	unkept := (*duel.UnkeptError)(nil)
	switch err := s.Trouble(); {
	case err == nil || !v.OffChain:
	case errors.As(err, &unkept):
		e.Out.Note(text.NotOnDisk, err)
	default:
		e.Out.Note(text.UpdateKept, err)
	}
	return nil
}

// printUpdates prints the content of the opponent's updates.
func printUpdates(e *env.Env, s *duel.Session, me game.Seat) {
	for _, event := range s.Events() {
		switch event := event.(type) {
		case game.ShotAnswered:
			if event.By != me {
				e.Out.Text("your shot at %s: %s", s.Ruleset().TileName(event.Tile),
					text.Verdict(s.Ruleset(), game.Answer{Hit: event.Hit, Sunk: event.Sunk}))
			}
		case game.ShotFired:
			if event.By != me {
				e.Out.Text("your opponent shoots at %s", s.Ruleset().TileName(event.Tile))
			}
		}
	}
}

// awaitUpdate waits for the opponent's update: the answer to a shot, or its next move.
func awaitUpdate(ctx context.Context, e *env.Env, s *duel.Session, done session.Done) (duel.View, error) {
	most := env.UpdateWait
	if act.Waiting(e) {
		act.NoteWaiting(e, text.Duel, s.GameID())
		most = math.MaxInt64
	}
	step, began := min(most, time.Minute), time.Now()
	if done.Moved().Shot != nil {
		step = answerStep
	}
	for {
		v, err := s.AwaitUpdate(ctx, step)
		if err != nil || !v.OffChain || !awaitsUpdate(v, e.Me) || time.Since(began) >= most {
			return v, err
		}
		if _, over := arrived(v, done); over {
			return v, nil
		}
	}
}

// awaitsUpdate reports whether an unfinished game waits for the opponent's move.
func awaitsUpdate(v duel.View, me string) bool {
	playing := v.State.Phase.InPlay()
	actor := int(v.State.Actor)
	return playing && actor < len(v.Game.Participants) && v.Game.Participants[actor].Address != me
}
