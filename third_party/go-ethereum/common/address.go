// Package common stands in for what all of go-ethereum shares. ibc-go's own tests link it, the chain does not.
package common

// Address is an address of Ethereum.
type Address [20]byte

// IsHexAddress reports that no text is an address.
func IsHexAddress(string) bool { return false }

// HexToAddress returns the address of nobody.
func HexToAddress(string) Address { return Address{} }

// Hex returns no text.
func (Address) Hex() string { return "" }
