package app_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdkmath "cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/baseapp"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// rich gives each account both coins that nodes ask for, the first beyond 2^63, and one that they do not.
func rich() []chain.Option {
	const much = 1_000_000_000
	return []chain.Option{
		chain.WithCoins(
			sdk.NewCoin(app.BondDenom, sdkmath.NewIntFromUint64(math.MaxUint64)),
			sdk.NewInt64Coin("driftwood", much),
			sdk.NewInt64Coin(battleshiptypes.RewardDenom, much),
		),
		chain.WithGenesis(func(a *app.App, state app.GenesisState) {
			genesis := battleshiptypes.DefaultGenesis()
			genesis.Rewards.Minted = sdkmath.NewInt(100 * much)
			state[battleshiptypes.ModuleName] = a.AppCodec().MustMarshalJSON(genesis)
		}),
	}
}

// fees returns a fee of both coins that nodes ask for, and of one that they do not.
func fees(anchors, shipcoins, driftwood int64) sdk.Coins {
	return sdk.NewCoins(
		sdk.NewInt64Coin(app.BondDenom, anchors),
		sdk.NewInt64Coin(battleshiptypes.RewardDenom, shipcoins),
		sdk.NewInt64Coin("driftwood", driftwood),
	)
}

func TestBothCoinsOfFeesCountAlikeAndOthersNothing(t *testing.T) {
	t.Parallel()
	c := chain.New(t, rich()...)
	tx := func(name string, fee sdk.Coins) []byte {
		account := c.Account(name)
		bz := c.SignTx(chain.Tx{Gas: least, Fee: fee, Msgs: selfPayment(account)}, account)
		res := c.Check(bz)
		require.Zero(t, res.Code, res.Log)
		return bz
	}
	worthless := tx(chain.Mallory, fees(1, 0, 100_000))
	plain := tx(chain.Alice, fees(1000, 0, 0))
	reward := tx(chain.Bob, fees(0, 1001, 0))
	both := tx(chain.Carol, fees(600, 600, 0))
	require.Equal(t, [][]byte{both, reward, plain, worthless}, c.Prepare(math.MaxInt64))
	until := c.Time().Add(time.Minute)
	huge := sdk.NewCoins(sdk.NewCoin(app.BondDenom, sdkmath.NewIntFromUint64(1<<63)))
	first := c.SignTx(chain.Tx{Gas: least, Fee: huge, Until: until, Msgs: selfPayment(c.Account(chain.Alice))},
		c.Account(chain.Alice))
	require.Zero(t, c.Check(first).Code)
	require.Equal(t, first, c.Prepare(math.MaxInt64)[0], "a fee beyond 2^63 is the greatest of all")
	second := c.SignTx(chain.Tx{
		Gas: least, Fee: anchors(1 << 62), Until: until, Msgs: selfPayment(c.Account(chain.Bob)),
	}, c.Account(chain.Bob))
	require.Zero(t, c.Check(second).Code)
	require.Equal(t, [][]byte{first, second}, c.Prepare(math.MaxInt64)[:2], "so is a price beyond it")

	// A product with the greatest of all fees fits into no number.
	greatest := sdk.NewCoins(sdk.NewCoin(app.BondDenom, sdkmath.NewIntWithDecimal(1, 76)))
	carol := c.Account(chain.Carol)
	res := c.Check(c.SignTx(chain.Tx{Gas: least, Fee: greatest, Msgs: selfPayment(carol)}, carol))
	require.Equal(t, sdkerrors.ErrInsufficientFunds.ABCICode(), res.Code, res.Log)
}

func TestANodeAsksForOneOfItsPricesRoundedUp(t *testing.T) {
	t.Parallel()
	prices := "0.001" + app.BondDenom + ",0.001" + battleshiptypes.RewardDenom
	c := chain.New(t, append(rich(), chain.WithBaseApp(baseapp.SetMinGasPrices(prices)))...)
	alice := c.Account(chain.Alice)
	const gas, asked = 100_001, 101
	sign := func(fee sdk.Coins) []byte {
		return c.SignTx(chain.Tx{Gas: gas, Fee: fee, Msgs: selfPayment(alice)}, alice)
	}
	for name, fee := range map[string]sdk.Coins{
		"of the first coin":  fees(asked-1, 0, 0),
		"of the second coin": fees(0, asked-1, 0),
		"of half in each":    fees(asked/2, asked/2, 0),
		"of another coin":    fees(0, 0, 100*asked),
	} {
		res := c.Check(sign(fee))
		require.Equal(t, sdkerrors.ErrInsufficientFee.ABCICode(), res.Code, "a fee %s: %s", name, res.Log)
	}
	for _, fee := range []sdk.Coins{fees(asked, 0, 0), fees(0, asked, 0), fees(1, asked, 1)} {
		c := chain.New(t, append(rich(), chain.WithBaseApp(baseapp.SetMinGasPrices(prices)))...)
		res := c.Check(c.SignTx(chain.Tx{Gas: gas, Fee: fee, Msgs: selfPayment(alice)}, alice))
		require.Zero(t, res.Code, "a fee of %s: %s", fee, res.Log)
	}
	require.Zero(t, c.Block(sign(fees(1, 0, 0))).TxResults[0].Code, "what a block may hold is no matter of prices")
}

// Only a simulation is charged for the fee that it does not know yet.
func TestATransactionThatPaysNoFeeIsNotChargedForPayingOne(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	var raw txtypes.TxRaw
	require.NoError(t, raw.Unmarshal(txsWanting(c, least)[0]))
	var info txtypes.AuthInfo
	require.NoError(t, info.Unmarshal(raw.AuthInfoBytes))
	used := func(fee sdk.Coins) int64 {
		info.Fee.Amount = fee
		var err error
		raw.AuthInfoBytes, err = info.Marshal()
		require.NoError(t, err)
		bz, err := raw.Marshal()
		require.NoError(t, err)
		res := c.Block(bz).TxResults[0]
		require.Equal(t, sdkerrors.ErrUnauthorized.ABCICode(), res.Code, "it is not what was signed: %s", res.Log)
		return res.GasUsed
	}
	require.InDelta(t, 16_400, used(anchors(81))-used(nil), 2000)
}
