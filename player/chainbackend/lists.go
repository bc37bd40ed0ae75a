package chainbackend

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/player/kinds"
	"github.com/battleship-chain/battleship/player/names"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// List implements tui.Backend.
func (b *Backend) List(ctx context.Context, l tui.List) (tui.Page, error) {
	ask := map[tui.ListOf]func(context.Context, tui.List) (func() tui.Page, error){
		tui.ListProfile: b.profile, tui.ListHistory: b.past, tui.ListLadder: b.ladder, tui.ListRunning: b.watchable,
	}[l.Of]
	l.Player = cmp.Or(l.Player, b.key.Address.String())
	page, err := ask(ctx, l)
	if err != nil {
		return tui.Page{}, plainly(err)
	}
	shown := page()
	for asked := 0; asked < types.MaxPageItems && b.learnNames(ctx); asked += names.AtOnce {
		shown = page()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, row := range shown.Rows {
		if row.Kind != text.Duel {
			b.listed[row.Game] = row.Kind
		}
	}
	return shown, nil
}

// profile returns the record of a player above its finished games.
func (b *Backend) profile(ctx context.Context, l tui.List) (func() tui.Page, error) {
	games, err := b.past(ctx, l)
	if err != nil || l.After != "" {
		return games, err
	}
	q := types.NewQueryClient(b.asker.Conn())
	res, err := q.Player(ctx, &types.QueryPlayerRequest{Address: l.Player})
	if err != nil {
		return nil, fmt.Errorf("look up the player: %w", err)
	}
	facts := text.PlayerFacts(res.Player)
	rank, err := q.Rank(ctx, &types.QueryRankRequest{Address: l.Player})
	switch {
	case err == nil:
		facts = slices.Insert(facts, 1, [2]string{"rank", fmt.Sprint(rank.Standing.Rank)})
	case status.Code(err) != codes.NotFound: // without a rated game
		return nil, fmt.Errorf("look up the rank: %w", err)
	}
	return func() tui.Page {
		page := games()
		page.Title = text.ProfileOf(b.name(l.Player))
		page.Facts = append([][2]string{{"address", l.Player}}, facts...)
		return page
	}, nil
}

// past returns the finished games of a player.
func (b *Backend) past(ctx context.Context, l tui.List) (func() tui.Page, error) {
	res, err := types.NewHistoryClient(b.asker.Conn()).Finished(ctx, &types.QueryFinishedRequest{
		Address: l.Player, Limit: types.MaxPageItems, Key: []byte(l.After),
	})
	if err != nil {
		return nil, fmt.Errorf("look up finished games: %w", err)
	}
	return func() tui.Page {
		page := tui.Page{
			Title: text.PastGamesOf(b.name(l.Player)), Next: string(res.NextKey),
			Columns: []string{"", "", "result", "reason", "against", "coins"},
		}
		for _, ending := range res.Games {
			g, ok := kinds.Finished(ending, l.Player)
			if !ok {
				continue
			}
			row := tui.PageRow{Game: g.ID, Kind: g.Kind, Over: true}
			if len(g.Against) == 1 {
				row.Player = g.Against[0]
			}
			row.Cells = []string{
				tui.GameNumber(g.ID), rulesetName(g.Ruleset), g.Result, g.Reason, b.named(g.Against), g.Account.Net(),
			}
			page.Rows = append(page.Rows, row)
		}
		return page
	}, nil
}

// ladder returns the rated players.
func (b *Backend) ladder(ctx context.Context, l tui.List) (func() tui.Page, error) {
	res, err := types.NewQueryClient(b.asker.Conn()).Leaderboard(ctx, &types.QueryLeaderboardRequest{
		Pagination: &query.PageRequest{Limit: types.MaxPageItems, Key: []byte(l.After)},
	})
	if err != nil {
		return nil, fmt.Errorf("look up the rated players: %w", err)
	}
	return func() tui.Page {
		page := tui.Page{
			Title: text.Ladder, Columns: []string{"rank", "player", "rating", "rated games", "won", "lost"},
			Next: string(res.Pagination.GetNextKey()),
		}
		for _, s := range res.Standings {
			page.Rows = append(page.Rows, tui.PageRow{
				Player: s.Address, Own: s.Address == b.key.Address.String(),
				Cells: []string{
					fmt.Sprint(s.Rank), b.name(s.Address), text.RatingText(s.Rating, s.Provisional), fmt.Sprint(s.RatedGames),
					fmt.Sprint(s.Won), fmt.Sprint(s.Lost),
				},
			})
		}
		return page
	}, nil
}

// watchable returns the games of others that are in play.
func (b *Backend) watchable(ctx context.Context, _ tui.List) (func() tui.Page, error) {
	var running []func() []tui.PageRow
	for _, k := range slices.Backward(b.kinds) {
		rows, err := k.others(ctx)
		if err != nil {
			return nil, err
		}
		running = append(running, rows)
	}
	return func() tui.Page {
		page := tui.Page{Title: text.GamesToWatch, Columns: []string{"", "", "players", "next step", "stake"}}
		for _, rows := range running {
			page.Rows = append(page.Rows, rows()...)
		}
		return page
	}, nil
}

// named names players in a list.
func (b *Backend) named(addresses []string) string {
	return b.voice().List(addresses)
}

// rulesetName returns the name of a ruleset of any kind of game. It is empty for an unknown one.
func rulesetName(id uint32) string {
	r, err := kinds.RulesetByID(id)
	if err != nil {
		return ""
	}
	return r.Name
}
