package app

import (
	"fmt"
	"time"

	"cosmossdk.io/math"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
)

// GenesisAccount is an account that a chain starts with.
type GenesisAccount struct {
	Address sdk.AccAddress
	// Coins are its balance; they add to the supply.
	Coins sdk.Coins
}

// GenesisValidator is a validator that a chain starts with.
type GenesisValidator struct {
	Moniker string
	// Operator is the account behind the validator. It must be one of the chain's accounts.
	Operator sdk.AccAddress
	// ConsensusKey is the key with which it signs blocks.
	ConsensusKey cryptotypes.PubKey
	// Stake is the operator's self-bond, in uanchor. It adds to the supply and to the operator's balance.
	Stake math.Int
}

// AddToGenesis adds accounts and validators to a genesis state. It serves chains started by one operator, which do not
// need the signed genesis transactions with which the validators of a public chain join.
func (app *App) AddToGenesis(state GenesisState, accounts []GenesisAccount, validators []GenesisValidator) error {
	if err := app.addGenesisAccounts(state, accounts); err != nil {
		return err
	}
	stake, err := app.addGenesisValidators(state, validators)
	if err != nil {
		return err
	}
	balances := make([]banktypes.Balance, 0, len(accounts)+1)
	for _, account := range accounts {
		balances = append(balances, banktypes.Balance{Address: account.Address.String(), Coins: account.Coins})
	}
	if stake.IsPositive() {
		pool := authtypes.NewModuleAddress(stakingtypes.NotBondedPoolName).String()
		balances = append(balances, banktypes.Balance{Address: pool, Coins: sdk.NewCoins(sdk.NewCoin(BondDenom, stake))})
	}
	return app.addGenesisBalances(state, balances)
}

// addGenesisAccounts adds the accounts to x/auth.
func (app *App) addGenesisAccounts(state GenesisState, accounts []GenesisAccount) error {
	var auth authtypes.GenesisState
	if err := app.cdc.UnmarshalJSON(state[authtypes.ModuleName], &auth); err != nil {
		return fmt.Errorf("read the genesis state of x/auth: %w", err)
	}
	packed := make(authtypes.GenesisAccounts, 0, len(accounts))
	for _, account := range accounts {
		packed = append(packed, authtypes.NewBaseAccountWithAddress(account.Address))
	}
	anys, err := authtypes.PackAccounts(packed)
	if err != nil {
		return fmt.Errorf("pack the genesis accounts: %w", err)
	}
	auth.Accounts = append(auth.Accounts, anys...)
	state[authtypes.ModuleName] = app.cdc.MustMarshalJSON(&auth)
	return nil
}

// addGenesisBalances adds balances and supply to x/bank.
func (app *App) addGenesisBalances(state GenesisState, balances []banktypes.Balance) error {
	var bank banktypes.GenesisState
	if err := app.cdc.UnmarshalJSON(state[banktypes.ModuleName], &bank); err != nil {
		return fmt.Errorf("read the genesis state of x/bank: %w", err)
	}
	for _, balance := range balances {
		bank.Supply = bank.Supply.Add(balance.Coins...)
	}
	bank.Balances = append(bank.Balances, balances...)
	state[banktypes.ModuleName] = app.cdc.MustMarshalJSON(&bank)
	return nil
}

// addGenesisValidators adds validators with their operators' delegations to x/staking, and returns the stake of all.
func (app *App) addGenesisValidators(state GenesisState, validators []GenesisValidator) (math.Int, error) {
	var staking stakingtypes.GenesisState
	if err := app.cdc.UnmarshalJSON(state[stakingtypes.ModuleName], &staking); err != nil {
		return math.Int{}, fmt.Errorf("read the genesis state of x/staking: %w", err)
	}
	total := math.ZeroInt()
	for _, v := range validators {
		key, err := codectypes.NewAnyWithValue(v.ConsensusKey)
		if err != nil {
			return math.Int{}, fmt.Errorf("pack the consensus key of validator %s: %w", v.Moniker, err)
		}
		operator, shares := sdk.ValAddress(v.Operator).String(), math.LegacyNewDecFromInt(v.Stake)
		staking.Validators = append(staking.Validators, stakingtypes.Validator{
			OperatorAddress:   operator,
			ConsensusPubkey:   key,
			Status:            stakingtypes.Unbonded, // x/staking bonds it, and tells the modules that have to know
			Tokens:            v.Stake,
			DelegatorShares:   shares,
			Description:       stakingtypes.Description{Moniker: v.Moniker},
			UnbondingTime:     time.Unix(0, 0).UTC(),
			Commission:        stakingtypes.NewCommission(math.LegacyZeroDec(), math.LegacyOneDec(), math.LegacyOneDec()),
			MinSelfDelegation: math.OneInt(),
		})
		staking.Delegations = append(staking.Delegations, stakingtypes.NewDelegation(v.Operator.String(), operator, shares))
		total = total.Add(v.Stake)
	}
	state[stakingtypes.ModuleName] = app.cdc.MustMarshalJSON(&staking)
	return total, nil
}
