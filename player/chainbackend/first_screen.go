package chainbackend

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/kinds"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// Begin returns the first screen for the game of that id: entering it if it is open to the player, else the game
// itself, running or ended, of this player or others. It returns an error if there is no such game, or if it is
// reserved for another player or cannot be joined.
func (b *Backend) Begin(ctx context.Context, id uint64) (program.Options, error) {
	p, err := b.player(ctx, &reporter{backend: b, tx: new(text.Transaction)})
	if err != nil {
		return program.Options{}, err
	}
	k, err := kinds.Of(ctx, b.asker, id)
	if err != nil {
		return program.Options{}, err
	}
	return b.kinds[k.Kind].begin(ctx, p, id)
}

// begin implements kind.
func (b *duels) begin(ctx context.Context, p session.Player, id uint64) (program.Options, error) {
	s := duel.Open(p, id)
	v, err := s.Look(ctx)
	var ended *duel.EndedError
	switch {
	case errors.As(err, &ended):
		return program.Options{Game: id}, nil
	case status.Code(err) == codes.NotFound:
		return program.Options{}, fmt.Errorf("there is no game %d: %w", id, session.ErrGone)
	case err != nil:
		return program.Options{}, err
	}
	if _, err := v.SeatOf(b.key.Address); err == nil || v.State.Phase != game.PhaseOpen {
		return program.Options{Game: id}, nil
	}
	if err := s.CheckJoin(ctx, v); errors.Is(err, text.ErrNotInvited) {
		return program.Options{}, fmt.Errorf("game %d is offered to %s alone: battleshipd watch %d follows it",
			id, b.name(v.Game.Offer.Opponent), id)
	} else if err != nil {
		return program.Options{}, err
	}
	return program.Options{Enter: &tui.Wish{Kind: tui.WishJoin, ID: id, Ruleset: v.State.Ruleset}}, nil
}

// BeginBot returns the first screen for a game against the player's own bot: an unfinished one is resumed before
// another one is entered. The game has the given ruleset. If that is nil, any unfinished game is resumed, and a new one
// is classic.
func (b *Backend) BeginBot(ctx context.Context, r *game.Ruleset) (program.Options, error) {
	id, err := b.unfinishedBot(ctx, r)
	switch {
	case errors.Is(err, errAsksOwner):
		return program.Options{Notice: text.GamesUnfinished}, nil
	case err != nil:
		return program.Options{}, err
	case id > 0:
		return program.Options{Game: id, Notice: text.Sentence(text.WithBot(id))}, nil
	case r == nil:
		r = game.Classic()
	}
	return program.Options{Enter: &tui.Wish{Kind: tui.WishBot, Ruleset: r}}, nil
}

// errAsksOwner means that the answer needs a signature by the owner of a device.
var errAsksOwner = errors.New("a device would have to sign")

// unfinishedBot returns the player's unfinished game against its own bot, preferring one in which the player has an
// obligation, or 0 if there is none. A ruleset that is not nil restricts the search.
func (b *Backend) unfinishedBot(ctx context.Context, r *game.Ruleset) (uint64, error) {
	if b.o.VaultOf == nil {
		return 0, nil
	}
	b.mu.Lock()
	games := b.ordered()
	b.mu.Unlock()
	for _, g := range games {
		if r != nil && g.RulesetId != r.ID || !g.Terms.Casual || g.Terms.Stake != nil {
			continue
		}
		p, err := b.player(ctx, &reporter{backend: b, tx: new(text.Transaction)})
		if err != nil {
			return 0, err
		}
		s := duel.Open(p, g.Id)
		if s.AsksOwner() {
			return 0, errAsksOwner
		}
		v, err := s.Look(ctx)
		if err == nil && v.State.Withdrawn() {
			continue
		}
		bot, err := s.OwnBot(ctx, b.o.VaultOf)
		switch {
		case err != nil && ctx.Err() != nil:
			return 0, context.Cause(ctx)
		case err == nil && bot != nil:
			return g.Id, nil
		}
	}
	return 0, nil
}
