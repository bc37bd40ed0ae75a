// Package keeper is the state of the module: params, players and the kinds of games, each of which is a package. It
// answers messages and queries, ends blocks, and reads and writes genesis files.
package keeper

import (
	"fmt"

	"cosmossdk.io/collections"
	"cosmossdk.io/core/address"
	"cosmossdk.io/core/store"

	"github.com/cosmos/cosmos-sdk/codec"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/names"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Keeper is the module's state and the verbs that change it. It is complete after New.
type Keeper struct {
	// core holds what games of all kinds share, kinds the games of each.
	core  *core.Core
	kinds kinds
	// names holds the names of accounts.
	names names.Registry

	authority string
	// schema describes all collections.
	schema collections.Schema
}

// New returns the keeper. The bank must be restricted by its MintRestriction, and the app must have declared the
// accounts of the fee collector and of x/distribution, and the module's account with leave to mint and to burn. The
// authority may change params. New panics on a mistake in the wiring, which no chain should start with.
func New(
	cdc codec.BinaryCodec,
	storeService store.KVStoreService,
	addressCodec address.Codec,
	accounts types.AccountKeeper,
	bank types.BankKeeper,
	pool types.CommunityPool,
	authority string,
) *Keeper {
	for _, name := range []string{types.ModuleName, authtypes.FeeCollectorName, distrtypes.ModuleName} {
		if accounts.GetModuleAddress(name) == nil {
			panic(fmt.Sprintf("the account of module %s is not declared", name))
		}
	}

	sb := collections.NewSchemaBuilder(storeService)
	k := &Keeper{core: core.New(sb, cdc, addressCodec, accounts, bank, pool)}
	k.kinds = newKinds(sb, cdc, k.core)
	k.names = names.New(sb, cdc)
	schema, err := sb.Build()
	if err != nil {
		panic(fmt.Sprintf("schema of module %s: %v", types.ModuleName, err))
	}
	k.schema = schema
	who, err := k.core.Addresses.Parse(authority)
	if err != nil {
		panic(fmt.Sprintf("authority of module %s: %v", types.ModuleName, err))
	}
	k.authority = who.Text
	return k
}

// Authority returns the address that may change the params.
func (k *Keeper) Authority() string { return k.authority }

// AddressCodec returns the codec between addresses and their text.
func (k *Keeper) AddressCodec() address.Codec { return k.core.Addresses.Codec }
