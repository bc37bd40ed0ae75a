package client

import (
	"context"
	"fmt"
	"math/big"

	sdkmath "cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/client/grpc/node"
	sdk "github.com/cosmos/cosmos-sdk/types"
)

const (
	// GasDenom is the coin that fees are paid in.
	GasDenom = "uanchor"
	// DefaultGasPrice is paid to a node that does not say what it asks.
	DefaultGasPrice = "0.001" + GasDenom
	// MaxGasPrice is the most that is paid to a node without the user's word: a node could ask for anything.
	MaxGasPrice = "0.1" + GasDenom
)

func parseGasPrices(s string) (sdk.DecCoins, error) {
	prices, err := sdk.ParseDecCoins(s)
	if err != nil {
		return nil, fmt.Errorf("gas prices: expected something like %s, got %q", DefaultGasPrice, s)
	}
	return prices, nil
}

// loadPrices settles what gas is paid with: the caller's choice, else what the node asks, else the default.
func (c *Client) loadPrices(ctx context.Context) error {
	if c.prices != nil {
		return nil
	}
	fallback, err := parseGasPrices(DefaultGasPrice)
	if err != nil {
		return err
	}
	res, err := node.NewServiceClient(c.conn).Config(ctx, &node.ConfigRequest{})
	if err != nil {
		// Some nodes keep their configuration to themselves.
		c.prices = fallback
		return nil //nolint:nilerr // the default price is the answer to any failure here
	}
	asked, err := sdk.ParseDecCoins(res.MinimumGasPrice)
	if err != nil || asked.AmountOf(GasDenom).IsZero() {
		c.prices = fallback
		return nil //nolint:nilerr // likewise
	}
	limit, err := parseGasPrices(MaxGasPrice)
	if err != nil {
		return err
	}
	price := asked.AmountOf(GasDenom)
	if price.GT(limit.AmountOf(GasDenom)) {
		return fmt.Errorf("gas price: expected at most %s, but the node at %s asks %s%s: accept it with --gas-prices",
			MaxGasPrice, c.conn.address, price, GasDenom)
	}
	c.prices = sdk.NewDecCoins(sdk.NewDecCoinFromDec(GasDenom, price))
	return nil
}

// fees are what a gas limit costs, rounded up.
func fees(prices sdk.DecCoins, gas uint64) sdk.Coins {
	limit := sdkmath.LegacyNewDecFromBigInt(new(big.Int).SetUint64(gas))
	out := sdk.NewCoins()
	for _, p := range prices {
		out = out.Add(sdk.NewCoin(p.Denom, p.Amount.Mul(limit).Ceil().RoundInt()))
	}
	return out
}
