// Package keeper holds bets on games of another chain, and pays them by proven results.
package keeper

import (
	"context"
	"errors"
	"fmt"

	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	"github.com/cosmos/ibc-go/v11/modules/core/exported"

	"cosmossdk.io/collections"
	"cosmossdk.io/core/address"
	"cosmossdk.io/core/store"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/examples/wager/types"
)

// BankKeeper moves the stakes.
type BankKeeper interface {
	SendCoinsFromAccountToModule(ctx context.Context, from sdk.AccAddress, module string, coins sdk.Coins) error
	SendCoinsFromModuleToAccount(ctx context.Context, module string, to sdk.AccAddress, coins sdk.Coins) error
}

// ClientKeeper verifies by light clients: the ClientKeeper of ibc-go. VerifyMembership refuses clients that are frozen
// or expired, and heights of which the client has no header.
type ClientKeeper interface {
	GetClientState(ctx sdk.Context, clientID string) (exported.ClientState, bool)
	GetClientStatus(ctx sdk.Context, clientID string) exported.Status
	GetClientLatestHeight(ctx sdk.Context, clientID string) clienttypes.Height
	GetClientTimestampAtHeight(ctx sdk.Context, clientID string, height exported.Height) (uint64, error)
	VerifyMembership(ctx sdk.Context, clientID string, height exported.Height, delayTime, delayBlocks uint64,
		proof []byte, path exported.Path, value []byte) error
}

// Keeper is the state of the module.
type Keeper struct {
	addresses address.Codec
	bank      BankKeeper
	clients   ClientKeeper
	authority string

	schema    collections.Schema
	params    collections.Item[types.Params]
	nextBetID collections.Sequence
	bets      collections.Map[uint64, types.Bet]
}

// New returns the keeper. It panics if its collections do not fit together.
func New(
	cdc codec.BinaryCodec, service store.KVStoreService, addresses address.Codec, bank BankKeeper, clients ClientKeeper,
	authority string,
) *Keeper {
	sb := collections.NewSchemaBuilder(service)
	k := &Keeper{
		addresses: addresses, bank: bank, clients: clients, authority: authority,
		params:    collections.NewItem(sb, types.ParamsPrefix, "params", codec.CollValue[types.Params](cdc)),
		nextBetID: collections.NewSequence(sb, types.NextBetIDPrefix, "next_bet_id"),
		bets:      collections.NewMap(sb, types.BetsPrefix, "bets", collections.Uint64Key, codec.CollValue[types.Bet](cdc)),
	}
	schema, err := sb.Build()
	if err != nil {
		panic(fmt.Errorf("schema of %s: %w", types.ModuleName, err))
	}
	k.schema = schema
	return k
}

// bet returns a bet that is not settled.
func (k *Keeper) bet(ctx context.Context, id uint64) (types.Bet, error) {
	bet, err := k.bets.Get(ctx, id)
	if errors.Is(err, collections.ErrNotFound) {
		return types.Bet{}, types.ErrNotFound.Wrapf("there is no bet %d, or it is settled", id)
	}
	return bet, err
}

// address returns the bytes of an address of this chain.
func (k *Keeper) address(text string) (sdk.AccAddress, error) {
	raw, err := k.addresses.StringToBytes(text)
	if err != nil {
		return nil, types.ErrUnauthorized.Wrapf("address %q: %s", text, err)
	}
	return raw, nil
}

// collect takes a stake from one side.
func (k *Keeper) collect(ctx context.Context, from string, stake sdk.Coin) error {
	address, err := k.address(from)
	if err != nil {
		return err
	}
	return k.bank.SendCoinsFromAccountToModule(ctx, address, types.ModuleName, sdk.NewCoins(stake))
}

// pay pays coins of the module to one side.
func (k *Keeper) pay(ctx context.Context, to string, coin sdk.Coin) error {
	address, err := k.address(to)
	if err != nil {
		return err
	}
	return k.bank.SendCoinsFromModuleToAccount(ctx, types.ModuleName, address, sdk.NewCoins(coin))
}

// close ends a bet: the winner gets the pot, and without one each side its stake. The bet is removed first, so that
// nothing that a payment causes can pay it again.
func (k *Keeper) close(ctx context.Context, bet types.Bet, winner string) error {
	if err := k.bets.Remove(ctx, bet.Id); err != nil {
		return err
	}
	if winner != "" {
		return k.pay(ctx, winner, bet.Pot())
	}
	if err := k.pay(ctx, bet.Backer, bet.Stake); err != nil || bet.Taker == "" {
		return err
	}
	return k.pay(ctx, bet.Taker, bet.Stake)
}

// InitGenesis writes a genesis state.
func (k *Keeper) InitGenesis(ctx context.Context, gs types.GenesisState) error {
	if err := gs.Validate(); err != nil {
		return err
	}
	if err := k.params.Set(ctx, gs.Params); err != nil {
		return err
	}
	if err := k.nextBetID.Set(ctx, gs.NextBetId); err != nil {
		return err
	}
	for _, bet := range gs.Bets {
		if err := k.bets.Set(ctx, bet.Id, bet); err != nil {
			return err
		}
	}
	return nil
}

// ExportGenesis returns the state.
func (k *Keeper) ExportGenesis(ctx context.Context) (*types.GenesisState, error) {
	gs := &types.GenesisState{}
	var err error
	if gs.Params, err = k.params.Get(ctx); err != nil {
		return nil, err
	}
	if gs.NextBetId, err = k.nextBetID.Peek(ctx); err != nil {
		return nil, err
	}
	err = k.bets.Walk(ctx, nil, func(_ uint64, bet types.Bet) (bool, error) {
		gs.Bets = append(gs.Bets, bet)
		return false, nil
	})
	return gs, err
}
