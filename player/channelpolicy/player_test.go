package channelpolicy_test

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
	at "github.com/battleship-chain/battleship/player/channel"
	policy "github.com/battleship-chain/battleship/player/channelpolicy"
)

// Clocks of the campaign, in blocks. A player is away for at most away blocks, and a transaction waits for room for at
// most full blocks.
const (
	campaignTurn = away + 2*full + 1
	away, full   = 2, 2
)

// campaignFault is a fault that is seeded into a campaign.
type campaignFault struct {
	// The chain lets a player give up before its opponent has responded, takes a concession without the winner's consent,
	// or has the game lost when the channel timeout ends.
	giveUpWithoutResponse, noConsent, timeoutLoses bool
	// An update leaves before what is in it is on the disk, and a transaction before it is written down that there is one.
	sendsFirst, submitsFirst bool
	// A program that has lost its log begins a new one.
	forgets bool
	// The player does not submit what is newer than the chain's, does not claim, or is away for longer than it may.
	trusts, claimsNothing, oversleeps bool
}

// crash is what a process dies of.
type crash struct{}

// client is an honest player: a process with a log on a disk, that looks things up in the table of Decide.
type client struct {
	game   *channeltest.Game
	me     game.Seat
	dice   *rand.Rand
	chain  *blockchain
	net    *updateNet
	faulty campaignFault
	// crashes, losses and gives are in permille: that the process dies at a point, that its log is lost with it, and that
	// it gives up when it is to move.
	crashes, losses, gives int
	// patience is for how many ticks an update is waited for.
	patience int

	disk  *memory
	table *at.Table // nil while there is no process
	// lost says that the log was; the disk then has none.
	lost bool
	// crashed counts the deaths of the process.
	crashed int
	// asleep is how many blocks were not looked at, down for how many ticks there is no process, quiet for how many there
	// was no news.
	asleep, down, quiet, progress int
	// view is the chain as it was last seen, known the newest state then if the game was played.
	view  channel.ChainState
	known game.State
	// sent are the states that have left with a signature, by progress, and last the newest of them.
	sent map[int][]byte
	last game.State
	// opened are the tiles that were shown, shown says that the board was, gaveUp that the player has, left that something
	// was submitted.
	opened              uint64
	shown, gaveUp, left bool
	// watchtower is what the player's watchtower has, and lazy in percent how rarely it does anything.
	watchtower *channel.Proof
	lazy       int
	// overheard is told of all that is sent.
	overheard func(channel.Proof)
	tick      int
	broken    error
}

func newClient(g *channeltest.Game, me game.Seat, dice *rand.Rand, b *blockchain, n *updateNet) *client {
	s := &client{
		game: g, me: me, dice: dice, chain: b, net: n, disk: new(memory), view: b.x, known: g.Initial(), last: g.Initial(),
		sent: map[int][]byte{}, faulty: b.faulty, overheard: func(channel.Proof) {},
	}
	s.start()
	return s
}

func (s *client) fail(format string, args ...any) {
	if s.broken == nil {
		s.broken = fmt.Errorf("%s: %s", s.me, fmt.Sprintf(format, args...))
	}
}

func (s *client) name() at.Name {
	key, err := s.game.Key(s.me)
	if err != nil {
		panic(err)
	}
	return at.Name{Game: s.game.Params.GameID, Channel: s.game.ID(), Seat: s.me, Key: key}
}

// start begins a process with what is on the disk.
func (s *client) start() {
	log := at.LostLog(s.name(), at.ErrMissing)
	if !s.lost {
		var err error
		if log, err = s.disk.Open(s.name()); err != nil {
			panic(err)
		}
	}
	sign := func(message []byte) ([]byte, error) {
		s.point()
		return s.game.Scheme.Sign(s.game.Secrets[s.me], message), nil
	}
	table, err := at.NewTable(s.game.Channel, s.me, sign, log)
	if err != nil {
		panic(err)
	}
	s.table, s.quiet = table, 0
}

// point is where the process may die.
func (s *client) point() {
	if s.dice.IntN(1000) < s.crashes {
		panic(crash{})
	}
}

// alive does something in the process of the player, which may die of it.
func (s *client) alive(do func()) {
	if s.table == nil {
		if s.down--; s.down > 0 {
			return
		}
		s.start()
	}
	defer func() {
		switch dead := recover(); dead.(type) {
		case nil:
		case crash:
			s.table, s.down = nil, 1+s.dice.IntN(10)
			s.crashed++
			s.chain.tell("%s crashes", s.me)
			if s.dice.IntN(2) == 0 {
				s.disk.PowerCut()
			}
			if s.dice.IntN(1000) < s.losses {
				s.lost, s.disk = !s.faulty.forgets, new(memory)
			}
		default:
			panic(dead)
		}
	}()
	do()
}

// mute reports whether something was submitted.
func (s *client) mute() bool { return errors.Is(s.table.Refusal(), at.ErrOnChain) }

// send sends an update.
func (s *client) send(p channel.Proof) {
	if len(p.Signatures[s.me]) > 0 {
		s.leaves(p)
	}
	s.overheard(p)
	s.net.send(s.me.Other(), at.MarshalUpdate(p), s.tick)
}

// leaves notes that a signature of the player's leaves the process.
func (s *client) leaves(p channel.Proof) {
	judged, err := s.game.Judge(p, &s.me, nil)
	if err != nil {
		s.fail("an update is sent that is no proof: %v", err)
		return
	}
	of := judged.State
	if p.Move != nil && s.own(p) != s.me {
		return // the signature is under the state before
	}
	bytes := s.game.Encoded(of)
	if known, ok := s.sent[of.Progress()]; ok && string(known) != string(bytes) && !s.lost {
		s.fail("two states of progress %d are signed", of.Progress())
	}
	if _, known := s.sent[of.Progress()]; !known {
		if s.left && !s.lost {
			s.fail("a state is signed off-chain after something was submitted")
		}
		if s.sent[of.Progress()] = bytes; of.Progress() > s.last.Progress() {
			s.last = of
		}
	}
}

// own is who has made the move of a proof.
func (s *client) own(p channel.Proof) game.Seat {
	base, err := s.game.Decode(p.State)
	if err != nil {
		panic(err)
	}
	return base.Actor
}

// play is what the player does between blocks.
func (s *client) play(tick int, updates [][]byte) {
	s.tick = tick
	s.alive(func() {
		behind := false
		for _, raw := range updates {
			update, err := at.ParseUpdate(raw)
			if err != nil {
				continue
			}
			s.point()
			news, _, err := s.table.Receive(update)
			if news {
				s.chain.tell("%s takes an update: %s, refusal %v", s.me, brief(s.table.State()), s.table.Refusal())
			}
			behind = behind || err == nil
			if news && s.table.Newest().Agreed {
				behind = true
			}
		}
		if p := s.table.State().Progress(); p != s.progress {
			s.progress, s.quiet = p, 0
		}
		s.quiet++
		mute := s.mute()
		if policy.Decide(s.view, s.table.Newest(), s.me, false, mute) == policy.Play && s.view.OffChain {
			if s.dice.IntN(5) > 0 {
				s.move()
			}
			return
		}
		if update, ok := s.table.Resend(); ok && !mute && s.view.OffChain && (behind || s.dice.IntN(4) == 0) {
			s.point()
			s.send(update)
		}
	})
}

// move makes the next move off-chain.
func (s *client) move() {
	n := s.table.State()
	m := s.game.Move(n, s.target(n))
	if s.dice.IntN(1000) < s.gives && mayGiveUp(s.game, n) {
		m = s.game.Concession(n)
	}
	if m.Opening != nil && s.dice.IntN(2) == 0 {
		m.Target = ""
	}
	if s.faulty.sendsFirst && m.Opening != nil && s.dice.IntN(20) == 0 {
		p := channel.Proof{State: s.game.Encoded(n), Move: &m, Signatures: s.table.Proof().Signatures}
		p.Signatures[s.me] = s.game.Sign(s.me, s.game.After(n, m))
		s.opened |= shows(n)
		s.send(p)
		panic(crash{})
	}
	update, _, err := s.table.Move(m)
	if err != nil {
		s.fail("no move off-chain: %v", err)
		return
	}
	s.gaveUp = s.gaveUp || m.Concede
	s.point()
	s.opened |= shows(n)
	s.chain.tell("%s moves off-chain: %s", s.me, brief(s.table.State()))
	s.send(update)
	s.point()
}

// target is a tile that was not shot at.
func (s *client) target(n game.State) game.Tile {
	t := game.Tile(s.dice.IntN(n.Ruleset.Tiles()))
	for n.Sides[s.me.Other()].Answered.Has(t) {
		t = (t + 1) % game.Tile(n.Ruleset.Tiles())
	}
	return t
}

// pending reports whether something of the player's waits for a block.
func (s *client) pending() bool {
	for _, tx := range s.chain.pool {
		if tx.by == int(s.me) {
			return true
		}
	}
	return false
}

// look is what the player does after a block, unless it is away.
func (s *client) look() {
	most := away
	if s.faulty.oversleeps {
		most = campaignTurn
	}
	if s.asleep < most && (s.table == nil || s.dice.IntN(4) == 0) {
		s.asleep++
		return
	}
	s.asleep = 0
	if s.table == nil {
		s.down = 0
	}
	points := s.crashes
	s.crashes = 0 // it is its last chance, and a crash now would be being away for longer
	defer func() { s.crashes = points }()
	s.alive(s.act)
}

// act looks at the chain and does what is to be done there.
func (s *client) act() {
	x := s.chain.x
	s.view = x
	n := s.table.Newest()
	// What is known too late to be submitted in time is the opponent's delay.
	if s.chain.live() && (x.OffChain || x.State.Deadline > s.chain.height+full) {
		if s.known = x.State; x.OffChain || n.State.Progress() > x.State.Progress() {
			s.known = n.State
		}
	}
	waiting := s.pending()
	s.check(x, n.State, waiting)
	if waiting {
		return
	}
	if mayNow := x.CheckGiveUp(s.me) == nil && n.State.Progress() <= x.State.Progress(); mayNow &&
		s.chain.live() && s.dice.IntN(1000) < s.gives {
		s.gaveUp = true
		s.submit(transaction{act: game.Concede{By: s.me}})
		return
	}
	d := policy.Decide(x, n, s.me, s.quiet > s.patience, s.mute())
	if s.faulty.trusts && !x.OffChain && d == policy.Submit || s.faulty.claimsNothing && d == policy.Claim {
		return
	}
	s.chain.tell("%s looks: %s, off-chain %t, knows %s: %s", s.me, brief(x.State), x.OffChain, brief(n.State), d)
	s.fulfil(x, n.State, d)
}

// fulfil submits what a duty asks for.
func (s *client) fulfil(x channel.ChainState, n game.State, d policy.Duty) {
	switch d {
	case policy.Submit:
		p := s.table.Proof()
		s.submit(transaction{proof: &p})
	case policy.SubmitBase:
		_, p, _ := s.table.Base()
		s.submit(transaction{proof: &p})
	case policy.SubmitMove:
		m := s.game.Move(n, s.target(n))
		if m.Opening != nil && s.dice.IntN(2) == 0 {
			m.Target = ""
		}
		p, _, err := s.table.SubmitMove(m)
		if err != nil {
			s.fail("no move to submit: %v", err)
			return
		}
		s.submit(transaction{proof: &p, opens: shows(n)})
	case policy.Move:
		m := s.onChain(x.State)
		s.submit(transaction{move: &m, opens: shows(x.State)})
	case policy.Claim:
		s.shown = true
		s.submit(transaction{claim: true})
	case policy.ClaimWith:
		s.shown = true
		p := s.table.Proof()
		s.submit(transaction{claim: true, proof: &p})
	default:
	}
}

// onChain is the move that is owed on-chain.
func (s *client) onChain(x game.State) play.Move {
	opening := s.game.Opening(x)
	m := opening
	m.Target = x.Ruleset.TileName(s.target(x))
	g := s.game.Params.Game
	g.State = x
	if _, _, err := g.Move(s.chain.player(s.me), m, s.chain.height, nil); err == nil {
		return m
	}
	return opening
}

// submit sends a transaction.
func (s *client) submit(tx transaction) {
	if !s.faulty.submitsFirst {
		s.leave()
	}
	s.left = true
	s.opened |= tx.opens
	tx.by, tx.wait = int(s.me), s.dice.IntN(full+1)
	s.chain.pool = append(s.chain.pool, tx)
	if tx.proof != nil {
		s.overheard(*tx.proof)
	}
	if s.faulty.submitsFirst {
		if s.dice.IntN(2) == 0 {
			panic(crash{})
		}
		s.leave()
	}
}

// leave writes down that something is submitted.
func (s *client) leave() {
	if err := s.table.StopSigning(); err != nil {
		panic(err)
	}
}

// check is what may be seen of the board while the game goes on.
func (s *client) check(x channel.ChainState, n game.State, waiting bool) {
	if !s.chain.live() || waiting {
		return
	}
	if s.shown {
		s.fail("the board is shown while the game goes on")
	}
	if x.OffChain || s.gaveUp || s.lost || !x.Responded[s.me] {
		return
	}
	if n.Progress() < x.State.Progress() {
		n = x.State
	}
	for t := range game.Tile(n.Ruleset.Tiles()) {
		if s.opened&(1<<t) != 0 && !n.Sides[s.me].Answered.Has(t) {
			s.fail("%s is shown and counts for nothing", n.Ruleset.TileName(t))
		}
	}
}

// watch is what the player's watchtower does: it takes proofs over now and then, and submits what is newer than the
// chain's.
func (s *client) watch(between bool) {
	if s.dice.IntN(100) < s.lazy {
		return
	}
	if !between {
		if s.table == nil || s.table.State().Phase == game.PhaseToss || s.left {
			return
		}
		p := s.table.Proof()
		s.watchtower = &p
		return
	}
	if s.watchtower != nil && !s.chain.x.OffChain {
		_ = s.chain.execute(transaction{by: -1, proof: s.watchtower})
	}
}

// over checks how the game has ended for the player.
func (s *client) over() {
	final := s.chain.x.State
	winner, won := final.Winner()
	mine := won && winner == s.me
	knewWon := !s.known.Phase.InPlay() && s.known.Actor == s.me
	switch {
	case !won:
		s.fail("nobody wins")
	case !mine && knewWon:
		s.fail("a won game is lost")
	case !mine && final.Reason == game.ReasonSunk && final.Sides[s.me].Hits == s.game.Boards[s.me].Ships:
	case !mine && final.Reason == game.ReasonConceded && s.gaveUp:
	case !mine:
		s.fail("the game is lost by %s", final.Reason)
	case s.lost, s.gaveUp:
	case knewWon && (final.Reason == game.ReasonTimeout || final.Reason == game.ReasonUnproven):
		s.fail("a game that was won ends by %s", final.Reason)
	default:
		for i, side := range final.Sides {
			if side.Answered.Len() < s.last.Sides[i].Answered.Len() {
				s.fail("the reward is lost: the game ends with fewer answers than it had")
			}
		}
	}
	if s.chain.states[s.me] > 1 && !s.gaveUp && !s.lost {
		s.fail("%d states are submitted", s.chain.states[s.me])
	}
}
