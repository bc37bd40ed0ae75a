package client

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	sdkmath "cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/client/grpc/node"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// GasDenom is the coin that fees are paid in.
	GasDenom = "uanchor"
	// DefaultGasPrice is the price for a node that does not report its own.
	DefaultGasPrice = "0.001" + GasDenom
	// MaxGasPrice is the most that is paid to a node without the user's word: a node could ask for anything.
	MaxGasPrice = "0.1" + GasDenom
)

// gasLimits are the highest gas limits of a transaction, by message: the node's estimate decides the limit, and the
// player pays for all of it. Each is at least twice the gas of the dearest such message, with a stake, fees and a
// deposit, and of a melee for 16. Proofs come on top, with room for an answer that ends a game at once.
var gasLimits = map[string]uint64{
	sdk.MsgTypeURL(&types.MsgCreateGame{}):     400_000,
	sdk.MsgTypeURL(&types.MsgJoinGame{}):       500_000,
	sdk.MsgTypeURL(&types.MsgMatchGame{}):      700_000,
	sdk.MsgTypeURL(&types.MsgShootAndReveal{}): 250_000,
	sdk.MsgTypeURL(&types.MsgConcede{}):        500_000,
	sdk.MsgTypeURL(&types.MsgChallenge{}):      250_000,
	sdk.MsgTypeURL(&types.MsgClaimWin{}):       1_000_000,
	sdk.MsgTypeURL(&types.MsgSubmitState{}):    500_000,
	sdk.MsgTypeURL(&types.MsgCreateMelee{}):    800_000,
	sdk.MsgTypeURL(&types.MsgJoinMelee{}):      800_000,
	sdk.MsgTypeURL(&types.MsgAim{}):            250_000,
	sdk.MsgTypeURL(&types.MsgFire{}):           250_000,
}

const (
	// otherGasLimit is the limit of a message that gasLimits does not name.
	otherGasLimit = 400_000
)

// proofGasLimit is the most gas that the proof in a message may want: twice that of its verification.
func proofGasLimit(msg sdk.Msg) uint64 {
	var board, answer []byte
	switch m := msg.(type) {
	case *types.MsgCreateGame:
		board = m.Entry.Proof
	case *types.MsgJoinGame:
		board = m.Entry.Proof
	case *types.MsgMatchGame:
		board = m.Entry.Proof
	case *types.MsgShootAndReveal:
		answer = m.Opening.GetProof()
	case *types.MsgSubmitState:
		answer = m.Proof.GetMove().GetOpening().GetProof()
	case *types.MsgClaimWin:
		answer = m.Proof.GetMove().GetOpening().GetProof()
	}
	switch {
	case len(board) > 0:
		return 2 * types.ProofGas
	case len(answer) > 0:
		return 2 * types.OpeningGas
	default:
		return 0
	}
}

// gasLimit is the limit of a transaction whose simulation has used that much gas.
func (c *Client) gasLimit(msgs []sdk.Msg, simulated uint64) (uint64, error) {
	wanted := float64(simulated) * c.options.GasAdjustment
	var most uint64
	for _, msg := range msgs {
		limit, ok := gasLimits[sdk.MsgTypeURL(msg)]
		if !ok {
			limit = otherGasLimit
		}
		most += limit + proofGasLimit(msg)
	}
	if wanted > float64(most) {
		return 0, fmt.Errorf("nothing was sent: expected at most %d gas for %s, but the node at %s says %d, times %g: "+
			"ask another node with --node", most, kinds(msgs), c.conn.address, simulated, c.options.GasAdjustment)
	}
	return uint64(wanted), nil
}

// kinds names messages without their packages.
func kinds(msgs []sdk.Msg) string {
	var names []string
	for _, msg := range msgs {
		url := sdk.MsgTypeURL(msg)
		names = append(names, url[strings.LastIndexByte(url, '.')+1:])
	}
	return strings.Join(names, ", ")
}

func parseGasPrices(s string) (sdk.DecCoins, error) {
	prices, err := sdk.ParseDecCoins(s)
	if err != nil {
		return nil, fmt.Errorf("--gas-prices: expected a price such as %s, got %q", DefaultGasPrice, s)
	}
	return prices, nil
}

// loadPrices sets the price of gas: the caller's choice, else the node's, else the default.
func (c *Client) loadPrices(ctx context.Context) error {
	if c.prices != nil {
		return nil
	}
	fallback, err := parseGasPrices(DefaultGasPrice)
	if err != nil {
		return err
	}
	if c.options.Fees != nil {
		c.prices = fallback // only a simulation is paid with it
		return nil
	}
	res, err := node.NewServiceClient(c.conn).Config(ctx, &node.ConfigRequest{})
	if MayPass(err) {
		return err
	}
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

// feeFor is the fee of a transaction with that gas limit: the one in the options, else the price of the gas. In the
// first case the going price follows from it.
func (c *Client) feeFor(gas uint64) sdk.Coins {
	if c.options.Fees == nil {
		return fees(c.prices, gas)
	}
	limit := sdkmath.LegacyNewDecFromBigInt(new(big.Int).SetUint64(gas))
	prices := sdk.NewDecCoins()
	for _, coin := range c.options.Fees {
		prices = prices.Add(sdk.NewDecCoinFromDec(coin.Denom, sdkmath.LegacyNewDecFromInt(coin.Amount).Quo(limit)))
	}
	c.prices = prices
	return c.options.Fees
}

// fees are the price of a gas limit, rounded up.
func fees(prices sdk.DecCoins, gas uint64) sdk.Coins {
	limit := sdkmath.LegacyNewDecFromBigInt(new(big.Int).SetUint64(gas))
	out := sdk.NewCoins()
	for _, p := range prices {
		out = out.Add(sdk.NewCoin(p.Denom, p.Amount.Mul(limit).Ceil().RoundInt()))
	}
	return out
}
