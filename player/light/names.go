package light

import (
	"bytes"
	"context"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/name"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// names answers as the chain's query does.
func (c *Conn) names(ctx context.Context, addresses []string, res *types.QueryNamesResponse) error {
	if n := len(addresses); n > types.MaxPageItems {
		return status.Errorf(codes.InvalidArgument, "expected at most %d addresses, got %d", types.MaxPageItems, n)
	}
	if len(addresses) == 0 {
		return nil
	}
	keys := make([][]byte, len(addresses))
	for i, address := range addresses {
		who, err := sdk.AccAddressFromBech32(address)
		if err != nil {
			return status.Error(codes.InvalidArgument, err.Error())
		}
		keys[i] = append(bytes.Clone(types.NamesPrefix.Bytes()), who...)
	}
	values, _, err := c.chain.Read(ctx, keys...)
	if err != nil {
		return err
	}
	for i, value := range values {
		if len(value) == 0 {
			continue
		}
		var n types.Name
		if err := decode(keys[i], value, &n); err != nil {
			return err
		}
		res.Names = append(res.Names, types.NamedAccount{
			Address: addresses[i], Name: n.Name, ChangedHeight: n.ChangedHeight,
		})
	}
	return nil
}

// nameOwner answers as the chain's query does.
func (c *Conn) nameOwner(ctx context.Context, owned string, res *types.QueryNameOwnerResponse) error {
	if err := name.CheckForm(owned); err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	values, _, err := c.chain.Read(ctx, append(bytes.Clone(types.NameOwnersPrefix.Bytes()), owned...))
	switch {
	case err != nil:
		return err
	case len(values[0]) == 0:
		return status.Errorf(codes.NotFound, "no account has the name %s", owned)
	}
	res.Address = sdk.AccAddress(values[0]).String()
	return nil
}
