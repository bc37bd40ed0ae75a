// Package melee simulates melees.
package melee

import (
	"github.com/cosmos/cosmos-sdk/testutil/simsx"

	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
)

// Kind is the kind of melees.
type Kind struct{}

var _ core.Kind = Kind{}

// Register implements core.Kind.
func (Kind) Register(weights simsx.WeightSource, registry simsx.Registry, k *keeper.Keeper) {
	registry.Add(weights.Get("msg_create_melee", 15), MsgCreateMeleeFactory(k))
	registry.Add(weights.Get("msg_join_melee", 100), MsgJoinMeleeFactory(k))
	registry.Add(weights.Get("msg_leave_melee", 10), MsgLeaveMeleeFactory(k))
	registry.Add(weights.Get("msg_confirm_melee", 100), MsgConfirmMeleeFactory(k))
	registry.Add(weights.Get("msg_aim", 400), MsgAimFactory(k))
	registry.Add(weights.Get("msg_fire", 400), MsgFireFactory(k))
	registry.Add(weights.Get("msg_report", 400), MsgReportFactory(k))
}
