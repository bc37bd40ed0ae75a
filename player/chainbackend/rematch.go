package chainbackend

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// again adds the terms of an ended game to a wish: stake, kind, clock, and whether it was off-chain or against a bot.
func (b *Backend) again(id uint64, w duel.Wish) (duel.Wish, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.duels[id]
	if r != nil && r.ownBot {
		w = againstBot(w, b.params)
		if r.turnBlocks > 0 {
			w.TurnBlocks = r.turnBlocks
		}
		return w, nil
	}
	if r == nil || r.turnBlocks == 0 {
		return w, errors.New(text.TermsUnknown(id))
	}
	w.Stake, w.Casual, w.TurnBlocks, w.Channel = r.terms.Stake, r.terms.Casual, r.turnBlocks, r.channel
	return w, nil
}

// offered returns the wish to join the rematch that the opponent has already offered, if there is one, else the wish
// itself. It returns an error if there is a rematch that the player cannot join.
func (b *Backend) offered(ctx context.Context, p session.Player, w tui.Wish) (tui.Wish, error) {
	if w.Kind != tui.WishRematch || b.isOwnBot(w) {
		return w, nil
	}
	res, err := types.NewQueryClient(b.asker.Conn()).Result(ctx, &types.QueryResultRequest{GameId: w.ID})
	if err != nil {
		return w, fmt.Errorf("rematch of game %d: %w", w.ID, err)
	}
	if res.Rematch == 0 {
		return w, nil
	}
	s := duel.Open(p, res.Rematch)
	v, err := s.Look(ctx)
	if err == nil && s.CheckJoin(ctx, v) == nil {
		return tui.Wish{Kind: tui.WishJoin, ID: res.Rematch, Ruleset: w.Ruleset}, nil
	}
	if err == nil && v.State.Phase == game.PhaseOpen {
		return w, fmt.Errorf("%w, game %d, which waits for your opponent", duel.ErrRematch, res.Rematch)
	}
	return w, fmt.Errorf("%w, game %d", duel.ErrRematch, res.Rematch)
}

// canRematch reports whether the player can enter a rematch: always against its own bot; against another player if
// neither has offered one, or if the opponent has.
func (r *duelRunner) canRematch(ctx context.Context) bool {
	b := r.backend
	if r.botPlays {
		return b.o.VaultOf != nil
	}
	res, err := types.NewQueryClient(b.asker.Conn()).Result(ctx, &types.QueryResultRequest{GameId: r.id})
	if err != nil || res.Rematch == 0 {
		return err == nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.lobby.Invitations, func(g tui.OpenGame) bool { return g.ID == res.Rematch })
}
