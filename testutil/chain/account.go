package chain

import (
	"strconv"

	"github.com/cosmos/cosmos-sdk/crypto/keys/multisig"
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

// NewGroup returns the multisig account of a name, for which two of three members sign.
func NewGroup(name string) Account {
	const members, threshold = 3, 2
	var g group
	publics := make([]cryptotypes.PubKey, members)
	for i := range publics {
		member := NewAccount(name + " member " + strconv.Itoa(i)).Key
		publics[i] = member.PubKey()
		if i < threshold {
			g.signers = append(g.signers, member)
		}
	}
	public := multisig.NewLegacyAminoPubKey(threshold, publics)
	g.PrivKey, g.public = g.signers[0], public
	return Account{Name: name, Key: g, Address: sdk.AccAddress(public.Address())}
}

// group is the members of a multisig account that sign. Its PrivKey is that of the first.
type group struct {
	cryptotypes.PrivKey

	public  *multisig.LegacyAminoPubKey
	signers []cryptotypes.PrivKey
}

// PubKey implements cryptotypes.PrivKey.
func (g group) PubKey() cryptotypes.PubKey { return g.public }

// key is a private key with its public one, which takes as long to compute as a signature.
type key struct {
	*secp256k1.PrivKey

	public cryptotypes.PubKey
}

// PubKey implements cryptotypes.PrivKey.
func (k key) PubKey() cryptotypes.PubKey { return k.public }

// String returns the account's address.
func (a Account) String() string { return a.Address.String() }
