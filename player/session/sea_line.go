package session

import (
	"context"
	"fmt"
	"time"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/conduct"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// blind is how long a game at sea goes on by letters alone while the node does not answer.
const blind = time.Minute

// atSea is the line of a game that is played at sea, or was: what its players have signed counts as long as it is newer
// than what the chain has. Everything else is as on chain.
type atSea struct{ onChain }

// look implements line. At sea the chain is asked now and then alone, for letters come faster than blocks.
func (l atSea) look(ctx context.Context) (View, error) {
	sea := l.sea
	if !sea.chain.AtSea || time.Since(sea.looked) >= l.player.Chain.Poll() {
		v, err := l.onChain.look(ctx)
		switch {
		case err == nil:
			sea.chain, sea.looked = v, time.Now()
		case sea.chain.AtSea && client.MayPass(err) && time.Since(sea.looked) < blind:
		default:
			return View{}, err
		}
	}
	if !sea.chain.AtSea {
		if err := sea.table.Ashore(); err != nil {
			return View{}, err
		}
	}
	sea.receive()
	return sea.overlay(sea.chain), nil
}

// move implements line.
func (l atSea) move(ctx context.Context, v View, m intended) (Done, error) {
	if !v.frozen {
		return l.onChain.move(ctx, v, m)
	}
	return l.sail(ctx, v, m, false)
}

// concede implements line. At sea it is a move, which opens first what is owed.
func (l atSea) concede(ctx context.Context, v View, seat game.Seat) (Done, error) {
	switch {
	case !v.frozen:
		return l.onChain.concede(ctx, v, seat)
	case !v.AtSea || l.sea.submitted():
		return Done{}, fmt.Errorf("game %d: %w", l.gameID, ErrUnposted)
	case v.State.Actor != seat:
		return Done{}, fmt.Errorf("game %d: %w: %s", l.gameID, ErrTurnAtSea, v.owed())
	}
	if err := l.player.confirm(l.Consequence(ctx, ActConcede, v, seat)); err != nil {
		return Done{}, err
	}
	m := intended{seat: seat, msg: &types.MsgShootAndReveal{}}
	if v.State.Owes != game.OwesShot {
		after, err := l.reveal(ctx, v, seat, m.msg, &m.moved)
		if err != nil {
			return Done{}, err
		}
		if after.Phase != game.PhasePlay {
			return l.sail(ctx, v, m, false) // the answer has ended the game
		}
	}
	return l.sail(ctx, v, m, true)
}

// overlay is the game as it stands: by the newest state that the player knows, as long as that counts.
func (v *voyage) overlay(chain View) View {
	return chain.withNewest(v.table.State())
}

// withNewest is the game with the newest state that its players have signed, if that counts for more than the chain's.
func (v View) withNewest(newest game.State) View {
	playing := v.Stand.State.Phase.InPlay()
	if playing && (v.AtSea || newest.Progress() > v.Stand.State.Progress()) {
		v.State, v.frozen = newest, true
	}
	return v
}

// duty is what the player of a seat has to do just now.
func (s *Session) duty(v View, seat game.Seat) (conduct.Duty, error) {
	if !s.sea.begun() {
		return s.dutyOnChain(v, seat), nil
	}
	sea := s.sea
	if !v.AtSea && game.Late(v.Stand.State.Deadline, v.Height+1) {
		return conduct.Wait, nil // it is settled by the chain itself
	}
	lost := sea.lost()
	switch {
	case lost != nil && v.AtSea:
		return conduct.Wait, lost
	case lost != nil && !v.Stand.Heard[seat.Other()] && !v.halfOver():
		return conduct.Wait, nil // what was signed is not known here, but by the opponent
	}
	over := time.Since(sea.since) > s.patience()
	return conduct.Decide(v.Stand, sea.table.Newest(), seat, over, sea.submitted()), nil
}

// dutyOnChain is the duty in a game that is played on chain.
func (s *Session) dutyOnChain(v View, seat game.Seat) conduct.Duty {
	mine := v.State.Actor == seat || v.State.MayClaim(seat)
	// A deadline that has passed is settled by the chain itself.
	switch {
	case v.AtSea, !mine, v.State.Owes == game.OwesNothing, game.Late(v.State.Deadline, v.next()):
		return conduct.Wait
	case v.State.Owes == game.OwesClaim:
		return conduct.Claim
	default:
		return conduct.Move
	}
}

// halfOver reports whether half of the time for what is owed on chain has passed.
func (v View) halfOver() bool { return 2*(v.Stand.State.Deadline-v.Height) <= v.Game.TurnBlocks }

// patience is how long the opponent is waited for at sea.
func (s *Session) patience() time.Duration {
	if s.player.Patience > 0 {
		return s.player.Patience
	}
	return DefaultPatience
}

// fulfil does what the player has to, unless that is a move: the caller chooses where to shoot. It reports whether
// anything was sent to the chain.
func (s *Session) fulfil(ctx context.Context, v View, seat game.Seat, duty conduct.Duty) (Done, bool, error) {
	var (
		done Done
		err  error
	)
	switch duty {
	case conduct.Resend:
		s.sea.resend()
		return done, false, nil
	case conduct.Claim, conduct.ClaimWith:
		done, err = s.claim(ctx, v, seat)
	case conduct.Post:
		done, err = s.post(ctx, v, seat, s.sea.table.Proof())
	case conduct.PostBase:
		_, base, _ := s.sea.table.Base() // of a player's own concession, which is a move
		done, err = s.post(ctx, v, seat, base)
	default:
		return done, false, nil
	}
	return done, err == nil, err
}

// isMove reports whether a duty is a move, wherever it goes.
func isMove(d conduct.Duty) bool {
	return d == conduct.Play || d == conduct.PostMove || d == conduct.Move
}

// sail makes a move at sea: it goes out in a letter once it is written down, or with the game ashore, as the first move
// there.
func (s *Session) sail(ctx context.Context, v View, m intended, concede bool) (Done, error) {
	sea, act := s.sea, ActMove
	move := rules.Move{Move: m.msg.Move(), Concede: concede}
	var result Result = m.moved
	if concede {
		act = ActConcede
	}
	done := Done{
		GameID: s.gameID, Act: act, Ruleset: v.State.Ruleset, Seat: m.seat, Result: result, AtSea: true,
	}
	if v.AtSea && !sea.submitted() {
		_, events, err := sea.table.Move(move)
		if err != nil {
			return Done{}, err
		}
		sea.events = append(sea.events, events...)
		sea.moved()
		sea.send()
		return done, nil
	}
	proof, events, err := sea.table.PostMove(move)
	if err != nil {
		return Done{}, err
	}
	sea.events = append(sea.events, events...)
	sea.moved()
	what := fmt.Sprintf("bring game %d ashore and %s", s.gameID, describe(v.State.Ruleset, m.moved))
	receipt, err := s.sendPost(ctx, v, m.seat, what, proof)
	done.Receipt, done.AtSea = receipt, false
	return done, err
}

// post brings a state ashore, or posts it there in place of an older one.
func (s *Session) post(ctx context.Context, v View, seat game.Seat, proof rules.Proof) (Done, error) {
	what := fmt.Sprintf("bring game %d ashore", s.gameID)
	if !v.AtSea {
		what = fmt.Sprintf("post the newest state of game %d", s.gameID)
	}
	receipt, err := s.sendPost(ctx, v, seat, what, proof)
	return Done{
		Receipt: receipt, GameID: s.gameID, Act: ActPost, Ruleset: v.State.Ruleset, Seat: seat,
		Result: Posted{WasAtSea: v.AtSea, AsJoined: proofOf(proof) == nil},
	}, err
}

// sendPost sends a proof to the chain. From before that on nothing is signed at sea.
func (s *Session) sendPost(
	ctx context.Context, v View, seat game.Seat, what string, proof rules.Proof,
) (receipt client.Receipt, err error) {
	if err := s.sea.table.Ashore(); err != nil {
		return receipt, err
	}
	if proof, err = s.sea.rules.Brief(proof, seat); err != nil {
		return receipt, InGame(s.gameID, err)
	}
	msg := &types.MsgPostState{Sender: s.sender(), GameId: s.gameID, Proof: proofOf(proof)}
	if receipt, err = s.player.send(ctx, what, s.deliveryOf(ctx, v, msg), msg); err != nil {
		return receipt, InGame(s.gameID, err)
	}
	return receipt, nil
}

// proofOf is a proof as messages have it; nil for that of the state which the join has left.
func proofOf(p rules.Proof) *types.StateProof {
	if len(p.State) == 0 && p.Move == nil {
		return nil
	}
	return types.NewStateProof(p)
}

// LogLostError says that this program does not know what was signed in a game at sea, and so signs nothing there.
type LogLostError struct {
	GameID uint64
	// Err says what is the matter with the log.
	Err error
}

// Error implements error.
func (e *LogLostError) Error() string {
	return fmt.Sprintf("%s: what was signed at sea is not known here, so nothing more is signed: "+
		"battleshipd channel recover %d brings the game ashore", e.Err, e.GameID)
}

// Unwrap is what is the matter with the log.
func (e *LogLostError) Unwrap() error { return e.Err }

// closing is the proof of the newest state as a claim carries it. From then on nothing is signed at sea.
func (s *Session) closing(seat game.Seat) (*types.StateProof, error) {
	if err := s.sea.table.Ashore(); err != nil {
		return nil, err
	}
	proof, err := s.sea.rules.Brief(s.sea.table.Proof(), seat)
	if err != nil {
		return nil, InGame(s.gameID, err)
	}
	return proofOf(proof), nil
}
