package simulation

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	"github.com/cosmos/cosmos-sdk/types/module"
	simtypes "github.com/cosmos/cosmos-sdk/types/simulation"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// maxGenesisGames is the most games that a random genesis state has ever seen.
	maxGenesisGames = 30
	// maxGenesisMoves is the most moves that one of them has seen; it is more than an average game takes.
	maxGenesisMoves = 120
)

// RandomizedGenState makes a random genesis state of the module: params, games at any stage with boards of the
// simulated accounts, results, players and a mint. It panics on a mistake of its own, as the simulation manager wants
// it.
func RandomizedGenState(s *module.SimulationState) {
	gen, err := randomGenesis(s.Rand, s.Accounts)
	if err != nil {
		panic(fmt.Sprintf("random genesis of module %s: %v", types.ModuleName, err))
	}
	s.GenState[types.ModuleName] = s.Cdc.MustMarshalJSON(gen)
}

// genesis is a genesis state that grows game by game.
type genesis struct {
	dice     *rand.Rand
	accounts []simtypes.Account
	state    *types.GenesisState
	// players are the records of those who have played, by address.
	players map[string]*types.Player
	// paid is what the results say was paid.
	paid int64
}

// randomGenesis returns a random genesis state in which the accounts, two at least, have played.
func randomGenesis(dice *rand.Rand, accounts []simtypes.Account) (*types.GenesisState, error) {
	games := dice.Intn(maxGenesisGames + 1)
	params := randomParams(dice)
	g := genesis{
		dice:     dice,
		accounts: accounts,
		players:  make(map[string]*types.Player),
		state: &types.GenesisState{
			Params:     params,
			NextGameId: uint64(games) + 1,
			ChainId:    simsx.SimAppChainID,
		},
	}
	for id := range uint64(games) {
		if err := g.addGame(id + 1); err != nil {
			return nil, fmt.Errorf("game %d: %w", id+1, err)
		}
	}
	g.addPlayers()
	g.state.Rewards = types.Rewards{
		// Winners were not all who were paid.
		Minted: math.NewInt(g.paid + between(dice, int64(0), g.paid)),
		Payout: params.RewardInitial.AddRaw(between(dice, int64(0), 1_000_000)),
	}
	return g.state, nil
}

// addGame adds one game: cancelled without a trace, finished or unfinished.
func (g *genesis) addGame(id uint64) error {
	creator, _ := g.account()
	joiner, ok := g.account(creator.AddressBech32)
	switch outcome := g.dice.Intn(6); {
	case outcome == 0:
		g.player(creator).BoardNonce++
		return nil
	case outcome < 3 && ok:
		g.addResult(id, creator, joiner)
		return nil
	default:
		return g.addUnfinished(id, creator)
	}
}

// addResult adds a game that has ended, at height 0.
func (g *genesis) addResult(id uint64, accounts ...simtypes.Account) {
	rules := anyRuleset(g.dice)
	result := types.Result{GameId: id, RulesetId: rules.ID, Reason: types.REASON_VOID}
	for _, account := range accounts {
		player := g.player(account)
		player.BoardNonce++
		player.Games++
		result.Players = append(result.Players, account.AddressBech32)
		result.Shots = append(result.Shots, uint32(g.dice.Intn(rules.Tiles()+1)))
	}
	if g.dice.Intn(8) > 0 {
		winner := anySeat(g.dice)
		g.player(accounts[winner]).Won++
		g.player(accounts[winner.Other()]).Lost++
		result.Winner = uint32(winner) + 1
		result.Reason = between(g.dice, types.REASON_SUNK, types.REASON_UNPROVEN)
		result.Reward = uint64(g.dice.Intn(100_000_000))
		g.paid += int64(result.Reward)
	}
	g.state.Results = append(g.state.Results, result)
}

// addUnfinished adds a game that is open or was joined, at any stage. All of it has happened at height 0.
func (g *genesis) addUnfinished(id uint64, creator simtypes.Account) error {
	rules := anyRuleset(g.dice)
	p := g.state.Params
	clock := game.Clock{OpenBlocks: p.OpenBlocks, TurnBlocks: p.TurnBlocksDefault, ClaimBlocks: p.ClaimBlocks}
	state, err := game.NewState(rules, clock, 0)
	if err != nil {
		return err
	}
	t := &table{state: state, game: types.Game{
		Id:          id,
		RulesetId:   rules.ID,
		TurnBlocks:  clock.TurnBlocks,
		ClaimBlocks: clock.ClaimBlocks,
	}}
	if err := g.sit(t, creator); err != nil {
		return err
	}
	if joiner, ok := g.account(t.insiders()...); ok && g.dice.Intn(4) > 0 {
		g.player(creator).Games++
		g.player(joiner).Games++
		if err := g.play(t, joiner); err != nil {
			return err
		}
	}
	unfinished := types.GenesisGame{Game: t.game, Match: types.MatchOf(t.state)}
	for range t.game.Seats {
		recovery := anyBytes(g.dice, g.dice.Intn(types.MaxRecoveryBytes+1))
		unfinished.Recoveries = append(unfinished.Recoveries, recovery)
	}
	g.state.Games = append(g.state.Games, unfinished)
	return nil
}

// play has a game joined and played for a while.
func (g *genesis) play(t *table, joiner simtypes.Account) error {
	if err := g.sit(t, joiner); err != nil {
		return err
	}
	t.game.Toss = anyBytes(g.dice, commitment.TossSize)
	if err := t.step(game.Join{}, 0); err != nil {
		return err
	}
	for range g.dice.Intn(maxGenesisMoves) {
		if t.state.Phase == game.PhaseClaim {
			return nil
		}
		if _, err := t.move(g.dice, 0); err != nil {
			return err
		}
	}
	return nil
}

// sit gives an account the next seat at a table, and now and then a delegate.
func (g *genesis) sit(t *table, account simtypes.Account) error {
	player := g.player(account)
	h, err := newHand(g.state.ChainId, account.Address, player.BoardNonce, t.state.Ruleset)
	if err != nil {
		return err
	}
	player.BoardNonce++
	board, err := h.commit()
	if err != nil {
		return err
	}
	seat := types.Seat{Address: account.AddressBech32, Board: board}
	if g.dice.Intn(delegateOdds) == 0 {
		if delegate, ok := g.account(append(t.insiders(), account.AddressBech32)...); ok {
			seat.Delegate = delegate.AddressBech32
		}
	}
	t.game.Seats = append(t.game.Seats, seat)
	t.hands = append(t.hands, h)
	return nil
}

// account returns a random account that is none of those, if there is one.
func (g *genesis) account(others ...string) (simtypes.Account, bool) {
	first := g.dice.Intn(len(g.accounts))
	for i := range g.accounts {
		account := g.accounts[(first+i)%len(g.accounts)]
		if !slices.Contains(others, account.AddressBech32) {
			return account, true
		}
	}
	return simtypes.Account{}, false
}

// player returns the record of an account, which counts as a player from then on.
func (g *genesis) player(account simtypes.Account) *types.Player {
	player, ok := g.players[account.AddressBech32]
	if !ok {
		player = new(types.Player)
		g.players[account.AddressBech32] = player
	}
	return player
}

// addPlayers adds the records of all who have played.
func (g *genesis) addPlayers() {
	for _, address := range slices.Sorted(maps.Keys(g.players)) {
		g.state.Players = append(g.state.Players, types.GenesisPlayer{Address: address, Player: *g.players[address]})
	}
}
