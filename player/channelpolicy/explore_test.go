package channelpolicy_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	policy "github.com/battleship-chain/battleship/player/channelpolicy"
)

// run is one moment of a game between an honest player and one that does whatever it can.
//
// The latter orders the transactions of each block, chooses when updates come, when the channel timeout passes, how
// many blocks later that is settled and when the honest player looks, and has any number of third parties to submit for
// it. The honest player looks at the chain at least once in each turn blocks; what it sends is in the next block.
type run struct {
	// What the chain holds. The clock is how many more blocks the deadline leaves after this one.
	x         state
	clock     int8
	offChain  bool
	responded [2]bool
	// late is whether the channel timeout has passed while the game is off-chain: no block had room to settle that yet.
	late bool
	// What the honest player knows: the newest state, the one before it, and whether both have signed a concession.
	n, base state
	agreed  bool
	// signed are the states that it has signed off-chain, and that the opponent therefore has.
	signed history
	// known is the newest state, there or on-chain, when it last looked at a game in play.
	known state
	// onChain reports whether the game was on-chain when it last looked, mute whether it has submitted since the join.
	onChain, mute bool
	// duty is what it has submitted and the chain has not seen yet, if anything, and to the state that comes of it.
	duty policy.Duty
	to   state
	// asleep is how many looks it has missed, and submits how many states it has submitted.
	asleep, submits int8
	// opened are the tiles that it has shown, and shown says that it has shown all.
	opened uint64
	shown  bool
	// gaveUp says that it has, unsure that its log was lost.
	gaveUp, unsure bool
}

// act is a step of a run, for whoever reads how it went wrong.
type act struct {
	what string
	by   any
	to   state
}

// explorer goes through all runs of a world.
type explorer struct {
	*world

	rule rule
	seen map[run]bool // false while it is being visited
	way  []act
	// ends are how often runs ended in which way, and broken how one went wrong.
	ends   map[string]int
	broken string
}

// explore goes through all runs of a world, and stops at the first that breaks a promise.
func explore(w *world, r rule) *explorer {
	e := &explorer{world: w, rule: r, seen: map[run]bool{}, ends: map[string]int{}}
	e.visit(run{
		x: w.start, n: w.start, base: w.start, known: w.start, offChain: true, signed: w.history([]state{w.start}),
	})
	return e
}

// fail ends the search.
func (e *explorer) fail(r run, format string, args ...any) {
	if e.broken != "" {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, format, args...)
	for _, a := range e.way {
		fmt.Fprintf(&b, "\n\t%s %v", a.what, a.by)
		if a.to >= 0 {
			fmt.Fprintf(&b, " -> %s", e.String(a.to))
		}
	}
	fmt.Fprintf(&b, "\nchain (off-chain: %t, responded: %v): %s\nplayer: %s",
		r.offChain, r.responded, e.String(r.x), e.String(r.n))
	e.broken = b.String()
}

// then goes on with a run after an act.
func (e *explorer) then(r run, what string, by any, to state) {
	if e.broken != "" {
		return
	}
	e.way = append(e.way, act{what, by, to})
	e.visit(r)
	e.way = e.way[:len(e.way)-1]
}

const none state = -1

// stand is what the chain holds.
func (e *explorer) stand(r run) channel.ChainState {
	x := channel.ChainState{State: e.held(r.x, r.clock), OffChain: r.offChain, Responded: r.responded}
	if r.offChain {
		x.State.Deadline = now + timeout
	}
	if r.late {
		x.State.Deadline = now - 1
	}
	return x
}

func (e *explorer) newest(r run) policy.Newest {
	return policy.Newest{State: e.states[r.n], Base: e.states[r.base], Agreed: r.agreed, Unsure: r.unsure}
}

// live reports whether the game is played.
func (e *explorer) live(r run) bool { return r.offChain || e.inPlay(r.x) }

// apply is what becomes of a proof that is sent to the chain.
func (e *explorer) apply(r run, p submitting) (run, error) {
	p.x, p.clock, p.offChain, p.late, p.responded = r.x, r.clock, r.offChain, r.late, r.responded
	done, ok := e.submits[p]
	if !ok {
		done = e.resubmit(r, p)
		e.submits[p] = done
	}
	if done.err != nil {
		return r, done.err
	}
	if p.sender < 0 && r.offChain {
		e.fail(r, "a game is taken on-chain by nobody who plays it")
	}
	r.x, r.clock, r.responded, r.offChain, r.late = done.x, done.clock, done.responded, false, false
	return r, nil
}

func (e *explorer) resubmit(r run, p submitting) submitted {
	var sender *game.Seat
	if p.sender >= 0 {
		by := game.Seat(p.sender)
		sender = &by
	}
	x := e.stand(r)
	proof := e.proof(p)
	next, err := e.rule.submit(e.world, x, sender, proof)
	if p.claims {
		next, err = e.rule.claim(e.world, x, *sender, proof)
	}
	if err != nil {
		return submitted{err: err}
	}
	done := submitted{x: e.number(next.State), responded: next.Responded}
	if next.State.Deadline > 0 {
		done.clock = int8(next.State.Deadline - now)
	}
	return done
}

// visit goes on in all ways.
func (e *explorer) visit(r run) {
	if e.broken != "" {
		return
	}
	if done, seen := e.seen[r]; seen {
		if !done {
			e.fail(r, "a circle: this need not end")
		}
		return
	}
	e.seen[r] = false
	defer func() { e.seen[r] = true }()
	if !r.offChain && e.states[r.x].Phase == game.PhaseOver {
		e.over(r)
		return
	}
	e.lose(r)
	e.updates(r)
	e.reply(r)
	e.attack(r)
	if r.duty != policy.Wait {
		e.execute(r)
	} else {
		e.endBlock(r)
	}
}

// lose takes the log from the honest player, which then knows of nothing that was signed.
func (e *explorer) lose(r run) {
	if !e.loses || r.unsure || r.duty != policy.Wait {
		return
	}
	q := r
	q.n, q.base, q.agreed, q.mute, q.unsure = e.start, e.start, false, false, true
	e.then(q, "player loses its log", "", none)
}

// updates are those that the opponent may send, and what the honest player makes of them.
func (e *explorer) updates(r run) {
	me := e.honest
	if n := e.states[r.n]; !r.agreed && n.Reason == game.ReasonConceded && n.Actor != me && !r.mute {
		q := r
		q.agreed = true
		e.then(q, "update: agreed to", n.Reason, r.n)
	}
	if !e.inPlay(r.n) || r.mute && !e.rule.lateUpdates {
		return
	}
	list := e.lists[r.signed]
	if r.unsure {
		e.found(r, list)
	}
	for i, base := range list {
		last := i == len(list)-1
		again := e.rule.twice && i == len(list)-2 && r.n == list[i+1]
		if !last && !e.rule.oldBases && !again && !r.unsure || e.states[base].Actor == me {
			continue
		}
		for _, m := range e.edges(base) {
			if e.progress[m.to] <= e.progress[r.n] && !again {
				continue
			}
			q := r
			q.n, q.base = m.to, base
			// A concession is agreed to at once.
			q.agreed = e.states[m.to].Reason == game.ReasonConceded && !r.unsure
			e.then(q, "update: after", base, m.to)
		}
	}
}

// found are updates of its own that a player finds again, in a copy of a proof, or that its opponent returns.
func (e *explorer) found(r run, list []state) {
	for i, n := range list {
		if e.progress[n] <= e.progress[r.n] {
			continue
		}
		q := r
		q.n, q.base = n, e.start
		// Of its own concession it knows the state before.
		if i > 0 && e.states[n].Reason == game.ReasonConceded {
			q.base = e.before(list[:i], n)
		}
		e.then(q, "player finds", "its update", n)
	}
}

// before is the state in which the honest player has given up, after those that it has signed before.
func (e *explorer) before(signed []state, n state) state {
	last := signed[len(signed)-1]
	if e.states[last].Actor == e.honest && e.inPlay(last) { // the start, or the state of an opening alone
		if len(signed) == 1 {
			return last
		}
		last = signed[len(signed)-2]
		if e.states[last].Actor == e.honest {
			return last
		}
	}
	for _, m := range e.offChain(last) {
		if e.states[m.to].Actor != e.honest || !e.inPlay(m.to) {
			continue
		}
		for _, own := range e.offChain(m.to) {
			if own.to == n {
				return m.to
			}
		}
	}
	panic("a state without one before")
}

// edges are the moves that can be made off-chain, also those that only a fault allows.
func (e *explorer) edges(n state) []edge {
	list := e.offChain(n)
	if s := e.states[n]; e.rule.bare && s.Owes == game.OwesAnswer && s.Actor != e.honest {
		if next, _, err := game.Step(s, game.Concede{By: s.Actor}, joined+1); err == nil {
			list = append(list[:len(list):len(list)], edge{to: e.number(next), concede: true})
		}
	}
	return list
}

// reply is the move that the honest player makes off-chain, if it is to.
func (e *explorer) reply(r run) {
	mute := r.mute && !e.rule.signsOn
	if r.unsure || r.onChain && !e.rule.signsOn {
		return
	}
	x := e.stand(r)
	x.OffChain = true // as far as it knows
	if e.rule.decide(x, e.newest(r), e.honest, false, mute) != policy.Play {
		return
	}
	base, moves := e.moves(r)
	for _, m := range moves {
		if m.concede && !e.gives {
			continue
		}
		if q := r; e.rule.shows && r.opened|m.opens != r.opened {
			q.opened |= m.opens
			e.then(q, "player shows", "its answer", none)
		}
		list := e.lists[r.signed]
		if e.progress[m.to] <= e.progress[list[len(list)-1]] {
			e.fail(r, "two states of one progress are signed: %s", e.String(m.to))
		}
		q := r
		q.base, q.n, q.agreed = base, m.to, false
		q.signed = e.history(append(list[:len(list):len(list)], m.to))
		q.opened |= m.opens
		q.gaveUp = r.gaveUp || m.concede
		e.then(q, "player off-chain", m.move.Target, m.to)
	}
}

// attack is what the opponent and those who help it do on-chain.
func (e *explorer) attack(r run) {
	me, they := e.honest, e.honest.Other()
	for _, sender := range []int8{int8(they), -1} {
		try := func(p submitting) {
			p.sender = sender
			if q, err := e.apply(r, p); err == nil {
				e.then(q, "submitted by", sender, q.x)
			}
		}
		both := [2]bool{true, true}
		for _, base := range e.lists[r.signed] {
			try(submitting{base: base, to: base, signed: both})
			if s := e.states[base]; s.Actor != they || !e.inPlay(base) {
				continue
			}
			for _, m := range e.offChain(base) {
				try(submitting{base: base, to: m.to, moved: true, signed: both})
			}
		}
		if s := e.states[r.n]; r.agreed && s.Actor == me {
			try(submitting{base: r.n, to: r.n, signed: both})
		}
		try(submitting{base: e.forged, to: e.forged, signed: both, falsely: true})
	}
	e.attackBare(r)
	if r.offChain {
		return
	}
	if e.states[r.x].Actor == they {
		for _, m := range e.onChain(r.x) {
			q := r
			x := e.stand(r).Moved(they, e.states[m.to])
			q.x, q.clock, q.responded = m.to, turn, x.Responded
			e.then(q, "opponent on-chain", m.move.Target, m.to)
		}
	}
	if e.rule.giveUp(e.stand(r), they) == nil {
		for _, a := range []game.Action{game.Concede{By: they}, game.Challenge{By: they}} {
			if n, ok := e.step(r.x, r.clock, a); ok {
				q := r
				q.x, q.clock = n, turn
				e.then(q, "opponent", fmt.Sprintf("%T", a), n)
			}
		}
	}
	if n, ok := e.claim(r.x, r.clock, they); ok {
		q := r
		if q.x = n; e.states[n].Second == game.SecondProven {
			q.clock = r.clock
		}
		e.then(q, "opponent", "claims", n)
	}
}

// attackBare submits a concession that opens nothing, which only a fault allows.
func (e *explorer) attackBare(r run) {
	if !e.rule.bare || !e.live(r) {
		return
	}
	they := e.honest.Other()
	for _, base := range e.lists[r.signed] {
		if e.states[base].Actor != they || e.states[base].Owes != game.OwesAnswer {
			continue
		}
		next, _, err := game.Step(e.states[base], game.Concede{By: they}, joined+1)
		if err != nil {
			continue
		}
		to := e.number(next)
		if (r.offChain || e.progress[to] > e.progress[r.x]) && r.responded[e.honest] {
			q := r
			q.x, q.clock, q.offChain, q.late = to, turn, false, false
			q.responded[they] = true
			e.then(q, "submitted by", they, to)
		}
	}
}

// execute is the honest player's transaction in a block.
func (e *explorer) execute(r run) {
	me := e.honest
	q := r
	q.duty, q.to = policy.Wait, 0
	what, err := "player's "+r.duty.String(), error(nil)
	switch r.duty {
	case policy.Submit, policy.SubmitBase, policy.SubmitMove:
		var next run
		if next, err = e.apply(q, e.submitting(r, r.duty, r.to)); err == nil {
			q = next
			q.submits++
		}
	case policy.Move:
		err = channel.ErrNotNewer
		for _, m := range e.onChain(r.x) {
			if !r.offChain && e.states[r.x].Actor == me && m.to == r.to {
				x := e.stand(r).Moved(me, e.states[m.to])
				q.x, q.clock, q.responded, err = m.to, turn, x.Responded, nil
				break
			}
		}
	case policy.Claim, policy.ClaimWith:
		if r.duty == policy.ClaimWith && e.live(r) {
			if e.bareEnding(r) {
				if e.progress[r.n] > e.progress[r.x] || r.offChain {
					q.x, q.clock, q.offChain, q.late = r.n, turn, false, false
					q.responded[me] = true
				}
			} else {
				p := e.submitting(r, policy.Submit, r.n)
				p.claims = true
				q, err = e.apply(q, p)
			}
		}
		n, ok := e.claim(q.x, q.clock, me)
		if q.x = n; err != nil || !ok || q.offChain {
			q, err = r, channel.ErrNotNewer
			q.duty, q.to = policy.Wait, 0
		}
	default:
		e.fail(r, "what is submitted is no duty to submit: %s", r.duty)
	}
	if err != nil {
		what = "refused: " + what
	}
	e.then(q, what, "", q.x)
}

// bareEnding reports whether the newest state is one that only a fault allows.
func (e *explorer) bareEnding(r run) bool {
	if !e.rule.bare {
		return false
	}
	for _, m := range e.offChain(r.base) {
		if m.to == r.n {
			return false
		}
	}
	return true
}

// submitting is the proof that the honest player sends for a duty.
func (e *explorer) submitting(r run, d policy.Duty, to state) submitting {
	they := e.honest.Other()
	p := submitting{sender: int8(e.honest)}
	switch own := e.states[r.n].Reason == game.ReasonConceded && e.states[r.n].Actor == they; {
	case to != r.n && d == policy.Submit: // of an old backup
		p.base, p.to, p.signed = to, to, [2]bool{true, true}
	case d == policy.SubmitBase:
		p.base, p.to = r.base, r.base
		p.signed[they] = true
	case d == policy.SubmitMove:
		p.base, _ = e.moves(r)
		p.to, p.moved = to, true
		p.signed[they] = true
	case r.n == e.start, own && r.agreed, r.unsure && slices.Contains(e.lists[r.signed], r.n):
		p.base, p.to, p.signed = r.n, r.n, [2]bool{true, true}
	default:
		p.base, p.to, p.moved, p.signed = r.base, r.n, true, [2]bool{true, true}
	}
	return p
}

// endBlock is what happens when a block is full.
func (e *explorer) endBlock(r run) {
	switch {
	case r.offChain:
		x := e.stand(r)
		x.State.Deadline = now - 1
		next, err := e.rule.passed(e.world, x)
		if err != nil {
			e.fail(r, "the channel timeout does not end: %v", err)
			return
		}
		q := r
		q.x, q.clock, q.offChain, q.responded = e.number(next.State), int8(next.State.Deadline-now), false, next.Responded
		q.late = false
		e.look(q, "the channel timeout ends")
		e.look(r, "block")
		r.late = true
		e.look(r, "block, the last of the channel timeout")
	case r.clock > 0:
		r.clock--
		e.look(r, "block")
	default:
		n, ok := e.step(r.x, 0, game.Expire{})
		if !ok {
			e.fail(r, "a deadline does not pass")
			return
		}
		if r.x, r.clock = n, turn; e.states[n].Phase == game.PhaseOver {
			e.then(r, "deadline passed", "", n)
			return
		}
		e.look(r, "deadline passed")
	}
}

// look is what the honest player does when it sees what a block has left, unless it sleeps.
func (e *explorer) look(r run, what string) {
	me := e.honest
	e.way = append(e.way, act{what, "", r.x})
	defer func() { e.way = e.way[:len(e.way)-1] }()
	e.checkShown(r)
	if !r.offChain && r.asleep < turn-1 {
		q := r
		q.asleep++
		e.then(q, "player", "sleeps", none)
	}
	r.asleep, r.onChain = 0, !r.offChain
	if e.live(r) {
		if r.known = r.x; r.offChain || e.progress[r.n] > e.progress[r.x] {
			r.known = r.n
		}
	}
	x := e.stand(r)
	for _, outOfPatience := range []bool{false, true} {
		if outOfPatience && !r.offChain {
			break
		}
		d := e.rule.decide(x, e.newest(r), me, outOfPatience, r.mute)
		if !d.Submits() {
			if !r.offChain {
				e.then(r, "player does", d, none)
			}
			continue
		}
		e.submit(r, d)
		if d == policy.SubmitMove && e.states[r.n].Owes == game.OwesShot { // which is not chosen yet
			e.submit(r, policy.Submit)
		}
	}
}

// apply sends the transaction of a duty.
func (e *explorer) submit(r run, d policy.Duty) {
	r.mute = true
	send := func(q run, d policy.Duty, to state) {
		q.duty, q.to = d, to
		e.then(q, "player submits", d, to)
	}
	moves := func(d policy.Duty, list []edge) {
		for _, m := range list {
			if m.concede {
				continue
			}
			q := r
			q.opened |= m.opens
			send(q, d, m.to)
		}
	}
	switch d {
	case policy.SubmitBase:
		send(r, d, r.base)
	case policy.SubmitMove:
		if e.rule.apart {
			moves(policy.Move, e.onChain(r.n))
			return
		}
		_, list := e.moves(r)
		moves(d, list)
	case policy.Move:
		if e.rule.shotOf && e.states[r.n].Actor == e.honest && e.inPlay(r.n) {
			moves(d, e.onChain(r.n))
			return
		}
		moves(d, e.onChain(r.x))
	case policy.Claim, policy.ClaimWith:
		r.shown = true
		send(r, d, r.n)
	default:
		if list := e.lists[r.signed]; e.rule.backup && len(list) > 2 {
			send(r, d, list[len(list)-2])
			return
		}
		send(r, d, r.n)
	}
}
