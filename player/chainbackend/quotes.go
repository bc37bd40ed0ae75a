package chainbackend

import (
	"context"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/invite"
	"github.com/battleship-chain/battleship/player/kinds"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Quote implements tui.Backend.
func (b *Backend) Quote(ctx context.Context, w tui.Wish) (tui.Quote, error) {
	q, err := b.quote(ctx, w)
	return q, plainly(err)
}

// quote returns the price of entering the game of a wish. It is refused before a fleet is placed, not after.
func (b *Backend) quote(ctx context.Context, w tui.Wish) (tui.Quote, error) {
	p, err := b.player(ctx, &reporter{backend: b, tx: new(text.Transaction)})
	if err != nil {
		return tui.Quote{}, err
	}
	asked := w
	if w.Code != "" {
		w, err = b.invited(ctx, p, w.Code)
	} else {
		w, err = b.offered(ctx, p, w)
	}
	if err != nil {
		return tui.Quote{}, err
	}
	q, i, fees, err := b.kinds[w.Of].quote(ctx, p, w)
	if err != nil {
		return tui.Quote{}, err
	}
	need := q.Terms.Entry()
	if w.Kind != tui.WishMatch { // which takes a deposit only if no game is open
		need = need.Add(q.Deposit...)
	}
	if err := p.Afford(ctx, need); err != nil {
		return tui.Quote{}, err
	}
	if i.Fees, err = fees(ctx, p, w.Ruleset, q); err != nil {
		return tui.Quote{}, err
	}
	i.Params, i.TurnBlocks, i.Terms, i.Deposit = b.params, q.TurnBlocks, q.Terms, q.Deposit
	b.update(func() { b.shown = quoted{wish: w, intent: i} })
	out := b.priceOf(ctx, i)
	if w != asked {
		out.Instead = &w
	}
	return out, nil
}

// invited returns the wish to join the game of an invite code, or of a number.
func (b *Backend) invited(ctx context.Context, p session.Player, code string) (w tui.Wish, err error) {
	i, err := invite.Game(code)
	if err == nil && i.Chain != "" && i.Chain != b.asker.ChainID() {
		err = fmt.Errorf(text.OtherChain, i.Chain)
	}
	if err != nil {
		return w, err
	}
	id := i.Game
	k, err := kinds.Of(ctx, b.asker, id)
	if err != nil {
		return w, err
	}
	o, err := b.kinds[k.Kind].begin(ctx, p, id)
	if err == nil && o.Enter == nil {
		err = fmt.Errorf(text.NotToJoin, id)
	}
	if err != nil {
		return w, err
	}
	return *o.Enter, nil
}

// quote implements kind.
func (b *duels) quote(
	ctx context.Context, p session.Player, w tui.Wish,
) (q session.Quote, i text.Intent, most mostFees, err error) {
	i = text.Intent{Act: text.ActCreate, Ruleset: w.Ruleset}
	if w.Kind == tui.WishJoin {
		s := duel.Open(p, w.ID)
		v, err := s.Look(ctx)
		if err == nil {
			err = s.CheckJoin(ctx, v)
		}
		if err != nil {
			return q, i, nil, err
		}
		i.Act, i.GameID, i.Channel, i.First = text.ActJoin, w.ID, v.Game.IsChannel(), v.Game.First
		i.Players = []string{v.Game.Participants[game.Creator].Address}
		if relay := s.RelayOf(v); i.Channel && relay != b.o.OwnRelay {
			i.Relay = relay // which the player agrees to dial
		}
		return session.Quote{Params: b.params, TurnBlocks: v.Game.TurnBlocks, Terms: v.Game.Terms}, i, duel.MostFees, nil
	}
	wish, err := b.wish(w)
	if err != nil {
		return q, i, nil, err
	}
	q, err = duel.QuoteOf(ctx, p, wish)
	i.MaxFee = q.MaxFee()
	if err == nil && wish.OwnBot && !q.Terms.Entry().IsZero() {
		err = fmt.Errorf("%w: choose a casual game without a stake", duel.ErrBotTerms)
	}
	if wish.OrOnChain {
		i.NoRelay = wish.Probe(ctx, p)
	}
	i.OwnBot, i.OrOnChain, i.Channel = wish.OwnBot, wish.OrOnChain, wish.Channel && i.NoRelay == nil
	switch {
	case w.Kind == tui.WishRematch && !i.OwnBot:
		i.Act, i.RematchOf = text.ActRematch, w.ID
	case w.Kind == tui.WishMatch:
		i.Act = text.ActMatch
	case wish.Opponent != "":
		i.Players = []string{wish.Opponent}
	}
	return q, i, duel.MostFees, err
}

// quoted is a wish with the intent that the player was shown for it.
type quoted struct {
	wish   tui.Wish
	intent text.Intent
}

// checkShown returns ErrTerms if an intent to enter a game has another price or other terms than the player was shown.
// The node is asked again when the wish is sent, and can answer something else.
func (o offer) checkShown(i text.Intent) error {
	if !i.Act.Enters() || o.shown.wish != o.wish {
		return nil
	}
	accepted := gameOf(o.shown.intent).Accepted()
	if o.shown.intent.Act == text.ActMatch { // of any creator
		accepted.Creator = gameOf(i).Accepted().Creator
	}
	if o.shown.intent.MaxFee != nil {
		accepted.MaxFee = o.shown.intent.MaxFee
	}
	if err := accepted.Check(gameOf(i)); err != nil {
		return otherTerms{err}
	}
	return nil
}

// otherTerms is a types.ErrTerms that was found before anything was signed.
type otherTerms struct{ error }

// Error implements error.
func (otherTerms) Error() string {
	return text.Refusal(types.ErrTerms.Codespace(), types.ErrTerms.ABCICode())
}

// Unwrap returns the original error.
func (e otherTerms) Unwrap() error { return e.error }

// gameOf returns a game as an intent to enter it has it.
func gameOf(i text.Intent) types.Game {
	g := types.Game{
		Id: i.GameID, RulesetId: i.Ruleset.ID, TurnBlocks: i.TurnBlocks, Terms: i.Terms, First: i.First,
	}
	if i.GameID > 0 { // it is joined
		for _, creator := range i.Players {
			g.Participants = append(g.Participants, types.Participant{Address: creator})
		}
	}
	return g
}

// priceOf returns the quote of an intent.
func (b *Backend) priceOf(ctx context.Context, i text.Intent) tui.Quote {
	var rewards *types.QueryRewardsResponse
	if i.Kind == text.Duel && !i.Terms.Casual { // without an answer the quote does not mention them
		rewards, _ = types.NewQueryClient(b.asker.Conn()).Rewards(ctx, &types.QueryRewardsRequest{})
	}
	out := tui.Quote{Title: b.voice().Title(i), Notes: text.Notes(i, rewards)}
	for _, p := range text.Payments(i) {
		out.Payments = append(out.Payments, tui.Payment(p))
	}
	return out
}
