package channel

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
)

// believer is a board of which everything is believed, so that the rules can be asked what a move says before anybody
// pays for a check of it. The toss chooses as the rest of the move has it: who shoots with its opening says that it is
// first.
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
