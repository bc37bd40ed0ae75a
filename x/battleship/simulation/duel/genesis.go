package duel

import (
	"fmt"
	"slices"

	simtypes "github.com/cosmos/cosmos-sdk/types/simulation"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/internal/payoff"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxGenesisMoves is the most moves that an unfinished game has seen; it is more than an average game takes.
const maxGenesisMoves = 120

// AddGame adds a duel that was cancelled without a trace, is finished or unfinished.
func (Kind) AddGame(g *core.Genesis, id uint64) error {
	d := anyPairing(g)
	switch outcome := g.Dice.Intn(6); {
	case outcome == 0:
		g.Player(d.creator).BoardNonce++
		return nil
	case outcome < 3 && d.paired:
		addResult(g, id, d)
		return nil
	default:
		return addUnfinished(g, id, d)
	}
}

// pairing is a possible duel: its players and rules.
type pairing struct {
	rules           *game.Ruleset
	creator, joiner simtypes.Account
	// paired reports whether there is a joiner.
	paired bool
	// again is the ended game that is played again, if there is one, and first the player who shoots first then.
	again *types.Result
	first types.Seat
}

// anyPairing returns two random accounts, or now and then two that play a game again.
func anyPairing(g *core.Genesis) pairing {
	if len(g.State.Results) > 0 && g.Dice.Intn(3) == 0 {
		again := &g.State.Results[g.Dice.Intn(len(g.State.Results))]
		rules, err := types.RulesetByID(again.RulesetId)
		taken := slices.ContainsFunc(g.State.Rematches, func(r types.GenesisRematch) bool { return r.Of == again.GameId })
		if err == nil && !taken {
			seat := core.AnySeat(g.Dice)
			d := pairing{rules: rules, paired: true, again: again, first: types.SEAT_CREATOR}
			d.creator, d.joiner = g.ByAddress(again.Players[seat]), g.ByAddress(again.Players[seat.Other()])
			if again.First == types.SeatOf(seat) {
				d.first = types.SEAT_JOINER
			}
			return d
		}
	}
	d := pairing{rules: core.AnyRuleset(g.Dice)}
	d.creator, _ = g.Account()
	d.joiner, d.paired = g.Account(d.creator.AddressBech32)
	return d
}

// link makes a game the rematch of another, and returns that one's id, or 0 if there is none.
func link(g *core.Genesis, id uint64, d pairing) uint64 {
	if d.again == nil {
		return 0
	}
	g.State.Rematches = append(g.State.Rematches, types.GenesisRematch{Of: d.again.GameId, GameId: id})
	return d.again.GameId
}

// addResult adds a game that has ended.
func addResult(g *core.Genesis, id uint64, d pairing) {
	result := types.Result{
		GameId:    id,
		RulesetId: d.rules.ID,
		Reason:    types.REASON_VOID,
		First:     types.SeatOf(core.AnySeat(g.Dice)),
		RematchOf: link(g, id, d),
	}
	if d.first != types.SEAT_UNSPECIFIED {
		result.First = d.first
	}
	winner, won := core.AnySeat(g.Dice), g.Dice.Intn(8) > 0
	if won {
		result.Winner = types.SeatOf(winner)
		result.Reason = core.Between(g.Dice, types.REASON_SUNK, types.REASON_UNPROVEN)
		if result.Reason == types.REASON_CHALLENGED && d.rules.Proven {
			result.Reason = types.REASON_SUNK
		}
	}
	for seat, account := range []simtypes.Account{d.creator, d.joiner} {
		least, hits := 0, g.Dice.Intn(d.rules.ShipTiles())
		if result.Reason == types.REASON_SUNK && game.Seat(seat) == winner {
			least, hits = d.rules.ShipTiles(), d.rules.ShipTiles()
		}
		shots := core.Between(g.Dice, int64(least), int64(d.rules.Tiles()))
		player := g.Player(account)
		player.BoardNonce++
		player.Games++
		player.Shots += uint64(shots)
		player.Hits += uint64(min(int64(hits), shots))
		result.Players = append(result.Players, account.AddressBech32)
		result.Shots = append(result.Shots, uint32(shots))
	}
	if won {
		accounts := [types.PlayersPerGame]simtypes.Account{d.creator, d.joiner}
		win(g, &result, accounts[winner], accounts[winner.Other()])
	}
	addPromise(g, &result)
	g.State.Results = append(g.State.Results, result)
}

// win counts a win for both players, which may have been rewarded. None was rated: no game can have been before the
// first block, so that ratings begin with the simulation.
func win(g *core.Genesis, result *types.Result, won, lost simtypes.Account) {
	winner, loser := g.Player(won), g.Player(lost)
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
	if g.Dice.Intn(2) == 0 {
		result.Reward = uint64(core.Between(g.Dice, int64(1), 100_000_000))
		g.Pay(result.Reward)
		winner.Rewarded++
	}
}

// addPromise gives an ended game promises for the rewards paid in it, and sometimes more or unpaid ones.
func addPromise(g *core.Genesis, result *types.Result) {
	result.Promised = result.Reward
	if g.Dice.Intn(4) == 0 {
		result.Promised += uint64(core.Between(g.Dice, int64(1), 1_000_000))
	}
	if result.Promised == 0 {
		return
	}
	result.PromisedTo = [][]types.Seat{
		{types.SEAT_CREATOR}, {types.SEAT_JOINER}, {types.SEAT_CREATOR, types.SEAT_JOINER},
	}[g.Dice.Intn(3)]
	g.State.Rewards.Settled += result.Promised
	promise(g, result.Promised, [...]string{result.Players[0], result.Players[1]},
		[...]bool{result.Place(game.Creator), result.Place(game.Joiner)})
}

// promise counts the reward of a game, also against the limits of those of its players who have a place.
func promise(
	g *core.Genesis, uship uint64, players [types.PlayersPerGame]string, places [types.PlayersPerGame]bool,
) {
	var placed []string
	for i, player := range players {
		if places[i] {
			placed = append(placed, player)
		}
	}
	g.Promise(uship, placed...)
}

// addUnfinished adds a game that is open or was joined, at any stage.
func addUnfinished(g *core.Genesis, id uint64, d pairing) error {
	p := g.State.Params
	clock := game.Clock{OpenBlocks: p.OpenBlocks, TurnBlocks: p.TurnBlocksDefault, ClaimBlocks: p.ClaimBlocks}
	state, err := game.NewState(d.rules, clock, 0)
	if err != nil {
		return err
	}
	terms, err := newTerms(g, d.rules)
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
		RematchOf:   link(g, id, d),
		First:       d.first,
	}}
	if err := sitDown(g, t, d.creator, d.joiner.AddressBech32); err != nil {
		return err
	}
	offChain := g.Dice.Intn(core.ChannelOdds) == 0
	if offChain {
		t.game.ChannelTimeoutBlocks = max(p.ChannelTimeoutBlocks, clock.TurnBlocks)
		creator := &t.game.Participants[game.Creator]
		creator.Channel = core.ChannelOf(d.creator.Address, creator.Board.Nonce)
	}
	if d.paired && g.Dice.Intn(4) > 0 {
		g.Player(d.creator).Games++
		g.Player(d.joiner).Games++
		if err := joinAndPlay(g, t, d.joiner); err != nil {
			return err
		}
	} else {
		offer(g, t, d)
	}
	x := channel.ChainState{State: t.state}
	if offChain && len(t.game.Participants) == types.PlayersPerGame {
		joiner := &t.game.Participants[game.Joiner]
		joiner.Channel = core.ChannelOf(d.joiner.Address, joiner.Board.Nonce)
		if x.OffChain = x.State.Phase == game.PhaseToss; x.OffChain {
			x.State.Deadline = t.game.ChannelTimeout()
		} else {
			x.Responded = [types.PlayersPerGame]bool{g.Dice.Intn(2) == 0, g.Dice.Intn(2) == 0}
		}
	}
	unfinished := types.GenesisGame{Game: t.game, Progress: types.ProgressIn(x)}
	if t.state.Phase == game.PhaseClaim {
		reason := types.Reason(t.state.Reason)
		award := payoff.NewAward(g.State.Params, g.State.Rewards, t.game.Terms, payoff.Leaving{
			Reason: reason, Height: t.game.JoinedHeight,
		})
		unfinished.Award = &award
		first, _ := t.state.Claimant()
		players := [...]string{d.creator.AddressBech32, d.joiner.AddressBech32}
		promise(g, award.Total(), players, award.Places(reason, first))
	}
	for range t.game.Participants {
		recovery := core.AnyBytes(g.Dice, g.Dice.Intn(types.MaxRecoveryBytes+1))
		unfinished.Recoveries = append(unfinished.Recoveries, recovery)
	}
	g.Held = g.Held.Add(unfinished.Game.Hold()...)
	g.State.Games = append(g.State.Games, unfinished)
	return nil
}

// newTerms returns the terms of a game.
func newTerms(g *core.Genesis, rules *game.Ruleset) (types.Terms, error) {
	return types.NewTerms(g.State.Params, g.State.Rewards, rules, g.Stake(), g.Dice.Intn(4) == 0)
}

// offer opens a game to all or to one opponent, which is required for a rematch.
func offer(g *core.Genesis, t *table, d pairing) {
	creator := g.Player(d.creator)
	creator.OpenGames++
	offer := &types.Offer{Rating: creator.Standing().Rating}
	if g.State.Params.OpenDeposit.IsPositive() {
		offer.Deposit = &g.State.Params.OpenDeposit
	}
	if g.Dice.Intn(2) == 0 {
		offer.RatingRange = uint32(core.Edgy(g.Dice, types.MinRatingRange, rating.Max))
	}
	switch {
	case d.again != nil, d.paired && g.Dice.Intn(3) == 0:
		offer.Opponent = d.joiner.AddressBech32
	case !waits(g, t.game.Pool()):
		// One alone, for two might fit each other.
		offer.Matching = true
	}
	t.game.Offer = offer
}

// waits reports whether a player waits for a match in a pool.
func waits(g *core.Genesis, pool types.Pool) bool {
	return slices.ContainsFunc(g.State.Games, func(u types.GenesisGame) bool {
		return u.Game.Offer != nil && u.Game.Offer.Matching && fmt.Sprint(u.Game.Pool()) == fmt.Sprint(pool)
	})
}

// joinAndPlay has a game joined and played for a while.
func joinAndPlay(g *core.Genesis, t *table, joiner simtypes.Account) error {
	if err := sitDown(g, t, joiner, ""); err != nil {
		return err
	}
	t.game.Toss = core.AnyBytes(g.Dice, commitment.TossSize)
	if err := t.step(game.Join{}, 0); err != nil {
		return err
	}
	for range g.Dice.Intn(maxGenesisMoves) {
		if t.state.Phase == game.PhaseClaim || t.beforeTheEnd() {
			return nil
		}
		if _, err := t.move(g.Dice, 0); err != nil {
			return err
		}
	}
	return nil
}

// sitDown gives an account the next seat at a table, and now and then a delegate, but not the other player.
func sitDown(g *core.Genesis, t *table, account simtypes.Account, other string) error {
	player := g.Player(account)
	board, err := core.NewBoard(g.State.ChainId, account.Address, player.BoardNonce, t.state.Ruleset)
	if err != nil {
		return err
	}
	player.BoardNonce++
	participant := types.Participant{Address: account.AddressBech32}
	if participant.Board, err = core.Committed(board); err != nil {
		return err
	}
	if g.Dice.Intn(core.DelegateOdds) == 0 {
		if delegate, ok := g.Account(append(t.insiders(), account.AddressBech32, other)...); ok {
			participant.Delegate = delegate.AddressBech32
		}
	}
	t.game.Participants = append(t.game.Participants, participant)
	t.boards = append(t.boards, board)
	return nil
}
