package core

import (
	"math/rand"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// Prover makes players' commitments, and proofs of boards and answers, in every proven ruleset.
type Prover interface {
	// Commit returns the commitment to a board.
	Commit(b commitment.Binding, f game.Fleet, secret []byte) (verify.Commitment, error)
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

// AnyRuleset returns one of the rulesets, rarely one whose boards are proven.
func AnyRuleset(dice *rand.Rand) *game.Ruleset {
	proven := prover != nil && dice.Intn(provenOdds) == 0
	var rulesets []*game.Ruleset
	for _, r := range game.Rulesets() {
		if r.Proven == proven {
			rulesets = append(rulesets, r)
		}
	}
	return OneOf(dice, rulesets)
}
