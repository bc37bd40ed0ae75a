package zk

import "errors"

// Errors of this package; those of the packages verify, commitment and game come as they are. Match them with
// errors.Is.
var (
	// ErrUntrue means that a statement is not true of the fleet, so that there is no proof.
	ErrUntrue = errors.New("statement is not true of the fleet")
	// ErrCommitment means that fleet and secret are not those behind the commitment.
	ErrCommitment = errors.New("fleet does not fit the commitment")
	// ErrSetup means that this build cannot prove: its circuits, ceremony points and keys do not fit together.
	ErrSetup = errors.New("prover is not set up")
)
