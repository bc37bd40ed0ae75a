// Package registry describes a chain to wallets and front ends: the two files of the Cosmos chain registry, and the
// object with which a page suggests the chain to Keplr. All three are derived from the same facts, so that they cannot
// disagree. It imports nothing of the chain.
package registry

import (
	"bytes"
	"encoding/json"
)

// Facts are what wallets and front ends need to know of a chain.
type Facts struct {
	// Name is the chain's in the registry, small letters and digits alone; Title the one for people.
	Name, Title string
	ChainID     string
	Description string
	// Network is mainnet, testnet or devnet, Status live, upcoming or killed.
	Network, Status string
	// Prefix begins account addresses; CoinType is that of BIP-44.
	Prefix   string
	CoinType uint32
	// Binary is the node's, Home its directory.
	Binary, Home string
	// Coins are the chain's own, that of stake first.
	Coins []Coin
	// Unbonding is how long stake stays bound, such as 1814400s.
	Unbonding string
	// Website and Repository are URLs.
	Website, Repository string
	// Go, SDK, Comet and IBC are versions, such as v1.2.3.
	Go, SDK, Comet, IBC string
	// RPC, REST and GRPC are addresses.
	RPC, REST, GRPC string
}

// Coin is a coin of the chain.
type Coin struct {
	Description, Name, Symbol string
	// Base is the unit of all amounts, Display that for people.
	Base, Display string
	Units         []Unit
	// GasPrice is the nodes' price for a unit of gas in this coin. It is 0 if they do not accept it.
	GasPrice float64
}

// Unit is a unit of a coin.
type Unit struct {
	Denom    string   `json:"denom"`
	Exponent uint32   `json:"exponent"`
	Aliases  []string `json:"aliases,omitempty"`
}

// decimals is the exponent of the unit for people.
func (c Coin) decimals() (exponent uint32) {
	for _, unit := range c.Units {
		if unit.Denom == c.Display {
			exponent = unit.Exponent
		}
	}
	return exponent
}

// A wallet offers three prices. A player's program that is in no block doubles its price; so do these.
const (
	averageSteps = 2
	highSteps    = 4
)

// object is a JSON object with its fields in alphabetical order.
type object = map[string]any

// Chain returns chain.json, in the registry's chain.schema.json.
func (f Facts) Chain() ([]byte, error) {
	var fees []object
	for _, coin := range f.Coins {
		if coin.GasPrice > 0 {
			fees = append(fees, object{
				"denom":               coin.Base,
				"fixed_min_gas_price": coin.GasPrice,
				"low_gas_price":       coin.GasPrice,
				"average_gas_price":   averageSteps * coin.GasPrice,
				"high_gas_price":      highSteps * coin.GasPrice,
			})
		}
	}
	return encode(object{
		"$schema":       "../chain.schema.json",
		"chain_name":    f.Name,
		"chain_type":    "cosmos",
		"chain_id":      f.ChainID,
		"pretty_name":   f.Title,
		"description":   f.Description,
		"website":       f.Website,
		"status":        f.Status,
		"network_type":  f.Network,
		"bech32_prefix": f.Prefix,
		"bech32_config": f.bech32(),
		"daemon_name":   f.Binary,
		"node_home":     f.Home,
		"key_algos":     []string{"secp256k1"},
		"slip44":        f.CoinType,
		"fees":          object{"fee_tokens": fees},
		"staking": object{
			"staking_tokens": []object{{"denom": f.Coins[0].Base}},
			"lock_duration":  object{"time": f.Unbonding},
		},
		"codebase": object{
			"git_repo":  f.Repository,
			"language":  object{"type": "go", "version": f.Go},
			"sdk":       object{"type": "cosmos", "version": f.SDK},
			"consensus": object{"type": "cometbft", "version": f.Comet},
			"ibc":       object{"type": "go", "version": f.IBC, "ics_enabled": []string{"ics20-1", "ics27-1"}},
		},
		"apis": object{
			"rpc":  []object{{"address": f.RPC}},
			"rest": []object{{"address": f.REST}},
			"grpc": []object{{"address": f.GRPC}},
		},
	})
}

// AssetList returns assetlist.json, in the registry's assetlist.schema.json.
func (f Facts) AssetList() ([]byte, error) {
	var assets []object
	for _, coin := range f.Coins {
		assets = append(assets, object{
			"description": coin.Description,
			"denom_units": coin.Units,
			"type_asset":  "sdk.coin",
			"base":        coin.Base,
			"display":     coin.Display,
			"name":        coin.Name,
			"symbol":      coin.Symbol,
		})
	}
	return encode(object{"$schema": "../assetlist.schema.json", "chain_name": f.Name, "assets": assets})
}

// Keplr returns the object that a page hands to Keplr's experimentalSuggestChain, which Leap takes, too.
func (f Facts) Keplr() ([]byte, error) {
	var currencies, fees []object
	for _, coin := range f.Coins {
		currencies = append(currencies, coin.currency())
		if coin.GasPrice > 0 {
			fee := coin.currency()
			fee["gasPriceStep"] = object{
				"low": coin.GasPrice, "average": averageSteps * coin.GasPrice, "high": highSteps * coin.GasPrice,
			}
			fees = append(fees, fee)
		}
	}
	return encode(object{
		"chainId":       f.ChainID,
		"chainName":     f.Title,
		"rpc":           f.RPC,
		"rest":          f.REST,
		"bip44":         object{"coinType": f.CoinType},
		"bech32Config":  f.bech32(),
		"currencies":    currencies,
		"feeCurrencies": fees,
		"stakeCurrency": f.Coins[0].currency(),
		"features":      []string{"stargate", "no-legacy-stdTx", "ibc-transfer", "ibc-go"},
	})
}

// currency is the coin as Keplr has it.
func (c Coin) currency() object {
	return object{"coinDenom": c.Symbol, "coinMinimalDenom": c.Base, "coinDecimals": c.decimals()}
}

// bech32 are the prefixes of all kinds of addresses and keys.
func (f Facts) bech32() object {
	return object{
		"bech32PrefixAccAddr":  f.Prefix,
		"bech32PrefixAccPub":   f.Prefix + "pub",
		"bech32PrefixValAddr":  f.Prefix + "valoper",
		"bech32PrefixValPub":   f.Prefix + "valoperpub",
		"bech32PrefixConsAddr": f.Prefix + "valcons",
		"bech32PrefixConsPub":  f.Prefix + "valconspub",
	}
}

func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return out.Bytes(), err
}
