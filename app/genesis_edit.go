package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/cosmos/gogoproto/proto"
	ratelimittypes "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"

	"github.com/cosmos/cosmos-sdk/codec"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
)

// EditGenesis returns the genesis state of a module after a change to it. State is an empty message of its type, which
// do changes.
func EditGenesis(
	name string, raw json.RawMessage, cdc codec.JSONCodec, state proto.Message, do func(),
) (json.RawMessage, error) {
	if err := cdc.UnmarshalJSON(raw, state); err != nil {
		return nil, fmt.Errorf("read the genesis state of x/%s: %w", name, err)
	}
	do()
	bz, err := cdc.MarshalJSON(state)
	if err != nil {
		return nil, fmt.Errorf("write the genesis state of x/%s: %w", name, err)
	}
	return bz, nil
}

// completeExport changes the exported states of modules that would refuse their own. Descriptions of vouchers are left
// out, which x/bank finds invalid and the transfer module writes again. The rate limits of a chain in its first hour
// have an epoch that began at height zero.
func (app *App) completeExport(state GenesisState) (err error) {
	var bank banktypes.GenesisState
	if raw, ok := state[banktypes.ModuleName]; ok {
		state[banktypes.ModuleName], err = EditGenesis(banktypes.ModuleName, raw, app.cdc, &bank, func() {
			bank.DenomMetadata = slices.DeleteFunc(bank.DenomMetadata, func(m banktypes.Metadata) bool {
				return strings.HasPrefix(m.Base, transfertypes.DenomPrefix+"/")
			})
		})
	}
	if err != nil {
		return err
	}
	var limits ratelimittypes.GenesisState
	if raw, ok := state[ratelimittypes.ModuleName]; ok {
		state[ratelimittypes.ModuleName], err = EditGenesis(ratelimittypes.ModuleName, raw, app.cdc, &limits, func() {
			limits.HourEpoch.EpochStartHeight = max(limits.HourEpoch.EpochStartHeight, 1)
		})
	}
	return err
}
