package melee

import (
	"context"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Wish is a player's order for a melee. Only Ruleset, Players and Fleet are required.
type Wish struct {
	Ruleset *game.Ruleset
	Fleet   game.Fleet
	// Players is for how many the table is, the player among them.
	Players int
	// TurnBlocks is how long each stage of a round may take, 0 for the chain's default.
	TurnBlocks int64
	// Stake is each player's stake. It is nil for none. It requires a list of invited players.
	Stake *sdk.Coin
	// Invited are the only players who may join: one for each other seat. It is empty if any player may.
	Invited []string
	// Delegate may act for the player. It is empty for none.
	Delegate string
}

// CheckInvited returns an ErrInvited unless a wish of a player at an address has a list of invited players that fits
// it.
func (w Wish) CheckInvited(address string) error {
	switch n := len(w.Invited); {
	case n == 0 && w.Stake != nil:
		return fmt.Errorf("%w: a stake needs a list of those who may join, %s beside you, got none", text.ErrInvited,
			text.Count(w.Players-1, "player"))
	case n == 0:
		return nil
	case n != w.Players-1:
		return fmt.Errorf("%w: expected %s beside you for a table of %d, got %d", text.ErrInvited,
			text.Count(w.Players-1, "player"), w.Players, n)
	}
	for i, invited := range w.Invited {
		if invited == address {
			return fmt.Errorf("%w: expected others, got yourself (%s)", text.ErrInvited, invited)
		}
		if slices.Contains(w.Invited[:i], invited) {
			return fmt.Errorf("%w: expected each once, got %s twice", text.ErrInvited, invited)
		}
	}
	return nil
}

// QuoteOf is QuoteOf for a melee.
func QuoteOf(ctx context.Context, p session.Player, w Wish) (session.Quote, error) {
	if least, most := w.Ruleset.MinPlayers, w.Ruleset.MaxPlayers; w.Players < least || w.Players > most {
		return session.Quote{}, fmt.Errorf("%w: expected %d to %d, got %d", melee.ErrPlayers, least, most, w.Players)
	}
	if err := w.CheckInvited(p.Key().Address.String()); err != nil {
		return session.Quote{}, err
	}
	params, err := p.Params(ctx)
	if err != nil {
		return session.Quote{}, err
	}
	q := session.Quote{
		Params: params, Deposit: sdk.NewCoins(params.OpenDeposit), Terms: types.Terms{Stake: w.Stake, Casual: true},
	}
	if q.TurnBlocks, err = params.TurnBlocks(w.TurnBlocks); err != nil {
		return session.Quote{}, session.Untraced(err)
	}
	if w.Stake != nil {
		if err := session.CheckStake(params, *w.Stake); err != nil {
			return session.Quote{}, err
		}
		q.Terms.HouseShareBps = params.HouseShareBps
	}
	return q, nil
}

// Create opens a melee, in which the player takes the first seat, and returns its session.
func Create(ctx context.Context, p session.Player, w Wish) (*Session, session.Done, error) {
	m := Open(p, 0)
	q, err := QuoteOf(ctx, p, w)
	if err == nil {
		err = p.Afford(ctx, q.Opening())
	}
	if err != nil {
		return nil, session.Done{}, fmt.Errorf("open a melee: %w", err)
	}
	i := text.Intent{
		Act: text.ActCreateMelee, Seats: w.Players, Players: w.Invited, Deposit: q.Deposit,
	}
	e, err := m.enter(ctx, entry{ruleset: w.Ruleset, fleet: w.Fleet, delegate: w.Delegate, quote: q}, i)
	if err != nil {
		return nil, session.Done{}, err
	}
	receipt, err := e.Send(ctx, &types.MsgCreateMelee{
		Sender:     m.Sender(),
		RulesetId:  w.Ruleset.ID,
		Players:    uint32(w.Players),
		Entry:      e.Entry,
		TurnBlocks: q.TurnBlocks,
		Stake:      w.Stake,
		Invited:    w.Invited,

		MaxHouseShareBps: q.Terms.HouseShareBps,
	})
	if err != nil {
		return nil, session.Done{}, fmt.Errorf("open a melee: %w", err)
	}
	var created types.MsgCreateMeleeResponse
	if err := receipt.Response(&created); err != nil {
		return nil, session.Done{}, err
	}
	m.ID, m.Own = created.GameId, e.Own
	return m, session.Done{
		Receipt: receipt, GameID: m.ID, Act: text.ActCreateMelee, Ruleset: w.Ruleset,
		Result: text.Seated{Seats: w.Players, Paid: q.Opening(), Delegate: e.Delegate, Notice: e.Notice},
	}, nil
}

// CheckJoin returns an error unless the player may join the melee as the chain showed it. Whether it can pay for it is
// not asked.
func (m *Session) CheckJoin(v View) error {
	address := m.Address().String()
	if _, seated := v.Melee.SeatOf(address); seated {
		return fmt.Errorf("join melee %d: %w", m.ID, text.ErrSeated)
	}
	if v.State.Stage != melee.StageOpen {
		return v.notNow(game.ErrPhase, text.NoSeatFree)
	}
	if !v.Invited(address) {
		return fmt.Errorf("join melee %d: %w: expected %s, got %s", m.ID, text.ErrNotInvited,
			strings.Join(v.Melee.Invited, " or "), address)
	}
	if _, _, err := melee.Step(v.State, melee.Join{}, v.next()); err != nil {
		return fmt.Errorf("join melee %d: %w", m.ID, err)
	}
	return nil
}

// Join takes a seat of the open melee with a fleet of its ruleset, which choose is asked for. The delegate may be
// empty.
func (m *Session) Join(
	ctx context.Context, delegate string, choose func(*game.Ruleset) (game.Fleet, error),
) (session.Done, error) {
	v, err := m.Look(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if err := m.CheckJoin(v); err != nil {
		return session.Done{}, err
	}
	params, err := m.ChainParams(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if err := m.checkParty(v, params); err != nil {
		return session.Done{}, err
	}
	paid := v.Melee.Terms.Entry()
	if err := m.Player.Afford(ctx, paid); err != nil {
		return session.Done{}, fmt.Errorf("join melee %d: %w", m.ID, err)
	}
	r := v.State.Ruleset
	fleet, err := choose(r)
	if err != nil {
		return session.Done{}, err
	}
	q := session.Quote{Params: params, TurnBlocks: v.Melee.TurnBlocks, Terms: v.Melee.Terms}
	seats := len(v.State.Players) - v.State.Seats(melee.Closed).Len()
	i := text.Intent{Act: text.ActJoinMelee, GameID: m.ID, Seats: seats, Players: []string{v.Melee.Creator}}
	e, err := m.enter(ctx, entry{ruleset: r, fleet: fleet, delegate: delegate, quote: q}, i)
	if err != nil {
		return session.Done{}, err
	}
	receipt, err := e.Send(ctx, &types.MsgJoinMelee{
		Sender: m.Sender(), GameId: m.ID, Entry: e.Entry,
		Terms: v.Melee.Accepted(), // those of the intent, which the player has confirmed
	})
	if err != nil {
		return session.Done{}, fmt.Errorf("join melee %d: %w", m.ID, err)
	}
	var joined types.MsgJoinMeleeResponse
	if err := receipt.Response(&joined); err != nil {
		return session.Done{}, err
	}
	m.Own = e.Own
	seated := text.Seated{
		Seat: melee.Seat(joined.Seat), Seats: seats, Paid: paid, Delegate: joined.Delegate, Notice: e.Notice,
	}
	if joined.Delegate == "" {
		seated.Dropped = e.Delegate
	}
	return session.Done{Receipt: receipt, GameID: m.ID, Act: text.ActJoinMelee, Ruleset: r, Result: seated}, nil
}

// entry is a player's entry into a melee, with its cost.
type entry struct {
	ruleset  *game.Ruleset
	fleet    game.Fleet
	delegate string
	quote    session.Quote
}

// enter asks for confirmation, before the wallet is asked for anything, and makes a new board.
func (m *Session) enter(ctx context.Context, w entry, i text.Intent) (session.Entering, error) {
	i.Kind, i.Ruleset, i.Params, i.TurnBlocks, i.Terms =
		text.Melee, w.ruleset, w.quote.Params, w.quote.TurnBlocks, w.quote.Terms
	e, allowed, err := m.ConfirmEntry(ctx, i, w.fleet, w.delegate, false, needsOf(w.ruleset, w.quote))
	if err == nil && m.Player.WithDelegate(w.delegate) {
		err = e.NameDelegate(allowed, delegateMessages)
	}
	return e, err
}
