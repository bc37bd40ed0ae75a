package channel_test

import (
	"errors"
	"flag"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/game/zk/zktest"
	at "github.com/battleship-chain/battleship/player/channel"
)

// provenMoves is how many moves TestProvenGame makes: each proof takes some tenths of a second.
var provenMoves = flag.Int("proven-moves", 7, "how many moves are made with proofs; 1000 for a whole game")

// proven is a game whose answers have the proofs of package zk.
func proven(r *game.Ruleset) *channeltest.Game {
	g := channeltest.New(r, channeltest.Options{Scheme: channeltest.Secp256k1{}})
	for seat, b := range g.Boards {
		g.Params.Seats[seat].Board = play.ProvenBoard{
			Binding: b.Binding, Commitment: zktest.Commit(b),
			TossLeaf: must(commitment.CommitToss(b.Binding, b.Fleet, b.Secret)),
		}
	}
	g.Channel = must(channel.New(g.Params))
	return g
}

// prove returns the honest move in a state, with the proof of its answer.
func prove(g *channeltest.Game, s game.State) channel.Move {
	if s.Owes != game.OwesAnswer {
		return g.Move(s, channeltest.InOrder(s))
	}
	m, answer := channel.Move{Move: g.Opening(s)}, g.Boards[s.Actor].Answer(s)
	m.Opening = &play.Opening{Content: m.Opening.Content, Proof: zktest.Answer(g.Boards[s.Actor], s.Pending)}
	next := must(after(game.Step(s, answer, s.Deadline)))
	if next.Phase == game.PhasePlay && next.Actor == s.Actor {
		m.Target = s.Ruleset.TileName(channeltest.InOrder(next))
	}
	return m
}

func after(s game.State, _ []game.Event, err error) (game.State, error) { return s, err }

// TestProvenGame: an answer is taken over only with its proof, and a proven game ends with play.
func TestProvenGame(t *testing.T) {
	g := proven(game.XayaZK())
	both := players(t, g)
	for range *provenMoves {
		mover := both[both[0].State().Actor]
		s := mover.State()
		if !mover.owes() {
			break
		}
		m := prove(g, s)
		if s.Owes == game.OwesAnswer {
			false1, false2 := m, m
			false1.Opening = &play.Opening{Content: 1 - m.Opening.Content, Proof: m.Opening.Proof}
			if _, _, err := mover.Move(false1); err == nil {
				t.Fatal("expected a lie to be refused before it is signed")
			}
			false2.Opening = &play.Opening{Content: m.Opening.Content, Proof: slices.Clone(m.Opening.Proof)}
			false2.Opening.Proof[len(m.Opening.Proof)-10] ^= 1
			p := channel.Proof{State: must(g.Encode(s)), Move: &false2}
			p.Signatures[mover.me.Other()] = g.Sign(mover.me.Other(), s)
			p.Signatures[mover.me] = g.Sign(mover.me, must(after(g.Channel.Move(s, mover.me, m, nil))))
			if news, _, err := both[mover.me.Other()].Receive(p); news || !errors.Is(err, verify.ErrProof) &&
				!errors.Is(err, verify.ErrEncoding) {
				t.Fatalf("expected a false proof to be refused, got %t, %v", news, err)
			}
		}
		update, _, err := mover.Move(m)
		if err != nil {
			t.Fatal(err)
		}
		b := at.MarshalUpdate(update)
		if len(b) > 500 {
			t.Errorf("an update of %d bytes", len(b))
		}
		if news, _, err := both[mover.me.Other()].Receive(must(at.ParseUpdate(b))); !news || err != nil {
			t.Fatal(news, err)
		}
	}
	for _, p := range both {
		p.start(t)
	}
	if loser := both[both[0].State().Actor]; loser.owes() {
		m := prove(g, loser.State())
		m.Target, m.Concede = "", true
		update, _, err := loser.Move(m)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := both[loser.me.Other()].Receive(update); err != nil {
			t.Fatal(err)
		}
	}
	if err := same(both); err != nil || both[0].State().Phase != game.PhaseOver {
		t.Fatalf("expected an end, got %v\n%s", err, both[0].State())
	}
}
