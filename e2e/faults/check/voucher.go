package check

import (
	"context"
	"errors"
	"strings"

	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypesv2 "github.com/cosmos/ibc-go/v11/modules/core/02-client/v2/types"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
)

// origin is the origin of a voucher: a coin in the escrow of transfers from this chain to itself.
type origin struct{ escrow, denom string }

// backing returns the coins in escrow for each voucher of a supply, none for one of unknown origin.
func (c *Checker) backing(ctx context.Context, v view, supply sdk.Coins) (map[string]math.Int, error) {
	held := make(map[string]math.Int)
	for _, coin := range supply {
		if !strings.HasPrefix(coin.Denom, transfertypes.DenomPrefix+"/") {
			continue
		}
		from, known := c.origins[coin.Denom]
		if !known {
			var err error
			if from, err = v.origin(ctx, coin.Denom); err != nil && !errors.Is(err, errNotFound) {
				return nil, err
			}
			c.origins[coin.Denom] = from
		}
		res := banktypes.QueryBalanceResponse{Balance: new(sdk.NewCoin(coin.Denom, math.ZeroInt()))}
		if from != (origin{}) {
			if err := v.ask(ctx, "/cosmos.bank.v1beta1.Query/Balance",
				&banktypes.QueryBalanceRequest{Address: from.escrow, Denom: from.denom}, &res); err != nil {
				return nil, err
			}
		}
		held[coin.Denom] = res.Balance.Amount
	}
	return held, nil
}

// origin returns the origin of a voucher, or errNotFound.
func (v view) origin(ctx context.Context, voucher string) (origin, error) {
	var denom transfertypes.QueryDenomResponse
	if err := v.ask(ctx, "/ibc.applications.transfer.v1.Query/Denom",
		&transfertypes.QueryDenomRequest{Hash: voucher}, &denom); err != nil {
		return origin{}, err
	}
	if len(denom.Denom.Trace) != 1 {
		return origin{}, errNotFound
	}
	var other clienttypesv2.QueryCounterpartyInfoResponse
	if err := v.ask(ctx, "/ibc.core.client.v2.Query/CounterpartyInfo",
		&clienttypesv2.QueryCounterpartyInfoRequest{ClientId: denom.Denom.Trace[0].ChannelId}, &other); err != nil {
		return origin{}, err
	}
	escrow := transfertypes.GetEscrowAddress(transfertypes.PortID, other.CounterpartyInfo.ClientId)
	return origin{escrow.String(), denom.Denom.Base}, nil
}
