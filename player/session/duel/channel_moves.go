package duel

import (
	"context"
	"fmt"
	"time"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/channelpolicy"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// blind is the time for which an off-chain game continues by updates alone while the node does not answer.
const blind = time.Minute

// offChain is the line of a game that is or was played off-chain: a signed state counts as long as it is newer than the
// chain's. Everything else is as on-chain.
type offChain struct{ onChain }

// look implements line. Off-chain the chain is asked now and then alone, for updates come faster than blocks.
func (l offChain) look(ctx context.Context) (View, error) {
	ch := l.channel
	if !ch.chain.OffChain || time.Since(ch.looked) >= l.Player.Chain.Poll() {
		v, err := l.onChain.look(ctx)
		switch {
		case err == nil:
			ch.chain, ch.looked = v, time.Now()
		case ch.chain.OffChain && client.MayPass(err) && time.Since(ch.looked) < blind:
		default:
			return View{}, err
		}
	}
	if !ch.chain.OffChain {
		if err := ch.table.StopSigning(); err != nil {
			return View{}, err
		}
	}
	ch.receive()
	return ch.overlay(ch.chain), nil
}

// move implements line.
func (l offChain) move(ctx context.Context, v View, m intended) (session.Done, error) {
	if !v.frozen {
		return l.onChain.move(ctx, v, m)
	}
	return l.moveOffChain(ctx, v, m, false)
}

// concede implements line. Off-chain it is a move, which makes the owed opening first.
func (l offChain) concede(ctx context.Context, v View, seat game.Seat) (session.Done, error) {
	switch {
	case !v.frozen:
		return l.onChain.concede(ctx, v, seat)
	case !v.OffChain || l.channel.submitted():
		return session.Done{}, fmt.Errorf("game %d: %w", l.ID, text.ErrNotSubmitted)
	case v.State.Actor != seat:
		return session.Done{}, v.notNow(text.ErrTurnOffChain, "")
	}
	if err := l.Player.Ask(l.Intent(ctx, text.ActConcede, v, seat)); err != nil {
		return session.Done{}, err
	}
	m := intended{seat: seat, msg: &types.MsgShootAndReveal{}}
	if v.State.Owes != game.OwesShot {
		after, err := l.reveal(ctx, v, &m)
		if err != nil {
			return session.Done{}, err
		}
		if after.Phase != game.PhasePlay {
			return l.moveOffChain(ctx, v, m, false) // the answer has ended the game
		}
	}
	return l.moveOffChain(ctx, v, m, true)
}

// overlay is the current game: by the newest state that the player knows, as long as that counts.
func (v *channelSession) overlay(chain View) View {
	return chain.withNewest(v.table.Newest(), v.seat)
}

// withNewest is the game with the newest state that the player of a seat knows, if that counts in place of the chain's.
func (v View) withNewest(newest channelpolicy.Newest, seat game.Seat) View {
	if v.ChainState.State.Phase.InPlay() && newest.Counts(v.ChainState, seat) {
		v.State, v.frozen = newest.State, true
	}
	return v
}

// duty is the next act of the player of a seat.
func (s *Session) duty(v View, seat game.Seat) (channelpolicy.Duty, error) {
	if !s.channel.begun() {
		return s.dutyOnChain(v, seat), nil
	}
	ch := s.channel
	if !v.OffChain && game.Late(v.ChainState.State.Deadline, v.Height+1) {
		return channelpolicy.Wait, nil // it is settled by the chain itself
	}
	lost := ch.lost()
	switch {
	case lost != nil && v.OffChain:
		return channelpolicy.Wait, lost
	case lost != nil && v.ChainState.Responded != [2]bool{true, true} && !v.halfOver():
		// What was signed is known to the opponent, and to another program of the player's, but not here.
		return channelpolicy.Wait, nil
	}
	over := time.Since(ch.since) > s.patience()
	return channelpolicy.Decide(v.ChainState, ch.table.Newest(), seat, over, ch.submitted()), nil
}

// dutyOnChain is the duty in a game that is played on-chain.
func (s *Session) dutyOnChain(v View, seat game.Seat) channelpolicy.Duty {
	mine := v.State.Actor == seat || v.State.MayClaim(seat)
	// A deadline that has passed is settled by the chain itself.
	switch {
	case v.OffChain, !mine, v.State.Owes == game.OwesNothing, game.Late(v.State.Deadline, v.next()):
		return channelpolicy.Wait
	case v.State.Owes == game.OwesClaim:
		return channelpolicy.Claim
	default:
		return channelpolicy.Move
	}
}

// halfOver reports whether half of the time for the obligation on-chain has passed.
func (v View) halfOver() bool { return 2*(v.ChainState.State.Deadline-v.Height) <= v.Game.TurnBlocks }

// patience is how long the opponent is waited for off-chain.
func (s *Session) patience() time.Duration {
	if s.Player.Patience > 0 {
		return s.Player.Patience
	}
	return DefaultPatience
}

// fulfil performs the player's duty, unless that is a move: the caller chooses the target. It reports whether it sent
// anything to the chain.
func (s *Session) fulfil(
	ctx context.Context, v View, seat game.Seat, duty channelpolicy.Duty,
) (session.Done, bool, error) {
	var (
		done session.Done
		err  error
	)
	switch duty {
	case channelpolicy.Resend:
		s.channel.resend()
		return done, false, nil
	case channelpolicy.Claim, channelpolicy.ClaimWith:
		done, err = s.claim(ctx, v, seat)
	case channelpolicy.Submit:
		done, err = s.submit(ctx, v, seat, s.channel.table.Proof())
	case channelpolicy.SubmitBase:
		_, base, _ := s.channel.table.Base() // of a player's own concession, which is a move
		done, err = s.submit(ctx, v, seat, base)
	default:
		return done, false, nil
	}
	return done, err == nil, err
}

// isMove reports whether a duty is a move, wherever it goes.
func isMove(d channelpolicy.Duty) bool {
	return d == channelpolicy.Play || d == channelpolicy.SubmitMove || d == channelpolicy.Move
}

// moveOffChain makes a move off-chain: it goes out in an update once it is written down, or with the game on-chain, as
// the first move there.
func (s *Session) moveOffChain(ctx context.Context, v View, m intended, concede bool) (session.Done, error) {
	ch, act := s.channel, text.ActMove
	move := rules.Move{Move: m.msg.Move(), Concede: concede}
	var result text.Result = m.moved
	if concede {
		act = text.ActConcede
	}
	done := session.Done{
		GameID: s.ID, Act: act, Ruleset: v.State.Ruleset, Seat: m.seat, Result: result, OffChain: true, Proof: m.proof,
	}
	if v.OffChain && !ch.submitted() {
		_, events, err := ch.table.Move(move)
		if err != nil {
			return session.Done{}, err
		}
		ch.events = append(ch.events, events...)
		ch.moved()
		ch.send()
		return done, nil
	}
	i := text.Intent{Act: text.ActMove, GameID: s.ID, Ruleset: v.State.Ruleset, Move: m.moved, OffChain: true}
	asked, err := s.Player.Asked(i)
	if err != nil {
		return session.Done{}, err
	}
	proof, events, err := ch.table.SubmitMove(move)
	if err != nil {
		return session.Done{}, err
	}
	ch.events = append(ch.events, events...)
	ch.moved()
	receipt, err := s.submitProof(ctx, asked, v, m.seat, i, proof)
	done.Receipt, done.OffChain = receipt, false
	return done, err
}

// submit brings a state on-chain, or submits it there in place of an older one.
func (s *Session) submit(ctx context.Context, v View, seat game.Seat, proof rules.Proof) (session.Done, error) {
	i := text.Intent{Act: text.ActSubmit, GameID: s.ID, OffChain: v.OffChain}
	asked, err := s.Player.Asked(i)
	if err != nil {
		return session.Done{}, err
	}
	receipt, err := s.submitProof(ctx, asked, v, seat, i, proof)
	submitted := text.Submitted{WasOffChain: v.OffChain, AsJoined: proofOf(proof) == nil}
	return s.Done(receipt, text.ActSubmit, v.State.Ruleset, seat, submitted), err
}

// submitProof sends a proof to the chain, for a player that was asked. From before that on nothing is signed off-chain.
func (s *Session) submitProof(
	ctx context.Context, asked session.Player, v View, seat game.Seat, i text.Intent, proof rules.Proof,
) (receipt client.Receipt, err error) {
	if err := s.channel.table.StopSigning(); err != nil {
		return receipt, err
	}
	if proof, err = s.channel.rules.Brief(proof, seat); err != nil {
		return receipt, session.InGame(s.ID, err)
	}
	msg := &types.MsgSubmitState{Sender: s.Sender(), GameId: s.ID, Proof: proofOf(proof)}
	if receipt, err = asked.Send(ctx, i, s.deliveryOf(ctx, v, msg), msg); err != nil {
		return receipt, session.InGame(s.ID, err)
	}
	return receipt, nil
}

// proofOf is a proof in the form of messages. It is nil for that of the state left by the join.
func proofOf(p rules.Proof) *types.StateProof {
	if len(p.State) == 0 && p.Move == nil {
		return nil
	}
	return types.NewStateProof(p)
}

// LogLostError means that this program does not know the signed states of an off-chain game, and so signs nothing
// there.
type LogLostError struct {
	GameID uint64
	// Err is the fault of the log.
	Err error
}

// Error implements error.
func (e *LogLostError) Error() string {
	return fmt.Sprintf(text.LogLost, e.Err, e.GameID)
}

// Unwrap returns the fault of the log.
func (e *LogLostError) Unwrap() error { return e.Err }

// closingProof is the proof of the newest state as a claim carries it. From then on nothing is signed off-chain.
func (s *Session) closingProof(seat game.Seat) (*types.StateProof, error) {
	if err := s.channel.table.StopSigning(); err != nil {
		return nil, err
	}
	proof, err := s.channel.rules.Brief(s.channel.table.Proof(), seat)
	if err != nil {
		return nil, session.InGame(s.ID, err)
	}
	return proofOf(proof), nil
}
