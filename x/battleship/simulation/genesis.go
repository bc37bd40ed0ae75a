package simulation

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand"
	"slices"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	simtypes "github.com/cosmos/cosmos-sdk/types/simulation"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// maxGenesisGames is the most games that a random genesis state has ever seen.
	maxGenesisGames = 30
	// maxGenesisMoves is the most moves that one of them has seen; it is more than an average game takes.
	maxGenesisMoves = 120
)

// RandomizedGenState makes a random genesis state of the module: params, games at any stage with boards of the
// simulated accounts, results, players and a mint. It adds the coins of the games and of the players to the genesis of
// x/bank, which must exist already. It panics on its own errors, as the simulation manager requires.
func RandomizedGenState(s *module.SimulationState) {
	g, err := randomGenesis(s.Rand, s.Accounts)
	if err != nil {
		panic(fmt.Sprintf("random genesis of module %s: %v", types.ModuleName, err))
	}
	s.GenState[types.ModuleName] = s.Cdc.MustMarshalJSON(g.state)
	var bank banktypes.GenesisState
	s.Cdc.MustUnmarshalJSON(s.GenState[banktypes.ModuleName], &bank)
	g.fund(&bank)
	s.GenState[banktypes.ModuleName] = s.Cdc.MustMarshalJSON(&bank)
}

// genesis is a genesis state that grows game by game. Everything in it has happened at height 0.
type genesis struct {
	dice     *rand.Rand
	accounts []simtypes.Account
	state    *types.GenesisState
	// players are the records of those who have played, by address.
	players map[string]*types.Player
	// places are how many rewards each of them was promised.
	places map[string]uint64
	// waiting are the pools in which a player waits for a match.
	waiting map[string]bool
	// paid is the sum of the rewards in the results.
	paid int64
	// pots are the stakes that the melees hold.
	pots sdk.Coins
	// purses are what accounts have to play for, in the order of the accounts.
	purses []sdk.Coins
}

// randomGenesis returns a random genesis state in which the accounts, two at least, have played.
func randomGenesis(dice *rand.Rand, accounts []simtypes.Account) (*genesis, error) {
	games := dice.Intn(maxGenesisGames + 1)
	params := randomParams(dice)
	g := &genesis{
		dice:     dice,
		accounts: accounts,
		players:  make(map[string]*types.Player),
		places:   make(map[string]uint64),
		waiting:  make(map[string]bool),
		state: &types.GenesisState{
			Params:     params,
			NextGameId: uint64(games) + 1,
			ChainId:    simsx.SimAppChainID,
			Rewards: types.Rewards{
				Minted: math.ZeroInt(),
				Payout: params.RewardInitial.AddRaw(between(dice, int64(0), 1_000_000)),
			},
		},
	}
	for id := range uint64(games) {
		if err := g.addGame(id + 1); err != nil {
			return nil, fmt.Errorf("game %d: %w", id+1, err)
		}
	}
	g.addPlayers()
	g.addUnpaid()
	g.fillPurses()
	g.mint()
	return g, nil
}

// addGame adds one game: a melee, or a duel that was cancelled without a trace, is finished or unfinished.
func (g *genesis) addGame(id uint64) error {
	if g.dice.Intn(meleeOdds) == 0 {
		return g.addMelee(id)
	}
	d := g.duel()
	switch outcome := g.dice.Intn(6); {
	case outcome == 0:
		g.player(d.creator).BoardNonce++
		return nil
	case outcome < 3 && d.paired:
		g.addResult(id, d)
		return nil
	default:
		return g.addUnfinished(id, d)
	}
}

// duel is a possible duel: its players and rules.
type duel struct {
	rules           *game.Ruleset
	creator, joiner simtypes.Account
	// paired reports whether there is a joiner.
	paired bool
	// again is the ended game that is played again, if there is one, and first the player who shoots first then.
	again *types.Result
	first types.Seat
}

// duel returns two random accounts, or now and then two that play a game again.
func (g *genesis) duel() duel {
	if len(g.state.Results) > 0 && g.dice.Intn(3) == 0 {
		again := &g.state.Results[g.dice.Intn(len(g.state.Results))]
		rules, err := types.RulesetByID(again.RulesetId)
		taken := slices.ContainsFunc(g.state.Rematches, func(r types.GenesisRematch) bool { return r.Of == again.GameId })
		if err == nil && !taken {
			seat := anySeat(g.dice)
			d := duel{rules: rules, paired: true, again: again, first: types.SEAT_CREATOR}
			d.creator, d.joiner = g.byAddress(again.Players[seat]), g.byAddress(again.Players[seat.Other()])
			if again.First == types.SeatOf(seat) {
				d.first = types.SEAT_JOINER
			}
			return d
		}
	}
	d := duel{rules: anyRuleset(g.dice)}
	d.creator, _ = g.account()
	d.joiner, d.paired = g.account(d.creator.AddressBech32)
	return d
}

// link makes a game the rematch of another, and returns that one's id, or 0 if there is none.
func (g *genesis) link(id uint64, d duel) uint64 {
	if d.again == nil {
		return 0
	}
	g.state.Rematches = append(g.state.Rematches, types.GenesisRematch{Of: d.again.GameId, GameId: id})
	return d.again.GameId
}

// addResult adds a game that has ended.
func (g *genesis) addResult(id uint64, d duel) {
	result := types.Result{
		GameId:    id,
		RulesetId: d.rules.ID,
		Reason:    types.REASON_VOID,
		First:     types.SeatOf(anySeat(g.dice)),
		RematchOf: g.link(id, d),
	}
	if d.first != types.SEAT_UNSPECIFIED {
		result.First = d.first
	}
	winner, won := anySeat(g.dice), g.dice.Intn(8) > 0
	if won {
		result.Winner = types.SeatOf(winner)
		result.Reason = between(g.dice, types.REASON_SUNK, types.REASON_UNPROVEN)
		if result.Reason == types.REASON_CHALLENGED && d.rules.Proven {
			result.Reason = types.REASON_SUNK
		}
	}
	for seat, account := range []simtypes.Account{d.creator, d.joiner} {
		least, hits := 0, g.dice.Intn(d.rules.ShipTiles())
		if result.Reason == types.REASON_SUNK && game.Seat(seat) == winner {
			least, hits = d.rules.ShipTiles(), d.rules.ShipTiles()
		}
		shots := between(g.dice, int64(least), int64(d.rules.Tiles()))
		player := g.player(account)
		player.BoardNonce++
		player.Games++
		player.Shots += uint64(shots)
		player.Hits += uint64(min(int64(hits), shots))
		result.Players = append(result.Players, account.AddressBech32)
		result.Shots = append(result.Shots, uint32(shots))
	}
	if won {
		accounts := [types.PlayersPerGame]simtypes.Account{d.creator, d.joiner}
		g.win(&result, accounts[winner], accounts[winner.Other()])
	}
	g.addPromise(&result)
	g.state.Results = append(g.state.Results, result)
}

// win counts a win for both players, which may have been rewarded. None was rated: no game can have been before the
// first block, so that ratings begin with the simulation.
func (g *genesis) win(result *types.Result, won, lost simtypes.Account) {
	winner, loser := g.player(won), g.player(lost)
	winner.Win()
	loser.Lose()
	switch result.Reason {
	case types.REASON_CONCEDED:
		loser.Conceded++
	case types.REASON_TIMEOUT:
		loser.TimedOut++
	case types.REASON_CHALLENGED:
		loser.ChallengesWrong++
	default:
	}
	if g.dice.Intn(2) == 0 {
		result.Reward = uint64(between(g.dice, int64(1), 100_000_000))
		g.paid += int64(result.Reward)
		winner.Rewarded++
		g.state.Rewards.Wins++
	}
}

// addPromise gives an ended game promises for the rewards paid in it, and sometimes more or unpaid ones.
func (g *genesis) addPromise(result *types.Result) {
	result.Promised = result.Reward
	if g.dice.Intn(4) == 0 {
		result.Promised += uint64(between(g.dice, int64(1), 1_000_000))
	}
	if result.Promised == 0 {
		return
	}
	result.PromisedTo = [][]types.Seat{
		{types.SEAT_CREATOR}, {types.SEAT_JOINER}, {types.SEAT_CREATOR, types.SEAT_JOINER},
	}[g.dice.Intn(3)]
	g.state.Rewards.Settled += result.Promised
	g.promise(result.Promised, [...]string{result.Players[0], result.Players[1]},
		[...]bool{result.Place(game.Creator), result.Place(game.Joiner)})
}

// promise counts the reward of a game against the limits of the chain and of those of its players who have a place.
func (g *genesis) promise(uship uint64, players [types.PlayersPerGame]string, places [types.PlayersPerGame]bool) {
	if uship == 0 {
		return
	}
	if len(g.state.Promised) == 0 {
		g.state.Promised = []types.GenesisPromised{{}}
	}
	g.state.Promised[0].Uship += uship
	for i, player := range players {
		if places[i] {
			g.places[player]++
		}
	}
}

// addUnfinished adds a game that is open or was joined, at any stage.
func (g *genesis) addUnfinished(id uint64, d duel) error {
	p := g.state.Params
	clock := game.Clock{OpenBlocks: p.OpenBlocks, TurnBlocks: p.TurnBlocksDefault, ClaimBlocks: p.ClaimBlocks}
	state, err := game.NewState(d.rules, clock, 0)
	if err != nil {
		return err
	}
	terms, err := g.terms(d.rules)
	if err != nil {
		return err
	}
	state.ProvenClaims = terms.ProvenClaims
	t := &table{state: state, game: types.Game{
		Id:          id,
		RulesetId:   d.rules.ID,
		TurnBlocks:  clock.TurnBlocks,
		ClaimBlocks: clock.ClaimBlocks,
		Terms:       terms,
		RematchOf:   g.link(id, d),
		First:       d.first,
	}}
	if err := g.sit(t, d.creator, d.joiner.AddressBech32); err != nil {
		return err
	}
	offChain := g.dice.Intn(channelOdds) == 0
	if offChain {
		t.game.ChannelTimeoutBlocks = max(p.ChannelTimeoutBlocks, clock.TurnBlocks)
		creator := &t.game.Participants[game.Creator]
		creator.Channel = channelOf(d.creator.Address, creator.Board.Nonce)
	}
	if d.paired && g.dice.Intn(4) > 0 {
		g.player(d.creator).Games++
		g.player(d.joiner).Games++
		if err := g.play(t, d.joiner); err != nil {
			return err
		}
	} else {
		g.offer(t, d)
	}
	x := channel.ChainState{State: t.state}
	if offChain && len(t.game.Participants) == types.PlayersPerGame {
		joiner := &t.game.Participants[game.Joiner]
		joiner.Channel = channelOf(d.joiner.Address, joiner.Board.Nonce)
		if x.OffChain = x.State.Phase == game.PhaseToss; x.OffChain {
			x.State.Deadline = t.game.ChannelTimeout()
		} else {
			x.Responded = [types.PlayersPerGame]bool{g.dice.Intn(2) == 0, g.dice.Intn(2) == 0}
		}
	}
	unfinished := types.GenesisGame{Game: t.game, Progress: types.ProgressIn(x)}
	if t.state.Phase == game.PhaseClaim {
		reason := types.Reason(t.state.Reason)
		award := types.NewAward(g.state.Params, g.state.Rewards, t.game.Terms, types.Leaving{
			Reason: reason, Height: t.game.JoinedHeight,
		})
		unfinished.Award = &award
		first, _ := t.state.Claimant()
		g.promise(award.Total(), [...]string{d.creator.AddressBech32, d.joiner.AddressBech32}, award.Places(reason, first))
	}
	for range t.game.Participants {
		recovery := anyBytes(g.dice, g.dice.Intn(types.MaxRecoveryBytes+1))
		unfinished.Recoveries = append(unfinished.Recoveries, recovery)
	}
	g.state.Games = append(g.state.Games, unfinished)
	return nil
}

// terms returns the terms of a game.
func (g *genesis) terms(rules *game.Ruleset) (types.Terms, error) {
	return types.NewTerms(g.state.Params, g.state.Rewards, rules, g.stake(), g.dice.Intn(4) == 0)
}

// stake returns each player's stake, or nil for none.
func (g *genesis) stake() *sdk.Coin {
	denoms := g.state.Params.StakeDenoms
	if len(denoms) == 0 || g.dice.Intn(2) > 0 {
		return nil
	}
	return &sdk.Coin{Denom: oneOf(g.dice, denoms), Amount: math.NewInt(oneOf(g.dice, stakes))}
}

// offer opens a game to all or to one opponent, which is required for a rematch.
func (g *genesis) offer(t *table, d duel) {
	creator := g.player(d.creator)
	creator.OpenGames++
	offer := &types.Offer{Rating: creator.Standing().Rating}
	if g.state.Params.OpenDeposit.IsPositive() {
		offer.Deposit = &g.state.Params.OpenDeposit
	}
	if g.dice.Intn(2) == 0 {
		offer.RatingRange = uint32(edgy(g.dice, types.MinRatingRange, rating.Max))
	}
	pool := fmt.Sprint(t.game.Pool())
	switch {
	case d.again != nil, d.paired && g.dice.Intn(3) == 0:
		offer.Opponent = d.joiner.AddressBech32
	case !g.waiting[pool]:
		// One alone, for two might fit each other.
		offer.Matching, g.waiting[pool] = true, true
	}
	t.game.Offer = offer
}

// play has a game joined and played for a while.
func (g *genesis) play(t *table, joiner simtypes.Account) error {
	if err := g.sit(t, joiner, ""); err != nil {
		return err
	}
	t.game.Toss = anyBytes(g.dice, commitment.TossSize)
	if err := t.step(game.Join{}, 0); err != nil {
		return err
	}
	for range g.dice.Intn(maxGenesisMoves) {
		if t.state.Phase == game.PhaseClaim || t.beforeTheEnd() {
			return nil
		}
		if _, err := t.move(g.dice, 0); err != nil {
			return err
		}
	}
	return nil
}

// sit gives an account the next seat at a table, and now and then a delegate, but not the other player.
func (g *genesis) sit(t *table, account simtypes.Account, other string) error {
	player := g.player(account)
	board, err := newBoard(g.state.ChainId, account.Address, player.BoardNonce, t.state.Ruleset)
	if err != nil {
		return err
	}
	player.BoardNonce++
	participant := types.Participant{Address: account.AddressBech32}
	if participant.Board, err = committed(board); err != nil {
		return err
	}
	if g.dice.Intn(delegateOdds) == 0 {
		if delegate, ok := g.account(append(t.insiders(), account.AddressBech32, other)...); ok {
			participant.Delegate = delegate.AddressBech32
		}
	}
	t.game.Participants = append(t.game.Participants, participant)
	t.boards = append(t.boards, board)
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

// byAddress returns an account, which must be there.
func (g *genesis) byAddress(address string) simtypes.Account {
	i := slices.IndexFunc(g.accounts, func(a simtypes.Account) bool { return a.AddressBech32 == address })
	return g.accounts[i]
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

// addPlayers adds the records of all players, and sorts the records of their games.
func (g *genesis) addPlayers() {
	for _, address := range slices.Sorted(maps.Keys(g.players)) {
		g.state.Players = append(g.state.Players, types.GenesisPlayer{Address: address, Player: *g.players[address]})
	}
	for _, player := range slices.Sorted(maps.Keys(g.places)) {
		for number := range g.places[player] {
			g.state.Places = append(g.state.Places, types.GenesisPlace{Player: player, Number: number})
		}
	}
	slices.SortFunc(g.state.Rematches, func(a, b types.GenesisRematch) int { return cmp.Compare(a.Of, b.Of) })
}
