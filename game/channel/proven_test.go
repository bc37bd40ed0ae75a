package channel_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/game/zk/zktest"
)

// TestProofsOfAnswers judges an update with a zero-knowledge proof of its answer, and refuses the proofs of other
// answers, which are paid for like the right one.
func TestProofsOfAnswers(t *testing.T) {
	g := inEarnest(channeltest.New(game.XayaZK(), channeltest.Options{}))
	c := g.Channel
	base := g.After(g.Initial(), g.Move(g.Initial(), 0))
	b := g.Boards[base.Actor]
	answer := b.Answer(base)
	prove := func(tile game.Tile, hit bool) []byte {
		return must(zktest.Prover{}.ProveAnswer(verify.Answer{
			Binding: b.Binding, Commitment: zktest.Commit(b), Tile: tile, Hit: hit,
		}, b.Fleet, b.Secret))
	}
	update := func(proof []byte) channel.Proof {
		m := channel.Move{Move: play.Move{Opening: &play.Opening{Content: int(commitment.Water), Proof: proof}}}
		if answer.Hit {
			m.Opening.Content = int(commitment.Ship)
		} else {
			m.Target = "A1"
		}
		update := channel.Proof{State: must(g.Encode(base)), Move: &m}
		update.Signatures[base.Actor.Other()] = g.Sign(base.Actor.Other(), base)
		return update
	}
	good := prove(base.Pending, answer.Hit)
	changed := slices.Clone(good)
	changed[0] ^= 0x20
	signature, opening := play.Work{For: "signature", Signatures: 1}, play.Work{For: "opening", Openings: 1}
	for name, tc := range map[string]struct {
		proof []byte
		want  error
	}{
		"the proof":             {proof: good},
		"a changed proof":       {proof: changed, want: verify.ErrProof},
		"that of another tile":  {proof: prove(63, b.Ships.Has(63)), want: verify.ErrProof},
		"a proof that is short": {proof: good[:47], want: verify.ErrEncoding},
		"none":                  {want: verify.ErrEncoding},
	} {
		t.Run(name, func(t *testing.T) {
			var paid purse
			_, _, err := c.Submit(onChain(g.Initial()), &base.Actor, update(tc.proof), now, paid.pay)
			sameError(t, tc.want, err)
			if !reflect.DeepEqual(paid.paid, []play.Work{signature, opening}) {
				t.Errorf("expected to pay for a signature and a proof, got %+v", paid.paid)
			}
		})
	}
}
