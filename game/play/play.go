package play

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// Game is a game, as far as it takes to judge what its players send.
type Game struct {
	// State is the game as the rules know it.
	State game.State
	// JoinedHeight is the height of the block in which it was joined.
	JoinedHeight int64
	// Toss is the joiner's half of the toss, as commitment.MixToss returns it.
	Toss []byte
	// First is the player who shoots first in a rematch. It is nil if the toss decides.
	First *game.Seat
}

// Player is a player who sends a message.
type Player struct {
	Seat game.Seat
	// Board is the player's hidden board. It may be nil for a move that opens nothing.
	Board Board
}

// Move returns the game after a move in the block of that height, and its events. Before each check it calls pay with
// the work of the check, unless pay is nil. It does not check for moves that are wrong in every game: Move.Validate
// does.
func (g Game) Move(by Player, m Move, height int64, pay func(Work)) (game.State, []game.Event, error) {
	next := g.State
	var events []game.Event
	if m.Opening != nil {
		var err error
		if next, events, err = g.reveal(by, m, height, pay); err != nil {
			return g.State, nil, err
		}
	}
	if m.Target == "" {
		return next, events, nil
	}
	tile, err := next.Ruleset.ParseTile(m.Target)
	if err != nil {
		return g.State, nil, err
	}
	next, fired, err := game.Step(next, game.Shoot{By: by.Seat, Tile: tile}, height)
	if err != nil {
		return g.State, nil, err
	}
	return next, append(events, fired...), nil
}

// Claim returns the game after a claim in the block of that height, and its events. It pays like Move.
func (g Game) Claim(by Player, c Claim, height int64, pay func(Work)) (game.State, []game.Event, error) {
	next, events, err := game.Step(g.State, game.Claim{By: by.Seat, Fleet: c.Fleet}, height)
	if err != nil {
		return g.State, nil, err
	}
	charge(pay, by.Board.AuditWork())
	if err := by.Board.Audit(c.Fleet, c.Secret); err != nil {
		return g.State, nil, err
	}
	return next, events, nil
}

// FirstSeat returns who shoots first, given whom the toss has chosen. In a rematch the toss has no say: it is opened
// all the same, so that every game takes the same way.
func (g Game) FirstSeat(byToss game.Seat) game.Seat {
	if g.First != nil {
		return *g.First
	}
	return byToss
}

// reveal performs the opening of a move: of the toss if that is owed, else of the tile that was shot at.
func (g Game) reveal(by Player, m Move, height int64, pay func(Work)) (game.State, []game.Event, error) {
	if g.State.Owes == game.OwesTossReveal {
		return g.toss(by, m, height, pay)
	}
	return g.answer(by, m, height, pay)
}

// toss opens the creator's toss leaf, which decides who shoots first unless the game is a rematch. In the block of the
// join it may not be opened: a proposer tries transactions before their block has a hash, so one that joined and opened
// would be tried with another toss than it gets.
func (g Game) toss(by Player, m Move, height int64, pay func(Work)) (game.State, []game.Event, error) {
	if g.JoinedHeight == height {
		return g.State, nil, fmt.Errorf(
			"%w: joined in block %d: expected the toss to be opened in a later one, got block %d",
			game.ErrTurn, g.JoinedHeight, height)
	}
	if m.Sunk != nil {
		return g.State, nil, fmt.Errorf("%w: expected no sunk ship with the opening of a toss, got one", ErrMove)
	}
	charge(pay, by.Board.TossWork())
	first, err := by.Board.TossFirst(*m.Opening, g.Toss)
	if err != nil {
		return g.State, nil, err
	}
	next, events, err := game.Step(g.State, game.RevealToss{By: by.Seat, First: g.FirstSeat(first)}, height)
	if err != nil {
		return g.State, nil, err
	}
	if err := by.Board.VerifyToss(*m.Opening); err != nil {
		return g.State, nil, err
	}
	return next, events, nil
}

// answer opens the tile that was shot at.
func (g Game) answer(by Player, m Move, height int64, pay func(Work)) (game.State, []game.Event, error) {
	answer, err := m.Answer(g.State.Ruleset, by.Seat)
	if err != nil {
		return g.State, nil, err
	}
	// Unless a shot is pending and this player owes the answer, the step refuses; so the tile below is the one that
	// was shot at.
	next, events, err := game.Step(g.State, answer, height)
	if err != nil {
		return g.State, nil, err
	}
	charge(pay, by.Board.OpeningWork(g.State.Pending))
	if err := by.Board.VerifyAnswer(g.State, answer, *m.Opening); err != nil {
		return g.State, nil, err
	}
	return next, events, nil
}

// charge calls pay, if there is one, with the work of the next check.
func charge(pay func(Work), w Work) {
	if pay != nil {
		pay(w)
	}
}
