package conduct_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/conduct"
)

// run is one moment of a game between an honest player and one that does whatever it can.
//
// The latter orders the transactions of each block, chooses when letters come, when the lease ends and when the honest
// player looks, and has any number of third parties to post for it. The honest player looks at the chain at least once
// in each turn blocks; what it sends is in the next block.
type run struct {
	// What the chain holds. The clock is how many more blocks the deadline leaves after this one.
	x     state
	clock int8
	atSea bool
	heard [2]bool
	// What the honest player knows: the newest state, the one before it, and whether both have signed a concession.
	n, base state
	agreed  bool
	// signed are the states that it has signed at sea, and that the opponent therefore has.
	signed history
	// known is the newest state, there or on chain, when it last looked at a game in play.
	known state
	// ashore is what it saw on chain when it last looked, and mute that it has submitted something since the join.
	ashore, mute bool
	// duty is what it has submitted and the chain has not seen yet, if anything, and to the state that comes of it.
	duty conduct.Duty
	to   state
	// asleep is how many looks it has missed, and posts how many states it has posted.
	asleep, posts int8
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
		x: w.start, n: w.start, base: w.start, known: w.start, atSea: true, signed: w.history([]state{w.start}),
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
	fmt.Fprintf(&b, "\nchain (at sea: %t, heard: %v): %s\nplayer: %s", r.atSea, r.heard, e.String(r.x), e.String(r.n))
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
func (e *explorer) stand(r run) channel.Stand {
	x := channel.Stand{State: e.onChain(r.x, r.clock), AtSea: r.atSea, Heard: r.heard}
	if r.atSea {
		x.State.Deadline = now + lease
	}
	return x
}

func (e *explorer) newest(r run) conduct.Newest {
	return conduct.Newest{State: e.states[r.n], Base: e.states[r.base], Agreed: r.agreed, Unsure: r.unsure}
}

// live reports whether the game is played.
func (e *explorer) live(r run) bool { return r.atSea || e.inPlay(r.x) }

// post is what becomes of a proof that is sent to the chain.
func (e *explorer) post(r run, p posting) (run, error) {
	p.x, p.clock, p.atSea, p.heard = r.x, r.clock, r.atSea, r.heard
	done, ok := e.posts[p]
	if !ok {
		done = e.postAnew(r, p)
		e.posts[p] = done
	}
	if done.err != nil {
		return r, done.err
	}
	if p.sender < 0 && r.atSea {
		e.fail(r, "a game is taken ashore by nobody who plays it")
	}
	r.x, r.clock, r.heard, r.atSea = done.x, done.clock, done.heard, false
	return r, nil
}

func (e *explorer) postAnew(r run, p posting) posted {
	var sender *game.Seat
	if p.sender >= 0 {
		by := game.Seat(p.sender)
		sender = &by
	}
	x := e.stand(r)
	proof := e.proof(p)
	next, err := e.rule.post(e.world, x, sender, proof)
	if p.claims {
		next, err = e.rule.claim(e.world, x, *sender, proof)
	}
	if err != nil {
		return posted{err: err}
	}
	done := posted{x: e.number(next.State), heard: next.Heard}
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
	if !r.atSea && e.states[r.x].Phase == game.PhaseOver {
		e.over(r)
		return
	}
	e.lose(r)
	e.letters(r)
	e.reply(r)
	e.attack(r)
	if r.duty != conduct.Wait {
		e.execute(r)
	} else {
		e.endBlock(r)
	}
}

// lose takes the log from the honest player, which then knows of nothing that was signed.
func (e *explorer) lose(r run) {
	if !e.loses || r.unsure || r.duty != conduct.Wait {
		return
	}
	q := r
	q.n, q.base, q.agreed, q.mute, q.unsure = e.start, e.start, false, false, true
	e.then(q, "player loses its log", "", none)
}

// letters are those that the opponent may send, and what the honest player makes of them.
func (e *explorer) letters(r run) {
	me := e.honest
	if n := e.states[r.n]; !r.agreed && n.Reason == game.ReasonConceded && n.Actor != me && !r.mute {
		q := r
		q.agreed = true
		e.then(q, "letter: agreed to", n.Reason, r.n)
	}
	if !e.inPlay(r.n) || r.mute && !e.rule.lateLetters {
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
			e.then(q, "letter: after", base, m.to)
		}
	}
}

// found are letters of its own that a player finds again, in a copy of a proof, or that its opponent returns.
func (e *explorer) found(r run, list []state) {
	for i, n := range list {
		if e.progress[n] <= e.progress[r.n] {
			continue
		}
		q := r
		q.n, q.base = n, e.start
		// Of its own concession it knows the state before.
		if i > 0 && e.states[n].Reason == game.ReasonConceded {
			q.base = e.before(list[i-1], n)
		}
		e.then(q, "player finds", "its letter", n)
	}
}

// before is the state in which the honest player has given up, after its last one.
func (e *explorer) before(last, n state) state {
	if e.states[last].Actor == e.honest && e.inPlay(last) {
		return last
	}
	for _, m := range e.atSea(last) {
		if e.states[m.to].Actor != e.honest || !e.inPlay(m.to) {
			continue
		}
		for _, own := range e.atSea(m.to) {
			if own.to == n {
				return m.to
			}
		}
	}
	panic("a state without one before")
}

// edges are the moves that can be made at sea, also those that only a fault allows.
func (e *explorer) edges(n state) []edge {
	list := e.atSea(n)
	if s := e.states[n]; e.rule.bare && s.Owes == game.OwesAnswer && s.Actor != e.honest {
		if next, _, err := game.Step(s, game.Concede{By: s.Actor}, joined+1); err == nil {
			list = append(list[:len(list):len(list)], edge{to: e.number(next), concede: true})
		}
	}
	return list
}

// reply is the move that the honest player makes at sea, if it is to.
func (e *explorer) reply(r run) {
	mute := r.mute && !e.rule.signsOn
	if r.unsure || r.ashore && !e.rule.signsOn {
		return
	}
	x := e.stand(r)
	x.AtSea = true // as far as it knows
	if e.rule.decide(x, e.newest(r), e.honest, false, mute) != conduct.Play {
		return
	}
	for _, m := range e.atSea(r.n) {
		if m.concede && !e.gives {
			continue
		}
		list := e.lists[r.signed]
		if e.progress[m.to] <= e.progress[list[len(list)-1]] {
			e.fail(r, "two states of one progress are signed: %s", e.String(m.to))
		}
		q := r
		q.base, q.n, q.agreed = r.n, m.to, false
		q.signed = e.history(append(list[:len(list):len(list)], m.to))
		q.opened |= m.opens
		q.gaveUp = r.gaveUp || m.concede
		e.then(q, "player at sea", m.move.Target, m.to)
	}
}

// attack is what the opponent and those who help it do on chain.
func (e *explorer) attack(r run) {
	me, they := e.honest, e.honest.Other()
	for _, sender := range []int8{int8(they), -1} {
		try := func(p posting) {
			p.sender = sender
			if q, err := e.post(r, p); err == nil {
				e.then(q, "posted by", sender, q.x)
			}
		}
		both := [2]bool{true, true}
		for _, base := range e.lists[r.signed] {
			try(posting{base: base, to: base, signed: both})
			if s := e.states[base]; s.Actor != they || !e.inPlay(base) {
				continue
			}
			for _, m := range e.atSea(base) {
				try(posting{base: base, to: m.to, moved: true, signed: both})
			}
		}
		if s := e.states[r.n]; r.agreed && s.Actor == me {
			try(posting{base: r.n, to: r.n, signed: both})
		}
		try(posting{base: e.forged, to: e.forged, signed: both, falsely: true})
	}
	e.attackBare(r)
	if r.atSea {
		return
	}
	if e.states[r.x].Actor == they {
		for _, m := range e.ashore(r.x) {
			q := r
			x := e.stand(r).Moved(they, e.states[m.to])
			q.x, q.clock, q.heard = m.to, turn, x.Heard
			e.then(q, "opponent on chain", m.move.Target, m.to)
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

// attackBare posts a concession that opens nothing, which only a fault allows.
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
		if (r.atSea || e.progress[to] > e.progress[r.x]) && r.heard[e.honest] {
			q := r
			q.x, q.clock, q.atSea = to, turn, false
			q.heard[they] = true
			e.then(q, "posted by", they, to)
		}
	}
}

// execute is the honest player's transaction in a block.
func (e *explorer) execute(r run) {
	me := e.honest
	q := r
	q.duty, q.to = conduct.Wait, 0
	what, err := "player's "+r.duty.String(), error(nil)
	switch r.duty {
	case conduct.Post, conduct.PostBase, conduct.PostMove:
		var next run
		if next, err = e.post(q, e.posting(r, r.duty, r.to)); err == nil {
			q = next
			q.posts++
		}
	case conduct.Move:
		err = channel.ErrNotNewer
		for _, m := range e.ashore(r.x) {
			if !r.atSea && e.states[r.x].Actor == me && m.to == r.to {
				x := e.stand(r).Moved(me, e.states[m.to])
				q.x, q.clock, q.heard, err = m.to, turn, x.Heard, nil
				break
			}
		}
	case conduct.Claim, conduct.ClaimWith:
		if r.duty == conduct.ClaimWith && e.live(r) {
			if e.bareEnding(r) {
				if e.progress[r.n] > e.progress[r.x] || r.atSea {
					q.x, q.clock, q.atSea = r.n, turn, false
					q.heard[me] = true
				}
			} else {
				p := e.posting(r, conduct.Post, r.n)
				p.claims = true
				q, err = e.post(q, p)
			}
		}
		n, ok := e.claim(q.x, q.clock, me)
		if q.x = n; err != nil || !ok || q.atSea {
			q, err = r, channel.ErrNotNewer
			q.duty, q.to = conduct.Wait, 0
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
	for _, m := range e.atSea(r.base) {
		if m.to == r.n {
			return false
		}
	}
	return true
}

// posting is the proof that the honest player sends for a duty.
func (e *explorer) posting(r run, d conduct.Duty, to state) posting {
	they := e.honest.Other()
	p := posting{sender: int8(e.honest)}
	switch own := e.states[r.n].Reason == game.ReasonConceded && e.states[r.n].Actor == they; {
	case to != r.n && d == conduct.Post: // of an old backup
		p.base, p.to, p.signed = to, to, [2]bool{true, true}
	case d == conduct.PostBase:
		p.base, p.to = r.base, r.base
		p.signed[they] = true
	case d == conduct.PostMove:
		p.base, p.to, p.moved = r.n, to, true
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
	case r.atSea:
		x := e.stand(r)
		x.State.Deadline = now - 1
		next, err := e.rule.passed(e.world, x)
		if err != nil {
			e.fail(r, "the lease does not end: %v", err)
			return
		}
		q := r
		q.x, q.clock, q.atSea, q.heard = e.number(next.State), int8(next.State.Deadline-now), false, next.Heard
		e.look(q, "the lease ends")
		e.look(r, "block")
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
	if !r.atSea && r.asleep < turn-1 {
		q := r
		q.asleep++
		e.then(q, "player", "sleeps", none)
	}
	r.asleep, r.ashore = 0, !r.atSea
	if e.live(r) {
		if r.known = r.x; r.atSea || e.progress[r.n] > e.progress[r.x] {
			r.known = r.n
		}
	}
	x := e.stand(r)
	for _, outOfPatience := range []bool{false, true} {
		if outOfPatience && !r.atSea {
			break
		}
		d := e.rule.decide(x, e.newest(r), me, outOfPatience, r.mute)
		if !d.Submits() {
			if !r.atSea {
				e.then(r, "player does", d, none)
			}
			continue
		}
		e.submit(r, d)
	}
}

// submit sends the transaction of a duty.
func (e *explorer) submit(r run, d conduct.Duty) {
	r.mute = true
	send := func(q run, d conduct.Duty, to state) {
		q.duty, q.to = d, to
		e.then(q, "player submits", d, to)
	}
	moves := func(d conduct.Duty, list []edge) {
		for _, m := range list {
			if s := e.states[m.to]; m.concede || e.inPlay(m.to) && s.Actor == e.honest {
				continue
			}
			q := r
			q.opened |= m.opens
			send(q, d, m.to)
		}
	}
	switch d {
	case conduct.PostBase:
		send(r, d, r.base)
	case conduct.PostMove:
		if e.rule.apart {
			moves(conduct.Move, e.ashore(r.n))
			return
		}
		moves(d, e.atSea(r.n))
	case conduct.Move:
		if e.rule.shotOf && e.states[r.n].Actor == e.honest && e.inPlay(r.n) {
			moves(d, e.ashore(r.n))
			return
		}
		moves(d, e.ashore(r.x))
	case conduct.Claim, conduct.ClaimWith:
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
