package core

import (
	"slices"
	"strings"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// addUnpaid lets coins wait for some of the accounts that play most.
func (g *Genesis) addUnpaid() {
	for _, account := range someOf(g.Dice, g.Accounts[:min(len(g.Accounts), regulars)]) {
		g.State.Unpaid = append(g.State.Unpaid, types.GenesisUnpaid{
			Address: account.AddressBech32,
			Coins:   sdk.NewCoins(sdk.NewInt64Coin(OneOf(g.Dice, playDenoms()), Between(g.Dice, int64(1), 1_000_000))),
		})
	}
	slices.SortFunc(g.State.Unpaid, func(a, b types.GenesisUnpaid) int {
		return strings.Compare(a.Address, b.Address)
	})
}

// fillPurses gives every account something to play for; of the bond denom, it has enough.
func (g *Genesis) fillPurses() {
	for range g.Accounts {
		g.purses = append(g.purses, sdk.NewCoins(
			sdk.NewInt64Coin(PlayDenom, Between(g.Dice, int64(0), 1_000_000_000)),
			sdk.NewInt64Coin(types.RewardDenom, Between(g.Dice, int64(0), 100_000_000)),
		))
	}
}

// escrow returns the required balance of the module's account.
func (g *Genesis) escrow() sdk.Coins {
	held := sdk.NewCoins(g.Held...)
	for _, claim := range g.State.Unpaid {
		held = held.Add(claim.Coins...)
	}
	return held
}

// mint sets the minted amount: all balances, and all rewards ever paid. A low cap is not exceeded yet.
func (g *Genesis) mint() {
	supply := g.escrow()
	for _, purse := range g.purses {
		supply = supply.Add(purse...)
	}
	r, p := &g.State.Rewards, &g.State.Params
	r.Minted = supply.AmountOf(types.RewardDenom).AddRaw(g.paid)
	p.RewardCap = math.MinInt(p.RewardCap.Add(r.Minted), math.NewInt(types.MaxRewardCap))
}

// Fund adds the coins of the module and of the players to a genesis of x/bank.
func (g *Genesis) Fund(bank *banktypes.GenesisState) {
	purses := make(map[string]sdk.Coins, len(g.Accounts))
	for i, account := range g.Accounts {
		purses[account.AddressBech32] = g.purses[i]
	}
	for i, balance := range bank.Balances {
		purse := purses[balance.Address]
		bank.Balances[i].Coins = balance.Coins.Add(purse...)
		bank.Supply = bank.Supply.Add(purse...)
	}
	if held := g.escrow(); !held.IsZero() {
		bank.Balances = append(bank.Balances, banktypes.Balance{
			Address: authtypes.NewModuleAddress(types.ModuleName).String(), Coins: held,
		})
		bank.Supply = bank.Supply.Add(held...)
	}
}
