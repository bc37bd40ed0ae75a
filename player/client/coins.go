package client

import (
	"fmt"
	"reflect"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// holdsCoins reports whether a method's replies hold coins with which clients calculate.
func holdsCoins(method string) bool {
	return strings.HasPrefix(method, "/battleship.v1.") || strings.HasPrefix(method, "/cosmos.bank.")
}

// checkCoins returns an error if a reply holds a coin that no chain can have, such as one with an escape sequence in
// its denomination. The SDK panics when it adds such coins.
func checkCoins(method string, reply any) error {
	if err := coinsIn(reflect.ValueOf(reply)); err != nil {
		return fmt.Errorf("the node's reply to %s is not valid, so ask another one with --node: %w", method, err)
	}
	return nil
}

func coinsIn(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return coinsIn(v.Elem())
	case reflect.Slice:
		if coins, ok := v.Interface().(sdk.Coins); ok {
			return coins.Validate()
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return nil
		}
		for i := range v.Len() {
			if err := coinsIn(v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		if coin, ok := v.Interface().(sdk.Coin); ok {
			if coin.Denom == "" && coin.Amount.IsNil() {
				return nil // left out
			}
			return coin.Validate()
		}
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			if err := coinsIn(v.Field(i)); err != nil {
				return err
			}
		}
	default:
	}
	return nil
}
