// Package simulation plays random games on a simulated chain: a factory for each message, a random genesis in the
// middle of games, and a decoder for stores that differ.
//
// Players are of all kinds. Most are honest and shoot well, because they read the opponent's board; one in eight
// commits to a board with a ship missing; some name a delegate; all of them sometimes send a message that the chain
// must refuse with an expected error. Players need not answer: a game without further moves runs out of time.
//
// No secret is kept between operations. A player's secrets follow from its address and the nonce of the board, so that
// any later operation can answer, claim or cheat for it, also after the state was exported and imported.
package simulation

import (
	"math/rand"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"

	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/simulation/duel"
	"github.com/battleship-chain/battleship/x/battleship/simulation/melee"
)

// others are the kinds of games beside the duel. Their order and odds decide the games that follow from a seed.
var others = []struct {
	core.Kind
	// odds is how many games it takes, on average, to find one of the kind.
	odds int
}{
	{Kind: melee.Kind{}, odds: 3},
}

// anyKind returns a random kind of game, most often the duel.
func anyKind(dice *rand.Rand) core.Kind {
	for _, other := range others {
		if dice.Intn(other.odds) == 0 {
			return other.Kind
		}
	}
	return duel.Kind{}
}

// Register adds the messages of players. A game takes dozens of moves and one of each of the others, so moves weigh
// more than all else together.
func Register(weights simsx.WeightSource, registry simsx.Registry, k *keeper.Keeper) {
	duel.Kind{}.Register(weights, registry, k)
	for _, other := range others {
		other.Register(weights, registry, k)
	}
	registry.Add(weights.Get("msg_decline_game", 20), MsgDeclineGameFactory(k))
	registry.Add(weights.Get("msg_set_delegate", 20), MsgSetDelegateFactory(k))
	registry.Add(weights.Get("msg_concede", 5), MsgConcedeFactory(k))
	registry.Add(weights.Get("msg_claim_win", 80), MsgClaimWinFactory(k))
	registry.Add(weights.Get("msg_withdraw", 10), MsgWithdrawFactory(k))
	registry.Add(weights.Get("msg_set_name", 10), MsgSetNameFactory(k))
}

// PlayDenom is a coin of simulated chains that only games can destroy.
const PlayDenom = core.PlayDenom

// Prover makes players' proofs of boards and answers, in every proven ruleset.
type Prover = core.Prover

// UseProver adds games with proven boards to the simulation. The chain's packages import no prover: the caller provides
// one before the simulation begins.
func UseProver(p Prover) { core.UseProver(p) }
