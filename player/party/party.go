package party

import (
	"context"
	"fmt"
	"slices"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Party is a party as the chain shows it.
type Party struct {
	// ID is the id of its table, which its code names.
	ID uint64
	// Seats is the number of its players, and Players are those who have come, by seat.
	Seats   int
	Players []string
	// TurnBlocks is the clock of the games that count.
	TurnBlocks int64
	// Clock and Games are set once all have come.
	Clock Clock
	Games map[Pair]Game
}

// Ruleset returns the ruleset of all games of parties.
func Ruleset() *game.Ruleset { return game.Classic() }

// Complete reports whether all players have come.
func (p Party) Complete() bool { return p.Seats > 0 && len(p.Players) == p.Seats }

// Look reads a party. Before is an earlier view of it, or one with the id of its table alone: the players of a complete
// party never change, and can be looked up only as long as two of them have not left the table.
func Look(ctx context.Context, c *client.Client, before Party) (Party, error) {
	p := before
	if !p.Complete() {
		if err := p.lookAtTable(ctx, c); err != nil {
			return before, err
		}
	}
	if !p.Complete() {
		return p, nil
	}
	head, err := c.Head(ctx)
	if err != nil {
		return before, err
	}
	p.Clock.Height = head.Height
	p.Games, err = p.lookForGames(ctx, types.NewQueryClient(c.Conn()))
	return p, err
}

// lookForGames reads the games of the pairs: the results last, because a game can end in between.
func (p *Party) lookForGames(ctx context.Context, q types.QueryClient) (map[Pair]Game, error) {
	games := make(map[Pair]Game)
	for _, player := range p.Players {
		running, err := q.Games(ctx, &types.QueryGamesRequest{
			Player: player, Pagination: &query.PageRequest{Limit: types.MaxPageItems},
		})
		if err != nil {
			return nil, fmt.Errorf("look for the games of the party: %w", err)
		}
		for _, g := range running.Games {
			if pair, ok := p.pairOf(g.Id, g.RulesetId, g.Players); ok && g.Terms.Casual {
				games[pair] = Game{ID: g.Id, Begun: true}
			}
		}
		if err := p.lookForOffers(ctx, q, player, games); err != nil {
			return nil, err
		}
	}
	return games, p.lookForResults(ctx, q, games)
}

// lookForOffers adds the games that wait for a player of the party. It reads all invitations of that player: strangers
// can send any number of them. Offers with a clock or a range of ratings of their own do not count, because they could
// keep the joiner waiting, or be for another player.
func (p *Party) lookForOffers(
	ctx context.Context, q types.QueryClient, player string, games map[Pair]Game,
) error {
	req := &types.QueryOpenGamesRequest{
		RulesetId: Ruleset().ID, TurnBlocks: p.TurnBlocks, Opponent: player,
		Pagination: &query.PageRequest{Limit: types.MaxPageItems},
	}
	for {
		offers, err := q.OpenGames(ctx, req)
		if err != nil {
			return fmt.Errorf("look for the games of the party: %w", err)
		}
		for _, g := range offers.Games {
			pair, ok := p.pairOf(g.Id, g.RulesetId, []string{g.Creator, player})
			if ok && g.Terms.Casual && g.Terms.Stake == nil && g.Offer.RatingRange == 0 && !games[pair].Begun {
				games[pair] = Game{ID: g.Id, Offered: g.Deadline - p.Clock.Wait}
			}
		}
		if req.Pagination.Key = offers.Pagination.GetNextKey(); len(req.Pagination.Key) == 0 {
			return nil
		}
	}
}

// lookForResults adds the results. The first game of a pair counts.
func (p *Party) lookForResults(ctx context.Context, q types.QueryClient, games map[Pair]Game) error {
	page := &query.PageRequest{Limit: types.MaxPageItems, Reverse: true}
	for {
		res, err := q.Results(ctx, &types.QueryResultsRequest{Pagination: page})
		if err != nil {
			return fmt.Errorf("look for the results of the party: %w", err)
		}
		for _, r := range res.Results {
			if pair, ok := p.pairOf(r.GameId, r.RulesetId, r.Players); ok {
				games[pair] = p.ended(pair, r)
			}
		}
		last := len(res.Results) - 1
		if last < 0 || res.Results[last].GameId < p.ID || len(res.Pagination.GetNextKey()) == 0 {
			return nil
		}
		page.Key = res.Pagination.NextKey
	}
}

// pairOf returns the pair whose game a duel is, by its players: the creator first.
func (p *Party) pairOf(id uint64, ruleset uint32, players []string) (Pair, bool) {
	if id < p.ID || ruleset != Ruleset().ID || len(players) != types.PlayersPerGame {
		return Pair{}, false
	}
	pair := Pair{slices.Index(p.Players, players[game.Creator]), slices.Index(p.Players, players[game.Joiner])}
	for _, round := range Rounds(p.Seats) {
		if slices.Contains(round, pair) {
			return pair, true
		}
	}
	return Pair{}, false
}

// ended returns a game that has ended.
func (p *Party) ended(pair Pair, r types.Result) Game {
	g := Game{ID: r.GameId, Ended: r.EndedHeight}
	for i, seat := range []int{pair.Creator, pair.Joiner} {
		if r.Won(game.Seat(i)) && i < len(r.Shots) {
			g.Won, g.Winner, g.Sunk, g.Shots = true, seat, game.Reason(r.Reason) == game.ReasonSunk, int(r.Shots[i])
		}
	}
	return g
}
