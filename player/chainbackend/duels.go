package chainbackend

import (
	"context"
	"fmt"
	"slices"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// duels are the duels of a backend.
type duels struct{ *Backend }

// base implements kind.
func (b *duels) base(id uint64) *runnerBase {
	if r := b.duels[id]; r != nil {
		return &r.runnerBase
	}
	return nil
}

// bases implements kind.
func (b *duels) bases() (all []*runnerBase) {
	for _, r := range b.duels {
		all = append(all, &r.runnerBase)
	}
	return all
}

// start implements kind.
func (b *duels) start(id uint64) *runnerBase { return &b.startDuel(id, nil, nil).runnerBase }

// show implements kind.
func (b *duels) show(id uint64, s *tui.Snapshot) bool {
	r := b.duels[id]
	switch {
	case r == nil:
		return false
	case r.game == nil:
		s.NoGame = r.notice
	default:
		g := *r.game
		g.Sending, g.Height, g.Notice, g.BotFees, g.Locked = r.sending, b.head.Height, r.notice, r.botFees, r.locked
		s.Game = &g
	}
	return true
}

// rows implements kind.
func (b *duels) rows() []tui.RunningGame { return b.runningGames() }

// look implements kind.
func (b *duels) look(ctx context.Context) (func(), error) {
	q := types.NewQueryClient(b.asker.Conn())
	page := &query.PageRequest{Limit: types.MaxPageItems}
	open, err := q.OpenGames(ctx, &types.QueryOpenGamesRequest{Pagination: page})
	if err != nil {
		return nil, fmt.Errorf("look for open games: %w", err)
	}
	invited, err := q.OpenGames(ctx, &types.QueryOpenGamesRequest{Opponent: b.key.Address.String(), Pagination: page})
	if err != nil {
		return nil, fmt.Errorf("look for invitations: %w", err)
	}
	running, err := duel.Unfinished(ctx, session.Player{Chain: b.asker, Principal: b.key})
	if err != nil {
		return nil, err
	}
	b.askPresence(append(invited.Games, open.Games...))
	return func() {
		b.lobby.Open = append(b.lobby.Open, b.openGames(open.Games)...)
		b.lobby.Invitations = append(b.lobby.Invitations, b.openGames(invited.Games)...)
		b.running = running
		for _, g := range running {
			if b.duels[g.Id] == nil && b.ctx != nil {
				b.startDuel(g.Id, nil, nil)
			}
		}
	}, nil
}

// enter implements kind.
func (b *duels) enter(ctx context.Context, p session.Player, o offer) (beginning, session.Done, error) {
	s, done, err := b.enterAs(ctx, p, o)
	return func(id uint64, rep *reporter) *runnerBase { return &b.startDuel(id, s, rep).runnerBase }, done, err
}

// others implements kind.
func (b *duels) others(ctx context.Context) (func() []tui.PageRow, error) {
	res, err := types.NewQueryClient(b.asker.Conn()).Games(ctx, &types.QueryGamesRequest{
		Phase: types.PHASE_PLAY, Pagination: &query.PageRequest{Limit: types.MaxPageItems},
	})
	if err != nil {
		return nil, fmt.Errorf("look up running games: %w", err)
	}
	return func() []tui.PageRow {
		var rows []tui.PageRow
		for _, g := range res.Games {
			if slices.Contains(g.Players, b.key.Address.String()) {
				continue
			}
			next := text.NextOf(g)
			next.Deadline = 0 // the list does not count down
			rows = append(rows, tui.PageRow{Game: g.Id, Kind: text.Duel, Cells: []string{
				tui.GameNumber(g.Id), rulesetName(g.RulesetId), b.named(g.Players), b.voice().Next(next),
				text.OptionalCoin(g.Terms.Stake),
			}})
		}
		return rows
	}, nil
}
