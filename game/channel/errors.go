package channel

import "errors"

// Errors of this package, for errors.Is. Breaches of the rules and false openings in a move are errors of package play,
// game, commitment or verify.
var (
	// ErrParams is a game that cannot be played in a channel, or parts of two.
	ErrParams = errors.New("bad channel")
	// ErrState is a state that this game cannot be in off-chain.
	ErrState = errors.New("no state of this off-chain game")
	// ErrProof is a proof whose parts do not belong together, or that lacks one.
	ErrProof = errors.New("incomplete proof of a state")
	// ErrSignature is a signature that is not one of the seat's channel key under this very state of this game.
	ErrSignature = errors.New("bad channel signature")
	// ErrOffChain is an action that is only possible on-chain, in a game that is played off-chain.
	ErrOffChain = errors.New("the game is played off-chain")
	// ErrNotNewer is a state that is not newer than the one the chain has.
	ErrNotNewer = errors.New("not newer than what the chain has")
	// ErrNoResponse is a concession or a challenge before the opponent has responded on-chain.
	ErrNoResponse = errors.New("the opponent has not responded on-chain")
)
