package channel

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
)

// believer is a board that accepts every opening, so that the rules can compute the result of a move before its checks
// are paid for. The toss chooses according to the rest of the move: a mover that shoots with its opening is first.
type believer struct {
	play.MerkleRows

	first game.Seat
}

// TossFirst implements play.Board.
func (b believer) TossFirst(play.Opening, []byte) (game.Seat, error) { return b.first, nil }

// VerifyToss implements play.Board.
func (believer) VerifyToss(play.Opening) error { return nil }

// OpeningWork implements play.Board.
func (believer) OpeningWork(game.Tile) play.Work { return play.Work{} }

// VerifyAnswer implements play.Board.
func (believer) VerifyAnswer(game.State, game.Answer, play.Opening) error { return nil }
