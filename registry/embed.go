// Package registry is what wallets are told of a devnet, as it was recorded.
package registry

import _ "embed"

// Keplr is the object with which a page suggests a devnet to Keplr and Leap.
//
//go:embed keplr.json
var Keplr []byte
