package channel

import "errors"

// Errors of this package, for errors.Is. What a move breaks of the rules, or shows falsely, is an error of package
// play, game, commitment or verify.
var (
	// ErrParams is a game that cannot be played in a channel, or parts of two.
	ErrParams = errors.New("bad channel")
	// ErrState is a state that this game cannot be in at sea.
	ErrState = errors.New("no state of this game at sea")
	// ErrProof is a proof whose parts do not belong together, or that lacks one.
	ErrProof = errors.New("incomplete proof of a state")
	// ErrSignature is a signature that is not one of the seat's channel key under this very state of this game.
	ErrSignature = errors.New("bad channel signature")
	// ErrAtSea is what can only be done on chain, while the game is played off it.
	ErrAtSea = errors.New("the game is played off chain")
	// ErrNotNewer is a state that is not newer than the one the chain has.
	ErrNotNewer = errors.New("not newer than what the chain has")
	// ErrUnheard is giving up, or an accusation, before the opponent has had its say on chain.
	ErrUnheard = errors.New("the opponent has not been heard on chain")
)
