package vault_test

import (
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/codec/address"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	cryptocodec "github.com/cosmos/cosmos-sdk/crypto/codec"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256r1"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/player/vault"
)

const (
	chainID    = "battleship-devnet-1"
	passphrase = "correct horse battery staple"

	// The players' whole wallets: words of BIP-39's own vectors and of hardhat's, known to everybody.
	aliceWords = "legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful " +
		"legal winner thank year wave sausage worth title"
	malloryWords = "test test test test test test test test test test test junk"
)

var addresses = address.NewBech32Codec("ship")

// wallet returns a keyring that holds one player's key and nothing else.
func wallet(t *testing.T, name, words string) keyring.Keyring {
	t.Helper()
	keys := keyring.NewInMemory(testCodec())
	_, err := keys.NewAccount(name, words, "", sdk.FullFundraiserPath, hd.Secp256k1)
	require.NoError(t, err)
	return keys
}

func testCodec() codec.Codec {
	registry := codectypes.NewInterfaceRegistry()
	cryptocodec.RegisterInterfaces(registry)
	return codec.NewProtoCodec(registry)
}

// nobody fails a test in which a passphrase is asked for.
func nobody(t *testing.T) vault.AskPassphrase {
	return func(path string, isNew bool) (string, error) {
		t.Errorf("expected no question, got one for the passphrase of %s, new: %t", path, isNew)
		return "", errors.New("nobody to ask")
	}
}

// say answers every question for a passphrase.
func say(passphrase string) vault.AskPassphrase {
	return func(string, bool) (string, error) { return passphrase, nil }
}

// bindingOf names a board of the key's owner.
func bindingOf(t *testing.T, keys vault.Keys, name string, nonce uint64, r *game.Ruleset) commitment.Binding {
	t.Helper()
	record, err := keys.Key(name)
	require.NoError(t, err)
	player, err := record.GetAddress()
	require.NoError(t, err)
	return commitment.Binding{ChainID: chainID, Player: player, Nonce: nonce, Ruleset: r}
}

func fleet(t *testing.T, r *game.Ruleset) game.Fleet {
	t.Helper()
	text := commitmenttest.Fleet(r)
	if r.ID == game.Xaya().ID {
		text = "A1h,E3v,A3h,G1h,G8h,A8h,H3v"
	}
	f, err := r.ParseFleet(text)
	require.NoError(t, err)
	return f
}

// fakeKeys is a keyring of one key that signs as a test wants it to.
type fakeKeys struct {
	backend string
	record  *keyring.Record
	sign    func(msg []byte) ([]byte, cryptotypes.PubKey, error)
	signed  int
}

func (k *fakeKeys) Backend() string { return k.backend }

func (k *fakeKeys) Key(string) (*keyring.Record, error) { return k.record, nil }

func (k *fakeKeys) Sign(_ string, msg []byte, mode signing.SignMode) ([]byte, cryptotypes.PubKey, error) {
	if mode != signing.SignMode_SIGN_MODE_LEGACY_AMINO_JSON {
		return nil, nil, errors.New("expected amino JSON, got " + mode.String())
	}
	k.signed++
	return k.sign(msg)
}

// randomSigner returns a keyring whose key signs differently each time: secp256r1 as the standard library does it.
func randomSigner(t *testing.T, backend string) *fakeKeys {
	t.Helper()
	private, err := secp256r1.GenPrivKey()
	require.NoError(t, err)
	record, err := keyring.NewLocalRecord("alice", private, private.PubKey())
	require.NoError(t, err)
	return &fakeKeys{backend: backend, record: record, sign: func(msg []byte) ([]byte, cryptotypes.PubKey, error) {
		signature, err := private.Sign(msg)
		return signature, private.PubKey(), err
	}}
}

// onlyFile returns the path of the one file in the directory boards of home.
func onlyFile(t *testing.T, home string) string {
	t.Helper()
	entries, err := os.ReadDir(home + "/boards")
	require.NoError(t, err)
	require.Len(t, entries, 1)
	return home + "/boards/" + entries[0].Name()
}
