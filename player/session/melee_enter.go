package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Strangers is what a player must know before it sits down with strangers, and Collusion what it must know before it
// puts a stake into a melee.
const (
	Strangers = "the chain cannot tell whether other players share what they know, or are one person with several " +
		"seats, and such players beat honest ones"
	Collusion = Strangers + ": play for a stake only with people whom you trust"
)

// MeleeWish is the melee that a player asks for. Ruleset, Players and Fleet are all that it takes.
type MeleeWish struct {
	Ruleset *game.Ruleset
	Fleet   game.Fleet
	// Players is for how many the table is, the player among them.
	Players int
	// TurnBlocks is how long each stage of a round may take, 0 for the chain's default.
	TurnBlocks int64
	// Stake is what each player puts into the pot; nil for nothing. It takes a list of invited players.
	Stake *sdk.Coin
	// Invited are the addresses of those who alone may join: one for each other seat, or nobody for anybody.
	Invited []string
	// Delegate may act for the player; empty for nobody.
	Delegate string
}

// CheckInvited returns an ErrInvited unless a wish of a player at an address has a list of invited players that fits
// it.
func (w MeleeWish) CheckInvited(address string) error {
	switch n := len(w.Invited); {
	case n == 0 && w.Stake != nil:
		return fmt.Errorf("%w: a stake needs a list of those who may join, %s beside you, got nobody", ErrInvited,
			Count(w.Players-1, "player"))
	case n == 0:
		return nil
	case n != w.Players-1:
		return fmt.Errorf("%w: expected %s beside you for a table of %d, got %d", ErrInvited,
			Count(w.Players-1, "player"), w.Players, n)
	}
	for i, invited := range w.Invited {
		if invited == address {
			return fmt.Errorf("%w: expected others, got yourself (%s)", ErrInvited, invited)
		}
		if slices.Contains(w.Invited[:i], invited) {
			return fmt.Errorf("%w: expected each once, got %s twice", ErrInvited, invited)
		}
	}
	return nil
}

// QuoteOfMelee asks the chain what opening the melee of a wish costs, without its fleet, and refuses what the chain
// would refuse.
func QuoteOfMelee(ctx context.Context, p Player, w MeleeWish) (Quote, error) {
	q, err := p.quoteMelee(ctx, w)
	if err != nil {
		return Quote{}, err
	}
	return Quote{
		Params: q.params, TurnBlocks: q.turnBlocks, Terms: q.terms, Deposit: sdk.NewCoins(q.params.OpenDeposit),
	}, nil
}

// quoteMelee is what the melee of a wish comes to on the chain as it is now.
func (p Player) quoteMelee(ctx context.Context, w MeleeWish) (quote, error) {
	if least, most := w.Ruleset.MinPlayers, w.Ruleset.MaxPlayers; w.Players < least || w.Players > most {
		return quote{}, fmt.Errorf("%w: expected %d to %d, got %d", melee.ErrPlayers, least, most, w.Players)
	}
	if err := w.CheckInvited(p.key().Address.String()); err != nil {
		return quote{}, err
	}
	params, err := p.params(ctx)
	if err != nil {
		return quote{}, err
	}
	q := quote{params: params, terms: types.Terms{Stake: w.Stake, Casual: true}}
	if q.turnBlocks, err = params.TurnBlocks(w.TurnBlocks); err != nil {
		return quote{}, saidPlainly{err}
	}
	if w.Stake != nil {
		if err := checkStake(params, *w.Stake); err != nil {
			return quote{}, err
		}
	}
	return q, nil
}

// CreateMelee opens a melee, in which the player takes the first seat, and returns its session.
func CreateMelee(ctx context.Context, p Player, w MeleeWish) (*Melee, Done, error) {
	m := OpenMelee(p, 0)
	q, err := p.quoteMelee(ctx, w)
	if err == nil {
		err = p.Afford(ctx, q.opening())
	}
	if err != nil {
		return nil, Done{}, fmt.Errorf("open a melee: %w", err)
	}
	what := fmt.Sprintf("open a melee for %s: %s a stage; %s",
		Count(w.Players, "player"), Clock(q.params, q.turnBlocks), meleePrice(q.terms))
	if q.params.OpenDeposit.IsPositive() {
		what += fmt.Sprintf("; a deposit of %s, which comes back when play begins or the table is gone",
			Coin(q.params.OpenDeposit))
	}
	if len(w.Invited) > 0 {
		what += fmt.Sprintf("; for %s alone", list(w.Invited))
	} else {
		what += "; for anybody"
	}
	e, err := m.enter(ctx, meleeEntry{ruleset: w.Ruleset, fleet: w.Fleet, delegate: w.Delegate, quote: q}, what)
	if err != nil {
		return nil, Done{}, err
	}
	receipt, err := e.send(ctx, &types.MsgCreateMelee{
		Sender:     m.sender(),
		RulesetId:  w.Ruleset.ID,
		Players:    uint32(w.Players),
		Entry:      e.Entry,
		TurnBlocks: w.TurnBlocks,
		Stake:      w.Stake,
		Invited:    w.Invited,
	})
	if err != nil {
		return nil, Done{}, fmt.Errorf("open a melee: %w", err)
	}
	var created types.MsgCreateMeleeResponse
	if err := receipt.Response(&created); err != nil {
		return nil, Done{}, err
	}
	m.gameID, m.own = created.GameId, e.own
	return m, Done{
		Receipt: receipt, GameID: m.gameID, Act: ActCreateMelee, Ruleset: w.Ruleset,
		Result: Seated{Seats: w.Players, Paid: q.opening(), Delegate: e.Delegate, Notice: e.notice},
	}, nil
}

// CheckJoin returns an error unless the player may join the melee as the chain showed it. Whether it can pay for it is
// not asked.
func (m *Melee) CheckJoin(v MeleeView) error {
	address := m.address().String()
	if _, seated := v.Melee.SeatOf(address); seated {
		return fmt.Errorf("join melee %d: %w", m.gameID, ErrSeated)
	}
	if v.State.Stage != melee.StageOpen {
		return fmt.Errorf("melee %d: %w: no seat is free; %s", m.gameID, game.ErrPhase, v.Owed())
	}
	if !v.Invited(address) {
		return fmt.Errorf("join melee %d: %w: expected %s, got %s", m.gameID, ErrNotInvited,
			strings.Join(v.Melee.Invited, " or "), address)
	}
	if _, _, err := melee.Step(v.State, melee.Join{}, v.next()); err != nil {
		return fmt.Errorf("join melee %d: %w", m.gameID, err)
	}
	return nil
}

// Join takes a seat of the open melee with a fleet of its ruleset, which choose is asked for. The delegate may be
// empty.
func (m *Melee) Join(
	ctx context.Context, delegate string, choose func(*game.Ruleset) (game.Fleet, error),
) (Done, error) {
	v, err := m.Look(ctx)
	if err != nil {
		return Done{}, err
	}
	if err := m.CheckJoin(v); err != nil {
		return Done{}, err
	}
	paid := v.Melee.Terms.Entry()
	if err := m.player.Afford(ctx, paid); err != nil {
		return Done{}, fmt.Errorf("join melee %d: %w", m.gameID, err)
	}
	r := v.State.Ruleset
	fleet, err := choose(r)
	if err != nil {
		return Done{}, err
	}
	params, err := m.chainParams(ctx)
	if err != nil {
		return Done{}, err
	}
	q := quote{params: params, turnBlocks: v.Melee.TurnBlocks, terms: v.Melee.Terms}
	seats := len(v.State.Players) - v.State.Seats(melee.Closed).Len()
	what := fmt.Sprintf("join melee %d of %s, for %s: %s a stage; %s",
		m.gameID, v.Melee.Creator, Count(seats, "player"), Clock(params, v.Melee.TurnBlocks), meleePrice(v.Melee.Terms))
	e, err := m.enter(ctx, meleeEntry{ruleset: r, fleet: fleet, delegate: delegate, quote: q}, what)
	if err != nil {
		return Done{}, err
	}
	receipt, err := e.send(ctx, &types.MsgJoinMelee{Sender: m.sender(), GameId: m.gameID, Entry: e.Entry})
	if err != nil {
		return Done{}, fmt.Errorf("join melee %d: %w", m.gameID, err)
	}
	var joined types.MsgJoinMeleeResponse
	if err := receipt.Response(&joined); err != nil {
		return Done{}, err
	}
	m.own = e.own
	seated := Seated{
		Seat: melee.Seat(joined.Seat), Seats: seats, Paid: paid, Delegate: joined.Delegate, Notice: e.notice,
	}
	if joined.Delegate == "" {
		seated.Dropped = e.Delegate
	}
	return Done{Receipt: receipt, GameID: m.gameID, Act: ActJoinMelee, Ruleset: r, Result: seated}, nil
}

// meleePrice says what each player of a melee pays to enter it, and what it plays for.
func meleePrice(t types.Terms) string {
	if t.Stake == nil {
		return "no stake"
	}
	text := "stake " + Coin(*t.Stake)
	if t.HouseShareBps > 0 {
		text += fmt.Sprintf(" (%d bps of the pot for the house)", t.HouseShareBps)
	}
	return text
}

// meleeEntry is what a player enters a melee with, and what that comes to.
type meleeEntry struct {
	ruleset  *game.Ruleset
	fleet    game.Fleet
	delegate string
	quote    quote
}

// enter asks for confirmation, before the wallet is asked for anything, and makes a new board.
func (m *Melee) enter(ctx context.Context, w meleeEntry, what string) (entering, error) {
	if err := w.ruleset.CheckFleet(w.fleet); err != nil {
		return entering{}, fmt.Errorf("fleet for %s: %w", w.ruleset.Name, err)
	}
	if w.quote.terms.Stake != nil {
		what += "; " + Collusion
	} else {
		what += "; " + Strangers
	}
	var allowed allowance
	if m.player.withDelegate(w.delegate) {
		var err error
		if allowed, err = m.player.allowance(ctx, needsOfMelee(w.ruleset, w.quote)); err != nil {
			return entering{}, err
		}
		what += "; " + allowed.String()
	}
	if err := m.player.confirm(what); err != nil {
		return entering{}, err
	}
	e, err := m.seal(ctx, w.ruleset, w.fleet, w.delegate)
	if err != nil {
		return e, err
	}
	if m.player.withDelegate(w.delegate) {
		err = e.nameDelegate(allowed, meleeMessages)
	}
	return e, err
}
