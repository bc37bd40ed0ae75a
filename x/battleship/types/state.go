package types

import (
	"encoding/binary"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
)

// shipCodeBytes is the length of an announced ship in a Side.
const shipCodeBytes = 2

// RulesetByID returns the ruleset with that number, or ErrUnknownRuleset.
func RulesetByID(id uint32) (*game.Ruleset, error) {
	r, err := game.RulesetByID(id)
	if err != nil {
		return nil, WithCode(ErrUnknownRuleset, err)
	}
	return r, nil
}

// State returns a game as the rules know it, or ErrCorrupt if its records could not have been written by ProgressOf. It
// says nothing about whether a game can be in that state: game.State.Validate does, and game.Step asks it.
func (g Game) State(p Progress) (game.State, error) {
	r, err := RulesetByID(g.RulesetId)
	if err != nil {
		return game.State{}, errors.Wrapf(WithCode(ErrCorrupt, err), "game %d", g.Id)
	}
	if err := p.fits(r); err != nil {
		return game.State{}, errors.Wrapf(err, "progress of game %d", g.Id)
	}
	if _, err := g.First.ParseIf(g.First != SEAT_UNSPECIFIED); err != nil {
		return game.State{}, errors.Wrapf(err, "game %d: first", g.Id)
	}
	if want := seatsIn(p.Phase); len(g.Participants) != want {
		return game.State{}, errors.Wrapf(ErrCorrupt, "game %d in phase %s: expected %d participants, got %d",
			g.Id, p.Phase, want, len(g.Participants))
	}
	if len(p.Sides) != PlayersPerGame {
		return game.State{}, errors.Wrapf(ErrCorrupt, "progress of game %d: expected %d sides, got %d",
			g.Id, PlayersPerGame, len(p.Sides))
	}
	s := game.State{
		Ruleset:  r,
		Clock:    game.Clock{TurnBlocks: g.TurnBlocks, ClaimBlocks: g.ClaimBlocks},
		Phase:    game.Phase(p.Phase),
		Owes:     game.Obligation(p.Owes),
		Deadline: p.Deadline,
		Reason:   game.Reason(p.Reason),
		Second:   game.SecondClaim(p.SecondClaim),

		ProvenClaims: g.Terms.ProvenClaims,
	}
	if s.Actor, err = p.Actor.ParseIf(p.hasActor()); err != nil {
		return game.State{}, errors.Wrapf(err, "progress of game %d: actor", g.Id)
	}
	if s.First, err = p.First.ParseIf(p.hasFirst()); err != nil {
		return game.State{}, errors.Wrapf(err, "progress of game %d: first", g.Id)
	}
	if p.Pending > 0 {
		s.Pending, s.HasPending = game.Tile(p.Pending-1), true
	}
	for i, side := range p.Sides {
		if s.Sides[i], err = side.state(r); err != nil {
			return game.State{}, errors.Wrapf(WithCode(ErrCorrupt, err), "progress of game %d: side %d", g.Id, i)
		}
	}
	return s, nil
}

// ChainState returns the chain's state of a game, or ErrCorrupt as State does: in a game with channel keys, the state
// with whether it is off-chain, or which players have responded on-chain.
func (g Game) ChainState(p Progress) (channel.ChainState, error) {
	s, err := g.State(p)
	if err != nil {
		return channel.ChainState{}, err
	}
	x := channel.ChainState{State: s, OffChain: p.OffChain}
	if g.IsChannel() != (g.ChannelTimeoutBlocks > 0) || !g.IsChannel() && (p.OffChain || len(p.Responded) > 0) {
		return channel.ChainState{}, errors.Wrapf(ErrCorrupt, "game %d: channel keys %t: expected the other fields of a "+
			"channel alike, got a channel timeout of %d blocks, off-chain %t, %d responses",
			g.Id, g.IsChannel(), g.ChannelTimeoutBlocks, p.OffChain, len(p.Responded))
	}
	if p.OffChain && (s.Phase != game.PhaseToss || s.Deadline != g.ChannelTimeout() || len(p.Responded) > 0) {
		return channel.ChainState{}, errors.Wrapf(ErrCorrupt, "progress of game %d off-chain: expected phase %s until "+
			"%d and no responses, got %s until %d and %d responses",
			g.Id, game.PhaseToss, g.ChannelTimeout(), s.Phase, s.Deadline, len(p.Responded))
	}
	for _, responded := range p.Responded {
		seat, err := responded.Parse()
		if err != nil || x.Responded[game.Joiner] || x.Responded[seat] || s.Phase == game.PhaseOpen {
			return channel.ChainState{}, errors.Wrapf(ErrCorrupt, "progress of game %d: expected responses of different seats, "+
				"the creator's first, and none before the join, got %v in phase %s", g.Id, p.Responded, s.Phase)
		}
		x.Responded[seat] = true
	}
	return x, nil
}

// ProgressIn returns the moving part of a game as it is stored.
func ProgressIn(x channel.ChainState) Progress {
	p := ProgressOf(x.State)
	p.OffChain = x.OffChain
	for seat, responded := range x.Responded {
		if responded {
			p.Responded = append(p.Responded, SeatOf(game.Seat(seat)))
		}
	}
	return p
}

// seatsIn returns how many seats are taken in a phase.
func seatsIn(phase Phase) int {
	if phase == PHASE_OPEN || phase == PHASE_CANCELLED {
		return 1
	}
	return PlayersPerGame
}

// hasActor reports whether a player owes something, claims or has won.
func (p Progress) hasActor() bool {
	return p.hasFirst() && p.Reason != REASON_VOID || p.Phase == PHASE_TOSS
}

// hasFirst reports whether the game has left the toss.
func (p Progress) hasFirst() bool {
	return p.Phase == PHASE_PLAY || p.Phase == PHASE_CLAIM || p.Phase == PHASE_OVER
}

// fits returns ErrCorrupt unless every number of the record has room in the narrower types of the rules.
func (p Progress) fits(r *game.Ruleset) error {
	for _, field := range []struct {
		name      string
		got, most int64
	}{
		{"phase", int64(p.Phase), int64(PHASE_CANCELLED)},
		{"owes", int64(p.Owes), int64(OBLIGATION_CLAIM)},
		{"reason", int64(p.Reason), int64(REASON_VOID)},
		{"pending", int64(p.Pending), int64(r.Tiles())},
		{"second_claim", int64(p.SecondClaim), int64(SECOND_CLAIM_PROVEN)},
	} {
		if field.got < 0 || field.got > field.most {
			return errors.Wrapf(ErrCorrupt, "%s: expected 0 to %d, got %d", field.name, field.most, field.got)
		}
	}
	return nil
}

// ProgressOf returns the moving part of a game that is not off-chain, and never was, as it is stored.
func ProgressOf(s game.State) Progress {
	p := Progress{
		Phase:       Phase(s.Phase),
		Owes:        Obligation(s.Owes),
		Deadline:    s.Deadline,
		Reason:      Reason(s.Reason),
		SecondClaim: SecondClaim(s.Second),
		Sides:       make([]Side, len(s.Sides)),
	}
	p.Actor, p.First = seatIf(p.hasActor(), s.Actor), seatIf(p.hasFirst(), s.First)
	if s.HasPending {
		p.Pending = uint32(s.Pending) + 1
	}
	for i, side := range s.Sides {
		p.Sides[i] = sideOf(side, s.Ruleset)
	}
	return p
}

// state returns the side as the rules know it.
func (s Side) state(r *game.Ruleset) (game.Side, error) {
	answered, err := game.SetFromBytes(s.Answered, r.Tiles())
	if err != nil {
		return game.Side{}, errors.Wrap(err, "answered")
	}
	hits, err := game.SetFromBytes(s.Hits, r.Tiles())
	if err != nil {
		return game.Side{}, errors.Wrap(err, "hits")
	}
	sunk, err := parseShipCodes(s.Sunk)
	if err != nil {
		return game.Side{}, errors.Wrap(err, "sunk")
	}
	return game.Side{Answered: answered, Hits: hits, Sunk: sunk}, nil
}

// sideOf returns the side as it is stored.
func sideOf(s game.Side, r *game.Ruleset) Side {
	return Side{
		Answered: s.Answered.Bytes(r.Tiles()),
		Hits:     s.Hits.Bytes(r.Tiles()),
		Sunk:     shipCodes(s.Sunk),
	}
}

// shipCodes packs announced ships. It returns nil if there are none.
func shipCodes(ships []game.Ship) []byte {
	var codes []byte
	for _, ship := range ships {
		codes = binary.BigEndian.AppendUint16(codes, ship.Code())
	}
	return codes
}

// parseShipCodes is the inverse of shipCodes.
func parseShipCodes(codes []byte) ([]game.Ship, error) {
	if len(codes)%shipCodeBytes != 0 || len(codes) > game.MaxShips*shipCodeBytes {
		return nil, errors.Wrapf(ErrCorrupt, "expected an even number of at most %d bytes, got %d",
			game.MaxShips*shipCodeBytes, len(codes))
	}
	var ships []game.Ship
	for ; len(codes) > 0; codes = codes[shipCodeBytes:] {
		ships = append(ships, game.ShipFromCode(binary.BigEndian.Uint16(codes)))
	}
	return ships, nil
}

// NewShip returns the message form of a ship.
func NewShip(r *game.Ruleset, s game.Ship) *Ship {
	class, placement := r.ShipString(s)
	return &Ship{Class: class, Placement: placement}
}

// Parse returns the ship as the rules know it, or ErrSunk if a ruleset has no such ship.
func (s Ship) Parse(r *game.Ruleset) (game.Ship, error) {
	ship, err := r.ParseShip(s.Class, s.Placement)
	if err != nil {
		return game.Ship{}, WithCode(ErrSunk, err)
	}
	return ship, nil
}
