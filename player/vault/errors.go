package vault

import "errors"

// Errors of this package, for errors.Is. They are wrapped with details.
var (
	// ErrKey means that the key of the keyring cannot serve: it is another player's, or it signs falsely.
	ErrKey = errors.New("invalid key")
	// ErrFleet means that a fleet cannot be sealed because the ruleset does not allow it.
	ErrFleet = errors.New("invalid fleet")
	// ErrRecovery means that a recovery field is not one that this package made.
	ErrRecovery = errors.New("invalid recovery field")
	// ErrSealed means that a recovery field does not open: it was sealed by another wallet or key file, for another
	// board, or was altered.
	ErrSealed = errors.New("recovery field does not open")
	// ErrNoFile means that a board needs a key file that is not there.
	ErrNoFile = errors.New("board key file is missing")
	// ErrFile means that a key file is damaged or is another player's.
	ErrFile = errors.New("invalid board key file")
	// ErrPassphrase means that a passphrase is wrong, too short, or cannot be asked for.
	ErrPassphrase = errors.New("invalid passphrase")
)
