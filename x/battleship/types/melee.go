package types

import (
	"slices"

	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// MeleeRulesetByID returns the ruleset of melees with that number, or ErrUnknownRuleset.
func MeleeRulesetByID(id uint32) (*game.Ruleset, error) {
	r, err := melee.RulesetByID(id)
	if err != nil {
		return nil, WithCode(ErrUnknownRuleset, err)
	}
	return r, nil
}

// Clock returns the waits of a melee that is open no more.
func (m Melee) Clock() game.Clock {
	return game.Clock{TurnBlocks: m.TurnBlocks, ClaimBlocks: m.ClaimBlocks}
}

// State returns a melee as the rules know it, or ErrCorrupt if its records do not go together or show a state that no
// melee can be in.
func (m Melee) State(progress []byte) (melee.State, error) {
	r, err := MeleeRulesetByID(m.RulesetId)
	if err != nil {
		return melee.State{}, errors.Wrapf(WithCode(ErrCorrupt, err), "melee %d", m.Id)
	}
	s, err := melee.ParseProgress(r, m.Clock(), progress)
	if err != nil {
		return melee.State{}, errors.Wrapf(WithCode(ErrCorrupt, err), "progress of melee %d", m.Id)
	}
	if err := m.fits(s); err != nil {
		return melee.State{}, err
	}
	return s, nil
}

// fits returns ErrCorrupt unless the seats of a melee are those of a state.
func (m Melee) fits(s melee.State) error {
	if len(m.Players) != len(s.Players) {
		return errors.Wrapf(ErrCorrupt, "melee %d: expected %d seats as in its progress, got %d",
			m.Id, len(s.Players), len(m.Players))
	}
	for i, p := range s.Players {
		if player := m.Players[i]; taken(p.Standing) != (player.Address != "") {
			return errors.Wrapf(ErrCorrupt,
				"melee %d, seat %d: expected a player if and only if it is taken, got %q while it is %s",
				m.Id, i, player.Address, p.Standing)
		}
	}
	if begun := s.Round > 0; begun != (m.StartedHeight > 0) {
		return errors.Wrapf(ErrCorrupt, "melee %d: expected a block of the first round once there is one, got %d in round %d",
			m.Id, m.StartedHeight, s.Round)
	}
	return nil
}

// taken reports whether a seat of that standing has a player, or had one when the table was full.
func taken(standing melee.Standing) bool { return standing != melee.Vacant && standing != melee.Closed }

// HasBoard reports whether the chain keeps the board of a seat of that standing.
func HasBoard(standing melee.Standing) bool { return taken(standing) && standing != melee.Absent }

// SeatOf returns the seat of a player.
func (m Melee) SeatOf(address string) (melee.Seat, bool) {
	return m.seat(func(p MeleePlayer) bool { return p.Address == address })
}

// SeatFor returns the seat of the player that an address is or acts for. Every address has one seat at most; an empty
// one has none.
func (m Melee) SeatFor(address string) (melee.Seat, bool) {
	return m.seat(func(p MeleePlayer) bool { return address != "" && (p.Address == address || p.Delegate == address) })
}

// seat returns the first seat of such a player, without the vacant ones.
func (m Melee) seat(is func(MeleePlayer) bool) (melee.Seat, bool) {
	i := slices.IndexFunc(m.Players, func(p MeleePlayer) bool { return p.Address != "" && is(p) })
	return melee.Seat(max(i, 0)), i >= 0
}

// AddressOf returns the player of a seat of the melee. It is empty if there is no such seat.
func (m Melee) AddressOf(seat melee.Seat) string {
	if seat < 0 || int(seat) >= len(m.Players) {
		return ""
	}
	return m.Players[seat].Address
}

// AddressesOf returns the players of a set of seats.
func (m Melee) AddressesOf(seats melee.Seats) []string {
	var addresses []string
	for seat := range seats.All() {
		addresses = append(addresses, m.AddressOf(seat))
	}
	return addresses
}

// Staked are the seats whose stakes a melee holds in a state: all taken ones, without those that were absent.
func Staked(s melee.State) melee.Seats {
	var seats melee.Seats
	for i, p := range s.Players {
		if HasBoard(p.Standing) {
			seats = seats.With(melee.Seat(i))
		}
	}
	return seats
}

// Hold returns the coins held for an unfinished melee in a state: the stakes and the deposit.
func (m Melee) Hold(s melee.State) sdk.Coins {
	held := sdk.NewCoins()
	if m.Terms.Stake != nil {
		held = held.Add(sdk.NewCoin(m.Terms.Stake.Denom, m.Terms.Stake.Amount.Mul(math.NewInt(int64(Staked(s).Len())))))
	}
	if m.Deposit != nil {
		held = held.Add(*m.Deposit)
	}
	return held
}

// NewMeleeResult returns what stays of a melee that is over in a state since the block of a height.
func NewMeleeResult(m Melee, s melee.State, height int64) MeleeResult {
	outcome, _ := s.Outcome()
	r := MeleeResult{
		GameId:        m.Id,
		RulesetId:     m.RulesetId,
		Winners:       uint32(outcome.Winners),
		Rounds:        uint32(s.Round), //nolint:gosec // a round fits a byte
		Stake:         m.Terms.Stake,
		CreatedHeight: m.CreatedHeight,
		StartedHeight: m.StartedHeight,
		EndedHeight:   height,
	}
	for i, rank := range s.Ranking() {
		p := s.Players[i]
		r.Places = append(r.Places, MeleePlace{
			Player:   m.Players[i].Address,
			Standing: SeatStanding(p.Standing),
			Round:    uint32(p.Round),      //nolint:gosec // as above
			Rank:     uint32(rank),         //nolint:gosec // at most the number of seats
			Hits:     uint32(p.Hits.Len()), //nolint:gosec // at most the number of tiles
		})
	}
	return r
}

// Players returns those who were in the first round of a melee, by seat.
func (r MeleeResult) Players() []string {
	return r.players(func(seat int) bool { return r.Places[seat].Rank > 0 })
}

// Winning returns those who have shared the pot of a melee, by seat.
func (r MeleeResult) Winning() []string {
	return r.players(func(seat int) bool { return r.Winners>>seat&1 == 1 })
}

// players returns the players on some of the seats.
func (r MeleeResult) players(on func(seat int) bool) []string {
	var players []string
	for i, place := range r.Places {
		if on(i) {
			players = append(players, place.Player)
		}
	}
	return players
}
