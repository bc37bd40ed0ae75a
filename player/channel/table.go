package channel

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/player/channelpolicy"
)

// Signer signs a message with the channel key of the game, as channel.Verify wants it. The same message must give the
// same signature each time.
type Signer func(message []byte) ([]byte, error)

// Table is one player's side of one off-chain game. It knows the newest state that the player can prove, takes over
// what the opponent sends once all of it is verified, and makes the player's own moves. It has no clock and no network:
// updates are brought and carried away by its caller.
//
// Updates may come doubled, late, in any order, forged or from strangers: none of it harms. The caller sends the newest
// update again until the opponent's state is newer.
//
// Table is not safe for use by several goroutines at once.
type Table struct {
	channel *channel.Channel
	me      game.Seat
	sign    Signer
	log     *Log

	state   game.State    // the newest
	proof   channel.Proof // of it: complete, so that anybody can submit it
	update  []byte        // the bytes of proof
	own     bool          // it is of this player's move
	left    bool          // the game goes on-chain
	tested  bool          // the signer was found to sign with the channel's key
	trouble error
}

// NewTable returns a player's side of a game, from its log. It returns an error if the log, the key or the signer are
// of another game. The table owns the log from then on.
func NewTable(c *channel.Channel, me game.Seat, sign Signer, log *Log) (*Table, error) {
	key, err := c.Key(me)
	if err != nil {
		return nil, err
	}
	if n := log.Name(); n.Channel != c.ID() || n.Seat != me || !bytes.Equal(n.Key, key) {
		return nil, log.name.wrap(fmt.Errorf("expected the log of channel %x, %s, got %x, %s", c.ID(), me, n.Channel, n.Seat))
	}
	t := &Table{channel: c, me: me, sign: sign, log: log, state: c.Initial()}
	t.left = errors.Is(log.refusal, ErrOnChain)
	t.load()
	if log.refusal == nil && len(t.update) > 0 {
		t.keepProof(nil)
	}
	return t, nil
}

// load takes the newest update of the log over. One that proves nothing is damage.
func (t *Table) load() {
	var newest []Record
	for _, r := range t.log.records {
		if r.Kind != KindBound && (len(newest) == 0 || r.Progress >= newest[len(newest)-1].Progress) {
			newest = append(newest, r)
		}
	}
	for i := len(newest) - 1; i >= 0; i-- {
		proof, err := ParseUpdate(newest[i].Update)
		if err == nil {
			err = t.resume(proof, newest[i])
		}
		if err == nil {
			return
		}
		t.log.markDamaged(err)
	}
}

// resume takes an update of the log over.
func (t *Table) resume(p channel.Proof, r Record) error {
	sender := &t.me
	if r.Kind != KindSubmitted {
		sender = nil
	}
	judged, err := t.channel.Judge(p, sender, nil)
	if err != nil {
		return err
	}
	state, err := t.channel.Encode(judged.State)
	if err != nil {
		return err
	}
	if !bytes.Equal(state, r.State) || judged.State.Progress() != r.Progress {
		return errors.New("an update leads to another state than was written down")
	}
	t.adopt(p, judged.State, r.Update)
	return nil
}

// adopt makes a proven state the newest.
func (t *Table) adopt(p channel.Proof, s game.State, update []byte) {
	t.proof, t.state, t.update = p, s, update
	mover := s.Actor.Other() // of a state that both have signed: an ending, which its loser has moved to
	if base, err := t.channel.Decode(p.State); err == nil && p.Move != nil {
		mover = base.Actor
	}
	t.own = s.Phase != game.PhaseToss && mover == t.me
}

// halfway reports whether the player's newest move was an opening alone, and it owes the shot.
func (t *Table) halfway() bool { return t.own && t.state.Phase.InPlay() && t.state.Actor == t.me }

// State returns the newest state that the player knows.
func (t *Table) State() game.State { return t.state }

// Newest returns the newest state that the player can prove, for channelpolicy.Decide.
func (t *Table) Newest() channelpolicy.Newest {
	n := channelpolicy.Newest{State: t.state, Base: t.state}
	if base, _, ok := t.Base(); ok {
		n.Base = base
	}
	n.Unsure = t.log.refusal != nil && !errors.Is(t.log.refusal, ErrOnChain)
	n.Agreed = t.state.Reason == game.ReasonConceded && t.proof.Move == nil
	return n
}

// Own reports whether the newest state is of this player's own move, which the opponent has not answered.
func (t *Table) Own() bool { return t.own }

// Proof returns the proof of the newest state. Anyone who has it can submit it, unless it is of a SubmitMove: then its
// player can.
func (t *Table) Proof() channel.Proof { return t.proof }

// Base returns the state before the newest one and the proof of it that this player can submit. It returns false if the
// newest state was not made by a move.
func (t *Table) Base() (game.State, channel.Proof, bool) {
	if t.proof.Move == nil {
		return game.State{}, channel.Proof{}, false
	}
	base, err := t.channel.Decode(t.proof.State)
	if err != nil {
		return game.State{}, channel.Proof{}, false
	}
	p := channel.Proof{State: t.proof.State}
	if len(p.State) > 0 {
		p.Signatures[base.Actor.Other()] = t.proof.Signatures[base.Actor.Other()]
	}
	return base, p, true
}

// Resend returns the newest update, for an opponent that may not have it. It returns false if there is none yet.
func (t *Table) Resend() (channel.Proof, bool) { return t.proof, t.state.Phase != game.PhaseToss }

// Refusal returns the reason why the table signs nothing any more, or nil if it signs. See Log.Refusal.
func (t *Table) Refusal() error {
	if t.log.refusal == nil {
		return nil
	}
	return t.log.name.wrap(t.log.refusal)
}

// Trouble returns the error of writing data other than signatures: the opponent's newest update, or the proof for a
// watchtower. The game continues all the same. It is nil once writing has succeeded again.
func (t *Table) Trouble() error { return t.trouble }

// StopSigning makes the table sign nothing and accept no update, now and after any restart: the game is played on
// chain, or is about to be. It must have returned before anything is sent to the chain.
func (t *Table) StopSigning() error {
	t.left = true
	if err := t.log.shut(closedOnChain); err != nil {
		return t.log.name.wrap(err)
	}
	return nil
}

// Close gives the log back to other programs.
func (t *Table) Close() error { return t.log.Close() }

// Receive accepts an update if it is news, and reports whether it is, with the events of its move. It is news if its
// move is one of the opponent's on the last state of this player, or on that of the join if this player has made none,
// and leads to a newer state. Nothing is news once the game is over. A valid update that is no news is no error: the
// opponent lacks the result of Resend.
//
// A concession of the opponent's is endorsed at once, so that any holder of Proof, such as a watchtower, can submit it;
// if that fails it is tried again with the next update, and Receive returns news and the error.
//
// A player whose log signs nothing any more accepts proofs of newer states, so that they can be submitted; so does one
// whose update shows that its key has signed a state missing from the log, which then signs nothing any more. After
// StopSigning no update is accepted: the error is an ErrOnChain.
func (t *Table) Receive(update channel.Proof) (news bool, events []game.Event, err error) {
	if t.left {
		return false, nil, t.log.name.wrap(ErrOnChain)
	}
	news, events, err = t.receive(update)
	if err == nil && t.owesConsent() {
		err = t.consent()
	}
	if err != nil {
		err = t.log.name.wrap(err)
	}
	return news, events, err
}

// Import accepts a proof that the player has kept itself, such as one for a watchtower, if it is of a newer state. It
// is for a player whose log is lost, and works also once the game is on-chain, where Receive does not: a signed state
// has to answer an older one there. Nothing is signed.
func (t *Table) Import(proof channel.Proof) (news bool, err error) {
	if news, _, err = t.receive(proof); err != nil {
		err = t.log.name.wrap(err)
	}
	return news, err
}

func (t *Table) receive(p channel.Proof) (news bool, events []game.Event, err error) {
	base, err := t.channel.Decode(p.State)
	if err != nil {
		return false, nil, err
	}
	if !t.mayBeNews(p, base) {
		return false, nil, nil
	}
	if t.goesOn(p, base) {
		if newer, err := t.saysMore(p, base); err != nil || !newer {
			return false, nil, err
		}
	}
	p, judged, err := t.judge(p, base)
	if err != nil {
		return false, nil, err
	}
	if !t.state.Phase.InPlay() {
		return false, nil, t.agreed(p, judged.State)
	}
	if !t.goesOn(p, base) {
		if err := t.compare(p, base, judged.State); err != nil {
			return false, nil, err
		}
		if t.log.refusal == nil {
			return false, nil, nil
		}
	}
	if judged.State.Progress() <= t.state.Progress() {
		return false, nil, nil
	}
	events = judged.Events
	if t.completes(p) {
		events = events[1:]
	}
	return true, events, t.take(p, judged.State)
}

// saysMore reports whether a move of the opponent's leads to a newer state if its opening is true, which takes no proof
// to find out. A shot must repeat the answer that went ahead of it.
func (t *Table) saysMore(p channel.Proof, base game.State) (bool, error) {
	said, err := t.channel.Said(base, *p.Move)
	if err != nil || said.Progress() <= t.state.Progress() {
		return false, err
	}
	if t.completes(p) && !sameShip(p.Move.Sunk, t.proof.Move.Sunk) {
		return false, fmt.Errorf("%w: expected the answer that went ahead of the shot, got another", play.ErrMove)
	}
	return true, nil
}

func sameShip(a, b *play.Ship) bool { return a == b || a != nil && b != nil && *a == *b }

// completes reports whether an update of the opponent's is made in the same state as the newest, its opening alone.
func (t *Table) completes(p channel.Proof) bool {
	return !t.own && p.Move != nil && t.proof.Move != nil && bytes.Equal(p.State, t.proof.State)
}

// take makes a state newest that an update proves. If it cannot be written down that is no harm: the opponent has it.
func (t *Table) take(p channel.Proof, s game.State) error {
	state, err := t.channel.Encode(s)
	if err != nil {
		return err
	}
	update := MarshalUpdate(p)
	written := t.log.receive(s.Progress(), state, update, !s.Phase.InPlay())
	t.adopt(p, s, update)
	t.keepProof(written)
	return nil
}

// most is by how much one move raises the progress of a state at most: an answer in place of a pending shot, and the
// end.
const most = 3

// mayBeNews reports whether an update is worth to be verified.
func (t *Table) mayBeNews(p channel.Proof, base game.State) bool {
	now := t.state.Progress()
	switch {
	case bytes.Equal(MarshalUpdate(p), t.update):
		return false
	case !t.state.Phase.InPlay():
		return p.Move == nil && t.proof.Move != nil && t.state.Reason == game.ReasonConceded && base.Progress() == now
	case p.Move == nil:
		return base.Progress() > now
	case base.Progress()+most <= now:
		return false
	default:
		// A move from an older state of this player's is late, whatever its progress: a concession there outranks this
		// player's later states, and is outranked in turn by the opponent's next move.
		return t.goesOn(p, base) || t.log.refusal != nil || base.Actor == t.me || !t.made(base)
	}
}

// goesOn reports whether an update is a move of the opponent's on the state that this player made last.
func (t *Table) goesOn(p channel.Proof, base game.State) bool {
	if p.Move == nil || base.Actor == t.me {
		return false
	}
	if !t.log.made.own() {
		return base.Phase == game.PhaseToss
	}
	return t.is(base, t.log.made.State)
}

// is reports whether those are the bytes of a state.
func (t *Table) is(s game.State, state []byte) bool {
	of, err := t.channel.Encode(s)
	return err == nil && bytes.Equal(of, state)
}

// made reports whether the log has a state that this player has signed, or that needs no signature.
func (t *Table) made(s game.State) bool {
	if s.Phase == game.PhaseToss {
		return true
	}
	known, ok := t.log.Signed(s.Progress())
	return ok && t.is(s, known)
}

// judge verifies an update, and completes it. This player's own signature in it does not matter if the state is the one
// that it has just sent.
func (t *Table) judge(p channel.Proof, base game.State) (channel.Proof, channel.Judged, error) {
	if !t.own || !t.goesOn(p, base) {
		judged, err := t.channel.Judge(p, nil, nil)
		return p, judged, err
	}
	p.Signatures[t.me] = nil
	judged, err := t.channel.Judge(p, &t.me, nil)
	p.Signatures[t.me] = t.proof.Signatures[t.me]
	return p, judged, err
}

// compare stops signing if a proof has a signature of this player's that the log does not know.
func (t *Table) compare(p channel.Proof, base, next game.State) error {
	signed := base
	if p.Move != nil && base.Actor == t.me {
		signed = next
	}
	if t.log.refusal == nil && len(p.Signatures[t.me]) > 0 && !t.made(signed) {
		return t.log.shut(closedElsewhere)
	}
	return nil
}

// agreed keeps the proof that the opponent has endorsed this player's concession.
func (t *Table) agreed(p channel.Proof, s game.State) error {
	now, err := t.channel.Encode(t.state)
	if err != nil || !t.is(s, now) {
		return err
	}
	return t.take(p, s)
}

// owesConsent reports whether the opponent has given up and this player has not signed that yet.
func (t *Table) owesConsent() bool {
	return t.log.refusal == nil && t.proof.Move != nil && t.state.Reason == game.ReasonConceded && t.state.Actor == t.me
}

// consent signs the concession of the opponent.
func (t *Table) consent() error {
	state, signature, err := t.signed(t.state)
	if err != nil {
		return err
	}
	p := channel.Proof{State: state, Signatures: t.proof.Signatures}
	p.Signatures[t.me] = signature
	return t.record(p, t.state, state)
}

// Move makes the player's next move, and returns the update to send and its events. When it returns, the log has the
// update. A shot after an opening alone goes out as one move with that opening. If the opponent has not answered the
// player's last move, that very update is returned for a move with the same target, and an ErrSigned for any other.
func (t *Table) Move(m channel.Move) (update channel.Proof, events []game.Event, err error) {
	update, events, err = t.move(m)
	if err != nil {
		err = t.log.name.wrap(err)
	}
	return update, events, err
}

func (t *Table) move(m channel.Move) (channel.Proof, []game.Event, error) {
	if t.own && !t.halfway() {
		return t.again(m)
	}
	if t.log.refusal != nil {
		return channel.Proof{}, nil, t.log.refusal
	}
	next, events, err := t.channel.Move(t.state, t.me, m, nil)
	if err != nil {
		return channel.Proof{}, nil, err
	}
	p, err := t.onNewest(m)
	if err != nil {
		return channel.Proof{}, nil, err
	}
	state, signature, err := t.signed(next)
	if err != nil {
		return channel.Proof{}, nil, err
	}
	p.Signatures[t.me] = signature
	return p, events, t.record(p, next, state)
}

// record writes the player's signature of a state into the log, and continues from that state.
func (t *Table) record(p channel.Proof, next game.State, state []byte) error {
	update := MarshalUpdate(p)
	if err := t.log.sign(next.Progress(), state, update); err != nil {
		return err
	}
	t.adopt(p, next, update)
	t.keepProof(nil)
	return nil
}

// SubmitMove makes the player's next move on-chain, together with the newest state: it returns the proof to submit,
// which counts if this player or its delegate is the sender, and its events. Like StopSigning it ends signing. An
// earlier move of the same state, off-chain or not, is returned as by Move.
func (t *Table) SubmitMove(m channel.Move) (proof channel.Proof, events []game.Event, err error) {
	if err := t.StopSigning(); err != nil {
		return channel.Proof{}, nil, err
	}
	proof, events, err = t.submitMove(m)
	if err != nil {
		err = t.log.name.wrap(err)
	}
	return proof, events, err
}

func (t *Table) submitMove(m channel.Move) (channel.Proof, []game.Event, error) {
	if m.Concede {
		return channel.Proof{}, nil, fmt.Errorf("%w: on-chain a player gives up in a message of its own", play.ErrMove)
	}
	if t.own && !t.halfway() {
		return t.again(m)
	}
	next, events, err := t.channel.Move(t.state, t.me, m, nil)
	if err != nil {
		return channel.Proof{}, nil, err
	}
	state, err := t.channel.Encode(next)
	if err != nil {
		return channel.Proof{}, nil, err
	}
	p, err := t.onNewest(m)
	if err != nil {
		return channel.Proof{}, nil, err
	}
	update := MarshalUpdate(p)
	if err := t.log.submit(next.Progress(), state, update); err != nil {
		return channel.Proof{}, nil, err
	}
	t.adopt(p, next, update)
	return p, events, nil
}

// onNewest returns the proof of a move in the newest state, without a signature of the mover's. A move after an opening
// alone is a move with that opening, in the state that the opponent has signed.
func (t *Table) onNewest(m channel.Move) (p channel.Proof, err error) {
	p.Move = &m
	if t.halfway() {
		m.Opening, m.Sunk = t.proof.Move.Opening, t.proof.Move.Sunk
		p.State = t.proof.State
		p.Signatures[t.me.Other()] = t.proof.Signatures[t.me.Other()]
		return p, nil
	}
	if t.state.Phase != game.PhaseToss {
		p.Signatures[t.me.Other()] = t.proof.Signatures[t.me.Other()]
		p.State, err = t.channel.Encode(t.state)
	}
	return p, err
}

// again returns the move that was made and is not answered.
func (t *Table) again(m channel.Move) (channel.Proof, []game.Event, error) {
	made := t.proof.Move
	if made == nil { // the opponent has accepted that this player gives up
		return channel.Proof{}, nil, fmt.Errorf("%w: it is over", game.ErrPhase)
	}
	if m.Target != made.Target || m.Concede != made.Concede {
		return channel.Proof{}, nil, fmt.Errorf("%w in this turn, %s, and may count: send that again",
			ErrSigned, choice(*made))
	}
	base, err := t.channel.Decode(t.proof.State)
	if err != nil {
		return channel.Proof{}, nil, err
	}
	_, events, err := t.channel.Move(base, t.me, *made, nil)
	return t.proof, events, err
}

// choice describes a player's choice in a move.
func choice(m channel.Move) string {
	switch {
	case m.Concede:
		return "which gives up"
	case m.Target == "":
		return "an answer alone"
	default:
		return "a shot at " + m.Target
	}
}

// signed signs a state. The first signature of a process is verified: a wrong key must not go unseen.
func (t *Table) signed(s game.State) (state, signature []byte, err error) {
	if state, err = t.channel.Encode(s); err != nil {
		return nil, nil, err
	}
	message, err := t.channel.Message(s)
	if err != nil {
		return nil, nil, err
	}
	if signature, err = t.sign(message); err != nil {
		return nil, nil, fmt.Errorf("sign: %w", err)
	}
	if !t.tested {
		if err := t.channel.CheckSignature(s, t.me, signature); err != nil {
			return nil, nil, fmt.Errorf("sign: %w", err)
		}
		t.tested = true
	}
	return state, signature, nil
}

// keepProof keeps the newest proof beside the log.
func (t *Table) keepProof(written error) { t.trouble = errors.Join(written, t.log.keepProof(t.update)) }
