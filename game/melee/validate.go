package melee

import (
	"fmt"
	"math/bits"

	"github.com/battleship-chain/battleship/game"
)

// Validate returns an ErrState, an ErrRuleset or an ErrClock unless the state keeps every bound that holds of all
// states that steps lead to from a new melee. Step asks it of every state that it is given, so a record that was
// damaged or made up is refused and not played on.
func (s State) Validate() error {
	if err := checkRuleset(s.Ruleset); err != nil {
		return err
	}
	if n := len(s.Players); n < s.Ruleset.MinPlayers || n > s.Ruleset.MaxPlayers {
		return bad("expected %d to %d seats, got %d", s.Ruleset.MinPlayers, s.Ruleset.MaxPlayers, n)
	}
	if err := s.validateClock(); err != nil {
		return err
	}
	for _, seats := range []Seats{s.Owes, s.Struck, s.Unreported, s.Proven} {
		if bits.Len16(uint16(seats)) > len(s.Players) {
			return bad("expected seats below %d, got %b", len(s.Players), seats)
		}
	}
	for i := range s.Players {
		if err := s.validatePlayer(Seat(i)); err != nil {
			return fmt.Errorf("seat %d: %w", i, err)
		}
	}
	if !s.Stage.begun() {
		return s.validateLobby()
	}
	if err := s.validateBegun(); err != nil {
		return err
	}
	if s.Stage.round() {
		return s.validateRound()
	}
	return s.validateEnding()
}

// bad is an ErrState.
func bad(format string, args ...any) error {
	return fmt.Errorf("%w: %s", game.ErrState, fmt.Sprintf(format, args...))
}

// validateClock checks stage, waits and deadline.
func (s State) validateClock() error {
	if s.Stage < StageOpen || s.Stage > StageCancelled {
		return bad("expected a stage, got %s", s.Stage)
	}
	if s.Clock.OpenBlocks != 0 {
		return fmt.Errorf("%w: expected no open wait in a state, got %d blocks", game.ErrClock, s.Clock.OpenBlocks)
	}
	if err := game.CheckBlocks("a turn", s.Clock.TurnBlocks); err != nil {
		return err
	}
	if err := game.CheckBlocks("a claim", s.Clock.ClaimBlocks); err != nil {
		return err
	}
	// A deadline is the height of a step plus one wait. An open melee's wait is not known any more.
	least, wait := s.Clock.TurnBlocks, s.Clock.TurnBlocks
	switch {
	case s.Stage.Ended():
		if s.Deadline != 0 {
			return fmt.Errorf("%w: expected no deadline in stage %s, got %d", game.ErrClock, s.Stage, s.Deadline)
		}
		return nil
	case s.Stage == StageOpen:
		least, wait = 1, game.MaxClockBlocks
	case s.Stage == StageReady:
		least = max(s.Clock.TurnBlocks, s.Clock.ClaimBlocks)
		wait = least
	case s.Stage.claims():
		least, wait = s.Clock.ClaimBlocks, s.Clock.ClaimBlocks
	}
	if most := game.MaxBlockHeight + wait; s.Deadline < least || s.Deadline > most {
		return fmt.Errorf("%w: expected a deadline of %d to %d, got %d", game.ErrClock, least, most, s.Deadline)
	}
	return nil
}

// validatePlayer checks what holds of a seat in any stage.
func (s State) validatePlayer(seat Seat) error {
	p := s.Players[seat]
	if p.Standing > Unproven {
		return bad("expected a standing, got %s", p.Standing)
	}
	if p.Standing.lost() != (p.Round != 0) || p.Round < 0 || p.Round > s.Round {
		return bad("expected a round of 1 to %d if it has lost and 0 else, got %d while it is %s",
			s.Round, p.Round, p.Standing)
	}
	if !p.HasTarget && p.Target != 0 {
		return bad("expected no target, got tile %d", p.Target)
	}
	if p.HasTarget && (int(p.Target) >= s.Ruleset.Tiles() || s.Bombed.Has(p.Target)) {
		return bad("expected a target that was not bombed before, got %s", s.Ruleset.TileName(p.Target))
	}
	side := game.Side{Answered: s.Bombed.Union(s.Volley()), Hits: p.Hits}
	if err := side.Validate(s.Ruleset); err != nil {
		return err
	}
	if (p.Standing == Sunk && !s.sinks(seat)) ||
		(s.sinks(seat) && p.Standing != Sunk && !(p.Standing == Afloat && s.Stage == StageReport)) {
		return bad("expected to be sunk if and only if all ships are hit, got %s with %d hits", p.Standing, p.Hits.Len())
	}
	return nil
}

// validateLobby checks a melee that has not begun.
func (s State) validateLobby() error {
	afloat, vacant, absent := s.Seats(Afloat), s.Seats(Vacant), s.Seats(Absent)
	if s.Round != 0 || s.Extended || s.Struck != 0 || s.Unreported != 0 || s.Proven != 0 || s.Kept != whole ||
		!s.Bombed.IsEmpty() || !s.Volley().IsEmpty() {
		return bad("expected nothing to have happened in stage %s", s.Stage)
	}
	if s.Emptied {
		return bad("expected no play to have ended in stage %s", s.Stage)
	}
	if s.Withdrawn && (s.Stage != StageOpen || afloat.Len() != 1) {
		return bad("expected a melee withdrawn by the last player at an open table alone")
	}
	var fits bool
	switch s.Stage {
	case StageOpen:
		fits = s.Owes == 0 && absent == 0 && vacant != 0 && afloat != 0 &&
			vacant.Len()+afloat.Len() >= s.Ruleset.MinPlayers
	case StageReady:
		fits = s.Owes != 0 && s.Owes&^afloat == 0 && vacant == 0 && afloat.Len() >= s.Ruleset.MinPlayers
	case StageCancelled:
		// An open table, one that too many have refused, or one that too few have confirmed.
		fits = s.Owes == 0 && (absent == 0 && vacant != 0 && afloat != 0 ||
			vacant == 0 && absent != 0 && afloat.Len() < s.Ruleset.MinPlayers ||
			vacant == 0 && absent == 0 && afloat != 0 && afloat.Len() < s.Ruleset.MinPlayers)
	default:
	}
	if !fits {
		return bad("expected seats that go with stage %s, got %d afloat, %d vacant, %d absent, %d owing",
			s.Stage, afloat.Len(), vacant.Len(), absent.Len(), s.Owes.Len())
	}
	return nil
}

// validateBegun checks what holds of every melee that has begun.
func (s State) validateBegun() error {
	lost := s.Seats(Sunk) | s.Seats(Scuttled) | s.Seats(Conceded) | s.Seats(Unproven)
	begun := lost | s.Seats(Afloat)
	if s.Withdrawn || s.Seats(Vacant) != 0 || begun.Len() < s.Ruleset.MinPlayers {
		return bad("expected a table of %d or more without a vacant seat, got %d players", s.Ruleset.MinPlayers, begun.Len())
	}
	if s.Round < 1 || s.Round > s.Ruleset.Tiles()+len(s.Players) {
		return bad("expected a round of 1 to %d, got %d", s.Ruleset.Tiles()+len(s.Players), s.Round)
	}
	// Each round before this one has bombed a tile, or all who had aimed have lost in it. The bombs of this round count
	// once it is over.
	past, fallen := s.Round-1, s.Round
	if s.Stage.round() {
		fallen = past
	}
	if n := s.Bombed.Len(); n+lost.Len() < past || n > fallen*begun.Len() {
		return bad("expected bombs of %d rounds, got %d", fallen, n)
	}
	if s.Struck&^begun != 0 {
		return bad("expected strikes of seats that play, got %b", s.Struck)
	}
	k := s.Kept
	switch {
	case k.Num < 1 || k.Den < k.Num || k.Den > maxDen || gcd(k.Num, k.Den) != 1:
		return bad("expected a part of the pot, got %s", k)
	case k != whole && s.Seats(Scuttled).Len() < 2:
		return bad("expected all of the pot while nobody took a part of it, got %s", k)
	}
	return nil
}

// validateRound checks a melee in a round.
func (s State) validateRound() error {
	afloat := s.Seats(Afloat)
	if s.Emptied || s.Unreported != 0 || s.Proven != 0 || s.Seats(Unproven) != 0 {
		return bad("expected no claim in stage %s", s.Stage)
	}
	if s.Owes == 0 || s.Owes&^afloat != 0 {
		return bad("expected seats afloat to owe something in stage %s, got %b", s.Stage, s.Owes)
	}
	if afloat.Len() < 2 && !(s.Stage == StageReport && afloat.Len() == 1 && s.Seats(Conceded) != 0) {
		return bad("expected two seats afloat or more, got %d", afloat.Len())
	}
	if s.Bombed.Len() >= s.Ruleset.Tiles() {
		return bad("expected a tile that was not bombed, got none")
	}
	if volley := s.Volley(); s.Stage == StageAim && !volley.IsEmpty() || s.Stage == StageReport && volley.IsEmpty() {
		return bad("expected a volley from the opening of aims to the last report, got %d targets", volley.Len())
	}
	for i, p := range s.Players {
		seat := Seat(i)
		if p.HasTarget && (s.Stage == StageFire && s.Owes.Has(seat) ||
			p.Standing != Afloat && (p.Standing != Conceded || p.Round != s.Round)) {
			return bad("seat %d: expected no target, got %s", i, s.Ruleset.TileName(p.Target))
		}
		if s.Stage == StageFire && p.Standing == Afloat && !p.HasTarget && !s.Owes.Has(seat) && !s.Struck.Has(seat) {
			return bad("seat %d: expected a target, or a strike for the aim that it missed", i)
		}
		if p.Standing == Sunk && p.Round == s.Round {
			return bad("seat %d: expected to sink with the end of a round, got round %d", i, p.Round)
		}
		reported := p.Standing == Conceded && p.Round == s.Round || p.Standing == Afloat && !s.Owes.Has(seat)
		if unseen := p.Hits.Minus(s.Bombed); !unseen.IsEmpty() && (s.Stage != StageReport || !reported) {
			return bad("seat %d: expected hits that were reported, got %d more", i, unseen.Len())
		}
		if s.Stage == StageReport && s.Owes.Has(seat) && s.sinks(seat) {
			return bad("seat %d: expected nothing to be owed by a seat that has sunk", i)
		}
	}
	return nil
}

// validateEnding checks a melee whose play has ended.
func (s State) validateEnding() error {
	afloat := s.Seats(Afloat)
	if s.Extended {
		return bad("expected no second clock in stage %s", s.Stage)
	}
	if s.Unreported&^afloat != 0 || s.Unreported&s.Proven != 0 {
		return bad("expected reports to be missing of seats afloat without a proof, got %b", s.Unreported)
	}
	for seat := range s.Proven.All() {
		if best, _ := s.rank(seat); best == 0 {
			return bad("seat %d: expected no proof of a seat that is %s", int(seat), s.Players[seat].Standing)
		}
	}
	open := !s.Volley().IsEmpty()
	if open && !s.Emptied || s.Unreported != 0 && !open {
		return bad("expected a volley if and only if reports of it were missing when play ended")
	}
	if sunk := s.sunkNow(); s.Emptied && (afloat|sunk == 0 || !open && (sunk != 0 || afloat.Len() < 2)) {
		return bad("expected a silence of all who were afloat, got %d seats", afloat.Len())
	}
	if !s.Emptied && afloat.Len() > 1 {
		return bad("expected play to go on with %d seats afloat", afloat.Len())
	}
	if !s.Emptied && afloat == 0 && s.sunkNow() == 0 && s.Seats(Unproven) == 0 {
		return bad("expected a seat that was in the last round, got none")
	}
	for i, p := range s.Players {
		if unseen := p.Hits.Minus(s.Bombed); !unseen.IsEmpty() && s.Unreported.Has(Seat(i)) {
			return bad("seat %d: expected hits that were reported, got %d more", i, unseen.Len())
		}
	}
	if s.Stage.claims() && (s.Owes == 0 || s.Owes != s.mayClaim()) || s.Stage == StageOver && s.Owes != 0 {
		return bad("expected claims of the seats that may win by them, %b, got %b", s.mayClaim(), s.Owes)
	}
	return nil
}

// sunkNow are the seats that have sunk in this round.
func (s State) sunkNow() Seats {
	seats := s.Seats(Sunk)
	for seat := range seats.All() {
		if s.Players[seat].Round != s.Round {
			seats = seats.Without(seat)
		}
	}
	return seats
}
