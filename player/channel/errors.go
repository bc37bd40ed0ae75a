package channel

import "errors"

// Errors about a log. Test for them with errors.Is.
var (
	// ErrMissing means that there is no log of the game on this machine: the game was entered elsewhere, or the log is
	// lost. Earlier signatures are unknown, so nothing is signed.
	ErrMissing = errors.New("no log of this game on this machine")
	// ErrInUse means that another process has the log open.
	ErrInUse = errors.New("another program plays this game on this machine: end it first")
	// ErrCopy means that the file is not the original: a copy, or one from a backup, may lack later signatures.
	ErrCopy = errors.New("the log of this game is a copy or comes from a backup")
	// ErrDamaged means that the content of the file is corrupt.
	ErrDamaged = errors.New("the log of this game is damaged")
	// ErrElsewhere means that the opponent holds a signature of this player's that the log does not know.
	ErrElsewhere = errors.New("a state of this game was signed with this key elsewhere")
	// ErrOnChain means that the game is played on-chain, or is about to be, so nothing more is signed.
	ErrOnChain = errors.New("the game is played on-chain")
	// ErrReadOnly means that the log was opened for reading alone.
	ErrReadOnly = errors.New("the log of this game is open for reading alone")
	// ErrUnwritten means that the disk has failed, or is full. Nothing has left, and it may be tried again.
	ErrUnwritten = errors.New("the log of this game cannot be written")
	// ErrSigned means that another state was signed that this one would compete with.
	ErrSigned = errors.New("another move was signed before")
)

// ErrUpdate means bytes that are no update.
var ErrUpdate = errors.New("no update")
