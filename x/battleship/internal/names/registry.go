// Package names keeps the names that accounts have set. It is independent of games.
package names

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	collcodec "cosmossdk.io/collections/codec"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Registry holds the name of each account that has set one, and the account of each name.
type Registry struct {
	names  collections.Map[sdk.AccAddress, types.Name]
	owners collections.Map[string, sdk.AccAddress]
}

// New returns the registry that is kept in a store.
func New(sb *collections.SchemaBuilder, cdc codec.BinaryCodec) Registry {
	return Registry{
		names: collections.NewMap(sb, types.NamesPrefix, "names", sdk.AccAddressKey, codec.CollValue[types.Name](cdc)),
		owners: collections.NewMap(sb, types.NameOwnersPrefix, "name_owners",
			collections.StringKey, collcodec.KeyToValueCodec(sdk.AccAddressKey)),
	}
}

// Names returns the records by address.
func (r Registry) Names() records.Map[sdk.AccAddress, types.Name] { return records.Of(r.names) }

// Owners returns the addresses by name.
func (r Registry) Owners() records.Map[string, sdk.AccAddress] { return records.Of(r.owners) }

// Of returns the record of an account, and whether it has one.
func (r Registry) Of(ctx context.Context, who sdk.AccAddress) (types.Name, bool, error) {
	n, err := r.names.Get(ctx, who)
	if stderrors.Is(err, collections.ErrNotFound) {
		return types.Name{}, false, nil
	}
	return n, err == nil, err
}

// Set replaces the record of an account. Another account must not have the name.
func (r Registry) Set(ctx context.Context, who sdk.AccAddress, previous string, n types.Name) error {
	if previous != "" {
		if err := r.owners.Remove(ctx, previous); err != nil {
			return err
		}
	}
	if n.Name != "" {
		if err := r.owners.Set(ctx, n.Name, who); err != nil {
			return err
		}
	}
	return r.names.Set(ctx, who, n)
}
