// Package duel simulates duels.
package duel

import (
	"github.com/cosmos/cosmos-sdk/testutil/simsx"

	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
)

// Kind is the kind of duels.
type Kind struct{}

var _ core.Kind = Kind{}

// Register implements core.Kind.
func (Kind) Register(weights simsx.WeightSource, registry simsx.Registry, k *keeper.Keeper) {
	registry.Add(weights.Get("msg_create_game", 50), MsgCreateGameFactory(k))
	registry.Add(weights.Get("msg_join_game", 50), MsgJoinGameFactory(k))
	registry.Add(weights.Get("msg_match_game", 50), MsgMatchGameFactory(k))
	registry.Add(weights.Get("msg_shoot_and_reveal", 2000), MsgShootAndRevealFactory(k))
	registry.Add(weights.Get("msg_challenge", 5), MsgChallengeFactory(k))
	registry.Add(weights.Get("msg_submit_state", 60), MsgSubmitStateFactory(k))
	registry.Add(weights.Get("msg_cancel_game", 5), MsgCancelGameFactory(k))
}
