package simulation

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
func (g *genesis) addUnpaid() {
	for _, account := range someOf(g.dice, g.accounts[:min(len(g.accounts), regulars)]) {
		g.state.Unpaid = append(g.state.Unpaid, types.GenesisUnpaid{
			Address: account.AddressBech32,
			Coins:   sdk.NewCoins(sdk.NewInt64Coin(oneOf(g.dice, playDenoms()), between(g.dice, int64(1), 1_000_000))),
		})
	}
	slices.SortFunc(g.state.Unpaid, func(a, b types.GenesisUnpaid) int {
		return strings.Compare(a.Address, b.Address)
	})
}

// fillPurses gives every account something to play for; of the bond denom, it has enough.
func (g *genesis) fillPurses() {
	for range g.accounts {
		g.purses = append(g.purses, sdk.NewCoins(
			sdk.NewInt64Coin(PlayDenom, between(g.dice, int64(0), 1_000_000_000)),
			sdk.NewInt64Coin(types.RewardDenom, between(g.dice, int64(0), 100_000_000)),
		))
	}
}

// held returns the required balance of the module's account.
func (g *genesis) held() sdk.Coins {
	held := sdk.NewCoins(g.pots...)
	for _, unfinished := range g.state.Games {
		held = held.Add(unfinished.Game.Hold()...)
	}
	for _, claim := range g.state.Unpaid {
		held = held.Add(claim.Coins...)
	}
	return held
}

// mint sets the minted amount: all balances, and all rewards ever paid. A low cap is not exceeded yet.
func (g *genesis) mint() {
	supply := g.held()
	for _, purse := range g.purses {
		supply = supply.Add(purse...)
	}
	r, p := &g.state.Rewards, &g.state.Params
	r.Minted = supply.AmountOf(types.RewardDenom).AddRaw(g.paid)
	p.RewardCap = math.MinInt(p.RewardCap.Add(r.Minted), math.NewInt(types.MaxRewardCap))
}

// fund adds the coins of the module and of the players to a genesis of x/bank.
func (g *genesis) fund(bank *banktypes.GenesisState) {
	purses := make(map[string]sdk.Coins, len(g.accounts))
	for i, account := range g.accounts {
		purses[account.AddressBech32] = g.purses[i]
	}
	for i, balance := range bank.Balances {
		purse := purses[balance.Address]
		bank.Balances[i].Coins = balance.Coins.Add(purse...)
		bank.Supply = bank.Supply.Add(purse...)
	}
	if held := g.held(); !held.IsZero() {
		bank.Balances = append(bank.Balances, banktypes.Balance{
			Address: authtypes.NewModuleAddress(types.ModuleName).String(), Coins: held,
		})
		bank.Supply = bank.Supply.Add(held...)
	}
}
