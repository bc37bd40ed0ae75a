package app

import (
	"encoding/json"
	"fmt"
	"slices"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
)

// noncesName is the name of the nonces of unordered transactions in a genesis state. They are state of x/auth, whose
// own genesis state has no place for them; without them an unordered transaction that has not timed out could be
// replayed on a chain that continues from an export.
const noncesName = "unordered_nonces"

// unorderedNonce identifies an unordered transaction until it times out.
type unorderedNonce struct {
	// Timeout is the transaction's timeout in nanoseconds since 1970.
	Timeout int64 `json:"timeout,string"`
	// Sender signed it.
	Sender string `json:"sender"`
}

// exportNonces adds the nonces to a genesis state of the named modules, if x/auth is among them.
func (app *App) exportNonces(ctx sdk.Context, state GenesisState, modules []string) error {
	if len(modules) > 0 && !slices.Contains(modules, authtypes.ModuleName) {
		return nil
	}
	nonces := []unorderedNonce{}
	codec := app.AccountKeeper.AddressCodec()
	err := app.AccountKeeper.UnorderedNonces.Walk(ctx, nil, func(key collections.Pair[int64, []byte]) (bool, error) {
		sender, err := codec.BytesToString(key.K2())
		nonces = append(nonces, unorderedNonce{Timeout: key.K1(), Sender: sender})
		return err != nil, err
	})
	if err != nil {
		return fmt.Errorf("export the nonces of unordered transactions: %w", err)
	}
	state[noncesName], err = json.Marshal(nonces)
	return err
}

// initNonces writes the nonces of a genesis state. A state without them has none.
func (app *App) initNonces(ctx sdk.Context, state GenesisState) error {
	raw, ok := state[noncesName]
	if !ok {
		return nil
	}
	var nonces []unorderedNonce
	if err := json.Unmarshal(raw, &nonces); err != nil {
		return fmt.Errorf("read the nonces of unordered transactions: %w", err)
	}
	for i, nonce := range nonces {
		sender, err := app.AccountKeeper.AddressCodec().StringToBytes(nonce.Sender)
		if err != nil {
			return fmt.Errorf("nonce %d of unordered transactions: %w", i, err)
		}
		if err := app.AccountKeeper.UnorderedNonces.Set(ctx, collections.Join(nonce.Timeout, sender)); err != nil {
			return fmt.Errorf("nonce %d of unordered transactions: %w", i, err)
		}
	}
	return nil
}
