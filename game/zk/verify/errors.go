package verify

import "errors"

// Errors of this package, for errors.Is. They are wrapped with details.
var (
	// ErrEncoding means that the bytes are no proof: a wrong length, a point that is not in the group, at infinity or
	// not compressed, or a number that is not reduced.
	ErrEncoding = errors.New("invalid proof bytes")
	// ErrStatement means that a statement cannot be made: a tile off the board, a ship that the ruleset does not
	// have, a commitment that is not reduced.
	ErrStatement = errors.New("invalid statement")
	// ErrProof means that a proof is well formed and does not prove the statement.
	ErrProof = errors.New("proof does not fit the statement")
	// ErrKeys means that there are no keys for the ruleset, or that the embedded ones are not the pinned ones.
	ErrKeys = errors.New("no verification keys")
)
