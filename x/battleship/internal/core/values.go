package core

import (
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// AsCorrupt returns ErrCorrupt for a required record that is missing or cannot be decoded. It returns errors of the
// store unchanged.
func AsCorrupt(err error) error {
	if stderrors.Is(err, collections.ErrEncoding) || stderrors.Is(err, collections.ErrNotFound) {
		return types.WithCode(types.ErrCorrupt, err)
	}
	return err
}

// RecoverPanic runs a computation on values, and returns ErrPanic if it panics. The computation must not touch a store:
// a panic of a store affects one node, which must stop, whereas values are the same on all nodes.
func RecoverPanic(compute func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.Wrapf(types.ErrPanic, "%v", r)
		}
	}()
	return compute()
}
