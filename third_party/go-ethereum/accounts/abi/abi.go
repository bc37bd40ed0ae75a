// Package abi stands in for the encoder of contracts' arguments. It encodes and decodes nothing.
package abi

import "errors"

// ErrNotSupported refuses whatever is encoded for contracts.
var ErrNotSupported = errors.New("the encoding of Ethereum's contracts is not supported")

// Type is a type of an argument.
type Type struct{}

// ArgumentMarshaling describes a part of a type.
type ArgumentMarshaling struct {
	Name       string
	Type       string
	Components []ArgumentMarshaling
}

// Argument is an argument of a contract.
type Argument struct {
	Name string
	Type Type
}

// Arguments are the arguments of a contract.
type Arguments []Argument

// NewType returns a type of which nothing is known.
func NewType(string, string, []ArgumentMarshaling) (Type, error) { return Type{}, nil }

// Pack fails with ErrNotSupported.
func (Arguments) Pack(...any) ([]byte, error) { return nil, ErrNotSupported }

// Unpack fails with ErrNotSupported.
func (Arguments) Unpack([]byte) ([]any, error) { return nil, ErrNotSupported }
