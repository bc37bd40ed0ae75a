package chain

import (
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
)

// The cast: every chain starts with an account for each, and all hold the same.
const (
	// Alice creates games.
	Alice = "alice"
	// Bob joins them.
	Bob = "bob"
	// Carol has nothing to do with them.
	Carol = "carol"
	// Mallory cheats.
	Mallory = "mallory"
	// Operator runs the chain's validator.
	Operator = "operator"
)

// cast are the names of all accounts of a new chain.
var cast = []string{Alice, Bob, Carol, Mallory, Operator}

// Account is an account with its key.
type Account struct {
	Name    string
	Key     cryptotypes.PrivKey
	Address sdk.AccAddress
}

// NewAccount returns the account of a name. Its key is made from the name, so the same name is the same account on
// every chain and in every run.
func NewAccount(name string) Account {
	private := secp256k1.GenPrivKeyFromSecret([]byte("battleship/testutil/" + name))
	key := key{PrivKey: private, public: private.PubKey()}
	return Account{Name: name, Key: key, Address: sdk.AccAddress(key.public.Address())}
}

// key is a private key with its public one, which takes as long to compute as a signature.
type key struct {
	*secp256k1.PrivKey

	public cryptotypes.PubKey
}

// PubKey implements cryptotypes.PrivKey.
func (k key) PubKey() cryptotypes.PubKey { return k.public }

// String returns the account's address.
func (a Account) String() string { return a.Address.String() }
