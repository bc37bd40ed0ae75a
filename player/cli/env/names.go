package env

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/names"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// addressForm matches the addresses in a text.
var addressForm = regexp.MustCompile(`\bship1[02-9ac-hj-np-z]{38,64}\b`)

// Learn has text call the players in a text, at most a page of them, by the names that they have set on the chain,
// unless --addresses is set. A node that does not answer costs names only.
func (e *Env) Learn(ctx context.Context, in string) {
	if e.Out.JSON || e.showsAddresses() {
		return
	}
	addresses := addressForm.FindAllString(in, -1)
	slices.Sort(addresses)
	addresses = slices.Compact(addresses)
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

// showsAddresses reports whether players are shown by their addresses.
func (e *Env) showsAddresses() bool {
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
