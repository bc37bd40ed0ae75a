package simulation

import (
	"fmt"
	"math/rand"

	"github.com/cosmos/cosmos-sdk/types/module"
	simtypes "github.com/cosmos/cosmos-sdk/types/simulation"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// RandomizedGenState makes a random genesis state of the module: params, games at any stage with boards of the
// simulated accounts, results, players and a mint. It adds the coins of the games and of the players to the genesis of
// x/bank, which must exist already. It panics on its own errors, as the simulation manager requires.
func RandomizedGenState(s *module.SimulationState) {
	g, err := randomGenesis(s.Rand, s.Accounts)
	if err != nil {
		panic(fmt.Sprintf("random genesis of module %s: %v", types.ModuleName, err))
	}
	s.GenState[types.ModuleName] = s.Cdc.MustMarshalJSON(g.State)
	var bank banktypes.GenesisState
	s.Cdc.MustUnmarshalJSON(s.GenState[banktypes.ModuleName], &bank)
	g.Fund(&bank)
	s.GenState[banktypes.ModuleName] = s.Cdc.MustMarshalJSON(&bank)
}

// randomGenesis returns a random genesis state in which the accounts, two at least, have played.
func randomGenesis(dice *rand.Rand, accounts []simtypes.Account) (*core.Genesis, error) {
	g, games := core.NewGenesis(dice, accounts)
	for id := range games {
		if err := anyKind(dice).AddGame(g, id+1); err != nil {
			return nil, fmt.Errorf("game %d: %w", id+1, err)
		}
	}
	g.Finish()
	return g, nil
}
