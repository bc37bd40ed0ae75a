package core

import (
	"cmp"
	"maps"
	"math/rand"
	"slices"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"
	simtypes "github.com/cosmos/cosmos-sdk/types/simulation"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxGenesisGames is the most games that a random genesis state has ever seen.
const maxGenesisGames = 30

// Genesis is a genesis state that grows game by game. Everything in it has happened at height 0.
type Genesis struct {
	Dice     *rand.Rand
	Accounts []simtypes.Account
	State    *types.GenesisState
	// players are the records of those who have played, by address.
	players map[string]*types.Player
	// places are how many rewards each of them was promised.
	places map[string]uint64
	// paid is the sum of the rewards in the results.
	paid int64
	// Held are the coins of the unfinished games.
	Held sdk.Coins
	// purses are what accounts have to play for, in the order of the accounts.
	purses []sdk.Coins
}

// NewGenesis returns a random genesis state without games, and how many games have been there.
func NewGenesis(dice *rand.Rand, accounts []simtypes.Account) (g *Genesis, games uint64) {
	games = uint64(dice.Intn(maxGenesisGames + 1))
	params := RandomParams(dice)
	return &Genesis{
		Dice:     dice,
		Accounts: accounts,
		players:  make(map[string]*types.Player),
		places:   make(map[string]uint64),
		State: &types.GenesisState{
			Params:     params,
			NextGameId: games + 1,
			ChainId:    simsx.SimAppChainID,
			Rewards: types.Rewards{
				Minted: math.ZeroInt(),
				Payout: params.RewardInitial.AddRaw(Between(dice, int64(0), 1_000_000)),
			},
		},
	}, games
}

// Finish adds to the games what follows from them: the records of players, and coins.
func (g *Genesis) Finish() {
	g.addPlayers()
	g.addUnpaid()
	g.fillPurses()
	g.mint()
}

// Stake returns each player's stake, or nil for none.
func (g *Genesis) Stake() *sdk.Coin {
	denoms := g.State.Params.StakeDenoms
	if len(denoms) == 0 || g.Dice.Intn(2) > 0 {
		return nil
	}
	return &sdk.Coin{Denom: OneOf(g.Dice, denoms), Amount: math.NewInt(OneOf(g.Dice, stakes))}
}

// Account returns a random account that is none of those, if there is one.
func (g *Genesis) Account(others ...string) (simtypes.Account, bool) {
	first := g.Dice.Intn(len(g.Accounts))
	for i := range g.Accounts {
		account := g.Accounts[(first+i)%len(g.Accounts)]
		if !slices.Contains(others, account.AddressBech32) {
			return account, true
		}
	}
	return simtypes.Account{}, false
}

// ByAddress returns an account, which must be there.
func (g *Genesis) ByAddress(address string) simtypes.Account {
	i := slices.IndexFunc(g.Accounts, func(a simtypes.Account) bool { return a.AddressBech32 == address })
	return g.Accounts[i]
}

// Player returns the record of an account, which counts as a player from then on.
func (g *Genesis) Player(account simtypes.Account) *types.Player {
	player, ok := g.players[account.AddressBech32]
	if !ok {
		player = new(types.Player)
		g.players[account.AddressBech32] = player
	}
	return player
}

// Pay counts the reward of a win.
func (g *Genesis) Pay(uship uint64) {
	g.paid += int64(uship)
	g.State.Rewards.Wins++
}

// Promise counts the reward of a game against the limits of the chain and of players.
func (g *Genesis) Promise(uship uint64, players ...string) {
	if uship == 0 {
		return
	}
	if len(g.State.Promised) == 0 {
		g.State.Promised = []types.GenesisPromised{{}}
	}
	g.State.Promised[0].Uship += uship
	for _, player := range players {
		g.places[player]++
	}
}

// addPlayers adds the records of all players, and sorts the records of their games.
func (g *Genesis) addPlayers() {
	for _, address := range slices.Sorted(maps.Keys(g.players)) {
		g.State.Players = append(g.State.Players, types.GenesisPlayer{Address: address, Player: *g.players[address]})
	}
	for _, player := range slices.Sorted(maps.Keys(g.places)) {
		for number := range g.places[player] {
			g.State.Places = append(g.State.Places, types.GenesisPlace{Player: player, Number: number})
		}
	}
	slices.SortFunc(g.State.Rematches, func(a, b types.GenesisRematch) int { return cmp.Compare(a.Of, b.Of) })
}
