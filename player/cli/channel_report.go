package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// reportUpdate reports an act that was sent as an update, waits for the answer, for a moment or as long as --wait
// allows, and shows the next action.
func (e *env) reportUpdate(ctx context.Context, done session.Done) error {
	s := e.playing
	if !e.out.json {
		e.printUpdates(s, done.Seat)
		e.out.text("Game %d, off-chain, %s: %s.%s", done.GameID, e.me, e.done(done), provenIn(done))
	}
	v, err := e.awaitUpdate(ctx, s)
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
	if e.out.json {
		r := newReport(done)
		r.OffChain, r.ShotResult = true, a.shot
		if r.Next, err = json.Marshal(eventPrinter{players: addresses(v.Game)}.next(v.State)); err != nil {
			return err
		}
		return e.out.object(r)
	}
	e.printUpdates(s, done.Seat)
	if e.tellEnd(done, a) {
		return nil
	}
	e.out.text("%s", text.Sentence(e.voice().Next(v.Next())))
	if err := s.Trouble(); err != nil && v.OffChain {
		e.out.note(text.UpdateKept, err)
	}
	return nil
}

// printUpdates prints the content of the opponent's updates.
func (e *env) printUpdates(s *duel.Session, me game.Seat) {
	for _, event := range s.Events() {
		switch event := event.(type) {
		case game.ShotAnswered:
			if event.By != me {
				e.out.text("your shot at %s: %s", s.Ruleset().TileName(event.Tile),
					text.Verdict(s.Ruleset(), game.Answer{Hit: event.Hit, Sunk: event.Sunk}))
			}
		case game.ShotFired:
			if event.By != me {
				e.out.text("your opponent shoots at %s", s.Ruleset().TileName(event.Tile))
			}
		}
	}
}

// awaitUpdate waits for the opponent's update.
func (e *env) awaitUpdate(ctx context.Context, s *duel.Session) (duel.View, error) {
	if !e.waiting() {
		return s.AwaitUpdate(ctx, updateWait)
	}
	e.noteWaiting(text.Duel, s.GameID())
	for {
		v, err := s.AwaitUpdate(ctx, time.Minute)
		if err != nil || !v.OffChain || !awaitsUpdate(v, e.me) {
			return v, err
		}
	}
}

// awaitsUpdate reports whether an unfinished game waits for the opponent's move.
func awaitsUpdate(v duel.View, me string) bool {
	playing := v.State.Phase.InPlay()
	actor := int(v.State.Actor)
	return playing && actor < len(v.Game.Participants) && v.Game.Participants[actor].Address != me
}

// addresses are those of a game's players by seat.
func addresses(g types.Game) []string {
	var all []string
	for _, p := range g.Participants {
		all = append(all, p.Address)
	}
	return all
}

// cutOff is what keeps the opponent's updates away, if an error is about whose turn it is, for that may be why.
func (e *env) cutOff(err error) error {
	refused := errors.Is(err, game.ErrTurn) || errors.Is(err, game.ErrPhase) || errors.Is(err, text.ErrTurnOffChain)
	if !refused || e.playing == nil {
		return nil
	}
	trouble := e.playing.Trouble()
	for until := time.Now().Add(updatePeek); errors.Is(trouble, relay.ErrConnecting) && time.Now().Before(until); {
		time.Sleep(updatePeek / 100)
		trouble = e.playing.Trouble()
	}
	return trouble
}
