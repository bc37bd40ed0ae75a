package play

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
)

// Melee is a melee, as far as it takes to judge what its players send. What shows nothing of a board, such as a join or
// a concession, is an action of package melee as it is.
type Melee struct {
	// State is the melee as the rules know it.
	State melee.State
}

// MeleePlayer is a player of a melee who sends a message.
type MeleePlayer struct {
	Seat melee.Seat
	// Board is the player's hidden board.
	Board MerkleRows
}

// Aim returns the melee after an aim for a round in the block of that height, and its events. An aim for another round
// than the current one is refused, for it could not be opened. The caller keeps the aim until it is opened.
func (m Melee) Aim(by melee.Seat, round uint32, aim []byte, height int64) (melee.State, []melee.Event, error) {
	next, events, err := melee.Step(m.State, melee.Aim{By: by}, height)
	if err != nil {
		return m.State, nil, err
	}
	if int64(round) != int64(m.State.Round) {
		return m.State, nil, fmt.Errorf("%w: expected an aim for round %d, which is on, got one for round %d",
			game.ErrPhase, m.State.Round, round)
	}
	if err := commitment.ValidateAim(aim); err != nil {
		return m.State, nil, err
	}
	return next, events, nil
}

// Fire returns the melee after the opening of an aim in the block of that height, and its events. Before each check it
// calls pay with the work of the check, unless pay is nil; so do the others.
func (m Melee) Fire(
	by MeleePlayer, aim []byte, target string, salt []byte, height int64, pay func(Work),
) (melee.State, []melee.Event, error) {
	tile, err := m.State.Ruleset.ParseTile(target)
	if err != nil {
		return m.State, nil, err
	}
	next, events, err := melee.Step(m.State, melee.Fire{By: by.Seat, Tile: tile}, height)
	if err != nil {
		return m.State, nil, err
	}
	charge(pay, Work{For: "aim", Hashes: commitment.AimHashes})
	if err := commitment.VerifyAim(by.Board.Binding, aim, uint16(m.State.Round), tile, salt); err != nil {
		return m.State, nil, err
	}
	return next, events, nil
}

// Report returns the melee after a report in the block of that height, and its events. A report opens exactly the tiles
// of the volley, in their order.
func (m Melee) Report(
	by MeleePlayer, openings []Opening, height int64, pay func(Work),
) (melee.State, []melee.Event, error) {
	volley, hits := m.State.Volley(), game.Set{}
	i := 0
	for tile := range volley.All() {
		if i < len(openings) && openings[i].Content == int(commitment.Ship) {
			hits = hits.With(tile)
		}
		i++
	}
	next, events, err := melee.Step(m.State, melee.Report{By: by.Seat, Hits: hits}, height)
	if err != nil {
		return m.State, nil, err
	}
	if len(openings) != volley.Len() {
		return m.State, nil, fmt.Errorf("%w: expected openings of %d tiles, got %d", ErrMove, volley.Len(), len(openings))
	}
	i = 0
	for tile := range volley.All() {
		charge(pay, by.Board.OpeningWork(tile))
		opening, err := openings[i].merkleRows()
		if err != nil {
			return m.State, nil, err
		}
		if err := commitment.VerifyOpening(by.Board.Binding, by.Board.Roots, tile, opening); err != nil {
			return m.State, nil, err
		}
		i++
	}
	return next, events, nil
}

// Claim returns the melee after a claim in the block of that height, and its events.
func (m Melee) Claim(by MeleePlayer, c Claim, height int64, pay func(Work)) (melee.State, []melee.Event, error) {
	next, events, err := melee.Step(m.State, melee.Claim{By: by.Seat, Fleet: c.Fleet}, height)
	if err != nil {
		return m.State, nil, err
	}
	charge(pay, by.Board.AuditWork())
	if err := by.Board.Audit(c.Fleet, c.Secret); err != nil {
		return m.State, nil, err
	}
	return next, events, nil
}
