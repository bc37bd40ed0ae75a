package simulation

import (
	"math/rand"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// Prover makes players' proofs of boards and answers, in every proven ruleset.
type Prover interface {
	// ProveBoard returns a proof that a board is legal.
	ProveBoard(b commitment.Binding, f game.Fleet, secret []byte) ([]byte, error)
	// ProveAnswer returns a proof that an answer is true.
	ProveAnswer(a verify.Answer, f game.Fleet, secret []byte) ([]byte, error)
}

// prover makes the proofs of all players. It is nil if games with proven boards are not simulated.
var prover Prover

// UseProver adds games with proven boards to the simulation. The chain's packages import no prover: the caller provides
// one before the simulation begins.
func UseProver(p Prover) { prover = p }

// provenOdds is how many games it takes, on average, to find one whose boards are proven: a proof takes as long as a
// hundred other messages.
const provenOdds = 24

// anyRuleset returns one of the rulesets, rarely one whose boards are proven.
func anyRuleset(dice *rand.Rand) *game.Ruleset {
	proven := prover != nil && dice.Intn(provenOdds) == 0
	var rulesets []*game.Ruleset
	for _, r := range game.Rulesets() {
		if r.Proven == proven {
			rulesets = append(rulesets, r)
		}
	}
	return oneOf(dice, rulesets)
}

// proveAnswer returns the proof of a player's answer to the pending shot.
func proveAnswer(p Prover, b commitmenttest.Board, s game.State, a game.Answer) ([]byte, error) {
	c, err := verify.Commit(b.Binding, b.Fleet, b.Secret)
	if err != nil {
		return nil, err
	}
	return p.ProveAnswer(play.ProvenBoard{Binding: b.Binding, Commitment: c}.Statement(s, a), b.Fleet, b.Secret)
}
