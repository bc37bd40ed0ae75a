package channel_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	at "github.com/battleship-chain/battleship/player/channel"
)

// What TestNets tries; -seed repeats one run.
var (
	nets    = flag.Int("nets", 10, "how many nets are tried for each ruleset")
	netSeed = flag.Uint64("seed", 0, "the first seed of a net")
)

// net carries updates between two players as badly as it likes: it loses, doubles, delays, reorders and changes them,
// and brings updates of other games.
type net struct {
	*witness

	random *rand.Rand
	both   [2]*player
	// mail are the updates that were ever sent to a player; each may come at any time.
	mail    [2][]channel.Proof
	foreign []channel.Proof
	// concedes has players give up now and then.
	concedes bool
}

// TestNets plays games over such nets between two programs that crash, on machines that lose power, with disks that
// fail. Each game ends, with the same state on both sides, and nobody ever signs two states that compete.
func TestNets(t *testing.T) {
	for _, r := range rulesets {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			g := channeltest.New(r, channeltest.Options{})
			other := channeltest.New(r, channeltest.Options{Seed: 1})
			var foreign []channel.Proof
			for i, turn := range other.Play(channeltest.InOrder) {
				if i%5 == 0 {
					foreign = append(foreign, turn.Update, other.Both(turn.State))
				}
			}
			for i := range uint64(*nets) {
				seed := *netSeed + i
				if err := off(t, g, foreign, seed); err != nil {
					t.Fatalf("-seed %d: %v", seed, err)
				}
			}
		})
	}
}

// sea plays one game.
func off(t *testing.T, g *channeltest.Game, foreign []channel.Proof, seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 0))
	n := &net{
		witness: newWitness(g), random: random, both: players(t, g), foreign: foreign, concedes: random.IntN(4) == 0,
	}
	for _, p := range n.both {
		p.aim = func(s game.State) game.Tile {
			for {
				if tile := game.Tile(random.IntN(s.Ruleset.Tiles())); !s.Sides[p.me.Other()].Answered.Has(tile) {
					return tile
				}
			}
		}
	}
	for range 20_000 {
		if n.over() {
			break
		}
		p := n.both[random.IntN(2)]
		var err error
		switch random.IntN(12) {
		case 0, 1, 2:
			err = n.act(p)
		case 3:
			err = n.restart(p)
		case 4:
			n.trouble(p)
		case 5:
			err = n.hostile(p)
		default:
			err = n.deliver(p)
		}
		if err != nil {
			return fmt.Errorf("the %s: %w", p.me, err)
		}
	}
	if !n.over() {
		return errors.New("expected an end")
	}
	// Both learn of the end, and that the other has.
	n.both[0].disk.after, n.both[1].disk.after = -1, -1
	for range 2 {
		for _, p := range n.both {
			if err := n.restart(p); err != nil {
				return err
			}
			if update, ok := p.Resend(); ok {
				if _, _, err := n.both[p.me.Other()].Receive(update); err != nil {
					return err
				}
			}
		}
	}
	for _, p := range n.both {
		judged, err := g.Judge(p.Proof(), nil, nil)
		if err != nil {
			return err
		}
		if end := judged.State; end.Reason == game.ReasonConceded && judged.Endorsed != [2]bool{true, true} {
			return fmt.Errorf("expected both to endorse the end, got %v", judged.Endorsed)
		}
	}
	return errors.Join(n.both[0].Refusal(), n.both[1].Refusal(), same(n.both))
}

// over reports whether somebody knows the end.
func (n *net) over() bool {
	for _, p := range n.both {
		if s := p.State(); !s.Phase.InPlay() {
			return true
		}
	}
	return false
}

// act makes a player's move, or sends its newest update again.
func (n *net) act(p *player) error {
	update, ok := p.Resend()
	if p.owes() {
		var err error
		if n.concedes && n.random.IntN(100) == 0 {
			update, _, err = p.Move(n.game.Concession(p.State()))
			if errors.Is(err, game.ErrPhase) {
				update, err = p.move() // what it answers ends the game anyway
			}
		} else {
			update, err = p.move()
		}
		if errors.Is(err, errDisk) {
			return nil
		}
		if err != nil {
			return err
		}
		ok = true
	}
	if !ok {
		return nil
	}
	if p.Own() {
		if err := n.see(p.me, update); err != nil {
			return err
		}
	}
	to := p.me.Other()
	n.mail[to] = append(n.mail[to], update)
	return nil
}

// deliver brings an update that was ever sent, mostly one of the last.
func (n *net) deliver(p *player) error {
	mail := n.mail[p.me]
	if len(mail) == 0 {
		return nil
	}
	i := n.random.IntN(len(mail))
	if n.random.IntN(2) == 0 {
		i = len(mail) - 1 - n.random.IntN(min(3, len(mail)))
	}
	progress := p.State().Progress()
	news, events, err := p.Receive(mail[i])
	if errors.Is(err, errDisk) {
		err = nil
	}
	if now := p.State().Progress(); err == nil && (news != (now > progress) || news != (len(events) > 0)) {
		err = fmt.Errorf("expected news of what is newer alone: progress %d, then %d, news %t", progress, now, news)
	}
	return err
}

// hostile brings an update that nobody honest has sent.
func (n *net) hostile(p *player) error {
	var update channel.Proof
	if mail := n.mail[p.me]; n.random.IntN(2) == 0 && len(mail) > 0 {
		update = n.forged(mail[n.random.IntN(len(mail))])
	} else {
		update = n.foreign[n.random.IntN(len(n.foreign))]
	}
	before := at.MarshalUpdate(p.Proof())
	news, _, _ := p.Receive(update)
	if news && !p.Own() {
		// What was changed may have been of no account; then it is as good as the true one.
		_, err := n.game.Judge(p.Proof(), nil, nil)
		return err
	}
	if after := at.MarshalUpdate(p.Proof()); string(after) != string(before) && !n.over() {
		return errors.New("a forged update has changed what is known")
	}
	return p.Refusal()
}

// forged returns an update of which one thing was changed.
func (n *net) forged(p channel.Proof) channel.Proof {
	b := at.MarshalUpdate(p)
	b[n.random.IntN(len(b))] ^= 1 << n.random.IntN(8)
	if changed, err := at.ParseUpdate(b); err == nil {
		return changed
	}
	switch n.random.IntN(4) {
	case 0:
		p.Signatures[0], p.Signatures[1] = p.Signatures[1], p.Signatures[0]
	case 1:
		p.Signatures[n.random.IntN(2)] = nil
	case 2:
		p.State = nil
	default:
		p.Move = nil
	}
	return p
}

// restart ends the player's program at any moment and starts it again, on a machine that may have lost power.
func (n *net) restart(p *player) error {
	p.disk.after = -1
	if n.random.IntN(2) == 0 {
		p.disk.cut(func(_ int, w write) write {
			switch n.random.IntN(3) {
			case 0:
				w.data, w.size = w.data[:0], 1<<40
			case 1:
				w.data = w.data[:n.random.IntN(len(w.data)+1)]
			}
			return w
		})
	}
	if err := p.open(); err != nil {
		return err
	}
	return p.Refusal()
}

// trouble has the player's disk fail once, in one of the next calls.
func (n *net) trouble(p *player) {
	p.disk.after = n.random.IntN(5)
	p.disk.fail = func(call string, w *write) error {
		p.disk.after = -1
		if call == "sync" && n.random.IntN(2) == 0 {
			p.disk.forget()
		}
		if w != nil {
			w.data = w.data[:n.random.IntN(len(w.data)+1)]
		}
		return errDisk
	}
}
