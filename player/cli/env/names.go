package env

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/names"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Learn is LearnPlayers for the players in an answer of the chain.
func (e *Env) Learn(ctx context.Context, answer proto.Message) {
	e.LearnPlayers(ctx, addressesIn(reflect.ValueOf(answer), nil))
}

// LearnPlayers has text call the players of addresses, at most a page of them, by the names that they have set on the
// chain, unless --addresses is set. A node that does not answer costs names only.
func (e *Env) LearnPlayers(ctx context.Context, addresses []string) {
	if e.Out.JSON || e.ShowsAddresses() {
		return
	}
	addresses = slices.Compact(slices.Sorted(slices.Values(addresses)))
	addresses = slices.DeleteFunc(addresses, func(address string) bool { return e.Out.Names[address] != "" })
	found, err := names.Ask(ctx, e.Chain.Conn(), addresses[:min(len(addresses), types.MaxPageItems)])
	if err != nil {
		return
	}
	for _, address := range addresses {
		if name := found[address]; name != "" {
			e.Out.call(address, names.Shown(e.Out.Names, address, name))
		}
	}
}

// addressesIn appends the account addresses among the fields of a message.
func addressesIn(v reflect.Value, all []string) []string {
	//exhaustive:ignore
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			all = addressesIn(v.Elem(), all)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				all = addressesIn(v.Field(i), all)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			all = addressesIn(v.Index(i), all)
		}
	case reflect.String:
		if _, err := sdk.AccAddressFromBech32(v.String()); err == nil {
			all = append(all, v.String())
		}
	}
	return all
}

// ShowsAddresses reports whether players are shown by their addresses.
func (e *Env) ShowsAddresses() bool {
	f := e.Cmd.Flags().Lookup(FlagAddresses)
	return f != nil && f.Value.String() == "true"
}

// PlayerAddress is Address for a player of whom nothing but its games is looked up or asked: also one that has set the
// name on the chain. A key of the user's comes first. The address is noted, for a name proves nothing.
func (e *Env) PlayerAddress(named string) (string, error) {
	address, err := e.Address(named)
	if damaged := (*client.DamagedKeyError)(nil); err == nil || errors.As(err, &damaged) ||
		errors.Is(err, client.ErrPassphrase) {
		return address, err
	}
	found, lookErr := names.OwnerOf(e.Cmd.Context(), e.Chain.Conn(), named)
	if unknown := (*client.UnknownKeyError)(nil); lookErr != nil && errors.As(err, &unknown) {
		return "", fmt.Errorf("no player has that name: %w", unknown)
	} else if lookErr != nil {
		return "", err
	}
	e.Out.Note(text.NameIsOf, named, found)
	e.Out.call(found, named)
	return found, nil
}
