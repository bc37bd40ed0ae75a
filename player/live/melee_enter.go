package live

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
)

// meleeWish is a wish of the screens for a melee to open as a session takes it, without its fleet.
func (b *Backend) meleeWish(w tui.Wish) (session.MeleeWish, error) {
	terms, err := b.termsOf(w)
	if err != nil {
		return session.MeleeWish{}, err
	}
	out := session.MeleeWish{
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

// quoteMelee says what entering the melee of a wish means.
func (b *Backend) quoteMelee(ctx context.Context, w tui.Wish) (tui.Quote, error) {
	p, err := b.player(ctx, &reporter{backend: b, tx: new(tui.Transaction)})
	if err != nil {
		return tui.Quote{}, err
	}
	q, title, err := b.meleeTerms(ctx, p, w)
	if err != nil {
		return tui.Quote{}, err
	}
	if err := p.Afford(ctx, q.Terms.Entry().Add(q.Deposit...)); err != nil { // said before a fleet is placed, not after
		return tui.Quote{}, err
	}
	out := tui.Quote{Title: title}
	pay := func(what string, coin sdk.Coin, fate string) {
		if coin.IsPositive() {
			out.Payments = append(out.Payments, tui.Payment{What: what, Amount: amount(coin), Fate: fate})
		}
	}
	if stake := q.Terms.Stake; stake != nil {
		pay("stake", *stake, "held; the last fleet afloat gets the stakes"+houseShare(q.Terms.HouseShareBps)+
			", a draw shares them; 1 % comes back if you are sunk, all if the melee does not begin")
	}
	for _, coin := range q.Deposit {
		pay("deposit", coin, "held until the first round; comes back when it begins or the table is gone")
	}
	most, err := session.MostFeesOfMelee(ctx, p, w.Ruleset, q)
	if err != nil {
		return tui.Quote{}, err
	}
	for _, coin := range most {
		pay("steps, at most", coin, "stays yours; a key for this melee alone may spend it on the fees of your steps")
	}
	out.Notes = append(out.Notes,
		fmt.Sprintf("Once the table is full all must confirm. A round has three steps of at most %s: all aim, fire, report. "+
			"You only aim; the rest is sent while this program runs. Who is late is out, but for a first aim. No reward, no "+
			"rating.",
			b.left(q.TurnBlocks)),
		capital(session.Collusion, ""))
	return out, nil
}

// meleeTerms are what the melee of a wish is played for, and its title.
func (b *Backend) meleeTerms(ctx context.Context, p session.Player, w tui.Wish) (session.Quote, string, error) {
	if w.Kind == tui.WishJoinMelee {
		m := session.OpenMelee(p, w.ID)
		v, err := m.Look(ctx)
		if err == nil {
			err = m.CheckJoin(v)
		}
		if err != nil {
			return session.Quote{}, "", err
		}
		seats := len(v.State.Players) - v.State.Seats(melee.Closed).Len()
		title := fmt.Sprintf("Join melee %d of %s: for %d, %s a step", w.ID, b.name(v.Melee.Creator), seats,
			b.left(v.Melee.TurnBlocks))
		return session.Quote{Params: b.params, TurnBlocks: v.Melee.TurnBlocks, Terms: v.Melee.Terms}, title, nil
	}
	wish, err := b.meleeWish(w)
	if err != nil {
		return session.Quote{}, "", err
	}
	q, err := session.QuoteOfMelee(ctx, p, wish)
	title := fmt.Sprintf("Open a melee for %d, %s a step", w.Players, b.left(q.TurnBlocks))
	if len(wish.Invited) > 0 {
		title += ", for " + strconv.Itoa(len(wish.Invited)) + " invited"
	}
	return q, title, err
}

// enterMelee enters the melee of a wish as a player.
func (b *Backend) enterMelee(
	ctx context.Context, p session.Player, w tui.Wish, fleet game.Fleet,
) (*session.Melee, session.Done, error) {
	if w.Kind == tui.WishJoinMelee {
		m := session.OpenMelee(p, w.ID)
		done, err := m.Join(ctx, "", func(*game.Ruleset) (game.Fleet, error) { return fleet, nil })
		return m, done, err
	}
	wish, err := b.meleeWish(w)
	if err != nil {
		return nil, session.Done{}, err
	}
	wish.Fleet = fleet
	return session.CreateMelee(ctx, p, wish)
}

// beginMelee returns what the screens begin with for a melee that the player has named: with joining it if it is open
// to the player, else with the melee itself, running or ended, of the player's or of others.
func (b *Backend) beginMelee(ctx context.Context, p session.Player, id uint64) (tui.Options, error) {
	b.mu.Lock()
	b.meleeRunner(id)
	b.mu.Unlock()
	m := session.OpenMelee(p, id)
	v, err := m.Look(ctx)
	if err == nil && m.CheckJoin(v) == nil {
		return tui.Options{Enter: &tui.Wish{Kind: tui.WishJoinMelee, ID: id, Ruleset: v.State.Ruleset}}, nil
	}
	return tui.Options{Melee: id}, nil
}
