package types

import "cosmossdk.io/errors"

// Errors of the module.
var (
	// ErrUnauthorized means that the sender may not do this.
	ErrUnauthorized = errors.Register(ModuleName, 2, "unauthorized")
	// ErrInvalidParams means that params name no active light client of their chain.
	ErrInvalidParams = errors.Register(ModuleName, 3, "invalid params")
	// ErrInvalidBet means that the terms of a bet are incomplete or out of bounds.
	ErrInvalidBet = errors.Register(ModuleName, 4, "invalid bet")
	// ErrNotFound means that there is no such bet, or that it is settled.
	ErrNotFound = errors.Register(ModuleName, 5, "bet not found")
	// ErrAccepted means that the bet is accepted already, or not yet.
	ErrAccepted = errors.Register(ModuleName, 6, "wrong state of the bet")
	// ErrExpired means that the bet has expired, or not yet.
	ErrExpired = errors.Register(ModuleName, 7, "wrong time")
	// ErrProof means that the result is not proven by the light client of the bet.
	ErrProof = errors.Register(ModuleName, 8, "result is not proven")
)
