package proof

import "errors"

// Errors of verification beside those of package storeproof. They are wrapped with details.
var (
	// ErrChain is for another chain than the trusted header's.
	ErrChain = errors.New("another chain")
	// ErrHeight is for a header of another height than the state's.
	ErrHeight = errors.New("another height")
	// ErrHeader is for a header that is not the trusted one of its height.
	ErrHeader = errors.New("not the trusted header")
	// ErrSignatures is for a header that too few of its own validators have signed.
	ErrSignatures = errors.New("not enough voting power")
	// ErrDistant is for a header that too few of those validators have signed whom the trusted header knows. One between
	// the two can lead there.
	ErrDistant = errors.New("not enough voting power that is known")
	// ErrNewer means the trusted header is newer than the header that it is to vouch for.
	ErrNewer = errors.New("older than the trusted header")
	// ErrOnlyHash is for a trusted header of which only the hash is known, and another height.
	ErrOnlyHash = errors.New("only the hash of the trusted header is known")
	// ErrExpired is for a trusted header that is too old.
	ErrExpired = errors.New("the trusted header has expired")
	// ErrFuture is for a header that is ahead of the clock.
	ErrFuture = errors.New("ahead of the clock")
)
