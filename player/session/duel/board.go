package duel

import (
	"context"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// recover recovers the player's own board from the chain's records and checks that it is the committed one: an answer
// from any other would be refused while the clock runs.
func (s *Session) recover(v View, seat game.Seat) (*session.OwnBoard, error) {
	if s.Own != nil {
		return s.Own, nil
	}
	if int(seat) >= len(v.Recoveries) {
		return nil, fmt.Errorf("game %d: expected a recovery field of the %s, got none", s.ID, seat)
	}
	return s.Unseal(v.State.Ruleset, v.Game.Participants[seat].Board, v.Recoveries[seat])
}

// player is the player as one whose messages are judged.
func player(b *session.OwnBoard, seat game.Seat) (play.Player, error) {
	board, err := b.Committed.Bind(b.Binding.ChainID, b.Binding.Player, b.Binding.Ruleset)
	return play.Player{Seat: seat, Board: board}, err
}

// openToss opens the toss leaf.
func openToss(b *session.OwnBoard) (*types.Opening, error) {
	opening, err := commitment.OpenToss(b.Binding, b.Fleet, b.Secret)
	if err != nil {
		return nil, fmt.Errorf("open the toss: %w", err)
	}
	return types.NewOpening(opening), nil
}

// answer puts the truth about the pending tile into a message, with its opening, and the ship sunk by the shot. It
// returns the proof, if there is one.
func answer(
	ctx context.Context, b *session.OwnBoard, s game.State, msg *types.MsgShootAndReveal,
) (proof *prover.Proof, err error) {
	// With invented hits, an answer would reveal a whole ship.
	if err := s.Ruleset.CheckSide(s.Sides[s.Actor], b.Fleet); err != nil {
		return nil, fmt.Errorf("%w: %w", session.ErrFalseGame, err)
	}
	answer, err := s.TrueAnswer(b.Fleet)
	if err != nil {
		return nil, fmt.Errorf("answer from your fleet: %w", err)
	}
	if msg.Opening, proof, err = b.Scheme.Open(ctx, s, answer); err != nil {
		return nil, fmt.Errorf("open %s: %w", s.Ruleset.TileName(s.Pending), err)
	}
	if answer.Sunk != nil {
		msg.Sunk = types.NewShip(s.Ruleset, *answer.Sunk)
	}
	return proof, nil
}

// Fleet recovers the player's own fleet in a game as the chain showed it, and returns it with the player's seat. The
// error is ErrNotInGame if it has none, and ErrNoWallet if only its address is known.
func (s *Session) Fleet(v View) (game.Fleet, game.Seat, error) {
	seat, err := v.SeatOf(s.Address())
	if err != nil {
		return nil, 0, session.InGame(s.ID, err)
	}
	own, err := s.recover(v, seat)
	if err != nil {
		return nil, seat, err
	}
	return own.Fleet, seat, nil
}

// IsOwnBot reports whether that is the address of the bot that the player's own program lets play against it in this
// game. The player's board must have been recovered.
func (s *Session) IsOwnBot(address string) bool {
	return s.Own != nil && s.Own.BotAddress().String() == address
}
