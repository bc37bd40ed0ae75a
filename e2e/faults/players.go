package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	dbm "github.com/cosmos/cosmos-db"

	"cosmossdk.io/log/v2"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/vault"
)

// allowance is the balance with which a player begins, in uanchor.
const allowance = 1_000_000_000

// playerPoll is the pause of a player between two questions, about two blocks: many players share this machine, and
// their questions took more of a validator's time than their moves.
const playerPoll = time.Second

const (
	// operatorGas is the gas limit of an operator's transaction.
	operatorGas = 8_000_000
	// maxOutputs is the number of recipients of one MsgMultiSend, whose transaction is bounded.
	maxOutputs = 100
)

// noOptions are the options of an application that only knows codecs.
type noOptions struct{}

// Get returns nothing.
func (noOptions) Get(string) any { return nil }

// world makes keys and clients.
type world struct {
	net   *network
	seed  uint64
	base  sdkclient.Context
	funds []banktypes.Output
}

func newWorld(net *network, seed uint64) *world {
	template := app.New(log.NewNopLogger(), dbm.NewMemDB(), true, noOptions{})
	return &world{net: net, seed: seed, base: sdkclient.Context{}.
		WithCodec(template.AppCodec()).
		WithInterfaceRegistry(template.InterfaceRegistry()).
		WithTxConfig(template.TxConfig()).
		WithChainID(chainID)}
}

// context returns the context of a client of a node.
func (w *world) context(n *node, keys keyring.Keyring, home string) sdkclient.Context {
	return w.base.WithClient(n.client).WithNodeURI(n.url()).WithKeyring(keys).WithHomeDir(home)
}

// addKey adds the key of a name to a keyring, and the account to those that fund gives coins.
func (w *world) addKey(keys keyring.Keyring, name string) error {
	secret := binary.BigEndian.AppendUint64([]byte("battleship/faults/"+name), w.seed)
	key := secp256k1.GenPrivKeyFromSecret(secret)
	if err := keys.ImportPrivKeyHex(name, hex.EncodeToString(key.Bytes()), string(hd.Secp256k1Type)); err != nil {
		return fmt.Errorf("key of %s: %w", name, err)
	}
	w.funds = append(w.funds, banktypes.Output{
		Address: sdk.AccAddress(key.PubKey().Address()).String(),
		Coins:   sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, allowance)),
	})
	return nil
}

// fileKeys returns the keyring in a home, for programs.
func (w *world) fileKeys(home string) (keyring.Keyring, error) {
	return keyring.New(app.Name, keyring.BackendTest, home, nil, w.base.Codec)
}

// player returns a player of this process, at a node.
func (w *world) player(ctx context.Context, n *node, name, home string) (session.Player, error) {
	keys := keyring.NewInMemory(w.base.Codec)
	if err := w.addKey(keys, name); err != nil {
		return session.Player{}, err
	}
	link := client.LinkTo(w.context(n, keys, home))
	link.Address = n.name // a client asks a node of this machine more often
	chain, err := client.New(ctx, link, client.Options{From: name, Poll: playerPoll})
	if err != nil {
		return session.Player{}, err
	}
	addresses := w.base.InterfaceRegistry.SigningContext().AddressCodec()
	return session.Player{Chain: chain, Vault: vault.New(keys, home, addresses, nil), Random: rand.Reader}, nil
}

// operator returns a client with the key of a validator's operator, over a node.
func (w *world) operator(ctx context.Context, of, over *node) (*client.Client, error) {
	keys, err := w.fileKeys(of.home)
	if err != nil {
		return nil, err
	}
	return client.New(ctx, client.LinkTo(w.context(over, keys, of.home)), client.Options{From: of.name, Gas: operatorGas})
}

// fund gives coins to all accounts of keys that were added.
func (w *world) fund(ctx context.Context) error {
	bank, err := w.operator(ctx, w.net.nodes[0], w.net.nodes[0])
	if err != nil {
		return err
	}
	for outputs := range slices.Chunk(w.funds, maxOutputs) {
		var sum sdk.Coins
		for _, out := range outputs {
			sum = sum.Add(out.Coins...)
		}
		if _, err := bank.Send(ctx, &banktypes.MsgMultiSend{
			Inputs: []banktypes.Input{{Address: bank.Key().Address.String(), Coins: sum}}, Outputs: outputs,
		}); err != nil {
			return err
		}
	}
	// The accounts are used at any node, which can be a block behind.
	return w.net.await(ctx, w.net.top(ctx)-1, haltPatience, w.net.nodes...)
}
