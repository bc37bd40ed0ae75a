package melee

import (
	"fmt"

	"github.com/battleship-chain/battleship/player/text"
)

// AimedError means that an aim was not sent, since another one was signed for the same round: a node may have that, and
// the first one in a block counts.
type AimedError struct {
	GameID uint64
	Round  int
	// Signed is the name of the tile that was aimed at, Wanted of the one that was asked for.
	Signed, Wanted string
}

// Error implements error.
func (e *AimedError) Error() string {
	return fmt.Sprintf(text.NoAim, e.GameID, e.Wanted, e.Signed, e.Round, e.Signed)
}

// AtPrompt returns the error with its remedy at the prompt.
func (e *AimedError) AtPrompt() string { return text.OtherAim(e.Signed, e.Round, e.GameID) }

// LateAimError means that the chain has refused an aim whose round was over when it arrived. It does not count in a
// later round.
type LateAimError struct {
	GameID uint64
	// Target is the name of the tile that was aimed at.
	Target string
	// Round is the one that the aim was signed for, Now the one that is on.
	Round, Now int
	// Again reports whether the player owes an aim in the current round.
	Again bool
	// Err is the refusal.
	Err error
}

// Error implements error.
func (e *LateAimError) Error() string {
	return fmt.Sprintf("melee %d: %s", e.GameID, e.Problem(text.Voice{}))
}

// Problem returns the error without the game.
func (e *LateAimError) Problem(text.Voice) string {
	return text.LateAim(e.Target, e.Round, e.Now, e.Again)
}

// Remedy returns the remedy at the prompt.
func (e *LateAimError) Remedy(p text.Prompt) string {
	if e.Again {
		return p.AimAgain()
	}
	return p.Shows()
}

// Final marks an error after which the same act is of no use.
func (e *LateAimError) Final() {}

// Unwrap is the refusal.
func (e *LateAimError) Unwrap() error { return e.Err }

// ReportedError means that a report was not signed, since one of another volley was signed for the same round. The
// chain has one volley for each round: a lying node has invented one to see more of the board.
type ReportedError struct {
	GameID uint64
	Round  int
	// Signed are the tiles that were reported, Shown those that the node shows now.
	Signed, Shown string
}

// Error implements error.
func (e *ReportedError) Error() string {
	return fmt.Sprintf(text.NoReport, e.GameID, e.Shown, e.Signed, e.Round)
}

// AtPrompt returns the error with its remedy at the prompt.
func (e *ReportedError) AtPrompt() string { return text.OtherReport(e.Signed, e.Shown, e.Round) }
