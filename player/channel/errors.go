package channel

import "errors"

// Errors about a log. Test for them with errors.Is.
var (
	// ErrMissing means that there is no log of the game on this machine: the game was entered elsewhere, or the log is
	// lost. What was signed is not known, so nothing is signed.
	ErrMissing = errors.New("no log of this game on this machine")
	// ErrInUse means that another process has the log open.
	ErrInUse = errors.New("another program plays this game on this machine: end it first")
	// ErrCopy means that the file is not the one that was written: a copy, or one from a backup, may lack what was signed
	// after it was made.
	ErrCopy = errors.New("the log of this game is a copy or comes from a backup")
	// ErrDamaged means that the file does not hold what was written to it.
	ErrDamaged = errors.New("the log of this game is damaged")
	// ErrElsewhere means that the opponent holds a signature of this player's that the log does not know.
	ErrElsewhere = errors.New("a state of this game was signed with this key elsewhere")
	// ErrAshore means that the game is played on chain, or is about to be, so nothing more is signed.
	ErrAshore = errors.New("the game is played on chain")
	// ErrReadOnly means that the log was opened for reading alone.
	ErrReadOnly = errors.New("the log of this game is open for reading alone")
	// ErrUnwritten means that the disk has failed, or is full. Nothing has left, and it may be tried again.
	ErrUnwritten = errors.New("the log of this game cannot be written")
	// ErrSigned means that another state was signed that this one would compete with.
	ErrSigned = errors.New("another move was signed before")
)

// ErrLetter means bytes that are no letter.
var ErrLetter = errors.New("no letter")
