package simulation

import (
	"context"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"

	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MsgUpdateParamsFactory proposes random params to governance.
func MsgUpdateParamsFactory(authority string) simsx.SimMsgFactoryFn[*types.MsgUpdateParams] {
	return func(
		_ context.Context, data *simsx.ChainDataSource, _ simsx.SimulationReporter,
	) ([]simsx.SimAccount, *types.MsgUpdateParams) {
		return nil, &types.MsgUpdateParams{Authority: authority, Params: core.RandomParams(data.Rand().Rand)}
	}
}
