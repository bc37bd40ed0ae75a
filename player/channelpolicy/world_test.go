package channelpolicy_test

import (
	"fmt"
	"strconv"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
)

// Heights of the model. All that is on-chain happens at now: the clock of a game is how far its deadline is from there.
const (
	joined  = 100
	now     = 1_000
	timeout = 1_000_000
	turn    = 2
)

// A state is the number of a game.State in a world.
type state int32

// stateKey is a state as a map key. Deadlines are left out: off-chain they follow from the phase.
type stateKey struct {
	phase      game.Phase
	owes       game.Obligation
	actor      game.Seat
	reason     game.Reason
	second     game.SecondClaim
	first      game.Seat
	pending    game.Tile
	hasPending bool
	answered   [2]game.Set
	hits       [2]game.Set
	sunk       [2]string
}

func keyOf(s game.State) stateKey {
	k := stateKey{
		phase: s.Phase, owes: s.Owes, actor: s.Actor, reason: s.Reason, second: s.Second, first: s.First,
		pending: s.Pending, hasPending: s.HasPending,
	}
	for i, side := range s.Sides {
		k.answered[i], k.hits[i] = side.Answered, side.Hits
		for _, ship := range side.Sunk {
			k.sunk[i] += string(rune(ship.Code()))
		}
	}
	return k
}

// edge is a move that can be made in a state.
type edge struct {
	to      state
	move    channel.Move
	opens   uint64 // the tile of the mover that it shows, as a bit
	concede bool
}

// world is one small game with all states that it can be in, off-chain or on-chain, and all that can be done in them.
// The game is played by the real rules: package game/channel with signatures that are hashes.
type world struct {
	*channeltest.Game

	rules *game.Ruleset
	// honest is the honest player; the other one does anything that it can.
	honest game.Seat
	// allShots lets the honest player shoot anywhere, not at the first tile alone, gives says that it may give up, and
	// loses that its log may be lost.
	allShots, gives, loses bool

	states   []game.State
	progress []int16
	known    map[stateKey]state
	start    state
	sea      map[state][]edge
	chain    map[state][]edge
	forged   state
	submits  map[submitting]submitted
	histories
}

// newWorld returns the game whose join is all that has happened.
func newWorld(r *game.Ruleset, claims bool, first, honest game.Seat, fleets [2]string) *world {
	w := &world{
		rules: r, honest: honest, known: map[stateKey]state{}, sea: map[state][]edge{}, chain: map[state][]edge{},
		submits: map[submitting]submitted{}, histories: histories{numbers: map[string]history{}},
	}
	w.Game = channeltest.New(r, channeltest.Options{
		JoinedHeight: joined, Clock: game.Clock{TurnBlocks: turn, ClaimBlocks: turn}, First: first, ProvenClaims: claims,
		Fleets: fleets,
	})
	w.start = w.number(w.Initial())
	w.forged = w.number(w.forge())
	return w
}

// number returns the number of a state.
func (w *world) number(s game.State) state {
	key := keyOf(s)
	if n, ok := w.known[key]; ok {
		return n
	}
	n := state(len(w.states))
	switch s.Phase {
	case game.PhaseToss, game.PhasePlay, game.PhaseClaim:
		s = s.Restart(joined + 1)
		if s.Phase == game.PhaseToss {
			s.Deadline = w.Initial().Deadline
		}
	default:
	}
	w.states, w.known[key] = append(w.states, s), n
	w.progress = append(w.progress, int16(s.Progress()))
	return n
}

// held returns a state as the chain holds it.
func (w *world) held(n state, clock int8) game.State {
	s := w.states[n]
	if s.Deadline > 0 {
		s.Deadline = now + int64(clock)
	}
	return s
}

func (w *world) inPlay(n state) bool {
	return w.states[n].Phase == game.PhaseToss || w.states[n].Phase == game.PhasePlay
}

// openings are the ways to open what a player owes in a state. Who is not honest may announce any ship, or none.
func (w *world) openings(s game.State) []play.Move {
	honest := w.Opening(s)
	list := []play.Move{honest}
	if s.Actor == w.honest || s.Owes != game.OwesAnswer || !w.rules.AnnounceSunk {
		return list
	}
	if honest.Sunk != nil {
		list = append(list, play.Move{Opening: honest.Opening})
	}
	for code := range 2 * w.rules.Tiles() {
		class, placement := w.rules.ShipString(game.Ship{Origin: game.Tile(code / 2), Vertical: code%2 == 1})
		ship := play.Ship{Class: class, Placement: placement}
		if honest.Sunk == nil || ship != *honest.Sunk {
			list = append(list, play.Move{Opening: honest.Opening, Sunk: &ship})
		}
	}
	return list
}

// shows is what a player shows of its board when it opens what it owes.
func shows(s game.State) uint64 {
	if s.Owes != game.OwesAnswer {
		return 0
	}
	return 1 << s.Pending
}

// targets are the tiles that a player may shoot at.
func (w *world) targets(by game.Seat, s game.State) []string {
	var list []string
	for t := range game.Tile(w.rules.Tiles()) {
		if s.Sides[by.Other()].Answered.Has(t) {
			continue
		}
		if list = append(list, w.rules.TileName(t)); by == w.honest && !w.allShots {
			break
		}
	}
	return list
}

// offChain are the moves that can be made off-chain, by whoever owes one.
func (w *world) offChain(n state) []edge {
	if list, ok := w.sea[n]; ok || !w.inPlay(n) {
		return list
	}
	s := w.states[n]
	var list []edge
	try := func(m channel.Move) {
		if next, _, err := w.Channel.Move(s, s.Actor, m, nil); err == nil {
			list = append(list, edge{to: w.number(next), move: m, opens: shows(s), concede: m.Concede})
		}
	}
	for _, opening := range w.openings(s) {
		try(channel.Move{Move: opening})
		for _, target := range w.targets(s.Actor, s) {
			m := opening
			m.Target = target
			try(channel.Move{Move: m})
		}
		try(channel.Move{Move: opening, Concede: true})
	}
	w.sea[n] = list
	return list
}

// onChain are the moves that can be made on-chain, by whoever owes one.
func (w *world) onChain(n state) []edge {
	if list, ok := w.chain[n]; ok || !w.inPlay(n) {
		return list
	}
	g := w.Params.Game
	g.State = w.held(n, 0)
	by := play.Player{Seat: g.State.Actor, Board: w.Params.Seats[g.State.Actor].Board}
	var list []edge
	try := func(m play.Move) {
		if m.Validate() != nil {
			return
		}
		if next, _, err := g.Move(by, m, now, nil); err == nil {
			list = append(list, edge{to: w.number(next), move: channel.Move{Move: m}, opens: shows(g.State)})
		}
	}
	for _, opening := range w.openings(g.State) {
		try(opening)
		for _, target := range w.targets(by.Seat, g.State) {
			m := opening
			m.Target = target
			try(m)
		}
	}
	w.chain[n] = list
	return list
}

// step is the state that an action on-chain leads to, if it is legal.
func (w *world) step(n state, clock int8, a game.Action) (state, bool) {
	height := int64(now)
	if _, ok := a.(game.Expire); ok {
		height += int64(clock) + 1
	}
	next, _, err := game.Step(w.held(n, clock), a, height)
	if err != nil {
		return n, false
	}
	return w.number(next), true
}

// claim is the state after a player has shown its board on-chain.
func (w *world) claim(n state, clock int8, by game.Seat) (state, bool) {
	g := w.Params.Game
	g.State = w.held(n, clock)
	c := play.Claim{Fleet: w.Boards[by].Fleet, Secret: w.Boards[by].Secret}
	next, _, err := g.Claim(play.Player{Seat: by, Board: w.Params.Seats[by].Board}, c, now, nil)
	if err != nil {
		return n, false
	}
	return w.number(next), true
}

// forge returns a state in which the honest player was sunk and that nobody has come to.
func (w *world) forge() game.State {
	g := channeltest.New(w.rules, channeltest.Options{
		JoinedHeight: joined, Clock: game.Clock{TurnBlocks: turn, ClaimBlocks: turn}, First: w.honest.Other(),
		ProvenClaims: w.Initial().ProvenClaims,
	})
	s := g.Initial()
	for s.Phase.InPlay() {
		target := channeltest.InOrder(s)
		if ships := g.Boards[w.honest].Ships; s.Actor != w.honest {
			for t := range ships.Minus(s.Sides[w.honest].Answered).All() {
				target = t
				break
			}
		}
		s = g.After(s, g.Move(s, target))
	}
	return s
}

// histories are what the honest player has signed off-chain, one after the other.
type histories struct {
	lists   [][]state
	numbers map[string]history
}

// A history is the number of a list of states.
type history int32

func (h *histories) history(list []state) history {
	var key []byte
	for _, n := range list {
		key = append(strconv.AppendInt(key, int64(n), 10), ' ')
	}
	if n, ok := h.numbers[string(key)]; ok {
		return n
	}
	n := history(len(h.lists))
	h.lists = append(h.lists, append([]state(nil), list...))
	h.numbers[string(key)] = n
	return n
}

// submitting is a state proof that is sent to the chain.
type submitting struct {
	x         state
	clock     int8
	offChain  bool
	late      bool
	responded [2]bool
	base      state
	to        state
	moved     bool    // the proof has a move
	signed    [2]bool // whose signatures are in it
	sender    int8    // -1 is anybody else
	falsely   bool    // the signatures are not theirs
	claims    bool    // it comes with a claim
}

// submitted is what became of it.
type submitted struct {
	x         state
	clock     int8
	responded [2]bool
	err       error
}

// proof makes the proof of a submitting.
func (w *world) proof(p submitting) channel.Proof {
	base := w.states[p.base]
	proof := channel.Proof{State: w.Encoded(base)}
	if p.moved {
		for _, e := range w.offChain(p.base) {
			if e.to == p.to {
				m := e.move
				proof.Move = &m
				break
			}
		}
	}
	for by := range game.Seat(2) {
		switch of := w.states[p.to]; {
		case !p.signed[by], p.moved && by != base.Actor && p.base == w.start:
		case p.falsely:
			proof.Signatures[by] = w.Sign(w.honest.Other(), of)
		case p.moved && by != base.Actor:
			proof.Signatures[by] = w.Sign(by, base)
		default:
			proof.Signatures[by] = w.Sign(by, of)
		}
	}
	return proof
}

// String puts a state into a few words.
func (w *world) String(n state) string {
	s := w.states[n]
	text := s.Phase.String()
	if s.Owes != game.OwesNothing {
		text += fmt.Sprintf(" (%s owes %s", s.Actor, s.Owes)
		if s.HasPending {
			text += " on " + w.rules.TileName(s.Pending)
		}
		text += ")"
	}
	if s.Reason != game.ReasonNone {
		text += " " + s.Reason.String()
	}
	return fmt.Sprintf("%s, %d and %d answers, progress %d",
		text, s.Sides[0].Answered.Len(), s.Sides[1].Answered.Len(), w.progress[n])
}
