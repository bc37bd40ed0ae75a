package duel

import (
	"bytes"
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/payoff"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ending is a joined game that has ended, with the records that its end changes.
type ending struct {
	game  types.Game
	state game.State
	// left is why it left play, and first who was first to claim; the winner, if there was no claim.
	left    game.Reason
	first   game.Seat
	height  int64
	params  types.Params
	rewards types.Rewards
	// accounts and players are those of the seats.
	accounts [types.PlayersPerGame]account.Account
	players  [types.PlayersPerGame]types.Player
	pair     types.Pair
	// pairDue reports whether the pair record has changed and is not written yet.
	pairDue bool
	winner  game.Seat
	won     bool
	// award is the decision made when play ended.
	award types.Award
	// settlement and ratings are the results; ratings are empty unless the game is rated.
	settlement payoff.Settlement
	ratings    []uint32
}

// finish ends a joined game: it makes its payments, counts it for both players, writes the result and prunes the rest.
// The fleet is the winner's. It is nil if it was not shown.
func (k *Keeper) finish(
	ctx sdk.Context, g types.Game, before, after game.State, events []game.Event, fleet game.Fleet,
) (payoff.Settlement, error) {
	award, err := k.award(ctx, g, before, after)
	if err != nil {
		return payoff.Settlement{}, err
	}
	e, err := k.ending(ctx, g, before, after, decision{award: award})
	if err != nil {
		return payoff.Settlement{}, err
	}
	settled, err := k.conclude(ctx, e, events, fleet)
	if err != nil {
		return payoff.Settlement{}, err
	}
	return settled, k.awards.Remove(ctx, g.Id)
}

// conclude makes all changes of the end of a game except the removal of its award.
func (k *Keeper) conclude(
	ctx sdk.Context, e ending, events []game.Event, fleet game.Fleet,
) (payoff.Settlement, error) {
	g := e.game
	e.score()
	if err := k.settle(ctx, &e); err != nil {
		return payoff.Settlement{}, err
	}
	if err := k.rate(ctx, &e); err != nil {
		return payoff.Settlement{}, err
	}
	if err := k.saveEnding(ctx, e); err != nil {
		return payoff.Settlement{}, err
	}
	result := payoff.NewResult(g, e.state, e.height, e.award, e.outcome(), e.settlement.Payment)
	if err := k.results.Set(ctx, g.Id, result); err != nil {
		return payoff.Settlement{}, err
	}
	if err := k.prune(ctx, g); err != nil {
		return payoff.Settlement{}, err
	}
	over := gameOver(result, g.Terms, e.state.Ruleset.FleetString(fleet), e.settlement, e.ratings)
	return e.settlement, k.emitEvents(ctx, g, e.state.Ruleset, events, over)
}

// award returns the award of an ended game: the one decided when it left play, or, if it ends as it leaves play, the
// one decided now.
func (k *Keeper) award(ctx sdk.Context, g types.Game, last, s game.State) (types.Award, error) {
	if last.Phase != game.PhaseClaim {
		return k.decide(ctx, g, last, s, payAward)
	}
	award, err := k.awards.Get(ctx, g.Id)
	return award, core.AsCorrupt(err)
}

// ending loads the records that the end of a game changes, unless the decision in the same message has loaded them.
func (k *Keeper) ending(ctx sdk.Context, g types.Game, last, s game.State, d decision) (ending, error) {
	e := ending{
		game: g, state: s, left: last.Reason, height: ctx.BlockHeight(),
		params: d.params, rewards: d.rewards, award: d.award,
	}
	e.winner, e.won = s.Winner()
	var claimed bool
	if e.first, claimed = last.Claimant(); !claimed {
		e.first, e.left = e.winner, s.Reason
	}
	var err error
	if d.keep != closeAward {
		if e.params, err = k.Params(ctx); err != nil {
			return ending{}, err
		}
		if e.rewards, err = k.Rewards(ctx); err != nil {
			return ending{}, err
		}
	}
	for i, participant := range g.Participants {
		if e.accounts[i], err = k.Addresses.Parse(participant.Address); err != nil {
			return ending{}, err
		}
		if e.players[i], err = k.Player(ctx, e.accounts[i].Address); err != nil {
			return ending{}, err
		}
	}
	if d.pair != nil {
		e.pair, e.pairDue = *d.pair, d.award.Promised()
		return e, nil
	}
	e.pair, err = k.pair(ctx, e.accounts[0], e.accounts[1])
	return e, err
}

// score counts the game for both players.
func (e *ending) score() {
	for i := range e.players {
		// A player's shots are what its opponent has answered.
		side := e.state.Sides[game.Seat(i).Other()]
		e.players[i].Shots += uint64(side.Answered.Len()) //nolint:gosec // no more than tiles
		e.players[i].Hits += uint64(side.Hits.Len())      //nolint:gosec // no more than tiles
	}
	if e.left == game.ReasonChallenged && (!e.won || e.winner != e.first) {
		e.players[e.first.Other()].ChallengesRight++
	}
	if !e.won {
		return
	}
	loser := e.winner.Other()
	e.players[e.winner].Win()
	e.players[loser].Lose()
	if e.state.Reason == game.ReasonChallenged {
		e.players[loser].ChallengesWrong++
	}
}

// rate plays the ratings of both players against each other, unless the game was casual, or was won by a player who was
// sunk or conceded, or the two have had their rated games of the period. Otherwise it does not matter how the game
// ended: a player who leaves before the first shot has lost as well.
func (k *Keeper) rate(ctx context.Context, e *ending) error {
	if !e.won || e.game.Terms.Casual || e.outcome().Refunded() || !e.pair.MayBeRated(e.params, e.height) {
		return nil
	}
	winner, loser := &e.players[e.winner], &e.players[e.winner.Other()]
	before := [types.PlayersPerGame]uint32{}
	for i, p := range e.players {
		before[i] = p.Rating
	}
	up, down := rating.Play(winner.Standing(), loser.Standing())
	winner.SetStanding(up)
	loser.SetStanding(down)
	e.pair = e.pair.Rated(e.height)
	for i, p := range e.players {
		if err := k.Ladder.Move(ctx, e.accounts[i].Address, before[i], p.Rating); err != nil {
			return err
		}
		e.ratings = append(e.ratings, p.Rating)
	}
	return nil
}

// saveEnding writes the changes of the players and of their pair record.
func (k *Keeper) saveEnding(ctx context.Context, e ending) error {
	for i, p := range e.players {
		if err := k.SetPlayer(ctx, e.accounts[i].Address, p); err != nil {
			return err
		}
	}
	if len(e.ratings) == 0 && !e.pairDue {
		return nil
	}
	return k.pairs.Set(ctx, pairKey(e.accounts[0], e.accounts[1]), e.pair)
}

// pair returns the record of two players, or the zero Pair.
func (k *Keeper) pair(ctx context.Context, a, b account.Account) (types.Pair, error) {
	p, err := k.pairs.Get(ctx, pairKey(a, b))
	if stderrors.Is(err, collections.ErrNotFound) {
		return types.Pair{}, nil
	}
	return p, err
}

// pairKey returns where two players are kept, whichever comes first.
func pairKey(a, b account.Account) collections.Pair[sdk.AccAddress, sdk.AccAddress] {
	if bytes.Compare(a.Address, b.Address) > 0 {
		a, b = b, a
	}
	return collections.Join(a.Address, b.Address)
}
