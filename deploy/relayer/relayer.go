// Package relayer has the sample configurations of relayers.
package relayer

import _ "embed"

// Devnets is rly-devnet.yaml, which connects the chains one-1 and two-1 by their RPC ports 21000 and 22000.
//
//go:embed rly-devnet.yaml
var Devnets string
