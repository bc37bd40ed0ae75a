package chainbackend

import (
	"context"
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// begin implements kind: joining a melee that is open to the player, else the melee itself.
func (b *melees) begin(ctx context.Context, p session.Player, id uint64) (program.Options, error) {
	b.mu.Lock()
	if b.runners[id] == nil {
		b.startWith(id, nil, nil)
	}
	b.mu.Unlock()
	m := meleesession.Open(p, id)
	v, err := m.Look(ctx)
	if err == nil && m.CheckJoin(v) == nil {
		return program.Options{Enter: &tui.Wish{Kind: tui.WishJoin, Of: text.Melee, ID: id, Ruleset: v.State.Ruleset}}, nil
	}
	return program.Options{Game: id, Kind: text.Melee}, nil
}

// enter implements kind.
func (b *melees) enter(ctx context.Context, p session.Player, o offer) (beginning, session.Done, error) {
	m, done, err := b.enterMelee(ctx, p, o.wish, o.fleet)
	return func(id uint64, rep *reporter) *runnerBase { return &b.startWith(id, m, rep).runnerBase }, done, err
}

// enterMelee enters the melee of a wish as a player.
func (b *melees) enterMelee(
	ctx context.Context, p session.Player, w tui.Wish, fleet game.Fleet,
) (*meleesession.Session, session.Done, error) {
	if w.Kind == tui.WishJoin {
		m := meleesession.Open(p, w.ID)
		done, err := m.Join(ctx, "", func(*game.Ruleset) (game.Fleet, error) { return fleet, nil })
		return m, done, err
	}
	wish, err := b.meleeWish(w)
	if err != nil {
		return nil, session.Done{}, err
	}
	wish.Fleet = fleet
	return meleesession.Create(ctx, p, wish)
}

// quote implements kind.
func (b *melees) quote(
	ctx context.Context, p session.Player, w tui.Wish,
) (q session.Quote, i text.Intent, most mostFees, err error) {
	if w.Kind == tui.WishJoin {
		m := meleesession.Open(p, w.ID)
		v, err := m.Look(ctx)
		if err == nil {
			err = m.CheckJoin(v)
		}
		if err == nil && v.Melee.TurnBlocks == meleesession.PartyClock(b.params) {
			err = fmt.Errorf(text.IsParty, w.ID)
		}
		if err != nil {
			return q, i, nil, err
		}
		i = text.Intent{
			Act: text.ActJoinMelee, GameID: w.ID, Kind: text.Melee, Ruleset: v.State.Ruleset, Players: []string{v.Melee.Creator},
			Seats: len(v.State.Players) - v.State.Seats(melee.Closed).Len(),
		}
		q = session.Quote{Params: b.params, TurnBlocks: v.Melee.TurnBlocks, Terms: v.Melee.Terms}
		return q, i, meleesession.MostFees, nil
	}
	wish, err := b.meleeWish(w)
	if err != nil {
		return q, i, nil, err
	}
	i = text.Intent{
		Act: text.ActCreateMelee, Kind: text.Melee, Ruleset: wish.Ruleset, Seats: w.Players, Players: wish.Invited,
	}
	q, err = meleesession.QuoteOf(ctx, p, wish)
	return q, i, meleesession.MostFees, err
}

// meleeWish converts a wish of the screens for a new melee to a session's, without its fleet.
func (b *melees) meleeWish(w tui.Wish) (meleesession.Wish, error) {
	terms, err := b.termsOf(w)
	if err != nil {
		return meleesession.Wish{}, err
	}
	out := meleesession.Wish{
		Ruleset: w.Ruleset, Players: w.Players, TurnBlocks: terms.TurnBlocks, Stake: terms.Stake,
	}
	for _, text := range strings.FieldsFunc(w.Invited, func(c rune) bool { return c == ',' || c == ' ' }) {
		address, err := b.address(text)
		if err != nil {
			return out, fmt.Errorf("invited: %w", err)
		}
		out.Invited = append(out.Invited, address)
	}
	return out, out.CheckInvited(b.key.Address.String())
}
