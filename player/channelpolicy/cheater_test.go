package channelpolicy_test

import (
	"math/rand/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
	at "github.com/battleship-chain/battleship/player/channel"
)

// cheater is a player that does whatever it can: it plays on from any state that its opponent has signed, sends updates
// of any kind, orders the transactions of a block, and has others submit for it.
type cheater struct {
	game  *channeltest.Game
	me    game.Seat
	dice  *rand.Rand
	chain *blockchain
	net   *updateNet
	// plays, forks, junk and acts are in percent: that it answers off-chain, that it sends two answers, that it sends
	// what is none, and that it does something on-chain.
	plays, forks, junk, acts int
	// loot are the states that the opponent has signed, oldest first; the first needs no signature.
	loot []signedState
	// updates are all that it has received.
	updates []channel.Proof
}

// signedState is a state with signatures under it.
type signedState struct {
	state game.State
	sig   []byte
}

func newPirate(g *channeltest.Game, me game.Seat, dice *rand.Rand, b *blockchain, n *updateNet) *cheater {
	p := &cheater{game: g, me: me, dice: dice, chain: b, net: n, loot: []signedState{{state: g.Initial()}}}
	p.plays, p.forks, p.junk, p.acts = 20+dice.IntN(80), dice.IntN(30), dice.IntN(20), dice.IntN(60)
	if dice.IntN(4) == 0 {
		p.acts = 0 // until the opponent goes on-chain, at least
	}
	return p
}

// overhear takes what the opponent has signed over.
func (p *cheater) overhear(update channel.Proof) {
	them := p.me.Other()
	sig := update.Signatures[them]
	if len(sig) == 0 {
		return
	}
	p.updates = append(p.updates, update)
	judged, err := p.game.Judge(update, &p.me, nil)
	if err != nil {
		return
	}
	of := judged.State
	if base, err := p.game.Decode(update.State); err == nil && update.Move != nil && base.Actor == p.me {
		of = base
	}
	for _, known := range p.loot {
		if keyOf(known.state) == keyOf(of) {
			return
		}
	}
	p.loot = append(p.loot, signedState{of, sig})
}

// mayGiveUp reports whether the mover can: what it has to open does not end the game.
func mayGiveUp(g *channeltest.Game, s game.State) bool {
	_, _, err := g.Channel.Move(s, s.Actor, g.Concession(s), nil)
	return err == nil
}

// move returns a move that the cheater can make in a state.
func (p *cheater) move(s game.State) channel.Move {
	if p.dice.IntN(40) == 0 && mayGiveUp(p.game, s) {
		return p.game.Concession(s)
	}
	t := game.Tile(p.dice.IntN(s.Ruleset.Tiles()))
	for s.Sides[p.me.Other()].Answered.Has(t) {
		t = (t + 1) % game.Tile(s.Ruleset.Tiles())
	}
	m := p.game.Move(s, t)
	if m.Opening != nil && p.dice.IntN(6) == 0 {
		m.Target = ""
	}
	if m.Sunk != nil && p.dice.IntN(10) == 0 {
		lie := m
		lie.Sunk = nil
		if _, _, err := p.game.Channel.Move(s, p.me, lie, nil); err == nil {
			return lie
		}
	}
	return m
}

// proof returns some proof that the cheater can make; false for none.
func (p *cheater) proof() (channel.Proof, bool) {
	i := len(p.loot) - 1
	if p.dice.IntN(3) == 0 {
		i = p.dice.IntN(len(p.loot))
	}
	base := p.loot[i]
	proof := channel.Proof{State: p.game.Encoded(base.state)}
	them := p.me.Other()
	if len(proof.State) > 0 {
		proof.Signatures[them] = base.sig
	}
	if base.state.Phase.InPlay() && base.state.Actor == p.me && p.dice.IntN(4) > 0 {
		m := p.move(base.state)
		proof.Move = &m
		proof.Signatures[p.me] = p.game.Sign(p.me, p.game.After(base.state, m))
		return proof, true
	}
	if len(proof.State) > 0 {
		proof.Signatures[p.me] = p.game.Sign(p.me, base.state)
	}
	return proof, true
}

// play is what the cheater does between blocks.
func (p *cheater) play(tick int, _ [][]byte) {
	them := p.me.Other()
	if p.dice.IntN(100) < p.junk {
		p.net.send(them, p.rubbish(), tick)
	}
	if p.dice.IntN(100) >= p.plays {
		return
	}
	base := p.loot[len(p.loot)-1]
	if !base.state.Phase.InPlay() || base.state.Actor != p.me {
		return
	}
	for again := true; again; again = p.dice.IntN(100) < p.forks {
		m := p.move(base.state)
		update := channel.Proof{State: p.game.Encoded(base.state), Move: &m}
		if len(update.State) > 0 {
			update.Signatures[them] = base.sig
		}
		update.Signatures[p.me] = p.game.Sign(p.me, p.game.After(base.state, m))
		p.net.send(them, at.MarshalUpdate(update), tick)
	}
}

// rubbish is an update that is no good, or no news.
func (p *cheater) rubbish() []byte {
	update, _ := p.proof()
	them := p.me.Other()
	switch p.dice.IntN(6) {
	case 0: // on an old state, maybe
	case 1:
		update.Signatures[0], update.Signatures[1] = update.Signatures[1], update.Signatures[0]
	case 2:
		update.Signatures[them] = update.Signatures[p.me]
	case 3:
		update.Move = nil
	case 4:
		if len(p.updates) > 0 {
			update = p.updates[p.dice.IntN(len(p.updates))]
		}
	default:
		raw := at.MarshalUpdate(update)
		if len(raw) > 0 {
			raw[p.dice.IntN(len(raw))] ^= 1 << p.dice.IntN(8)
			raw = raw[:p.dice.IntN(len(raw))+1]
		}
		return raw
	}
	return at.MarshalUpdate(update)
}

// between is what the cheater does in a block, before a transaction of which it knows or at the end.
func (p *cheater) between(*transaction) {
	acts := p.acts
	if !p.chain.x.OffChain {
		acts = max(acts, 15)
	}
	for p.dice.IntN(100) < acts {
		_ = p.chain.execute(p.transaction())
		acts /= 2
	}
}

// transaction is something that the cheater might send to the chain.
func (p *cheater) transaction() transaction {
	by, x := int(p.me), p.chain.x
	switch p.dice.IntN(8) {
	case 0:
		return transaction{by: by, act: game.Concede{By: p.me}}
	case 1:
		return transaction{by: by, act: game.Challenge{By: p.me}}
	case 2:
		return transaction{by: by, claim: true}
	case 3, 4:
		if x.OffChain || !x.State.Phase.InPlay() || x.State.Actor != p.me {
			return transaction{by: by}
		}
		m := p.chainMove(x.State)
		return transaction{by: by, move: &m}
	default:
		proof, _ := p.proof()
		if p.dice.IntN(3) == 0 {
			by = -1
		}
		if p.dice.IntN(10) == 0 {
			return transaction{by: int(p.me), claim: true, proof: &proof}
		}
		return transaction{by: by, proof: &proof}
	}
}

// chainMove is a move on-chain, or half of one.
func (p *cheater) chainMove(x game.State) play.Move {
	m := p.game.Opening(x)
	if m.Opening != nil && p.dice.IntN(6) == 0 {
		return m
	}
	whole := m
	whole.Target = x.Ruleset.TileName(game.Tile(p.dice.IntN(x.Ruleset.Tiles())))
	g := p.game.Params.Game
	g.State = x
	if _, _, err := g.Move(p.chain.player(p.me), whole, p.chain.height, nil); err == nil || m.Opening == nil {
		return whole
	}
	return m
}
