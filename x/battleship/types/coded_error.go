package types

import (
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// codedError is an error of another package with the code under which the chain reports it.
type codedError struct {
	code  *errors.Error
	cause error
}

// Error returns the registered error and the text of the other package's.
func (e *codedError) Error() string { return e.code.Error() + ": " + e.cause.Error() }

// Cause returns the registered error: ABCI takes the code of a transaction's result from it.
func (e *codedError) Cause() error { return e.code }

// Unwrap lets errors.Is find the registered error and the cause.
func (e *codedError) Unwrap() []error { return []error{e.code, e.cause} }

// WithCode returns an error of another package with the code under which the chain reports it. errors.Is finds both.
func WithCode(code *errors.Error, cause error) error { return &codedError{code: code, cause: cause} }

// ruleCodes maps errors of the rules to codes: the first match counts.
var ruleCodes = []struct {
	rule error
	code *errors.Error
}{
	// A received state, as opposed to a stored one, before its faults.
	{channel.ErrState, ErrStateProof},
	{game.ErrPhase, ErrPhase},
	{game.ErrLate, ErrLate},
	{game.ErrTurn, ErrTurn},
	{game.ErrAudit, ErrClaim},
	{game.ErrSunk, ErrSunk},
	{game.ErrFleet, ErrClaim},
	{game.ErrTile, ErrTile},
	{game.ErrTileTaken, ErrTile},
	{game.ErrAnswer, ErrInvalidMove},
	{game.ErrClock, ErrInvalidParams},
	{game.ErrState, ErrCorrupt},
	{game.ErrEncoding, ErrCorrupt},
	{melee.ErrPlayers, ErrInvalidPlayers},
	{melee.ErrReport, ErrInvalidMove},
	{commitment.ErrAim, ErrInvalidAim},
	{commitment.ErrAudit, ErrClaim},
	{commitment.ErrSecret, ErrClaim},
	{commitment.ErrTossBytes, ErrInvalidToss},
	{commitment.ErrContent, ErrWrongOpening},
	{commitment.ErrSalt, ErrWrongOpening},
	{commitment.ErrPath, ErrWrongOpening},
	{commitment.ErrOpening, ErrWrongOpening},
	{commitment.ErrEqualRoots, ErrInvalidBoard},
	{commitment.ErrBoard, ErrInvalidBoard},
	{commitment.ErrBinding, ErrCorrupt},
	{verify.ErrEncoding, ErrInvalidProof},
	{verify.ErrStatement, ErrInvalidProof},
	{verify.ErrProof, ErrInvalidProof},
	{play.ErrEmpty, ErrEmptyMove},
	{play.ErrMove, ErrInvalidMove},
	{channel.ErrOffChain, ErrOffChain},
	{channel.ErrNotNewer, ErrNotNewer},
	{channel.ErrNoResponse, ErrNoResponse},
	{channel.ErrSignature, ErrSignature},
	{channel.ErrParams, ErrCorrupt},
	{channel.ErrProof, ErrStateProof},
}

// RuleError returns an error of packages game, melee, commitment and play with the code under which the chain reports
// it. errors.Is finds both. An error it does not know, and nil, come back as they are.
func RuleError(err error) error {
	for _, c := range ruleCodes {
		if stderrors.Is(err, c.rule) {
			return WithCode(c.code, err)
		}
	}
	return err
}

// FollowsFromState reports whether an error occurs on every node that is in the same state: a registered one, or a
// record that cannot be decoded. Any other is a failure of the node itself, such as of its store.
func FollowsFromState(err error) bool {
	var registered *errors.Error
	return stderrors.As(err, &registered) || stderrors.Is(err, collections.ErrEncoding)
}

// ErrorClass returns the text of the registered error that err wraps, or that of ErrCorrupt if it wraps none. The text
// is the same on every machine.
func ErrorClass(err error) string {
	var registered *errors.Error
	if !stderrors.As(err, &registered) {
		registered = ErrCorrupt
	}
	return registered.Error()
}
