package light

import (
	"errors"
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/player/text"
)

// ErrNoState is for a state that a node has no more, or not yet.
var ErrNoState = errors.New("the node does not have that state")

// UnprovenError means that a node has returned something that it cannot prove. It was not used.
type UnprovenError struct {
	Address string
	// Err is one of storeproof's.
	Err error
}

// Error implements error.
func (e *UnprovenError) Error() string {
	switch {
	case errors.Is(e.Err, proof.ErrExpired):
		return fmt.Sprintf(text.HeaderExpired, e.Err)
	case errors.Is(e.Err, proof.ErrFuture):
		return fmt.Sprintf(text.HeaderOfFuture, e.Address, e.Err)
	default:
		return fmt.Sprintf(text.NotProven, e.Address, e.Err)
	}
}

// Unwrap is why the node is not believed.
func (e *UnprovenError) Unwrap() error { return e.Err }

// RootError means that the trusted header is not the node's.
type RootError struct {
	Address string
	Height  int64
	Err     error
}

// Error implements error.
func (e *RootError) Error() string {
	return fmt.Sprintf(text.OtherHeader, e.Address, e.Height, e.Err)
}

// Unwrap is how the headers differ.
func (e *RootError) Unwrap() error { return e.Err }

// WitnessError means that a witness does not confirm or deny the node's header.
type WitnessError struct {
	Address string
	Err     error
}

// Error implements error.
func (e *WitnessError) Error() string {
	why := e.Err.Error()
	if notReady := (*client.NotReadyError)(nil); errors.As(e.Err, &notReady) {
		why = notReady.Why
	}
	return fmt.Sprintf(text.WitnessDiffers, e.Address, why)
}

// Unwrap returns the witness's error.
func (e *WitnessError) Unwrap() error { return e.Err }

// ForkError means that a node and a witness have different headers of one height, both signed by the chain's
// validators: more than a third of them has signed twice.
type ForkError struct {
	Height        int64
	Node, Witness string
	Hash, Other   []byte
}

// Error implements error.
func (e *ForkError) Error() string {
	return fmt.Sprintf(text.ChainForked, e.Height, e.Hash, e.Node, e.Other, e.Witness)
}

// refusals are the errors of a node that proves something else than it shows.
var refusals = []error{
	storeproof.ErrMalformed, proof.ErrChain, storeproof.ErrKey, storeproof.ErrValue, proof.ErrHeight,
	proof.ErrHeader, proof.ErrSignatures, proof.ErrDistant, proof.ErrNewer, proof.ErrOnlyHash,
	proof.ErrExpired, proof.ErrFuture,
}

// refused reports whether an error means that a node proves something else than it returned.
func refused(err error) bool {
	return slices.ContainsFunc(refusals, func(refusal error) bool { return errors.Is(err, refusal) })
}
