package keeper

import (
	"context"
	stderrors "errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/name"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// SetName sets, changes or gives up the sender's name. A name costs its price, which is burned; giving it up costs
// nothing and returns nothing, and another account can set it at once.
func (k *Keeper) SetName(ctx context.Context, msg *types.MsgSetName) error {
	sender, err := k.core.Addresses.Parse(msg.Sender)
	if err != nil {
		return errors.Wrap(err, "sender")
	}
	if k.core.Bank.BlockedAddr(sender.Address) {
		return errors.Wrapf(types.ErrBlockedAddress, "%s cannot play, and has no name", sender.Text)
	}
	if msg.Name != "" {
		if err := name.Check(msg.Name); err != nil {
			return errors.Wrap(types.ErrInvalidName, err.Error())
		}
	}
	params, err := k.core.Params(ctx)
	if err != nil {
		return err
	}
	before, err := k.checkChange(ctx, sender, msg.Name, params)
	if err != nil {
		return err
	}
	price := uint64(0)
	if msg.Name != "" {
		price = params.NamePrice
	}
	if price > msg.MaxPrice {
		return errors.Wrapf(types.ErrTerms, "name_price: expected at most %d%s, got %d%s",
			msg.MaxPrice, types.RewardDenom, price, types.RewardDenom)
	}
	cost := sdk.NewCoins(types.RewardCoin(math.NewIntFromUint64(price)))
	if err := k.core.Escrow.Check(ctx, sender, cost); err != nil {
		return err
	}

	after := types.Name{Name: msg.Name, ChangedHeight: sdk.UnwrapSDKContext(ctx).BlockHeight()}
	if err := k.names.Set(ctx, sender.Address, before.Name, after); err != nil {
		return err
	}
	if err := k.core.Escrow.Hold(ctx, sender, cost); err != nil {
		return err
	}
	if err := k.core.Escrow.Burn(ctx, cost); err != nil {
		return err
	}
	return core.Emit(ctx, &types.EventNameSet{
		Account: sender.Text, Name: msg.Name, Previous: before.Name, Burned: price,
	})
}

// checkChange returns the record of an account's name, or an error unless the account may change it to a new one now.
func (k *Keeper) checkChange(
	ctx context.Context, who account.Account, to string, params types.Params,
) (types.Name, error) {
	before, changed, err := k.names.Of(ctx, who.Address)
	if err != nil {
		return types.Name{}, err
	}
	switch next := before.ChangedHeight + params.NamePeriodBlocks; {
	case to == before.Name:
		return types.Name{}, errors.Wrapf(types.ErrInvalidName, "expected another name than the present one, got %q", to)
	case changed && sdk.UnwrapSDKContext(ctx).BlockHeight() < next:
		return types.Name{}, errors.Wrapf(types.ErrNamePeriod, "expected height %d or later, got %d",
			next, sdk.UnwrapSDKContext(ctx).BlockHeight())
	case to == "":
		return before, nil
	}
	taken, err := k.names.Owners().Has(ctx, to)
	if err == nil && taken {
		err = errors.Wrapf(types.ErrNameTaken, "%s is another account's: choose another name", to)
	}
	return before, err
}

// importNames writes the names of a genesis state.
func (k *Keeper) importNames(ctx context.Context, names []types.NamedAccount) error {
	for _, n := range names {
		who, err := k.core.Addresses.Parse(n.Address)
		if err != nil {
			return err
		}
		record := types.Name{Name: n.Name, ChangedHeight: n.ChangedHeight}
		if err := k.names.Set(ctx, who.Address, "", record); err != nil {
			return err
		}
	}
	return nil
}

func (k *Keeper) exportNames(ctx context.Context) ([]types.NamedAccount, error) {
	return records.List(ctx, k.names.Names(), func(who sdk.AccAddress, n types.Name) (types.NamedAccount, error) {
		account, err := k.core.Addresses.Of(who)
		return namedAccount(account, n), err
	})
}

func namedAccount(who account.Account, n types.Name) types.NamedAccount {
	return types.NamedAccount{Address: who.Text, Name: n.Name, ChangedHeight: n.ChangedHeight}
}

// Names implements types.QueryServer.
func (s queryServer) Names(ctx context.Context, req *types.QueryNamesRequest) (*types.QueryNamesResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	if n := len(req.Addresses); n > types.MaxPageItems {
		return nil, status.Errorf(codes.InvalidArgument, "expected at most %d addresses, got %d", types.MaxPageItems, n)
	}
	res := new(types.QueryNamesResponse)
	for _, text := range req.Addresses {
		who, err := s.k.core.Addresses.Parse(text)
		if err != nil {
			return nil, core.QueryError(err)
		}
		n, found, err := s.k.names.Of(ctx, who.Address)
		if err != nil {
			return nil, core.QueryError(err)
		}
		if found {
			res.Names = append(res.Names, namedAccount(who, n))
		}
	}
	return res, nil
}

// NameOwner implements types.QueryServer.
func (s queryServer) NameOwner(
	ctx context.Context, req *types.QueryNameOwnerRequest,
) (*types.QueryNameOwnerResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	if err := name.CheckForm(req.Name); err != nil {
		return nil, status.Errorf(codes.InvalidArgument, "%s", err)
	}
	owner, err := s.k.names.Owners().Get(ctx, req.Name)
	if stderrors.Is(err, collections.ErrNotFound) {
		return nil, status.Errorf(codes.NotFound, "no account has the name %s", req.Name)
	}
	if err != nil {
		return nil, core.QueryError(err)
	}
	who, err := s.k.core.Addresses.Of(owner)
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryNameOwnerResponse{Address: who.Text}, nil
}
