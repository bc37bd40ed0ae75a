package chainbackend

import (
	"context"
	"fmt"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// duels are the duels of a backend.
type duels struct{ *Backend }

// base implements kind.
func (k *duels) base(id uint64) *runnerBase {
	if r := k.duels[id]; r != nil {
		return &r.runnerBase
	}
	return nil
}

// bases implements kind.
func (k *duels) bases() (all []*runnerBase) {
	for _, r := range k.duels {
		all = append(all, &r.runnerBase)
	}
	return all
}

// start implements kind.
func (k *duels) start(id uint64) *runnerBase { return &k.startDuel(id, nil, nil).runnerBase }

// show implements kind.
func (k *duels) show(id uint64, s *tui.Snapshot) bool {
	r := k.duels[id]
	switch {
	case r == nil:
		return false
	case r.game == nil:
		s.NoGame = r.notice
	default:
		g := *r.game
		g.Sending, g.Height, g.Notice, g.BotFees = r.sending, k.head.Height, r.notice, r.botFees
		s.Game = &g
	}
	return true
}

// rows implements kind.
func (k *duels) rows() []tui.RunningGame { return k.runningGames() }

// look implements kind.
func (k *duels) look(ctx context.Context) (func(), error) {
	q := types.NewQueryClient(k.asker.Conn())
	page := &query.PageRequest{Limit: types.MaxPageItems}
	open, err := q.OpenGames(ctx, &types.QueryOpenGamesRequest{Pagination: page})
	if err != nil {
		return nil, fmt.Errorf("look for open games: %w", err)
	}
	invited, err := q.OpenGames(ctx, &types.QueryOpenGamesRequest{Opponent: k.key.Address.String(), Pagination: page})
	if err != nil {
		return nil, fmt.Errorf("look for invitations: %w", err)
	}
	running, err := duel.Unfinished(ctx, session.Player{Chain: k.asker, Principal: k.key})
	if err != nil {
		return nil, err
	}
	return func() {
		k.lobby.Open = append(k.lobby.Open, k.openGames(open.Games)...)
		k.lobby.Invitations = append(k.lobby.Invitations, k.openGames(invited.Games)...)
		k.running = running
		for _, g := range running {
			if k.duels[g.Id] == nil && k.ctx != nil {
				k.startDuel(g.Id, nil, nil)
			}
		}
	}, nil
}

// enter implements kind.
func (k *duels) enter(
	ctx context.Context, p session.Player, w tui.Wish, fleet game.Fleet,
) (beginning, session.Done, error) {
	s, done, err := k.enterAs(ctx, p, w, fleet)
	return func(id uint64, rep *reporter) *runnerBase { return &k.startDuel(id, s, rep).runnerBase }, done, err
}

// quote implements kind.
func (k *duels) quote(
	ctx context.Context, p session.Player, w tui.Wish,
) (session.Quote, text.Intent, mostFees, error) {
	q, i, err := k.duelTerms(ctx, p, w)
	return q, i, duel.MostFees, err
}

// begin implements kind.
func (k *duels) begin(ctx context.Context, p session.Player, id uint64) (program.Options, error) {
	return k.beginDuel(ctx, p, id)
}
